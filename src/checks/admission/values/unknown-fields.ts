import { isJsonMap, type JsonMap, type JsonValue } from '../../../diagnostics/json-value.ts';
import type { Schema } from '../schema/schema.ts';
import { type Finding, unknownField } from './finding.ts';
import { childOf, type Path } from './path.ts';

const META_FIELDS = new Set(['apiVersion', 'kind', 'metadata']);

/** Fields that the schema does not declare, as strict field validation refuses them. */
export function unknownFields(object: JsonValue, schema: Schema): readonly Finding[] {
  const found: Finding[] = [];
  collect({ value: object, schema, path: undefined, root: true }, found);
  return found;
}

interface Visit {
  readonly value: JsonValue;
  readonly schema: Schema | undefined;
  readonly path: Path | undefined;
  readonly root: boolean;
  /** Below `x-kubernetes-preserve-unknown-fields`, as far as the schema goes on. */
  readonly preserved?: boolean;
}

function collect({ value, schema, path, root, preserved }: Visit, found: Finding[]): void {
  if (Array.isArray(value)) {
    const keeps = preserved === true || schema?.preservesUnknown === true;
    if (keeps && schema?.items === undefined) return;
    (value as readonly JsonValue[]).forEach((item, index) => {
      collect(
        { value: item, schema: schema?.items, path: childOf(path, index), root: false, preserved: keeps },
        found,
      );
    });
  } else if (isJsonMap(value)) {
    collectMap({ value, schema, path, root, ...(preserved === true ? { preserved } : {}) }, found);
  }
}

function collectMap(
  { value, schema, path, root, preserved }: Visit & { value: JsonMap },
  found: Finding[],
): void {
  const keeps = preserved === true || schema?.preservesUnknown === true;
  for (const [key, item] of Object.entries(value)) {
    if ((root || schema?.embedded === true) && META_FIELDS.has(key)) continue;
    const at = childOf(path, key);
    const named = schema?.properties?.get(key);
    const below = named ?? schema?.additional;
    if (typeof below === 'object') collect({ value: item, schema: below, path: at, root: false }, found);
    else if (below === true) collect({ value: item, schema: undefined, path: at, root: false }, found);
    else if (!keeps) found.push(unknownField(at));
  }
}
