import { dnsLabelProblem } from '../kubernetes/label.ts';
import type { BackendName } from '../model/backend-name.ts';
import type { DescribedMachine } from './describe-machines.ts';

/** MachineDeployments that one pool stands for. */
export interface MachineGroup {
  readonly name: string;
  readonly backend: Exclude<BackendName, 'karpenter'>;
  /** In file order; never empty. */
  readonly machines: readonly [DescribedMachine, ...DescribedMachine[]];
}

/**
 * Those of one pool where their label says so, else those that are the same machine in several zones or as several
 * capacity types. The name of such a pool is what their names begin with.
 */
export function groupMachines(
  machines: readonly DescribedMachine[],
  taken: Iterable<string>,
): MachineGroup[] {
  const groups = new Map<string, [DescribedMachine, ...DescribedMachine[]]>();
  for (const machine of machines) {
    const key = identity(machine);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [machine]);
    else known.push(machine);
  }
  const names = new Set(taken);
  return [...groups.values()].map((members) => {
    const [{ live }] = members;
    const name = unused(live.pool ?? commonName(members), names);
    names.add(name);
    return { name, backend: live.backend, machines: members };
  });
}

function identity({ live, instanceType, arch, labels, taints, nodeClass }: DescribedMachine): string {
  const { pool, backend, namespace } = live;
  if (pool !== undefined) return JSON.stringify([backend, pool]);
  const { capacity_reservation_selector_terms: _reserved, ...sameForAll } = nodeClass;
  return JSON.stringify([backend, namespace, instanceType, arch, labels, taints, sameForAll]);
}

/** `workers` of `prod-workers-a` and `prod-workers-b` in cluster `prod`. */
function commonName(machines: readonly DescribedMachine[]): string {
  const [first = [], ...others] = machines.map(({ live, zone }) => partsOf(live.name, zone));
  const length = first.findIndex((part, i) => others.some((other) => other[i] !== part));
  const common = length < 0 ? first : first.slice(0, length);
  const cluster = (machines[0]?.live.clusterName ?? '').split('-');
  const isPrefixed = cluster.every((part, i) => common[i] === part) && common.length > cluster.length;
  const name = (isPrefixed ? common.slice(cluster.length) : common).join('-');
  const whole = name === '' ? first.join('-') : name;
  return dnsLabelProblem(whole) === undefined ? whole : 'pool';
}

/** The parts of a name, without the zone it ends with. */
function partsOf(name: string, zone: string | undefined): readonly string[] {
  const ending = zone === undefined ? undefined : `-${zone}`;
  return (ending !== undefined && name.endsWith(ending) ? name.slice(0, -ending.length) : name).split('-');
}

function unused(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) if (!taken.has(`${name}-${number}`)) return `${name}-${number}`;
}
