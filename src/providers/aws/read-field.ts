import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { jsonPointer } from '../../diagnostics/json-pointer.ts';
import type { JsonValue } from '../../diagnostics/json-value.ts';
import type { LocatedMap, LocatedValue } from '../../diagnostics/located.ts';
import type { Origin } from '../../diagnostics/origin.ts';
import { toPlain } from '../../diagnostics/to-plain.ts';
import { canonicalField, type WrittenField } from './canonical-fields.ts';
import { emit, isEmpty } from './emit.ts';
import { nodeClassSchema } from './node-class-schema.ts';
import { schemaProblems } from './schema-problems.ts';
import type { AwsProviderVersion } from './versions.ts';

/** Objects that must not be empty: a rule says so, hence they are kept even then. */
const KEPT_WHEN_EMPTY: ReadonlySet<string> = new Set(['connectionTracking', 'placementGroupSelector']);

/** What became of one written field. */
interface FieldReading {
  /** Plain data in the order of emission; absent when the field is invalid, or empty and as good as absent. */
  readonly value?: JsonValue;
  readonly broken: boolean;
  /** By JSON pointer into the object. */
  readonly origins: ReadonlyMap<string, Origin>;
  readonly diagnostics: readonly Diagnostic[];
}

interface Memo extends FieldReading {
  readonly field: string;
  readonly version: AwsProviderVersion;
}

/** A thousand pools inherit the same values from one place: each is read once. The key is the value's identity. */
const memos = new WeakMap<LocatedValue, Memo>();

/** Canonical, validated and emitted: all that can be said of a field without the others. */
export function readField(written: WrittenField, version: AwsProviderVersion): FieldReading {
  const known = memos.get(written.entry.value);
  if (known?.version === version && known.field === written.field) return known;
  const reading = { ...read(written, version), field: written.field, version };
  memos.set(written.entry.value, reading);
  return reading;
}

function read(written: WrittenField, version: AwsProviderVersion): FieldReading {
  const { field, entry } = written;
  const diagnostics: Diagnostic[] = [];
  const canonical = canonicalField(written, { diagnostics, version });
  const schema = nodeClassSchema.shape[field];
  const parsed = schema.safeParse(toPlain(canonical));
  const origins = new Map<string, Origin>();
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => ({ ...issue, path: [field, ...issue.path] }));
    const holder: LocatedMap = {
      kind: 'map',
      entries: new Map([[field, { ...entry, key: field, value: canonical }]]),
      origin: canonical.origin,
    };
    return { broken: true, origins, diagnostics: [...diagnostics, ...schemaProblems(holder, issues)] };
  }
  const value = emit(canonical, schema, jsonPointer('spec', field), origins);
  const kept = !isEmpty(value) || KEPT_WHEN_EMPTY.has(field);
  return { broken: false, origins, diagnostics, ...(kept ? { value } : {}) };
}
