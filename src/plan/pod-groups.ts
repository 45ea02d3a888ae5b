import { podRequests } from '../kubernetes/pod-requests.ts';
import { amountReader } from '../kubernetes/resources.ts';
import { untolerated } from '../kubernetes/toleration.ts';
import type { NodeResources, Offering } from '../model/instance-type.ts';
import type { LabelVocabulary } from '../model/provider.ts';
import type { PendingPodTemplate } from '../packer/karpenter/problem.ts';
import { type DaemonInput, daemonRequests } from './daemons.ts';
import { labelRules } from './label-rules.ts';
import type { Machine, PodGroup } from './lower-bound.ts';
import { podTerms } from './pod-terms.ts';
import { admittedTypes, type PoolView } from './pool-view.ts';

export interface PodGroupsInput {
  readonly views: readonly PoolView[];
  readonly daemons: DaemonInput;
  readonly vocabulary: LabelVocabulary;
  /** The pods to be served, by what they are made from. */
  readonly counts: ReadonlyMap<PendingPodTemplate, number>;
}

/**
 * The pods with every machine they may run on, at its lowest price: all types of all pools that meet what a pod requires,
 * within the pool's limits and large enough. Preferences, spread, affinity between pods, ports and volumes are left out,
 * so nothing that is possible is missing. Pods without any machine that has a price are left out.
 */
export function podGroups(input: PodGroupsInput): readonly PodGroup[] {
  const machines = machinesOf(input);
  const groups = new Map<string, { pods: number; readonly group: Omit<PodGroup, 'pods'> | undefined }>();
  for (const [template, count] of input.counts) {
    const { spec, status } = template;
    const requests = unitRequests(podRequests(spec, status));
    const key = JSON.stringify([
      spec.nodeSelector,
      spec.affinity?.nodeAffinity,
      spec.tolerations,
      [...requests],
    ]);
    const known = groups.get(key);
    if (known !== undefined) known.pods += count;
    else {
      const fitting = machines(template).filter(({ room }) => fits(requests, room));
      groups.set(key, {
        pods: count,
        group: fitting.length === 0 ? undefined : { requests, machines: fitting },
      });
    }
  }
  return [...groups.values()].flatMap(({ pods, group }) => (group === undefined ? [] : [{ pods, ...group }]));
}

function fits(requests: ReadonlyMap<string, number>, room: ReadonlyMap<string, number>): boolean {
  for (const [resource, request] of requests) if (request > (room.get(resource) ?? 0)) return false;
  return true;
}

const NANO_PER_UNIT = 1e9;

/** In whole units (cores, bytes, pieces), one pod among them. The bound allows for rounding. */
function unitRequests(nano: ReadonlyMap<string, bigint>): ReadonlyMap<string, number> {
  const requests = new Map<string, number>();
  for (const [resource, amount] of nano) {
    if (amount > 0n) requests.set(resource, Number(amount) / NANO_PER_UNIT);
  }
  return requests.set('pods', 1);
}

/** Machines by what pods require; computed once for all pods that require the same. */
function machinesOf({
  views,
  daemons,
  vocabulary,
}: PodGroupsInput): (template: PendingPodTemplate) => readonly Machine[] {
  const { wellKnown, aliases } = labelRules(vocabulary);
  const pools = views.map((view) => ({ view, roomOf: roomReader(view, daemons, vocabulary) }));
  const known = new Map<string, readonly Machine[]>();
  return ({ spec }) => {
    const key = JSON.stringify([spec.nodeSelector, spec.affinity?.nodeAffinity, spec.tolerations]);
    let found = known.get(key);
    if (found === undefined) {
      const terms = podTerms(spec, aliases);
      found = pools.flatMap(({ view, roomOf }) => {
        const hard = view.taints.filter(({ effect }) => effect !== 'PreferNoSchedule');
        if (untolerated(hard, spec.tolerations ?? []) !== undefined) return [];
        return terms.flatMap(({ requirements }) => {
          if (!view.requirements.compatible(requirements, { allowUndefined: wellKnown })) return [];
          const combined = view.requirements.add(requirements.entries());
          const asked = [...requirements.entries()].map((requirement) => requirement.key);
          return admittedTypes(view, combined, asked, vocabulary).flatMap(({ type, offerings }) => {
            const pricePerHourUsd = lowestPrice(offerings);
            const room = roomOf(type);
            return pricePerHourUsd === undefined || room === undefined
              ? []
              : [{ id: `${view.name}/${type.name}`, pricePerHourUsd, room }];
          });
        });
      });
      known.set(key, found);
    }
    return found;
  };
}

function lowestPrice(offerings: readonly Offering[]): number | undefined {
  let lowest: number | undefined;
  for (const { price } of offerings) {
    if (price !== undefined) lowest = Math.min(lowest ?? price.perHourUsd, price.perHourUsd);
  }
  return lowest;
}

/** What pods have of a node of the pool, daemons counted; undefined where the pool's limits do not allow one. */
function roomReader(view: PoolView, input: DaemonInput, vocabulary: LabelVocabulary) {
  const daemons = daemonRequests(view, input, vocabulary);
  const known = new Map<string, ReadonlyMap<string, number> | undefined>();
  return (type: Parameters<typeof daemons>[0]): ReadonlyMap<string, number> | undefined => {
    if (known.has(type.name)) return known.get(type.name);
    const resources = view.table.resourcesOf(type);
    const tooLarge = view.limits.some((limit) => limit.of(resources.capacity) > limit.amount);
    const room = tooLarge ? undefined : roomOf(resources, daemons(type));
    known.set(type.name, room);
    return room;
  };
}

function roomOf(
  { allocatable }: NodeResources,
  taken: ReadonlyMap<string, bigint>,
): ReadonlyMap<string, number> {
  const room = new Map<string, number>();
  const names = ['cpu', 'memory', 'ephemeral-storage', 'pods', ...Object.keys(allocatable.extended)];
  for (const name of names) {
    const amount = amountReader(name)(allocatable) / (name === 'cpu' ? 1000 : 1);
    room.set(name, amount - Number(taken.get(name) ?? 0n) / NANO_PER_UNIT);
  }
  return room;
}
