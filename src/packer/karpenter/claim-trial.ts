import type { Requirement } from '../../kubernetes/requirement.ts';
import { untolerated } from '../../kubernetes/toleration.ts';
import type { Claim } from './claim.ts';
import type { FailureCode } from './decision.ts';
import type { HostPortTable } from './host-ports.ts';
import { unmetMinValues, withMinValues } from './min-values.ts';
import { offeredReservations } from './offered-reservations.ts';
import type { Level } from './pod-class.ts';
import type { QueuedPod } from './queued-pod.ts';
import type { Incoming, RequirementSpace, RequirementState } from './requirement-space.ts';
import type { Reservations } from './reservations.ts';
import type { Template } from './template.ts';
import type { Topology } from './topology.ts';
import type { TypeFilter } from './type-filter.ts';

/** A pod that has a place: on what terms. The types that are left stand in the filter. */
export interface Placement {
  readonly state: RequirementState;
  readonly reserved: ReadonlySet<string>;
}

export interface ClaimTrialInput {
  readonly topology: Topology;
  readonly space: RequirementSpace;
  readonly reservations: Reservations;
  readonly reservedCapacity: 'counted' | 'off';
}

export const NO_RESERVATIONS: ReadonlySet<string> = new Set();

/** Whether one pod can join one claim, opened or about to be (Karpenter 1.14, scheduling/nodeclaim.go CanAdd). */
export class ClaimTrial {
  readonly filter: TypeFilter;
  /** After a refusal: no such pod will ever fit on the claim. */
  isFinal = false;
  readonly #input: ClaimTrialInput;

  constructor(filter: TypeFilter, input: ClaimTrialInput) {
    this.filter = filter;
    this.#input = input;
  }

  run(claim: Claim, queued: QueuedPod, level: Level, minValues: 'keep' | 'lower'): Placement | FailureCode {
    this.isFinal = false;
    if (!toleratesTemplate(level, claim.template)) return 'taints';
    const { topology } = this.#input;
    const hostname = level.full.hostname;
    if (hostname !== undefined && !this.#hostAgrees(hostname, claim)) return 'requirement-conflict';
    const base = claim.state.narrow(level.full.withoutHostname, 'new');
    if (typeof base === 'string') return base;
    const { volumes } = level.podClass;
    if (volumes.length === 0) {
      if (topology.allowsHost(level, claim.host) !== 'yes') return 'topology-unsatisfiable';
      return this.#tryState(claim, queued, level, base, minValues);
    }
    let last: FailureCode = 'volume-requirement-conflict';
    for (const volume of volumes) {
      const result = this.#tryVolume(claim, queued, level, base, volume, minValues);
      if (typeof result !== 'string') return result;
      last = result;
    }
    return last;
  }

  #tryVolume(
    claim: Claim,
    queued: QueuedPod,
    level: Level,
    base: RequirementState,
    volume: Incoming,
    minValues: 'keep' | 'lower',
  ): Placement | FailureCode {
    if (volume.hostname !== undefined && !this.#hostAgrees(volume.hostname, claim)) {
      return 'volume-requirement-conflict';
    }
    const narrowed = base.narrow(volume.withoutHostname, 'new');
    if (typeof narrowed === 'string') return 'volume-requirement-conflict';
    if (this.#input.topology.allowsHost(level, claim.host) !== 'yes') return 'topology-unsatisfiable';
    return this.#tryState(claim, queued, level, narrowed, minValues);
  }

  #hostAgrees(hostname: Requirement, claim: Claim): boolean {
    return hostname.has(this.#input.topology.hosts.name(claim.host));
  }

  #tryState(
    claim: Claim,
    queued: QueuedPod,
    level: Level,
    base: RequirementState,
    minValues: 'keep' | 'lower',
  ): Placement | FailureCode {
    const tightened = this.#input.topology.tighten(level, base, 'new');
    if (typeof tightened === 'string') return tightened;
    const { template, types, total } = claim;
    const { shape } = level.podClass;
    const blocked = this.#blockedGroups(claim, queued);
    const input = { template, types, total, shape, state: tightened, blocked };
    if (!this.filter.run(input)) {
      if (claim.pods.length === 0) return this.filter.reason(input);
      this.isFinal = !this.filter.anyFits(input);
      return 'filter:none';
    }
    let state = tightened;
    if (state.minKeys.length > 0) {
      const unmet = unmetMinValues(this.filter.types, state, template.table);
      if (unmet.size > 0 && minValues === 'keep') return 'filter:minValues';
      if (unmet.size > 0) state = withMinValues(state, unmet, this.#input.space);
    }
    const reserved = this.#reservable(claim, state);
    return typeof reserved === 'string' ? reserved : { state, reserved };
  }

  /** Daemon groups on which a host port is taken. */
  #blockedGroups(claim: Claim, { pod, podClass }: QueuedPod): ReadonlySet<number> | undefined {
    if (podClass.hostPorts.length === 0) return undefined;
    const name = `${pod.namespace}/${pod.name}`;
    const blocked = new Set<number>();
    portsOf(claim).forEach((table, group) => {
      if (table.conflicts(name, podClass.hostPorts)) blocked.add(group);
    });
    return blocked.size === 0 ? undefined : blocked;
  }

  /** The reservations that a claim would hold: all that it can have, as it may become any of them. */
  #reservable(claim: Claim, state: RequirementState): ReadonlySet<string> | FailureCode {
    const { table } = claim.template;
    if (this.#input.reservedCapacity === 'off' || !table.hasReserved) return NO_RESERVATIONS;
    const offered = offeredReservations(table, this.filter.types, state);
    const { reservations } = this.#input;
    const reserved = new Set([...offered].filter((id) => reservations.canReserve(claim.host, id)));
    if (offered.size > 0 && reserved.size === 0) return 'reserved-unavailable';
    if (claim.reserved.size > 0 && reserved.size === 0) return 'reserved-would-be-lost';
    return reserved;
  }
}

/** The host ports in use on a claim, by daemon group. */
export function portsOf(claim: Claim): readonly HostPortTable[] {
  return claim.ports ?? claim.template.groups.map(({ ports }) => ports.copy());
}

function toleratesTemplate(level: Level, template: Template): boolean {
  let known = level.tolerance[template.index] as number;
  if (known === 0) {
    known = untolerated(template.taints, level.preferences.tolerations) === undefined ? 1 : -1;
    level.tolerance[template.index] = known;
  }
  return known === 1;
}
