import type { HostPort } from '../karpenter/host-ports.ts';
import type { Domain } from './counter.ts';
import type { NodeKind } from './node-kind.ts';

export const HOSTNAME = 'kubernetes.io/hostname';

/** A node with what has been placed on it so far. */
export interface SimNode {
  readonly kind: NodeKind;
  /** Among the nodes of its world. */
  index: number;
  readonly hostname: string | undefined;
  /** By index of the spread constraint: where the node counts; undefined where the constraint does not look at it. */
  domains: readonly (Domain | undefined)[];
  /** In columns. */
  readonly free: Float64Array;
  /** Copied before it changes. */
  ports: readonly HostPort[];
  volumes: ReadonlyMap<string, ReadonlySet<string>>;
  /** Placed here by the simulation. */
  placed: number;
}

/** Undefined hostname: a live node without the label. */
export function simNode(kind: NodeKind, index: number, hostname: string | undefined): SimNode {
  return {
    kind,
    index,
    hostname,
    domains: [],
    free: kind.free.slice(),
    ports: kind.ports,
    volumes: kind.volumes,
    placed: 0,
  };
}

export function labelOf(node: SimNode, key: string): string | undefined {
  return key === HOSTNAME ? node.hostname : node.kind.labels.get(key);
}
