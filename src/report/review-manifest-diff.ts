import type { ReviewReport, ReviewReportCluster, ReviewReportObject } from './review-contract.ts';
import type { ReviewItems } from './review-details.ts';
import { isSingle } from './review-groups.ts';
import { inertCode, inertFence } from './review-inert.ts';
import { textDiff } from './review-object-diff.ts';
import { clusterList } from './review-names.ts';
import { markdownVoice } from './review-voice.ts';

export interface SharedObject extends ShownObject {
  /** Names of the clusters that have it with this difference. */
  readonly clusters: readonly string[];
}

/** What differs, the same in several clusters once. */
export function sharedObjects({ clusters }: ReviewReport): readonly SharedObject[] {
  const found = new Map<string, { readonly object: ShownObject; readonly names: string[] }>();
  for (const cluster of clusters) {
    const { name } = cluster;
    for (const object of withSuccessors(cluster)) {
      const key = `${object.change} ${object.key}\n${object.change === 'changed' ? changesOf(object.diff) : object.diff}`;
      const known = found.get(key);
      if (known === undefined) found.set(key, { object, names: [name] });
      else known.names.push(name);
    }
  }
  return [...found.values()].map(({ object, names }) => ({ ...object, clusters: names }));
}

/** Without the lines around a change: these may differ, as where they name the cluster. */
function changesOf(diff: string): string {
  return diff.replaceAll(/^ .*\n/gm, '');
}

interface ShownObject extends ReviewReportObject {
  /** Key of the object that goes as this one comes; the difference is the one between them. */
  readonly inPlaceOf?: string;
}

/** Names that end in a digest of what the object says. */
const DIGEST = /-[0-9a-f]{8}$/;

/** An object under another name is shown against the one it replaces: of a renamed pool, or named after its content. */
function withSuccessors({ objects, nodePools }: ReviewReportCluster): readonly ShownObject[] {
  const before = new Map(
    nodePools.flatMap(({ name, renamedFrom }) =>
      renamedFrom === undefined ? [] : [[name, renamedFrom] as const],
    ),
  );
  const role = ({ key, pool = '', change }: ReviewReportObject) => {
    const renamed =
      change === 'added' ? before.get(pool) : [...before.values()].find((name) => name === pool);
    return renamed === undefined
      ? key.replace(DIGEST, '')
      : `${key.slice(0, key.indexOf('/'))} of ${renamed}`;
  };
  const gone = new Map<string, ReviewReportObject>();
  for (const object of objects) if (object.change === 'removed') gone.set(role(object), object);
  const replaced = new Set<ReviewReportObject>();
  const shown = objects.map((object): ShownObject => {
    const old = object.change === 'added' ? gone.get(role(object)) : undefined;
    if (old === undefined || replaced.has(old)) return object;
    replaced.add(old);
    const diff = textDiff(unmarked(old.diff), unmarked(object.diff));
    return { ...object, change: 'changed', diff, inPlaceOf: old.key };
  });
  return shown.filter((object) => !replaced.has(object));
}

function unmarked(diff: string): string {
  return diff.replaceAll(/^[+-]/gm, '');
}

/** Each object with its difference in a fence of its own, so that any number of them can be left out. */
export function manifestDiffItems(report: ReviewReport): ReviewItems {
  const single = isSingle(report);
  return sharedObjects(report).map(({ key, change, diff, clusters, inPlaceOf }) => () => {
    const where = single ? '' : ` in ${clusterList(clusters, markdownVoice)}`;
    const was = inPlaceOf === undefined ? '' : `${inertCode(inPlaceOf)} → `;
    const title = `${was}${inertCode(key)}${where}${change === 'changed' ? '' : ` is ${change}`}`;
    return `${title}\n\n${inertFence(diff, 'diff')}`;
  });
}
