import type { NodeRequirement, NodeTaint } from '../../../kubernetes/api/node-pool.ts';
import type { Reference } from '../step.ts';

/** One change to a definition or to a manifest. Changes to a pod hold for all that are made from its template. */
export type Change =
  | {
      readonly kind: 'tolerate';
      readonly nodePool: string;
      readonly taints: readonly { readonly index: number; readonly taint: NodeTaint }[];
    }
  | {
      readonly kind: 'widen';
      readonly nodePool: string;
      readonly index: number;
      readonly from: NodeRequirement;
      /** Absent: the requirement goes. */
      readonly to?: NodeRequirement;
      /** What it allows besides, in its own words: a value, or `anything`. */
      readonly added: string;
    }
  | { readonly kind: 'add-label'; readonly nodePool: string; readonly key: string; readonly value: string }
  | {
      readonly kind: 'raise-limit';
      readonly nodePool: string;
      readonly limits: readonly { readonly resource: string; readonly from: string; readonly to: string }[];
    }
  | {
      readonly kind: 'request-less';
      readonly resource: string;
      readonly fromNano: bigint;
      readonly toNano: bigint;
      /** `toNano` as a quantity. */
      readonly to: string;
      /** More may fit: trials ran out before the next larger amount was seen to fail. */
      readonly mayBeMore?: true;
    }
  | { readonly kind: 'drop'; readonly part: PodPart; readonly pointer: string; readonly what: string };

/** What can be taken out of a pod. */
export type PodPart =
  | 'node-selector'
  | 'node-affinity'
  | 'spread'
  | 'pod-affinity'
  | 'pod-anti-affinity'
  | 'host-port';

/** How many things a person would have to change. */
export function changeCount(change: Change): number {
  if (change.kind === 'tolerate') return change.taints.length;
  return change.kind === 'raise-limit' ? change.limits.length : 1;
}

/** Where the change would be made. */
export function referencesOf(change: Change): readonly Reference[] {
  const inPool = (nodePool: string, pointer: string): Reference => ({ in: 'nodePool', nodePool, pointer });
  switch (change.kind) {
    case 'tolerate':
      return change.taints.map(({ index }) => inPool(change.nodePool, `/spec/template/spec/taints/${index}`));
    case 'widen':
      return [inPool(change.nodePool, `/spec/template/spec/requirements/${change.index}`)];
    case 'add-label':
      return [inPool(change.nodePool, '/spec/template/metadata/labels')];
    case 'raise-limit':
      return change.limits.map(({ resource }) =>
        inPool(change.nodePool, `/spec/limits/${resource.replaceAll('~', '~0').replaceAll('/', '~1')}`),
      );
    case 'request-less':
      return [];
    case 'drop':
      return [{ in: 'pod', pointer: change.pointer }];
  }
}
