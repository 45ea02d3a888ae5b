import { CustomResources } from '../../check-admission.ts';
import { placeInDefinition } from '../../checks/admission/object-place.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { JsonMap } from '../../diagnostics/json-value.ts';
import type { Span } from '../../diagnostics/span.ts';
import { holderKey } from '../../documents/holder-key.ts';
import type { Cluster } from '../../model/cluster.ts';
import type { CompiledCluster } from '../../model/compilation.ts';
import { type WrittenObject, writtenObjects } from '../../render/written-objects.ts';
import type { Host } from '../host.ts';
import { levelled } from '../levelled.ts';
import { UsageError } from '../usage-error.ts';
import { type Forgiven, forgivenFinding } from './forgiven.ts';
import { byKey, objectKey } from './object-key.ts';
import { readCrdTexts } from './read-crd-texts.ts';
import { type LevelledKind, unjudgedFinding } from './unjudged-kinds.ts';

/** What the given CRDs say of a cluster. */
export interface AdmissionFindings {
  readonly findings: readonly Diagnostic[];
  readonly forgiven: Forgiven;
  /** Told once for all clusters of a run. */
  readonly unjudged: readonly LevelledKind[];
}

/** Objects by what tells them apart. */
export type ObjectsBefore = ReadonlyMap<string, JsonMap>;

/** @throws UsageError if there are no CRDs in what was named */
export async function openCrds(names: readonly string[], host: Host): Promise<CustomResources> {
  const crds = new CustomResources(await readCrdTexts(names, host));
  if (crds.size > 0) return crds;
  const [first] = crds.problems;
  const why = first === undefined ? '' : ` (${first.span.source.file}: ${first.message})`;
  throw new UsageError(`none of the CRDs in ${names.join(', ')} can be used${why}`);
}

/** What is written for a cluster of a base; undefined: the base does not have it, and all of its objects are new. */
export function objectsOf(compiled: CompiledCluster | undefined): ObjectsBefore {
  return byKey(compiled === undefined ? [] : writtenObjects(compiled).map(({ object }) => object));
}

/**
 * Judges what is written for a cluster, with what was there before; undefined: that is not known. Where there are errors
 * already, half an object says nothing: what is incomplete is left out, and a place that has an error gets no second one.
 */
export function admitCluster(
  crds: CustomResources,
  compiled: CompiledCluster,
  before: ObjectsBefore | undefined,
): AdmissionFindings {
  const { cluster, diagnostics } = compiled;
  const objects = writtenObjects(compiled).filter((one) => isWhole(one, compiled));
  const {
    diagnostics: found,
    forgiven,
    unjudged,
  } = crds.admit(
    objects.map(({ object, origins, pool }) => {
      const oldObject = before?.get(objectKey(object));
      return {
        object,
        oldUnknown: before === undefined,
        place: placeInDefinition({ origins, pool: pool?.pool, holderKey }),
        ...(oldObject === undefined ? {} : { oldObject }),
      };
    }),
  );
  return {
    findings: levelled(withoutKnown(found, diagnostics), cluster),
    forgiven: levelledForgiven(withoutKnown(forgiven, diagnostics), cluster),
    unjudged: unjudged.flatMap((kind) => {
      const [told] = levelled([unjudgedFinding(kind)], cluster);
      return told === undefined ? [] : [{ ...kind, severity: told.severity }];
    }),
  };
}

function levelledForgiven(refusals: readonly Diagnostic[], cluster: Cluster): Forgiven {
  const [told] = levelled(forgivenFinding(refusals), cluster);
  return { refusals, ...(told === undefined ? {} : { severity: told.severity }) };
}

function isWhole({ pool }: WrittenObject, { failed }: CompiledCluster): boolean {
  return pool === undefined ? !failed : (pool.pool.incomplete?.size ?? 0) === 0;
}

/** A place that has an error already needs no second one. */
export function withoutKnown(
  found: readonly Diagnostic[],
  known: readonly Diagnostic[],
): readonly Diagnostic[] {
  const errors = known.filter(({ severity }) => severity === 'error');
  return found.filter(({ span }) => !errors.some((error) => overlap(error.span, span)));
}

function overlap(one: Span, other: Span): boolean {
  return one.source === other.source && one.start < other.end && other.start < one.end;
}
