import type { Workloads } from '../../../src/model/workloads.ts';

/** What a NodeClaim binds, in a form in which two of them can be compared. */
export interface ClaimForm {
  readonly nodePool: string;
  /** Of the `In` on node.kubernetes.io/instance-type, sorted. */
  readonly instanceTypes: readonly string[];
  /** Every other label key that a node must have, and how. */
  readonly requirements: ReadonlyMap<string, string>;
  /** Daemons included: resource name to billionths of its unit. */
  readonly requestsNano: ReadonlyMap<string, bigint>;
  /** USD per hour of the cheapest offering, as KWOK's label has it. */
  readonly price: string;
  /** Types that have an offering at that price. */
  readonly cheapest: readonly string[];
  /** `namespace/name` of pods that are known to go there. */
  readonly pods: readonly string[];
}

/** What one decision comes to. */
export interface DecisionForm {
  readonly claims: readonly ClaimForm[];
  /** `namespace/name` of pods without a place, sorted. */
  readonly unplaced: readonly string[];
  /** Of static pools: NodePool with the types that may come, sorted. */
  readonly staticNodes: readonly string[];
}

/** The same without saying which of several replicas it is: their uids, which decide that, differ from cluster to cluster. */
export function withoutReplicas(form: DecisionForm, { pods }: Workloads): DecisionForm {
  const owners = new Map(
    pods.map(({ namespace, name, template: { owner } }) => {
      const pod = `${namespace}/${name}`;
      return [pod, owner === undefined ? pod : `${owner.kind} ${owner.namespace}/${owner.name}`];
    }),
  );
  return {
    ...form,
    claims: form.claims.map((claim) => ({ ...claim, pods: [] })),
    unplaced: form.unplaced.map((pod) => owners.get(pod) ?? pod).sort(),
  };
}
