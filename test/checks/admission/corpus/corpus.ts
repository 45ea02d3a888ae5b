import type { JsonValue } from '../../../../src/diagnostics/json-value.ts';
import type { Case } from './case.ts';
import { HAND_MADE } from './cases/index.ts';
import { edited } from './edit.ts';
import { KINDS } from './kinds.ts';
import { mutationsOf } from './mutate.ts';
import { pairsOf } from './pairs.ts';
import { richValue } from './rich-object.ts';
import { apiVersionOf, type CrdDocument, schemaOf } from './schema.ts';
import { SCRATCH } from './scratch/index.ts';
import { readCrds } from './store.ts';

/** A case with the object of its base. */
export interface CorpusCase extends Case {
  readonly crd: string;
  readonly object: JsonValue;
}

const crds = new Map<string, CrdDocument>();

/** The CRD of a name: a real one from the fixtures or one of our own. */
export function crdOf(name: string): CrdDocument {
  if (crds.size === 0) {
    for (const stored of readCrds()) crds.set(stored.name, stored.crd);
    for (const scratch of SCRATCH) crds.set(scratch.name, scratch.crd);
  }
  const found = crds.get(name);
  if (found === undefined) throw new Error(`no CRD of the name ${name}`);
  return found;
}

/** The object of a base: every field of the kind's schema, put right by hand. */
export function baseOf(crdName: string, base: string): JsonValue {
  const scratch = SCRATCH.find((one) => one.name === crdName);
  const crd = crdOf(crdName);
  const metadata = { name: 'case', ...(crd.spec.scope === 'Namespaced' ? { namespace: 'default' } : {}) };
  const head = { apiVersion: apiVersionOf(crd), kind: crd.spec.names.kind, metadata };
  if (scratch !== undefined) return { ...head, ...scratch.bases[base] };
  const edits = KINDS.find((kind) => kind.name === crdName)?.bases[base];
  if (edits === undefined) throw new Error(`${crdName} has no base ${base}`);
  return edited({ ...head, spec: richValue(schemaOf(crd).properties?.['spec'] ?? {}) ?? {} }, edits);
}

/** Every case, in a fixed order; the same on every machine. */
export function corpus(): CorpusCase[] {
  const found: CorpusCase[] = [];
  const add = (crd: string, cases: readonly Case[]) => {
    const objects = new Map<string, JsonValue>();
    for (const one of cases) {
      const object = objects.get(one.base) ?? baseOf(crd, one.base);
      objects.set(one.base, object);
      found.push({ ...one, crd, object });
    }
  };
  for (const kind of KINDS) {
    const made = mutationsOf({
      base: 'full',
      object: baseOf(kind.name, 'full'),
      schema: schemaOf(crdOf(kind.name)),
      density: kind.density,
    });
    add(
      kind.name,
      Object.keys(kind.bases).map((base) => ({ title: `${base} as it is`, base, edits: [] })),
    );
    add(kind.name, made);
    add(kind.name, HAND_MADE[kind.name] ?? []);
    add(kind.name, pairsOf(kind.name, made));
  }
  for (const scratch of SCRATCH) {
    add(
      scratch.name,
      Object.keys(scratch.bases).map((base) => ({ title: `${base} as it is`, base, edits: [] })),
    );
    if (scratch.mutate === true)
      add(
        scratch.name,
        mutationsOf({
          base: 'full',
          object: baseOf(scratch.name, 'full'),
          schema: schemaOf(scratch.crd),
          density: 'dense',
        }),
      );
    add(scratch.name, scratch.cases);
  }
  return found;
}
