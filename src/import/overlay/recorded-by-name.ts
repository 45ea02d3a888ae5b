import type { DriftRules } from '../../model/provider.ts';
import type { RecordedHash } from '../../model/review-input.ts';
import type { LiveObject } from '../live-objects.ts';

/** The drift hashes that Karpenter wrote on objects, by kind and name. */
export function recordedByName(
  objects: readonly LiveObject[],
  drift: DriftRules,
): readonly (readonly [string, RecordedHash])[] {
  return objects.flatMap(({ kind, name, annotations }) => {
    const hash = annotations[drift.hashAnnotation];
    const version = annotations[drift.hashVersionAnnotation];
    return hash === undefined || version === undefined || !/^[0-9]{1,20}$/.test(hash)
      ? []
      : [[`${kind}/${name}`, { hash, version }] as const];
  });
}
