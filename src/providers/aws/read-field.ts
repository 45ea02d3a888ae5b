import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { flattenUnions } from '../../diagnostics/flatten-unions.ts';
import { jsonPointer } from '../../diagnostics/json-pointer.ts';
import type { JsonValue } from '../../diagnostics/json-value.ts';
import type { LocatedMap, LocatedValue } from '../../diagnostics/located.ts';
import type { Origin } from '../../diagnostics/origin.ts';
import type { SchemaIssue } from '../../diagnostics/schema-issues.ts';
import { toPlain } from '../../diagnostics/to-plain.ts';
import { type PartPath, withoutParts } from '../../diagnostics/without-parts.ts';
import { canonicalField, type WrittenField } from './canonical-fields.ts';
import { emit, type Emission, isEmpty } from './emit.ts';
import { nodeClassSchema } from './node-class-schema.ts';
import { schemaProblems } from './schema-problems.ts';
import type { AwsProviderVersion } from './versions.ts';

/** Objects that must not be empty: a rule says so, hence they are kept even then. */
const KEPT_WHEN_EMPTY: ReadonlySet<string> = new Set(['connectionTracking', 'placementGroupSelector']);

/** What became of one written field. */
interface FieldReading {
  /** Plain data in the order of emission, without what is invalid; absent when nothing is left, or empty and as good as absent. */
  readonly value?: JsonValue;
  /** Something in it is invalid and was left out. */
  readonly broken: boolean;
  /** By JSON pointer into the object. */
  readonly origins: ReadonlyMap<string, Origin>;
  readonly diagnostics: readonly Diagnostic[];
}

interface Memo extends FieldReading {
  readonly field: string;
  readonly rules: ReadRules;
}

export interface ReadRules {
  readonly version: AwsProviderVersion;
  /** What becomes of empty maps and lists. */
  readonly empty: Emission['empty'];
}

/** A thousand pools inherit the same values from one place: each is read once. The key is the value's identity. */
const memos = new WeakMap<LocatedValue, Memo>();

/** Canonical, validated and emitted: all that can be said of a field without the others. */
export function readField(written: WrittenField, rules: ReadRules): FieldReading {
  const { version, empty } = rules;
  const known = memos.get(written.entry.value);
  const isKnown = known?.rules.version === version && known.rules.empty === empty;
  if (isKnown && known.field === written.field) return known;
  const reading = { ...read(written, rules), field: written.field, rules };
  memos.set(written.entry.value, reading);
  return reading;
}

function read(written: WrittenField, { version, empty }: ReadRules): FieldReading {
  const { field, entry } = written;
  const diagnostics: Diagnostic[] = [];
  const doubtful = new Set<string>();
  const canonical = canonicalField(written, { diagnostics, version, doubtful });
  const schema = nodeClassSchema.shape[field];
  const parsed = schema.safeParse(toPlain(canonical));
  const origins = new Map<string, Origin>();
  const emitted = (value: LocatedValue | undefined) => {
    if (value === undefined) return {};
    const plain = emit(value, schema, jsonPointer('spec', field), { origins, empty });
    const isKept = empty === 'written' || !isEmpty(plain) || KEPT_WHEN_EMPTY.has(field);
    return isKept ? { value: plain } : {};
  };
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => ({ ...issue, path: [field, ...issue.path] }));
    const holder: LocatedMap = {
      kind: 'map',
      entries: new Map([[field, { ...entry, key: field, value: canonical }]]),
      origin: canonical.origin,
    };
    const left = withoutParts(canonical, faultyParts(canonical, parsed.error.issues), { entries: 'removed' });
    const isSound = left !== undefined && schema.safeParse(toPlain(left)).success;
    return {
      broken: true,
      origins,
      diagnostics: [...diagnostics, ...schemaProblems(holder, issues)],
      ...emitted(isSound ? left : undefined),
    };
  }
  return { broken: doubtful.size > 0, origins, diagnostics, ...emitted(canonical) };
}

function faultyParts(root: LocatedValue, issues: readonly SchemaIssue[]): PartPath[] {
  return flattenUnions(root, issues).flatMap(({ path, keys }) =>
    keys === undefined ? [path] : keys.map((key) => [...path, key]),
  );
}
