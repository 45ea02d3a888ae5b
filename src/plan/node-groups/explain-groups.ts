import { podRequests } from '../../kubernetes/pod-requests.ts';
import type {
  ExplainedPlace,
  ExplainedPodGroup,
  ExplainedPoolFunnel,
  PodExplanation,
  UnschedulableExplanation,
} from '../../model/explanation.ts';
import type { ClusterPlan, UnschedulablePod, UnschedulableReason } from '../../model/plan.ts';
import { exactAmount } from '../explain-amount.ts';
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
 * of each pool. Changes that would help are not looked for.
 */
export class NodeGroupExplainer implements PodExplainer {
  readonly #input: PlanClusterInput;
  readonly #engines: PackedEngines;
  readonly #plan: ClusterPlan;

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
      nodePools: (failed?.reasons ?? []).flatMap((reason) => this.#funnel(reason)),
      existingNodes: [],
      plannedNodes: [],
      ...(place === undefined ? {} : { place }),
      alternatives: [],
    };
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
