import type { CustomResources, ObjectToAdmit } from '../../check-admission.ts';
import type { PlaceOf } from '../../checks/admission/object-place.ts';
import { applyPolicy } from '../../diagnostics/apply-policy.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { pointerTokens } from '../../diagnostics/json-pointer.ts';
import type { JsonMap } from '../../diagnostics/json-value.ts';
import { followPath } from '../../diagnostics/located-path.ts';
import type { Source } from '../../diagnostics/source.ts';
import { readIgnoreComments } from '../../documents/ignore-comments.ts';
import { typeOf } from '../../kubernetes/type-of.ts';
import { isMachineKind } from '../../manifests/read-manifest-set.ts';
import type { Place } from '../../manifests/place.ts';
import { walkObjects } from '../../manifests/walk-objects.ts';
import { withoutKnown } from './cluster-admission.ts';
import { forgivenFinding } from './forgiven.ts';
import { byKey, objectKey } from './object-key.ts';
import { unjudgedFinding } from './unjudged-kinds.ts';

export interface ManifestsToAdmit {
  readonly sources: readonly Source[];
  /** As they were before. */
  readonly base: readonly Source[];
  /** What is known of them already. */
  readonly found: readonly Diagnostic[];
}

export interface AdmittedManifests {
  readonly diagnostics: readonly Diagnostic[];
  /** How many objects were judged. */
  readonly judged: number;
  /** Those of them that are of no kind of Cluster API. */
  readonly others: number;
}

/** What CRDs say of hand-written objects of any kind. */
export function admitManifests(
  crds: CustomResources,
  { sources, base, found }: ManifestsToAdmit,
): AdmittedManifests {
  const before = byKey(objectsIn(base).map(({ object }) => object));
  const { diagnostics, forgiven, unjudged, judged } = crds.admit(
    objectsIn(sources).map((one) => {
      const oldObject = before.get(objectKey(one.object));
      return oldObject === undefined ? { ...one, oldUnknown: base.length === 0 } : { ...one, oldObject };
    }),
  );
  const all = [
    ...withoutKnown(diagnostics, found),
    ...forgivenFinding(withoutKnown(forgiven, found)),
    ...unjudged.map(unjudgedFinding),
  ];
  // JSON has no comments.
  const ignores = sources
    .filter(({ file }) => !file.endsWith('.json'))
    .flatMap((source) => readIgnoreComments(source).ignores);
  return {
    diagnostics: applyPolicy(all, { levels: new Map(), ignores }),
    judged: judged.length,
    others: judged.filter((object) => !isMachineKind(typeOf(object))).length,
  };
}

/** Files that look like objects, and that no API server ever sees. */
const OF_TOOLS = /^(?:kustomize\.config\.k8s\.io|poolwright\.dev)\//;

/** What is no object is told by those who read them first. */
function objectsIn(sources: readonly Source[]): readonly ObjectToAdmit[] {
  const objects: ObjectToAdmit[] = [];
  for (const source of sources) {
    walkObjects(
      source,
      ({ raw, apiVersion, kind, place }) => {
        if (OF_TOOLS.test(apiVersion)) return;
        objects.push({ object: { ...(raw as JsonMap), apiVersion, kind }, place: placeIn(place) });
      },
      () => undefined,
    );
  }
  return objects;
}

function placeIn(place: Place): PlaceOf {
  return (pointer, what) => {
    const path = pointerTokens(pointer);
    const { entry } = followPath(place.located, path);
    return { span: what === 'key' && entry !== undefined ? entry.keySpan : place.span(path) };
  };
}
