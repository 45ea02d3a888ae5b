import type { JsonValue } from '../../../../src/diagnostics/json-value.ts';
import type { Rule, Schema } from './schema.ts';

/** Something of a schema that can refuse: a keyword or a rule at a place. */
export interface Target {
  /** `spec.taints.*.key`; entries of maps are `{}`. */
  readonly path: string;
  /** `pattern`, `required:key`, `rule`. */
  readonly keyword: string;
  readonly rule?: Rule;
}

const KEYWORDS = [
  'type',
  'enum',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'multipleOf',
] as const;

/** Every keyword and rule below `spec`. */
export function targetsOf(schema: Schema): Target[] {
  const found: Target[] = [];
  const walk = (node: Schema, path: string): void => {
    for (const keyword of KEYWORDS)
      if (
        node[keyword] !== undefined &&
        (node[keyword] !== 0 || !keyword.startsWith('min') || keyword === 'minimum') &&
        applies(node, keyword)
      )
        found.push({ path, keyword });
    if (node['x-kubernetes-int-or-string'] === true) found.push({ path, keyword: 'type' });
    // A default stands in for what is missing.
    for (const name of node.required ?? [])
      if (node.properties?.[name]?.default === undefined) found.push({ path, keyword: `required:${name}` });
    if (node['x-kubernetes-list-type'] === 'map' || node['x-kubernetes-list-type'] === 'set')
      found.push({ path, keyword: 'duplicate' });
    if (node.properties !== undefined && node['x-kubernetes-preserve-unknown-fields'] !== true)
      found.push({ path, keyword: 'unknown' });
    for (const rule of node['x-kubernetes-validations'] ?? []) found.push({ path, keyword: 'rule', rule });
    for (const [name, inner] of Object.entries(node.properties ?? {})) walk(inner, join(path, name));
    if (node.items !== undefined) walk(node.items, join(path, '*'));
    if (typeof node.additionalProperties === 'object') walk(node.additionalProperties, join(path, '{}'));
  };
  for (const rule of schema['x-kubernetes-validations'] ?? [])
    found.push({ path: '', keyword: 'rule', rule });
  const spec = schema.properties?.['spec'];
  if (spec !== undefined) walk(spec, 'spec');
  return found;
}

/** Keywords of texts on a list, as some CRDs have them, refuse nothing. A format says something on numbers and texts only. */
const applies = (node: Schema, keyword: (typeof KEYWORDS)[number]): boolean =>
  (['pattern', 'minLength', 'maxLength'].includes(keyword) ? node.type !== 'array' : true) &&
  !(keyword === 'format' && node.format === 'int64' && node.minimum !== undefined);

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** The place of a field that a server names, `spec.a[0].b`, in the schema; what follows a leaf is its last key. */
export function placeOf(schema: Schema, field: string): string {
  let rest = field.replaceAll(
    /\['([^']*)'\]|\[([^\]]*)\]/g,
    (_all, quoted?: string, plain?: string) => `.${quoted ?? plain ?? ''}`,
  );
  let node: Schema | undefined = schema;
  let path = '';
  while (rest !== '' && node !== undefined) {
    const known: string | undefined = Object.keys(node.properties ?? {})
      .filter((name) => name !== '' && (rest === name || rest.startsWith(`${name}.`)))
      .toSorted((left, right) => right.length - left.length)[0];
    if (known !== undefined) {
      path = join(path, known);
      node = node.properties?.[known];
      rest = rest.slice(known.length + 1);
    } else if (node.items !== undefined) {
      path = join(path, '*');
      node = node.items;
      rest = /^\d+\.?(.*)$/s.exec(rest)?.[1] ?? '';
    } else if (typeof node.additionalProperties === 'object') {
      path = join(path, '{}');
      const leaf: boolean =
        node.additionalProperties.properties === undefined &&
        node.additionalProperties.items === undefined &&
        node.additionalProperties.additionalProperties === undefined;
      node = node.additionalProperties;
      rest = leaf ? '' : rest.split('.').slice(1).join('.');
    } else {
      path = join(path, rest);
      rest = '';
    }
  }
  return path;
}

/** Every place that an object uses. */
export function placesOf(schema: Schema, object: JsonValue): Set<string> {
  const found = new Set<string>(['']);
  const walk = (node: Schema, value: JsonValue, path: string): void => {
    found.add(path);
    if (Array.isArray(value)) {
      for (const item of value) walk(node.items ?? {}, item, join(path, '*'));
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        const own = node.properties?.[key];
        if (own !== undefined) walk(own, inner, join(path, key));
        else if (typeof node.additionalProperties === 'object')
          walk(node.additionalProperties, inner, join(path, '{}'));
      }
    }
  };
  walk(schema, object, '');
  return found;
}
