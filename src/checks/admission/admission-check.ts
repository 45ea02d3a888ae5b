import { pointerTokens } from '../../diagnostics/json-pointer.ts';
import { isJsonMap, type JsonMap, type JsonValue } from '../../diagnostics/json-value.ts';
import { invariant } from '../../diagnostics/invariant.ts';
import type {
  AdmissionCheck,
  AdmissionRequest,
  Crd,
  CrdProblem,
  CrdVersion,
  Refusal,
} from '../../model/admission.ts';
import { askRules } from './cel/ask-rules.ts';
import { compileRules, type RuleNode } from './cel/rules.ts';
import { embeddedFindings } from './metadata/embedded.ts';
import { rootFindings } from './metadata/root.ts';
import { fieldOf } from './schema/read-fields.ts';
import { readSchema } from './schema/read-schema.ts';
import type { Schema } from './schema/schema.ts';
import { Correlation } from './values/correlation.ts';
import { type Finding, refusalOf, unfitWhole } from './values/finding.ts';
import { childOf } from './values/path.ts';
import { duplicates } from './values/list-types.ts';
import { replicasFindings } from './values/replicas.ts';
import { unknownFields } from './values/unknown-fields.ts';
import { validate } from './values/validate.ts';
import { asStored, withDefaults } from './values/with-defaults.ts';
import { isWithinDepth } from './values/depth.ts';

export interface CompiledAdmission {
  readonly check: AdmissionCheck;
  /** Pointers into the CRD. Parts with a problem are not checked. */
  readonly problems: readonly CrdProblem[];
}

interface Compiled {
  readonly crd: Crd;
  readonly version: CrdVersion;
  readonly schema: Schema;
  readonly rules: RuleNode | undefined;
}

const MAX_DEPTH = 500;

/** Prepares one served version of a CRD. The version has to be one of `crd.versions`. */
export function createAdmissionCheck(crd: Crd, version: string): CompiledAdmission {
  const known = crd.versions.get(version);
  invariant(known !== undefined, `the CRD of ${crd.kind} has no version ${version}`);
  const { schema, problems } = readSchema(known.schema);
  const found = [...problems];
  const compiled: Compiled = { crd, version: known, schema, rules: compileRules(schema, found) };
  return {
    check: {
      admit: (request) => admit(request, compiled),
      withDefaults: (object) => (isWithinDepth(object, MAX_DEPTH) ? asStored(object, schema) : object),
    },
    problems: found.map((problem) => ({
      ...problem,
      pointer: (known.schemaPointer ?? '') + problem.pointer,
    })),
  };
}

function admit(
  { object, oldObject, oldUnknown = false }: AdmissionRequest,
  compiled: Compiled,
): readonly Refusal[] {
  if (!isWithinDepth(object, MAX_DEPTH)) {
    return [refusalOf(unfitWhole(undefined, `the object is more than ${MAX_DEPTH} levels deep`))];
  }
  const { schema } = compiled;
  const old = oldObject === undefined ? undefined : asStored(oldObject, schema);
  const value = withStatusOf(withDefaults(object, schema), old, compiled);
  const found = [...unknownFields(object, schema), ...structureFindings(value, old, object, compiled)];
  const blocked = found.some((finding) => finding.blocking);
  if (compiled.rules !== undefined && !blocked) {
    const correlation = old === undefined ? undefined : new Correlation(value, old, schema);
    const whole = { value, old, path: undefined, correlation, around: undefined };
    found.push(...askRules(compiled.rules, { ...whole, oldUnknown }));
  }
  const hasRules = compiled.rules !== undefined;
  return found
    .map((finding) => {
      const refusal = refusalOf(finding);
      return {
        ...refusal,
        ...(isDefault(refusal.pointer, object, value) ? { isDefault: true } : {}),
        ...(finding.blocking && hasRules ? { rulesUnasked: true } : {}),
      };
    })
    .toSorted(byPointer);
}

/** Whether a part of an object is there only with the defaults. */
function isDefault(pointer: string, written: JsonValue, stored: JsonValue): boolean {
  return (at(written, pointer) ?? null) === null && (at(stored, pointer) ?? null) !== null;
}

function at(value: JsonValue, pointer: string): JsonValue | undefined {
  return pointerTokens(pointer).reduce<JsonValue | undefined>(
    (part, key) =>
      typeof part === 'object' && part !== null && Object.hasOwn(part, key)
        ? (part as JsonMap)[key]
        : undefined,
    value,
  );
}

/** What an API server asks before any rule. */
function structureFindings(
  value: JsonValue,
  old: JsonValue | undefined,
  written: JsonValue,
  { crd, version, schema }: Compiled,
): readonly Finding[] {
  const correlation = old === undefined ? undefined : new Correlation(value, old, schema);
  const unique = old === undefined || duplicates(old, schema).length === 0;
  return [
    ...rootFindings(written, {
      apiVersion: `${crd.group}/${version.name}`,
      kind: crd.kind,
      namespaced: crd.scope === 'Namespaced',
    }),
    ...validate({ value, schema, path: undefined, correlation }).findings,
    ...(version.specReplicasPath === undefined ? [] : replicasFindings(value, version.specReplicasPath)),
    ...embeddedFindings(value, schema),
    ...statusFindings(written, schema, version),
    ...(unique ? duplicates(value, schema) : []),
  ];
}

/** What is dropped is read all the same: its types have to be right. */
function statusFindings(object: JsonValue, schema: Schema, { hasStatus }: CrdVersion): readonly Finding[] {
  const status = isJsonMap(object) ? fieldOf(object, 'status') : undefined;
  const below = schema.properties?.get('status');
  if (hasStatus !== true || status === undefined || status === null || below === undefined) return [];
  const path = childOf(undefined, 'status');
  const { findings } = validate({ value: status, schema: below, path, correlation: undefined });
  return findings.filter(({ reason }) => reason === 'type');
}

/** With the subresource `status`, a status that is applied with the object is dropped; the one that is there stays. */
function withStatusOf(value: JsonValue, old: JsonValue | undefined, { version }: Compiled): JsonValue {
  if (version.hasStatus !== true || !isJsonMap(value)) return value;
  const rest = Object.entries(value).filter(([key]) => key !== 'status');
  const kept: JsonValue | undefined = isJsonMap(old) ? fieldOf(old, 'status') : undefined;
  const map: JsonMap = Object.fromEntries(kept === undefined ? rest : [...rest, ['status', kept]]);
  return map;
}

function byPointer(left: Refusal, right: Refusal): number {
  if (left.pointer === right.pointer) return 0;
  return left.pointer < right.pointer ? -1 : 1;
}
