import type { ExplainedPodGroup, PodExplanation, UnschedulableExplanation } from '../model/explanation.ts';
import type { ExplainedPod } from '../packer/explain/explained.ts';
import { claimName, Explainer } from '../packer/explain/explainer.ts';
import { findRelaxations } from '../packer/explain/relax/search.ts';
import { podRequests } from '../kubernetes/pod-requests.ts';
import { exactAmount } from './explain-amount.ts';
import { describeFunnel, explainedOffering } from './explain-funnel.ts';
import { describePlace } from './explain-place.ts';
import { describeRefusals } from './explain-refusals.ts';
import { describeRelaxations } from './explain-relaxations.ts';

import { FAILURE_TEXTS } from './failure-texts.ts';
import { groupBy } from './group-by.ts';
import { placedLater } from './later-batches.ts';
import { type FoundPod, findPod } from './find-pod.ts';
import type { PackedCluster, PlanClusterInput } from './packed-cluster.ts';
import { podName, type PlanPod } from './plan-pod.ts';
import type { PodExplainer } from './pod-explainer.ts';
import { LIMIT_CODES } from './unschedulable.ts';

/** Groups of which changes are tried; the plan is done again for each change of each. */
const MOST_SEARCHED = 10;

/** A cluster whose nodes Karpenter makes, and whose pods are to be explained. */
export class KarpenterExplainer implements PodExplainer {
  readonly #input: PlanClusterInput;
  readonly #packed: PackedCluster;
  readonly #explainer: Explainer;
  #later: ReadonlySet<string> | undefined;
  #names: ReadonlyMap<string, string> | undefined;

  constructor(input: PlanClusterInput, packed: PackedCluster) {
    this.#input = input;
    this.#packed = packed;
    this.#explainer = new Explainer(this.#packed.problem);
  }

  find(name: string): FoundPod {
    return findPod(name, this.#packed.given);
  }

  explainPod(pod: PlanPod): PodExplanation {
    return { ...this.#common(), explained: this.#group([pod], { search: 1 }) };
  }

  /** Replicas that fail alike are one group. */
  explainUnschedulable(): UnschedulableExplanation {
    const { decision, pods } = this.#packed;
    const failed = [...decision.errors.keys(), ...decision.ignored.keys()].flatMap(
      (uid) => pods.get(uid) ?? [],
    );
    const groups = [...groupBy(failed, (pod) => this.#storyOf(pod)).values()];
    const search = Math.min(groups.length, MOST_SEARCHED);
    return {
      ...this.#common(),
      groups: groups.map((group, at) => this.#group(group, { search: at < MOST_SEARCHED ? search : 0 })),
    };
  }

  #common() {
    const { compiled, scenario } = this.#input;
    const { decision, given } = this.#packed;
    return {
      cluster: compiled.cluster.name,
      file: compiled.cluster.source.file,
      ...(scenario === undefined ? {} : { scenario }),
      pods: given.pods.length,
      unschedulable: decision.errors.size + decision.ignored.size,
      pricing: compiled.pools[0]?.table.pricing ?? {},
    };
  }

  #storyOf(pod: PlanPod): string {
    const { owner } = pod.template;
    const { errors, ignored } = this.#packed.decision;
    return JSON.stringify([
      owner === undefined ? podName(pod) : [owner.kind, owner.namespace, owner.name],
      errors.get(pod.uid)?.attempts ?? ignored.get(pod.uid),
    ]);
  }

  /** `search` is among how many groups the trials are shared; 0 for none. */
  #group(group: readonly PlanPod[], { search }: { readonly search: number }): ExplainedPodGroup {
    const [first] = group as readonly [PlanPod, ...PlanPod[]];
    const { owner, locate, spec, status } = first.template;
    const span = locate?.('');
    const requests = [...podRequests(spec, status)].map(
      ([name, nano]) => [name, exactAmount(name, nano)] as const,
    );
    const explained = this.#explainer.explain(first.uid);
    return {
      pods: group.map(podName),
      ...(owner === undefined ? {} : { owner }),
      ...(span === undefined ? {} : { span }),
      requests: new Map(requests),
      later: this.#laterPods().has(first.uid),
      ...this.#story(explained, first),
      ...(explained?.outcome === 'placed' || search === 0
        ? {}
        : { relaxations: this.#relaxations(group, search) }),
    };
  }

  #story(explained: ExplainedPod | undefined, { template }: PlanPod) {
    if (explained === undefined || explained.outcome === 'ignored') {
      const message = `the pod ${explained?.phrase ?? 'is not among those to be placed'}`;
      return { outcome: 'ignored' as const, message, ...NOTHING };
    }
    const { viewsByName: views } = this.#packed;
    const { scenario } = this.#input;
    const nameOf = this.#claimNames();
    const message =
      explained.outcome === 'unschedulable' && explained.general !== undefined
        ? { message: FAILURE_TEXTS[explained.general] }
        : {};
    return {
      outcome: explained.outcome,
      ...message,
      attempts: explained.attempts,
      givenUp: explained.givenUp,
      nodePools: explained.funnels.flatMap((funnel) => {
        const view = views.get(funnel.nodePool);
        return view === undefined ? [] : [describeFunnel(funnel, view, { views, template, scenario })];
      }),
      existingNodes: describeRefusals(explained.nodes),
      plannedNodes: describeRefusals(explained.claims, nameOf),
      alternatives:
        explained.outcome === 'unschedulable'
          ? []
          : explained.alternatives.map(({ nodePool, order, types, cheapest }) => ({
              nodePool,
              order: order + 1,
              types,
              cheapest: explainedOffering(cheapest),
            })),
      ...(explained.outcome === 'placed' ? { place: describePlace(explained.place, this.#packed) } : {}),
    };
  }

  /** The packer counts claims through all pools, the plan within each. */
  #claimNames(): (name: string) => string {
    if (this.#names === undefined) {
      const planned = new Map(this.#packed.outcomes.map((one) => [one.decided.podUids[0], one.planned.name]));
      this.#names = new Map(
        this.#explainer.run.scheduler.claims.map((claim) => [
          claimName(claim),
          planned.get(claim.pods[0]?.pod.uid) ?? claim.template.name,
        ]),
      );
    }
    const names = this.#names;
    return (name) => names.get(name) ?? name;
  }

  #relaxations(group: readonly PlanPod[], search: number) {
    const [first] = group as readonly [PlanPod, ...PlanPod[]];
    const { given, viewsByName } = this.#packed;
    const siblings = given.pods.filter((pod) => areSiblings(pod, first)).map(({ uid }) => uid);
    const found = findRelaxations({
      explainer: this.#explainer,
      wanted: group.map(({ uid }) => uid),
      siblings: new Set(siblings),
      share: search,
    });
    return describeRelaxations(found, { views: viewsByName, template: first.template });
  }

  #laterPods(): ReadonlySet<string> {
    if (this.#later === undefined) {
      const waiting = [...this.#packed.decision.errors].flatMap(([uid, { attempts }]) =>
        attempts.some(({ code }) => LIMIT_CODES.has(code)) ? [uid] : [],
      );
      this.#later =
        waiting.length === 0
          ? new Set()
          : placedLater({ ...this.#packed, views: this.#packed.viewsByName, waiting: new Set(waiting) });
    }
    return this.#later;
  }
}

const NOTHING = {
  attempts: 0,
  givenUp: [],
  nodePools: [],
  existingNodes: [],
  plannedNodes: [],
  alternatives: [],
} as const;

/** Pods that one edit of a manifest changes. */
function areSiblings({ template, uid }: PlanPod, other: PlanPod): boolean {
  const { owner } = template;
  const its = other.template.owner;
  if (owner === undefined || its === undefined) return uid === other.uid;
  return owner.kind === its.kind && owner.namespace === its.namespace && owner.name === its.name;
}
