import { KARPENTER_MEMBER_KEY } from '../kubernetes/scale-from-zero/keys.ts';
import type { LiveObject } from './live-objects.ts';

/** Domain of poolwright's keys on objects of the management cluster, where `key_prefix` says no other. */
export const DEFAULT_KEY_PREFIX = 'poolwright.dev';

/** What the machines of the Cluster Autoscaler are labelled with, whatever the prefix. */
export const NODE_POOL_KEY = 'node.cluster.x-k8s.io/poolwright-pool';

export interface OwnPool {
  readonly pool: string;
  readonly keyPrefix: string;
}

/**
 * The pool of a MachineDeployment that poolwright made: the label `<key_prefix>/pool`, on it and on its machines. Others may
 * have a label of such a name too, so beside it something else of poolwright's has to be there.
 */
export function ownPool(
  { labels, annotations }: Pick<LiveObject, 'labels' | 'annotations'>,
  machineLabels: Readonly<Record<string, unknown>>,
): OwnPool | undefined {
  const own = labels[poolKey(DEFAULT_KEY_PREFIX)];
  if (own !== undefined) return { pool: own, keyPrefix: DEFAULT_KEY_PREFIX };
  const isMarked =
    Object.hasOwn(annotations, SOURCE_ANNOTATION) || Object.hasOwn(labels, KARPENTER_MEMBER_KEY);
  const found = Object.keys(labels)
    .filter((key) => key.endsWith(POOL_SUFFIX) && machineLabels[key] === labels[key])
    .map((key) => ({ pool: labels[key] ?? '', keyPrefix: key.slice(0, -POOL_SUFFIX.length) }))
    .sort((a, b) => (a.keyPrefix < b.keyPrefix ? -1 : 1));
  return (
    found.find(({ keyPrefix }) => labels[`${keyPrefix}/autoscaler`] === 'cluster-autoscaler') ??
    (isMarked ? found[0] : undefined)
  );
}

const POOL_SUFFIX = '/pool';
const SOURCE_ANNOTATION = 'poolwright.dev/source';

/** Of the label that names the pool. */
export function poolKey(keyPrefix: string): string {
  return `${keyPrefix}${POOL_SUFFIX}`;
}
