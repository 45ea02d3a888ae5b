import type { PoolProbe } from '../model/plan.ts';
import type { Encoded } from '../packer/karpenter/encode.ts';
import { solveAfter } from '../packer/karpenter/solve.ts';
import { type ClaimInput, claimOutcomes } from './node-claims.ts';
import type { PlanTemplate } from './plan-pod.ts';
import { type ProblemInput, problemOf } from './problem-of.ts';
import type { PoolView } from './pool-view.ts';
import { type ReasonContext, reasonFor } from './reasons.ts';

export interface ProbeInput extends ProblemInput, Omit<ClaimInput, 'claims' | 'nameOf' | 'views'> {
  /** Those to be asked. */
  readonly views: readonly PoolView[];
  readonly reasons: ReasonContext;
  /** Of the plan. */
  readonly encoded: Encoded | undefined;
}

/**
 * Whether each of some pools can launch a node that holds its daemons, by asking Karpenter's scheduler to place a pod
 * that asks for nothing and tolerates everything. No node is there yet, so limits are whole.
 */
export function probePools(input: ProbeInput): ReadonlyMap<string, PoolProbe> {
  const { views, workloads, vocabulary, rules, reasons, encoded } = input;
  const templates = new Map(views.map(({ name }) => [name, probeTemplate(name)]));
  const pods = [...templates].map(([name, template]) => ({
    uid: name,
    name,
    namespace: 'default',
    createdAtSeconds: 0,
    template,
  }));
  const nothing = { nodes: [], nodeClaims: [], boundPods: [] };
  const problem = problemOf({ views, vocabulary, workloads: { ...workloads, ...nothing, pods } });
  const { decision } = solveAfter(problem, encoded);
  const outcomes = claimOutcomes({
    claims: decision.newNodeClaims,
    views: reasons.views,
    rules,
    nameOf: (uid) => uid,
  });
  const launched = new Map(outcomes.map(({ planned }) => [planned.nodePool, planned]));
  return new Map(
    [...templates].map(([name, template]): [string, PoolProbe] => {
      const claim = launched.get(name);
      if (claim !== undefined) {
        return [name, { launches: true, cheapest: claim.cheapest, utilisation: claim.utilisation }];
      }
      // The probe asks for one pool by name, so what the others say is no news.
      const own = (decision.errors.get(name)?.attempts ?? []).filter(({ nodePool }) => nodePool === name);
      const attempts = own.length > 0 ? own : [{ nodePool: name, code: 'no-templates' as const }];
      return [name, { launches: false, reasons: attempts.map((one) => reasonFor(one, template, reasons)) }];
    }),
  );
}

function probeTemplate(pool: string): PlanTemplate {
  return {
    spec: {
      nodeSelector: { 'karpenter.sh/nodepool': pool },
      tolerations: [{ operator: 'Exists' }],
      containers: [{ name: 'probe' }],
    },
  };
}
