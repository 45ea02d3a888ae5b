import { KarpenterExplainer } from './explain-pods.ts';
import { NodeGroupExplainer } from './node-groups/explain-groups.ts';
import type { PlanClusterInput } from './packed-cluster.ts';
import { packEngines } from './packed-engines.ts';
import type { PodExplainer } from './pod-explainer.ts';

/** Where Karpenter makes all nodes, its scheduler is asked step by step; with node groups, the plan is told in words. */
export function explainerOf(input: PlanClusterInput): PodExplainer {
  const engines = packEngines(input);
  const [own] = engines.karpenter;
  const isOnly = engines.views.every(({ groups }) => groups === undefined);
  return own !== undefined && isOnly
    ? new KarpenterExplainer(input, own)
    : new NodeGroupExplainer(input, engines);
}
