import type { NodeClaim, Node } from '../kubernetes/api/node.ts';
import type { Pod, TopologySpreadConstraint } from '../kubernetes/api/pod.ts';
import { selectorTest } from '../kubernetes/label-selector.ts';
import type { Requirements } from '../kubernetes/requirements.ts';
import type { SpreadOutcome } from '../model/plan.ts';
import type { PlanPod, PlanTemplate } from './plan-pod.ts';

const HOSTNAME = 'kubernetes.io/hostname';
const ZONE = 'topology.kubernetes.io/zone';

/** Pods on one node, new or not. */
export interface OccupiedNode {
  readonly name: string;
  /** The value of a label of the node; undefined where the cloud decides, or where the node has none. */
  readonly labelOf: (key: string) => string | undefined;
  readonly pods: readonly Pick<PlanPod, 'namespace' | 'template'>[];
}

/** A new node's labels are those that its requirements leave no choice about. */
export function newNode(name: string, requirements: Requirements, pods: readonly PlanPod[]): OccupiedNode {
  const labelOf = (key: string) => {
    const requirement = requirements.get(key);
    const [only, ...others] = requirement.values;
    return requirement.complement || others.length > 0 ? undefined : only;
  };
  return { name, labelOf, pods };
}

/** A node with the pods it has and those it receives; what its own labels do not say, its NodeClaim does. */
export function liveNode(
  node: Node,
  claim: NodeClaim | undefined,
  { bound, placed }: { readonly bound: readonly Pod[]; readonly placed: readonly PlanPod[] },
): OccupiedNode {
  const labels = { ...(claim === undefined ? {} : claimLabels(claim)), ...node.metadata.labels };
  const running = bound.map((pod) => ({
    namespace: pod.metadata.namespace ?? 'default',
    template: { labels: pod.metadata.labels, spec: pod.spec },
  }));
  return { name: node.metadata.name, labelOf: (key) => labels[key], pods: [...running, ...placed] };
}

/** A machine that has been launched and has no Node yet. */
export function inFlightNode(claim: NodeClaim, placed: readonly PlanPod[]): OccupiedNode {
  const labels = claimLabels(claim);
  return { name: claim.metadata.name, labelOf: (key) => labels[key], pods: placed };
}

/** The labels that its node will have: those it carries, else what it requires without a choice. */
function claimLabels({ metadata, spec }: NodeClaim): Readonly<Record<string, string>> {
  const required = (spec?.requirements ?? []).flatMap(({ key, operator, values = [] }) =>
    operator === 'In' && values.length === 1 ? values.map((value): [string, string] => [key, value]) : [],
  );
  return { ...Object.fromEntries(required), ...metadata.labels };
}

/**
 * How the pods of each topology spread constraint end up, in the order of the pods. Of zones all count that the nodes of
 * the plan may be in; of host names only nodes with at least one of the pods.
 */
export function spreadOutcomes(
  pods: readonly PlanPod[],
  nodes: readonly OccupiedNode[],
  zones: readonly string[],
): readonly SpreadOutcome[] {
  const seen = new Set<string>();
  const templates = new Set<PlanTemplate>();
  const outcomes: SpreadOutcome[] = [];
  for (const { template, namespace } of pods) {
    if (templates.has(template)) continue;
    templates.add(template);
    for (const constraint of template.spec.topologySpreadConstraints ?? []) {
      const key = JSON.stringify([namespace, constraint]);
      if (seen.has(key)) continue;
      seen.add(key);
      outcomes.push(outcome(constraint, { namespace, template }, nodes, zones));
    }
  }
  return outcomes;
}

function outcome(
  constraint: TopologySpreadConstraint,
  { namespace, template }: Pick<PlanPod, 'namespace' | 'template'>,
  nodes: readonly OccupiedNode[],
  zones: readonly string[],
): SpreadOutcome {
  const { topologyKey, maxSkew, whenUnsatisfiable } = constraint;
  const counts = new Map<string, number>(topologyKey === ZONE ? zones.map((zone) => [zone, 0]) : []);
  const isCounted = counter(constraint, namespace);
  let undecided = 0;
  for (const node of nodes) {
    const count = node.pods.filter(isCounted).length;
    const domain = topologyKey === HOSTNAME ? node.name : node.labelOf(topologyKey);
    if (count === 0) continue;
    if (domain === undefined) undecided += count;
    else counts.set(domain, (counts.get(domain) ?? 0) + count);
  }
  const domains = [...counts].map(([domain, count]) => ({ domain, pods: count }));
  const amounts = domains.map((one) => one.pods);
  return {
    namespace,
    ...(template.owner === undefined ? {} : { owner: template.owner }),
    topologyKey,
    whenUnsatisfiable,
    maxSkew,
    domains: domains.sort((a, b) => (a.domain < b.domain ? -1 : 1)),
    undecided,
    skew: amounts.length === 0 ? 0 : Math.max(...amounts) - Math.min(...amounts),
  };
}

/** Selectors are tested once for each template. */
function counter({ labelSelector }: TopologySpreadConstraint, namespace: string) {
  const matches = selectorTest(labelSelector);
  const known = new Map<PlanTemplate, boolean>();
  return (pod: Pick<PlanPod, 'namespace' | 'template'>): boolean => {
    if (pod.namespace !== namespace) return false;
    let match = known.get(pod.template);
    if (match === undefined) {
      match = matches(pod.template.labels);
      known.set(pod.template, match);
    }
    return match;
  };
}
