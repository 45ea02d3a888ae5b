import { commonest } from '../drift/commonest.ts';
import type { DriftRules } from '../model/provider.ts';
import { type Finding, finding } from './finding.ts';
import type { LiveObject } from './live-objects.ts';

/**
 * Compares the hashes that a running Karpenter wrote on its objects with what the objects hash to: where they differ,
 * either the object is not what the cluster has, or Karpenter's rules are not ours.
 *
 * @param seal whether the hash covers the object alone, or something more that is the same for all objects of the kind
 */
export function recordedHashes(
  objects: readonly LiveObject[],
  drift: DriftRules,
  seal: 'alone' | 'with a constant',
): Finding[] {
  const recorded = objects.flatMap((live) => {
    const hash = live.annotations[drift.hashAnnotation];
    const version = live.annotations[drift.hashVersionAnnotation];
    if (hash === undefined || version === undefined || !/^[0-9]{1,20}$/.test(hash)) return [];
    const computed = drift.hash(drift.stored(live.spec), version);
    return [
      { live, hash, version, constant: computed === undefined ? undefined : BigInt(hash) ^ BigInt(computed) },
    ];
  });
  const expected = seal === 'alone' ? 0n : commonest(recorded.flatMap(({ constant }) => constant ?? []));
  return recorded.flatMap(({ live, hash, version, constant }) => {
    const at = live.span(['metadata', 'annotations', drift.hashAnnotation]);
    const title = `${live.kind} \`${live.name}\``;
    if (constant === undefined) {
      return finding(
        'PW9313',
        at,
        `${title}: its drift hash is of version \`${version}\`, which cannot be checked`,
        {
          help: `Hashes of version \`${drift.hashVersion}\` can. Which nodes would be replaced is told by the rules of that version.`,
        },
      );
    }
    if (constant === expected) return [];
    return finding('PW9313', at, `${title}: its recorded drift hash \`${hash}\` is not that of its fields`, {
      help: 'The object was changed after Karpenter had written the hash, or since. Take a new dump; compare it again before you rely on the comparison.',
    });
  });
}
