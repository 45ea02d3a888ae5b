import type { PodSpec } from '../../kubernetes/api/pod.ts';
import { canonicalIp, isUnspecified } from './host-ip.ts';

export interface HostPort {
  /** Canonical. */
  readonly ip: string;
  readonly port: number;
  readonly protocol: string;
}

/** Ports of regular containers only, as Karpenter counts them. */
export function hostPortsOf(spec: PodSpec): readonly HostPort[] {
  return (spec.containers ?? []).flatMap((container) =>
    (container.ports ?? []).flatMap(({ hostPort = 0, hostIP = '', protocol = '' }) =>
      hostPort === 0
        ? []
        : [{ ip: canonicalIp(hostIP === '' ? '0.0.0.0' : hostIP), port: hostPort, protocol }],
    ),
  );
}

/** The host ports in use on one node, by the pod (`namespace/name`) that uses them. */
export class HostPortTable {
  readonly #used: Map<string, readonly HostPort[]>;

  constructor(used: Iterable<readonly [string, readonly HostPort[]]> = []) {
    this.#used = new Map(used);
  }

  copy(): HostPortTable {
    return new HostPortTable(this.#used);
  }

  has(pod: string): boolean {
    return this.#used.has(pod);
  }

  add(pod: string, ports: readonly HostPort[]): void {
    this.#used.set(pod, ports);
  }

  /** A pod never conflicts with itself. */
  conflicts(pod: string, ports: readonly HostPort[]): boolean {
    if (ports.length === 0) return false;
    for (const [user, used] of this.#used) {
      if (user !== pod && used.some((mine) => ports.some((other) => clash(mine, other)))) return true;
    }
    return false;
  }
}

/** Whether the two cannot be used on one node by different pods. */
export function clash(a: HostPort, b: HostPort): boolean {
  if (a.port !== b.port || a.protocol !== b.protocol) return false;
  return a.ip === b.ip || isUnspecified(a.ip) || isUnspecified(b.ip);
}
