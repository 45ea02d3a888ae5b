import type { HostPort } from '../karpenter/host-ports.ts';
import type { NodeKind } from './node-kind.ts';
import type { Mounts } from './volume-needs.ts';

export const HOSTNAME = 'kubernetes.io/hostname';

/** A node with what has been placed on it so far. */
export interface SimNode {
  kind: NodeKind;
  /** Among the nodes of its world. */
  index: number;
  hostname: string | undefined;
  /** By index of a topology key: the number of the node's value, -1 for none. */
  readonly values: Int32Array;
  /** In columns. */
  readonly free: Float64Array;
  /** Copied before it changes. */
  ports: readonly HostPort[];
  volumes: Mounts;
  /** Placed here by the simulation. */
  placed: number;
}

/** An empty one without a place in any world yet, for a topology with so many keys. */
export function simNode(kind: NodeKind, keys: number): SimNode {
  return {
    kind,
    index: -1,
    hostname: undefined,
    values: new Int32Array(keys),
    free: kind.free.slice(),
    ports: kind.ports,
    volumes: kind.volumes,
    placed: 0,
  };
}

export function labelOf(node: SimNode, key: string): string | undefined {
  return key === HOSTNAME ? node.hostname : node.kind.labels.get(key);
}
