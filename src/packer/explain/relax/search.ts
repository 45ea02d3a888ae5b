import type { CheapestOffering, Decision } from '../../karpenter/decision.ts';
import type { PackerPool, PendingPod, Problem } from '../../karpenter/problem.ts';
import type { UnplacedPodExplained } from '../explained.ts';
import { type Explainer, lastLevel, poolsInOrderOfTrying } from '../explainer.ts';
import { queuedPod, solveLike } from '../replay.ts';
import { applyChange } from './apply.ts';
import { type Change, changeCount } from './change.ts';
import { type LowerRequest, largestRequest, type Verdict } from './largest-request.ts';
import { raisedLimit } from './limits.ts';
import { lowerRequests } from './lower-requests.ts';
import { podDrops } from './pod-drops.ts';
import { suggestedChanges, tolerations } from './pool-changes.ts';
import { weightOf } from './weight.ts';
import { widenings } from './widenings.ts';

export interface RelaxationInput {
  readonly explainer: Explainer;
  /** The pods that are to get a place, the one that is explained first. None of them has one. */
  readonly wanted: readonly string[];
  /** Pods that are changed together with them: all that are made from the same template. */
  readonly siblings: ReadonlySet<string>;
  /** How often the whole problem is solved at most. @default by the number of pods */
  readonly maxTrials?: number;
  /** Among how many searches the trials are shared. @default 1 */
  readonly share?: number;
}

/** A change with which the pods have a place, by having been tried. */
export interface ProvenRelaxation {
  readonly change: Change;
  /** Where the first of them goes. */
  readonly place: ProvenPlace;
  /** Other pods that would lose their place. */
  readonly displaced: number;
}

export type ProvenPlace =
  | { readonly on: 'existing node'; readonly node: string }
  | {
      readonly on: 'new node' | 'planned node';
      readonly nodePool: string;
      readonly cheapest: CheapestOffering;
    };

export interface Relaxations {
  /** Fewest and smallest changes first. */
  readonly proven: readonly ProvenRelaxation[];
  /** Different changes that were tried on the whole problem. */
  readonly tried: number;
  /** Changes that were left out because the number of trials is limited. */
  readonly untried: number;
}

const MOST_TRIALS = 80;
const LEAST_TRIALS = 12;
const PODS_OF_ALL_TRIALS = 300_000;

/** Single changes with which pods that have no place would have one. Each has been made and the whole problem solved again. */
export function findRelaxations(input: RelaxationInput): Relaxations {
  return new Search(input).run();
}

class Search {
  readonly #input: RelaxationInput;
  readonly #problem: Problem;
  readonly #pod: PendingPod | undefined;
  readonly #proven = new Map<string, ProvenRelaxation>();
  readonly #verdicts = new Map<string, ProvenRelaxation | undefined>();
  readonly #skipped = new Set<string>();
  /** Whether the pod has a place as it is when no other pod is pending: only others are in its way. */
  #isFreeAlone: boolean | undefined;
  #left: number;

  constructor(input: RelaxationInput) {
    this.#input = input;
    this.#problem = input.explainer.problem;
    this.#pod = this.#problem.pods.find(({ uid }) => uid === input.wanted[0]);
    const affordable = Math.floor(
      PODS_OF_ALL_TRIALS / Math.max(1, this.#problem.pods.length) / (input.share ?? 1),
    );
    this.#left = input.maxTrials ?? Math.min(MOST_TRIALS, Math.max(LEAST_TRIALS, affordable));
  }

  run(): Relaxations {
    const groups = this.#candidates();
    for (const group of groups) {
      for (const change of group) if (this.#works(change)) break;
    }
    for (const [pool, resources] of this.#limitsInTheWay()) this.#raise(pool, resources);
    // Last, as it takes many trials: whether lowering a request helps at all is known by now.
    for (const group of groups) this.#refine(group.filter((one) => one.kind === 'request-less'));
    const proven = [...this.#proven.values()].sort(
      (a, b) =>
        changeCount(a.change) - changeCount(b.change) ||
        Math.sign(a.displaced) - Math.sign(b.displaced) ||
        weightOf(a.change) - weightOf(b.change),
    );
    return { proven, tried: this.#verdicts.size, untried: this.#skipped.size };
  }

  /** In groups of which the first that works counts; the mildest first. */
  #candidates(): readonly (readonly Change[])[] {
    const { explainer } = this.#input;
    const pod = this.#pod;
    if (pod === undefined) return [];
    const drops = podDrops(pod.template.spec).map((change) => [change]);
    const explained = explainer.explain(pod.uid);
    const queued = queuedPod(explainer.run, pod.uid);
    if (explained?.outcome !== 'unschedulable' || queued === undefined) return drops;
    const level = lastLevel(queued, false, explainer.run);
    const { aliases } = this.#problem.labels;
    const pools = this.#pools(explained).flatMap(({ pool, funnel }) => [
      ...tolerations(pool, level),
      ...suggestedChanges(pool, funnel, aliases),
    ]);
    const groups = [
      ...withoutTwins(pools).map((change) => [change]),
      ...widenings(explainer.run.encoded, pod, explained.funnels).map((change) => [change]),
      ...lowerRequests(explainer.run, queued, level),
      ...drops,
    ];
    return groups.sort((a, b) => weightOf(a[0] as Change) - weightOf(b[0] as Change));
  }

  #pools({ funnels }: UnplacedPodExplained) {
    return poolsInOrderOfTrying(this.#input.explainer.run).flatMap((pool) => {
      const funnel = funnels.find(({ nodePool }) => nodePool === pool.metadata.name);
      return funnel === undefined ? [] : [{ pool, funnel }];
    });
  }

  /** Each limit of each pool that keeps types from the pods; then all of the pool together, as raising one can meet another. */
  #limitsInTheWay(): readonly (readonly [PackerPool, readonly string[]])[] {
    const pod = this.#pod;
    const explained = pod === undefined ? undefined : this.#input.explainer.explain(pod.uid);
    if (explained?.outcome !== 'unschedulable') return [];
    return this.#pools(explained).flatMap(({ pool, funnel }) => {
      const limits = funnel.steps.flatMap(({ obstacle, alone }) =>
        obstacle.kind === 'limit' && alone < funnel.ofPool ? [obstacle.resource] : [],
      );
      const single = limits.map((resource): readonly [PackerPool, readonly string[]] => [pool, [resource]]);
      const all = Object.keys(pool.spec.limits ?? {});
      return limits.length > 0 && all.length > 1 ? [...single, [pool, all]] : single;
    });
  }

  #raise(pool: PackerPool, resources: readonly string[]): void {
    const alone = resources.length === 1;
    const works = (change: Change) => this.#works(change);
    // One limit is better than several.
    const isRaised = [...this.#proven.values()].some(
      ({ change }) => change.kind === 'raise-limit' && change.nodePool === pool.metadata.name,
    );
    if (!alone && isRaised) return;
    const before = new Map(this.#proven);
    const around = { problem: this.#problem, earlier: this.#input.explainer.run.encoded };
    const best = raisedLimit(around, pool, resources, works);
    // Of all the limits that were tried on the way the smallest is the answer.
    for (const key of this.#proven.keys()) {
      if (!before.has(key) && (best === undefined || key !== keyOf(best))) this.#proven.delete(key);
    }
  }

  /** Of a request that may be lowered, the most that fits. */
  #refine(group: readonly LowerRequest[]): void {
    if (group.length === 0) return;
    const before = new Map(this.#proven);
    const first = group.find((change) => before.has(keyOf(change)));
    const best = largestRequest(group, (change) => this.#try(change));
    if (best === undefined) return;
    const { mayBeMore: _, ...plain } = best;
    const proven = this.#proven.get(keyOf(plain));
    const tried = [...this.#proven.keys()].filter((key) => !before.has(key));
    for (const key of [...tried, ...(first === undefined ? [] : [keyOf(first)])]) this.#proven.delete(key);
    if (proven !== undefined) this.#proven.set(keyOf(best), { ...proven, change: best });
  }

  /** Whether the pods have a place with a change. */
  #works(change: Change): boolean {
    const verdict = this.#try(change);
    if (verdict === 'exhausted') this.#skipped.add(keyOf(change));
    return verdict === 'works';
  }

  /** What was tried once is not tried again. */
  #try(change: Change): Verdict {
    const key = keyOf(change);
    if (!this.#verdicts.has(key)) {
      const changed = applyChange(this.#problem, change, this.#input.siblings);
      if (changed === undefined || !this.#fitsAlone(changed)) return 'fails';
      if (this.#left === 0) return 'exhausted';
      this.#left--;
      this.#verdicts.set(key, this.#prove(change, this.#solve(changed)));
    }
    const proven = this.#verdicts.get(key);
    if (proven !== undefined) this.#proven.set(key, proven);
    return proven === undefined ? 'fails' : 'works';
  }

  /** A pod that has no place even without the other pending ones is not worth a whole trial; unless it wants to be near one. */
  #fitsAlone(changed: Problem): boolean {
    const pod = changed.pods.find(({ uid }) => uid === this.#pod?.uid);
    if (pod === undefined) return false;
    const near =
      pod.template.spec.affinity?.podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
    if (near.length > 0) return true;
    this.#isFreeAlone ??= this.#isPlaced(this.#pod as PendingPod, this.#problem);
    return this.#isFreeAlone || this.#isPlaced(pod, changed);
  }

  #isPlaced(pod: PendingPod, problem: Problem): boolean {
    const { errors, ignored } = this.#solve({ ...problem, pods: [pod] });
    return !errors.has(pod.uid) && !ignored.has(pod.uid);
  }

  #solve(problem: Problem): Decision {
    return solveLike(problem, this.#input.explainer.run.encoded);
  }

  #prove(change: Change, decision: Decision): ProvenRelaxation | undefined {
    const { wanted, explainer } = this.#input;
    const [first] = wanted;
    if (wanted.some((uid) => decision.errors.has(uid) || decision.ignored.has(uid))) return undefined;
    const place = first === undefined ? undefined : placeOf(first, decision);
    if (place === undefined) return undefined;
    let displaced = 0;
    for (const uid of decision.errors.keys()) if (!explainer.decision.errors.has(uid)) displaced++;
    return { change, place, displaced };
  }
}

function placeOf(uid: string, { existingNodes, newNodeClaims }: Decision): ProvenPlace | undefined {
  const node = existingNodes.find(({ podUids }) => podUids.includes(uid));
  if (node !== undefined) return { on: 'existing node', node: node.name };
  const claim = newNodeClaims.find(({ podUids }) => podUids.includes(uid));
  if (claim === undefined) return undefined;
  const { nodePool, cheapest, podUids } = claim;
  return { on: podUids[0] === uid ? 'new node' : 'planned node', nodePool, cheapest };
}

/** The same taints on several pools are tolerated by the same change. */
function withoutTwins(changes: readonly Change[]): readonly Change[] {
  const seen = new Set<string>();
  return changes.filter((change) => {
    const key =
      change.kind === 'tolerate' ? JSON.stringify(change.taints.map(({ taint }) => taint)) : keyOf(change);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function keyOf(change: Change): string {
  return JSON.stringify(change, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
}
