import { countBits } from '../../selection/bitset.ts';
import type { Claim } from '../karpenter/claim.ts';
import type { Decision } from '../karpenter/decision.ts';
import type { Level } from '../karpenter/pod-class.ts';
import type { PackerPool, Problem } from '../karpenter/problem.ts';
import type { QueuedPod } from '../karpenter/queued-pod.ts';
import { bindingOf } from './binding.ts';
import type {
  ClaimPlace,
  ExplainedPod,
  NodePlace,
  PlacedPodExplained,
  Place,
  UnplacedPodExplained,
} from './explained.ts';
import { poolFunnel } from './pool-funnel.ts';
import { claimRefusal, nodeRefusal, RefusalCounts } from './rejected.ts';
import { type FullReplay, queuedPod, type Replay, replay, replayUntil } from './replay.ts';
import type { PoolFunnel, Step } from './step.ts';

/** Says of any pod of a problem why it is where it is, or why it has no place. */
export class Explainer {
  readonly problem: Problem;
  readonly run: FullReplay;

  constructor(problem: Problem) {
    this.problem = problem;
    this.run = replay(problem);
  }

  get decision(): Decision {
    return this.run.decision;
  }

  /** Undefined for a pod that is not among the pending ones. */
  explain(uid: string): ExplainedPod | undefined {
    const phrase = this.decision.ignored.get(uid);
    if (phrase !== undefined) return { outcome: 'ignored', uid, phrase };
    const queued = queuedPod(this.run, uid);
    if (queued === undefined) return undefined;
    return this.decision.errors.has(uid) ? this.#unplaced(queued) : this.#placed(queued);
  }

  /** The state after the run is the state in which pods without a place were tried last. */
  #unplaced(queued: QueuedPod): UnplacedPodExplained {
    const { run } = this;
    const { uid } = queued.pod;
    const failure = this.decision.errors.get(uid) ?? { attempts: [] };
    const general = failure.attempts.find(({ nodePool }) => nodePool === undefined)?.code;
    const level = lastLevel(
      queued,
      failure.attempts.some(({ code }) => code.startsWith('reserved-')),
      run,
    );
    const truncated = failure.attempts.find(({ code }) => code === 'truncation-minValues');
    const funnels = afterStop(
      poolsInOrderOfTrying(run).map((pool) => {
        const { funnel } = poolFunnel(run, pool, { queued, level });
        return pool.metadata.name === truncated?.nodePool ? withTruncation(funnel) : funnel;
      }),
    );
    const nodes = new RefusalCounts();
    for (const node of run.encoded.scheduler.nodes) {
      const refusal = nodeRefusal(run, queued, level, node);
      if (refusal !== undefined) nodes.add(node.stateNode.name, refusal);
    }
    const claims = new RefusalCounts();
    for (const claim of run.scheduler.claims) {
      const refusal = claimRefusal(run, queued, level, claim);
      if (refusal !== undefined) claims.add(claimName(claim), refusal);
    }
    return {
      outcome: 'unschedulable',
      uid,
      failure,
      ...(general === undefined ? {} : { general }),
      givenUp: level.relaxed,
      attempts: run.attempts.get(uid) ?? 0,
      nodes: nodes.all(),
      claims: claims.all(),
      funnels,
    };
  }

  #placed({ pod: { uid } }: QueuedPod): PlacedPodExplained | undefined {
    const attempts = this.run.attempts.get(uid) ?? 1;
    const before = replayUntil(this.run, uid, attempts);
    const queued = queuedPod(before, uid);
    const found = this.#placeOf(uid);
    if (queued === undefined || found === undefined) return undefined;
    const level = levelAfter(queued, found.level.relaxed.length, before);
    const funnels = poolsInOrderOfTrying(before).map(
      (pool) => poolFunnel(before, pool, { queued, level }).funnel,
    );
    const nodes = new RefusalCounts();
    for (const node of before.encoded.scheduler.nodes) {
      const refusal = nodeRefusal(before, queued, level, node);
      if (refusal === undefined) break;
      nodes.add(node.stateNode.name, refusal);
    }
    const claims = new RefusalCounts();
    if (!('node' in found)) {
      for (const claim of before.scheduler.inFlight()) {
        const refusal = claimRefusal(before, queued, level, claim);
        if (refusal === undefined) break;
        claims.add(claimName(claim), refusal);
      }
    }
    return {
      outcome: 'placed',
      uid,
      place: 'node' in found ? found.node : this.#claimPlace(found.claim, uid, before),
      givenUp: level.relaxed,
      attempts,
      nodes: nodes.all(),
      claims: claims.all(),
      funnels,
      alternatives: funnels.flatMap(({ nodePool, order, left, cheapest }) =>
        order === undefined || cheapest === undefined ? [] : [{ nodePool, order, types: left, cheapest }],
      ),
    };
  }

  #placeOf(
    uid: string,
  ):
    | { readonly level: Level; readonly node: NodePlace }
    | { readonly level: Level; readonly claim: Claim }
    | undefined {
    for (const [at, node] of this.run.encoded.scheduler.nodes.entries()) {
      const placed = node.pods.find(({ pod }) => pod.uid === uid);
      if (placed === undefined) continue;
      return { level: placed.level, node: { on: 'existing node', node: node.stateNode.name, order: at + 1 } };
    }
    for (const claim of this.run.scheduler.claims) {
      const placed = claim.pods.find(({ pod }) => pod.uid === uid);
      if (placed !== undefined) return { level: placed.level, claim };
    }
    return undefined;
  }

  #claimPlace(claim: Claim, uid: string, before: Replay): Place {
    const at = claim.pods.findIndex(({ pod }) => pod.uid === uid);
    const decided = this.decision.newNodeClaims.findIndex(({ podUids }) => podUids.includes(uid));
    const earlier = before.scheduler.claims[claim.id];
    const inFlight = before.scheduler.inFlight();
    const order = inFlight.findIndex(({ id }) => id === claim.id);
    const place: Omit<ClaimPlace, 'typesAfter' | 'cheapest' | 'binding'> = {
      on: at === 0 ? 'new node' : 'planned node',
      nodePool: claim.template.name,
      claim: decided,
      order: (order < 0 ? inFlight.length : order) + 1,
      position: at + 1,
      pods: claim.pods.length,
      typesBefore: countBits(at === 0 || earlier === undefined ? claim.template.types : earlier.types),
    };
    const { newNodeClaims } = this.decision;
    const finished = newNodeClaims[decided];
    return {
      ...place,
      typesAfter: countBits(claim.types),
      cheapest: finished?.cheapest ?? { instanceType: '', zone: '', capacityType: '', price: undefined },
      binding: finished === undefined ? [] : bindingOf(claim, finished, this.run),
    };
  }
}

/** The pools that Karpenter tries, in its order, then the others as they are listed. */
export function poolsInOrderOfTrying({ encoded }: Replay): readonly PackerPool[] {
  const tried = encoded.scheduler.templates.map(({ pool }) => pool);
  return [...tried, ...encoded.problem.nodePools.filter((pool) => !tried.includes(pool))];
}

/** The level of the last attempt: the last of all, or the first at which a reservation was missing. */
export function lastLevel(queued: QueuedPod, stopsEarly: boolean, run: Replay): Level {
  let level = queued.podClass.first;
  for (;;) {
    run.encoded.scheduler.topology.register(level);
    if (queued.podClass.usesResourceClaims) return level;
    if (stopsEarly && missesReservation(queued, level, run)) return level;
    const next = level.next();
    if (next === undefined) return level;
    level = next;
  }
}

function levelAfter(queued: QueuedPod, relaxations: number, run: Replay): Level {
  let level = queued.podClass.first;
  run.encoded.scheduler.topology.register(level);
  for (let given = 0; given < relaxations; given++) {
    level = level.next() ?? level;
    run.encoded.scheduler.topology.register(level);
  }
  return level;
}

function missesReservation(queued: QueuedPod, level: Level, run: Replay): boolean {
  return run.encoded.scheduler.templates.some(({ pool }) =>
    poolFunnel(run, pool, { queued, level }).funnel.steps.some(endsAtReservation),
  );
}

function endsAtReservation({ obstacle, before, after }: Step): boolean {
  return obstacle.kind === 'reservation' && before > 0 && after === 0;
}

/** Where a reservation is used up, Karpenter does not go on to the pools behind. */
function afterStop(funnels: readonly PoolFunnel[]): readonly PoolFunnel[] {
  const stop = funnels.find(({ steps }) => steps.some(endsAtReservation));
  if (stop === undefined) return funnels;
  return funnels.map((funnel) => {
    if (funnel.order === undefined || funnel.order <= (stop.order ?? 0)) return funnel;
    return ended(funnel, { kind: 'not-tried', stoppedAt: stop.nodePool });
  });
}

function withTruncation(funnel: PoolFunnel): PoolFunnel {
  return ended(funnel, { kind: 'min-values', unmet: [], when: 'truncation' });
}

/** Whatever was left is gone. */
function ended(funnel: PoolFunnel, obstacle: Step['obstacle']): PoolFunnel {
  const { cheapest: _, ...rest } = funnel;
  const step: Step = { obstacle, before: funnel.left, after: 0, alone: 0, references: [] };
  return { ...rest, steps: [...funnel.steps, step], left: 0 };
}

export function claimName({ template, id }: Claim): string {
  return `${template.name}#${id + 1}`;
}
