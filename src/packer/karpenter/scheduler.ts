import { addBit, hasBit } from '../../selection/bitset.ts';
import type { NodeTaint } from '../../kubernetes/api/node-pool.ts';
import { untolerated } from '../../kubernetes/toleration.ts';
import type { Claim, PlacedPod } from './claim.ts';
import { ClaimTrial, NO_RESERVATIONS, type Placement, portsOf } from './claim-trial.ts';
import type { FailedAttempt, FailureCode, PodFailure } from './decision.ts';
import type { StateNode } from './existing-node.ts';
import { InFlightOrder } from './in-flight-order.ts';
import { LimitLedger } from './limit-ledger.ts';
import type { Level, PodClass } from './pod-class.ts';
import type { QueuedPod } from './queued-pod.ts';
import type { RequirementSpace, RequirementState } from './requirement-space.ts';
import { Reservations } from './reservations.ts';
import type { Template } from './template.ts';
import type { Topology } from './topology.ts';
import { TypeFilter } from './type-filter.ts';

/** An existing node and what is left of it. */
export interface NodeInRun {
  readonly stateNode: StateNode;
  readonly host: number;
  /** By column. */
  readonly remaining: Float64Array;
  /** It has less than nothing of something, so nothing fits. */
  readonly exhausted: boolean;
  state: RequirementState;
  readonly pods: PlacedPod[];
}

export interface SchedulerInput {
  /** Any that are dynamic and ready, with types or without. */
  readonly hasNodePools: boolean;
  readonly templates: readonly Template[];
  readonly nodes: readonly NodeInRun[];
  /** By pool: column to what is left. Changed by the run. */
  readonly limits: ReadonlyMap<string, Map<number, number>>;
  readonly nodesColumn: number | undefined;
  readonly topology: Topology;
  readonly space: RequirementSpace;
  readonly columns: number;
  /** Columns of which any pod wants something. */
  readonly askedColumns: readonly number[];
  /** Instances left per capacity reservation. */
  readonly reservations: ReadonlyMap<string, number>;
  readonly reservedCapacity: 'counted' | 'off';
  readonly minValues: 'Strict' | 'BestEffort';
}

/** Karpenter's scheduling loop: first fit, no way back (Karpenter 1.14, scheduling/scheduler.go). */
export class Scheduler {
  readonly claims: Claim[] = [];
  readonly errors = new Map<QueuedPod, PodFailure>();
  readonly #input: SchedulerInput;
  readonly #inFlight = new InFlightOrder();
  readonly #filter: TypeFilter;
  readonly #limits: LimitLedger;
  readonly #trial: ClaimTrial;
  readonly #reservations: Reservations;
  /** `[claim * columns + column]`: the most that any remaining type of a claim has to spare. */
  #spare = new Float64Array(0);
  /** By request shape: claims on which no type holds one more such pod. They never will. */
  readonly #full: Uint8Array[] = [];
  /** Moves with every placement and every new topology group: a pod that failed fails again until then. */
  #progress = 0;

  constructor(input: SchedulerInput) {
    this.#input = input;
    this.#filter = new TypeFilter(input.columns, input.askedColumns);
    this.#limits = new LimitLedger(input.limits, input.nodesColumn);
    this.#reservations = new Reservations(input.reservations);
    this.#trial = new ClaimTrial(this.#filter, { ...input, reservations: this.#reservations });
  }

  /**
   * Works through the queue until it is empty or a whole round has placed nothing. `before` sees every pod before it is
   * tried and may stop the run there, which leaves everything as that attempt would have found it.
   */
  run(queue: readonly QueuedPod[], before?: (next: QueuedPod) => 'go on' | 'stop'): void {
    if (!this.#input.hasNodePools) {
      // Karpenter does not even look at the nodes there are.
      for (const queued of queue) this.errors.set(queued, { attempts: [{ code: 'no-nodepools' }] });
      return;
    }
    const waiting = [...queue];
    const lastLength = new Map<QueuedPod, number>();
    for (let head = 0; head < waiting.length; head++) {
      const queued = waiting[head] as QueuedPod;
      if (lastLength.get(queued) === waiting.length - head) return;
      if (before?.(queued) === 'stop') return;
      const failure = this.#schedule(queued);
      if (failure === undefined) {
        if (this.errors.size > 0) this.errors.delete(queued);
        continue;
      }
      this.errors.set(queued, failure);
      waiting.push(queued);
      lastLength.set(queued, waiting.length - head - 1);
    }
  }

  /** The claims in the order in which the next pod would try them. */
  inFlight(): readonly Claim[] {
    this.#inFlight.sort();
    const { order, size } = this.#inFlight;
    return Array.from(order.subarray(0, size), (id) => this.claims[id] as Claim);
  }

  /** Whether a claim could hold a capacity reservation now. */
  canReserve(host: number, reservation: string): boolean {
    return this.#reservations.canReserve(host, reservation);
  }

  #schedule(queued: QueuedPod): PodFailure | undefined {
    const { podClass } = queued;
    const { topology } = this.#input;
    const known = podClass.failed;
    if (known?.at === this.#progress + topology.size && queued.volumes.size === 0) return known.failure;
    const failure = this.#relaxUntilPlaced(queued);
    if (failure === undefined) this.#progress++;
    else if (queued.volumes.size === 0) podClass.failed = { at: this.#progress + topology.size, failure };
    return failure;
  }

  #relaxUntilPlaced(queued: QueuedPod): PodFailure | undefined {
    const { podClass } = queued;
    if (podClass.usesResourceClaims) return { attempts: [{ code: 'dra' }] };
    for (let level: Level | undefined = podClass.first; ; ) {
      this.#input.topology.register(level);
      const failure = this.#place(queued, level);
      if (failure === undefined) return undefined;
      // The pod may fit later as it is: other claims may give reservations back.
      if (failure.attempts.some(({ code }) => isReservedFailure(code))) return failure;
      const next: Level | undefined = level.next();
      if (next === undefined) return failure;
      level = next;
    }
  }

  #place(queued: QueuedPod, level: Level): PodFailure | undefined {
    if (this.#placeOnNode(queued, level) || this.#placeInFlight(queued, level)) return undefined;
    if (this.#input.templates.length === 0) return { attempts: [{ code: 'no-templates' }] };
    return this.#openClaim(queued, level);
  }

  // ── existing nodes

  #placeOnNode({ pod, podClass, volumes }: QueuedPod, level: Level): boolean {
    for (const node of this.#input.nodes) {
      if (node.exhausted || !hasRoom(node.remaining, podClass)) continue;
      if (!toleratesAll(node.stateNode.taints, level)) continue;
      if (exceedsVolumeLimits(node.stateNode, volumes)) continue;
      if (node.stateNode.ports.conflicts(`${pod.namespace}/${pod.name}`, podClass.hostPorts)) continue;
      if (this.#input.topology.allowsHost(level, node.host) !== 'yes') continue;
      const base = node.state.narrow(level.full.all, 'existing');
      if (typeof base === 'string') continue;
      const state = this.#firstAlternative(level, base);
      if (state === undefined) continue;
      this.#commitToNode(node, { pod, podClass, volumes }, level, state);
      return true;
    }
    return false;
  }

  #firstAlternative(level: Level, base: RequirementState): RequirementState | undefined {
    const { volumes } = level.podClass;
    for (const volume of volumes.length === 0 ? [undefined] : volumes) {
      const narrowed = volume === undefined ? base : base.narrow(volume.all, 'existing');
      if (typeof narrowed === 'string') continue;
      const state = this.#input.topology.tighten(level, narrowed, 'existing');
      if (typeof state !== 'string') return state;
    }
    return undefined;
  }

  #commitToNode(node: NodeInRun, queued: QueuedPod, level: Level, state: RequirementState): void {
    const { pod, podClass, volumes } = queued;
    for (const column of podClass.shape.asked) {
      node.remaining[column] =
        (node.remaining[column] as number) - (podClass.shape.amounts[column] as number);
    }
    node.state = state;
    node.pods.push({ pod, level });
    node.stateNode.ports.add(`${pod.namespace}/${pod.name}`, podClass.hostPorts);
    for (const [driver, claims] of volumes) {
      const used = node.stateNode.volumes.get(driver) ?? new Set();
      for (const claim of claims) used.add(claim);
      node.stateNode.volumes.set(driver, used);
    }
    this.#input.topology.record(podClass, node.host, state, node.stateNode.taints);
  }

  // ── claims in flight

  #placeInFlight(queued: QueuedPod, level: Level): boolean {
    this.#inFlight.sort();
    const { order, size } = this.#inFlight;
    const { podClass } = level;
    const full = this.#fullFor(podClass.shape.id);
    const never = this.#neverFor(level);
    const constrained = (level.groups?.byHost.length ?? 0) > 0 || this.#input.topology.keepsHostsApart;
    for (let position = 0; position < size; position++) {
      const id = order[position] as number;
      if (hasBit(never, id)) continue;
      const claim = this.claims[id] as Claim;
      if (full[id] === 1 || !this.#hasSpare(claim, podClass)) {
        addBit(never, id);
        continue;
      }
      if (!canJoin(level, claim.state)) continue;
      if (constrained) {
        const verdict = this.#input.topology.allowsHost(level, claim.host);
        if (verdict === 'never') addBit(never, id);
        if (verdict !== 'yes') continue;
      }
      const placement = this.#trial.run(claim, queued, level, 'keep');
      if (typeof placement === 'string') {
        if (this.#trial.isFinal) full[id] = 1;
        // A taint does not go away.
        if (placement === 'taints') addBit(never, id);
        continue;
      }
      this.#commit(claim, queued, level, placement);
      this.#inFlight.added(position);
      return true;
    }
    return false;
  }

  #neverFor(level: Level): Uint32Array {
    const words = (this.claims.length >>> 5) + 1;
    if (level.never.length < words) {
      const grown = new Uint32Array(Math.max(8, words * 2));
      grown.set(level.never);
      level.never = grown;
    }
    return level.never;
  }

  #fullFor(shape: number): Uint8Array {
    const known = this.#full[shape];
    if (known !== undefined && known.length >= this.claims.length) return known;
    const grown = new Uint8Array(Math.max(64, this.claims.length * 2));
    if (known !== undefined) grown.set(known);
    this.#full[shape] = grown;
    return grown;
  }

  #hasSpare(claim: Claim, { shape }: PodClass): boolean {
    const start = claim.id * this.#input.columns;
    for (const column of shape.asked) {
      if ((this.#spare[start + column] as number) < (shape.amounts[column] as number)) return false;
    }
    return true;
  }

  // ── new claims

  #openClaim(queued: QueuedPod, level: Level): PodFailure | undefined {
    const attempts: FailedAttempt[] = [];
    for (const template of this.#input.templates) {
      const nodePool = template.name;
      const types = this.#limits.typesWithin(template);
      if (typeof types === 'string') {
        attempts.push({ nodePool, code: types });
        continue;
      }
      const claim: Claim = {
        id: this.claims.length,
        host: this.#input.topology.hosts.size,
        template,
        state: template.state,
        types,
        total: new Float64Array(this.#input.columns),
        mentioned: new Set(),
        pods: [],
        reserved: NO_RESERVATIONS,
        ports: undefined,
      };
      const relaxMinValues = this.#input.minValues === 'BestEffort' ? 'lower' : 'keep';
      const placement = this.#trial.run(claim, queued, level, relaxMinValues);
      if (typeof placement !== 'string') {
        this.#open(claim, queued, level, placement);
        return undefined;
      }
      attempts.push({ nodePool, code: placement });
      if (isReservedFailure(placement)) break;
    }
    return { attempts };
  }

  #open(claim: Claim, queued: QueuedPod, level: Level, placement: Placement): void {
    const { hosts } = this.#input.topology;
    hosts.open();
    this.claims.push(claim);
    const { columns } = this.#input;
    if (this.claims.length * columns > this.#spare.length) {
      const grown = new Float64Array(Math.max(64 * columns, this.#spare.length * 2));
      grown.set(this.#spare);
      this.#spare = grown;
    }
    this.#commit(claim, queued, level, placement);
    this.#inFlight.open();
    this.#limits.charge(claim);
  }

  #commit(claim: Claim, { pod, podClass }: QueuedPod, level: Level, placement: Placement): void {
    const { shape } = podClass;
    claim.pods.push({ pod, level });
    if (claim.pods.length === 1) claim.types = this.#filter.types.slice();
    else claim.types.set(this.#filter.types);
    this.#filter.writeSpare(claim.template, this.#spare, claim.id * this.#input.columns);
    claim.state = placement.state;
    for (const column of shape.asked) {
      claim.total[column] = (claim.total[column] as number) + (shape.amounts[column] as number);
    }
    if (claim.pods.at(-2)?.level.podClass.shape !== shape) {
      for (const column of shape.mentioned) claim.mentioned.add(column);
    }
    const name = `${pod.namespace}/${pod.name}`;
    // A pod with the name of a daemon takes the place of the daemon's ports, with or without ports of its own.
    if (podClass.hostPorts.length > 0 || claim.template.groups.some(({ ports }) => ports.has(name))) {
      claim.ports = portsOf(claim);
      for (const table of claim.ports) table.add(name, podClass.hostPorts);
    }
    this.#input.topology.record(podClass, claim.host, claim.state, claim.template.taints);
    if (placement.reserved.size > 0 || claim.reserved.size > 0) {
      this.#reservations.hold(claim.host, placement.reserved);
      claim.reserved = placement.reserved;
    }
  }
}

function isReservedFailure(code: FailureCode): boolean {
  return code === 'reserved-unavailable' || code === 'reserved-would-be-lost';
}

/** Whether a pod's own requirements agree with a claim's. */
function canJoin(level: Level, state: RequirementState): boolean {
  const { joins } = level;
  while (joins.length <= state.id) joins.push(0);
  if (joins[state.id] === 0) {
    joins[state.id] = typeof state.narrow(level.full.withoutHostname, 'new') === 'string' ? 2 : 1;
  }
  return joins[state.id] === 1;
}

function hasRoom(remaining: Float64Array, { shape }: PodClass): boolean {
  return shape.asked.every((column) => (remaining[column] as number) >= (shape.amounts[column] as number));
}

function toleratesAll(taints: readonly NodeTaint[], level: Level): boolean {
  return taints.length === 0 || untolerated(taints, level.preferences.tolerations) === undefined;
}

/** Claims that are mounted already do not count twice. */
function exceedsVolumeLimits(node: StateNode, volumes: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  for (const [driver, limit] of node.volumeLimits) {
    const used = node.volumes.get(driver);
    let count = used?.size ?? 0;
    for (const claim of volumes.get(driver) ?? []) if (used?.has(claim) !== true) count++;
    if (count > limit) return true;
  }
  return false;
}
