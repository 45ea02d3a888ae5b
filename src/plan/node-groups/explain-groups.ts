import { podRequests } from '../../kubernetes/pod-requests.ts';
import type {
  ExplainedPlace,
  ExplainedPodGroup,
  ExplainedPoolFunnel,
  PodExplanation,
  UnschedulableExplanation,
} from '../../model/explanation.ts';
import type { ClusterPlan, UnschedulablePod, UnschedulableReason } from '../../model/plan.ts';
import { Explainer } from '../../packer/explain/explainer.ts';
import { exactAmount } from '../explain-amount.ts';
import { describeFunnel } from '../explain-funnel.ts';
import { type FoundPod, findPod } from '../find-pod.ts';
import { groupBy } from '../group-by.ts';
import type { PlanClusterInput } from '../packed-cluster.ts';
import type { PackedEngines } from '../packed-engines.ts';
import { planEngines } from '../plan-cluster.ts';
import { podName, type PlanPod } from '../plan-pod.ts';
import type { PodExplainer } from '../pod-explainer.ts';
import { groupPlace } from './group-place.ts';

/**
 * Tells what the plan of a cluster with node groups says of its pods: the node group they go to and why it grows, or the reason
 * of each pool; of pools whose machines Karpenter makes itself, what became of their instance types. Changes that would help
 * are not looked for.
 */
export class NodeGroupExplainer implements PodExplainer {
  readonly #input: PlanClusterInput;
  readonly #engines: PackedEngines;
  readonly #plan: ClusterPlan;
  #explainer: Explainer | undefined;

  constructor(input: PlanClusterInput, engines: PackedEngines) {
    this.#input = input;
    this.#engines = engines;
    this.#plan = planEngines(input, engines);
  }

  find(name: string): FoundPod {
    return findPod(name, this.#engines.given);
  }

  explainPod(pod: PlanPod): PodExplanation {
    return { ...this.#common(), explained: this.#group([pod]) };
  }

  explainUnschedulable(): UnschedulableExplanation {
    const byName = new Map(this.#engines.given.pods.map((pod) => [podName(pod), pod]));
    const groups = groupBy(this.#plan.unschedulable, (one) =>
      JSON.stringify([
        one.owner ?? one.pod,
        one.onlyLimits,
        one.reasons.map(({ code, message }) => [code, message]),
      ]),
    );
    return {
      ...this.#common(),
      groups: [...groups.values()].flatMap((all) => {
        const pods = all.flatMap(({ pod }) => byName.get(pod) ?? []);
        return pods.length === 0 ? [] : [this.#group(pods)];
      }),
    };
  }

  #common() {
    const { compiled, scenario } = this.#input;
    return {
      cluster: compiled.cluster.name,
      file: compiled.cluster.source.file,
      ...(scenario === undefined ? {} : { scenario }),
      pods: this.#engines.given.pods.length,
      unschedulable: this.#plan.unschedulable.length,
      pricing: this.#plan.pricing,
    };
  }

  #group(pods: readonly PlanPod[]): ExplainedPodGroup {
    const [first] = pods as readonly [PlanPod, ...PlanPod[]];
    const name = podName(first);
    const { owner, locate, spec, status } = first.template;
    const span = locate?.('');
    const failed = this.#plan.unschedulable.find(({ pod }) => pod === name);
    const place = failed === undefined ? this.#place(first) : undefined;
    const message = failed === undefined ? undefined : messageOf(failed);
    return {
      pods: pods.map(podName),
      ...(owner === undefined ? {} : { owner }),
      ...(span === undefined ? {} : { span }),
      requests: new Map([...podRequests(spec, status)].map(([key, nano]) => [key, exactAmount(key, nano)])),
      outcome: failed === undefined ? 'placed' : 'unschedulable',
      ...(message === undefined ? {} : { message }),
      later: failed?.laterBatch ?? false,
      attempts: 1,
      givenUp: this.#plan.relaxed.find(({ pod }) => pod === name)?.given ?? [],
      nodePools: this.#nodePools(first, failed?.reasons ?? []),
      existingNodes: [],
      plannedNodes: [],
      ...(place === undefined ? {} : { place }),
      alternatives: [],
    };
  }

  /** Of Karpenter's own pools what became of their instance types, then the reason of each other pool. */
  #nodePools(pod: PlanPod, reasons: readonly UnschedulableReason[]): readonly ExplainedPoolFunnel[] {
    const replayed = this.#replayed(pod);
    const told = new Set(replayed.map(({ name }) => name));
    const others = reasons.filter(({ nodePool }) => nodePool === undefined || !told.has(nodePool));
    return [...replayed, ...others.flatMap((reason) => this.#funnel(reason))];
  }

  /** Karpenter comes first, so its scheduler is asked as if there were no other pools. */
  #replayed({ uid, template }: PlanPod): readonly ExplainedPoolFunnel[] {
    const own = this.#engines.karpenter.find(({ views }) =>
      views.every(({ groups }) => groups === undefined),
    );
    if (own === undefined) return [];
    this.#explainer ??= new Explainer(own.problem);
    const explained = this.#explainer.explain(uid);
    if (explained === undefined || explained.outcome === 'ignored') return [];
    const { scenario } = this.#input;
    return explained.funnels.flatMap((funnel) => {
      const view = own.viewsByName.get(funnel.nodePool);
      if (view === undefined) return [];
      return [describeFunnel(funnel, view, { views: own.viewsByName, template, scenario })];
    });
  }

  /** One step: from all node groups of the pool to none. */
  #funnel({ nodePool, code, message, source }: UnschedulableReason): readonly ExplainedPoolFunnel[] {
    const view = this.#engines.views.find((one) => one.name === nodePool);
    if (view === undefined) return [];
    const { pool } = view.compiled;
    const total = view.groups?.length ?? view.table.types.length;
    const places = source === undefined ? [] : [{ span: source, keySpan: source }];
    const step = { what: code, of: 'cluster' as const, message, before: total, after: 0, alone: 0 };
    return [
      {
        name: view.name,
        span: pool.keySpan,
        weight: pool.weight?.value ?? 0,
        order: 1,
        total,
        ...(view.groups === undefined ? {} : { counted: 'node groups' as const }),
        steps: [{ ...step, places, detail: null }],
        left: 0,
        blockers: [0],
      },
    ];
  }

  #place(pod: PlanPod): ExplainedPlace | undefined {
    return groupPlace(pod, this.#plan, this.#engines);
  }
}

function messageOf({ onlyLimits, reasons }: UnschedulablePod): string | undefined {
  const general = reasons.filter(({ nodePool }) => nodePool === undefined).map(({ message }) => message);
  if (general.length > 0) return general.join('; ');
  return onlyLimits ? 'only limits and maximum sizes are in the way' : undefined;
}
