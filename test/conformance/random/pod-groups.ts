import type { NodeSelectorTerm, PodSpec } from '../../../src/kubernetes/api/pod.ts';
import type { PodGroup } from '../format.ts';
import { containers, initContainers, podResources } from './containers.ts';
import { LABEL, maybe, SHARDS, TIERS, type Context, type Mutable } from './context.ts';
import { expression, label } from './expressions.ts';
import { tolerations } from './pools.ts';
import { podAffinity, podAntiAffinity, spreadConstraints } from './topology.ts';

/** The pending pods: a few groups, each of pods that are alike. */
export function podGroups(context: Context): PodGroup[] {
  return context.apps.map((app) => podGroup(context, app));
}

function podGroup(context: Context, app: string): PodGroup {
  const { rng } = context;
  const metadata = {
    labels: podLabels(context, app),
    ...(maybe(context, 'namespaces', 0.5) ? { namespace: rng.pick(context.namespaces) } : {}),
  };
  const group: Mutable<PodGroup> = {
    count: groupSize(context),
    namePrefix: `${app}-`,
    uidPrefix: rng.chance(0.3) ? `${rng.between(0x1000, 0xffff).toString(16)}-${app}-` : `${app}-`,
    template: { metadata, spec: podSpec(context, app) },
    creationTimestamp: `2026-01-01T00:0${rng.below(10)}:00Z`,
    creationStepSeconds: rng.pick([0, 1, 1]),
  };
  return group;
}

function groupSize(context: Context): number {
  const { rng, features } = context;
  if (features.has('many-pods')) return rng.between(10, 60);
  if (features.has('many-claims')) return rng.between(3, 30);
  return rng.weighted([
    [3, 1],
    [4, rng.between(2, 4)],
    [3, rng.between(3, 12)],
    [1, rng.between(8, 24)],
  ]);
}

/** Labels that pods of other groups share in part, so that selectors catch several groups. */
export function podLabels({ rng }: Context, app: string): Record<string, string> {
  const labels: Record<string, string> = { app, tier: rng.pick(TIERS) };
  if (rng.chance(0.3)) labels['version'] = rng.pick(['1', '2']);
  return labels;
}

function podSpec(context: Context, app: string): PodSpec {
  const spec: Mutable<PodSpec> = { containers: containers(context) };
  const init = initContainers(context);
  if (init.length > 0) spec.initContainers = init;
  Object.assign(spec, podResources(context));
  const selector = nodeSelector(context);
  if (Object.keys(selector).length > 0) spec.nodeSelector = selector;
  const affinity = {
    ...nodeAffinity(context),
    ...podAffinity(context, app),
    ...podAntiAffinity(context, app),
  };
  if (Object.keys(affinity).length > 0) spec.affinity = affinity;
  if (maybe(context, 'taints', 0.6) || maybe(context, 'prefer-no-schedule', 0.2)) {
    spec.tolerations = tolerations(context);
  }
  const spread = spreadConstraints(context, app);
  if (spread.length > 0) spec.topologySpreadConstraints = spread;
  if (maybe(context, 'invalid-pods', 0.2)) invalidate(context, spec);
  if (maybe(context, 'extended-resources', 0.03)) spec.resourceClaims = [{ name: 'claim' }];
  return spec;
}

function nodeSelector(context: Context): Record<string, string> {
  const { rng } = context;
  const count = maybe(context, 'selectors', 0.35)
    ? rng.weighted([
        [4, 1],
        [1, 2],
      ])
    : 0;
  const selector = Object.fromEntries(Array.from({ length: count }, () => label(context)));
  if (maybe(context, 'spread-other', 0.15)) selector['example.com/shard'] = rng.pick(SHARDS);
  return selector;
}

function nodeAffinity(context: Context): Pick<NonNullable<PodSpec['affinity']>, 'nodeAffinity'> {
  const { rng } = context;
  const nodeAffinity: Mutable<NonNullable<NonNullable<PodSpec['affinity']>['nodeAffinity']>> = {};
  const orTerms = maybe(context, 'or-terms', 0.5);
  if (orTerms || maybe(context, 'selectors', 0.25)) {
    const terms = Array.from({ length: orTerms ? rng.between(2, 3) : 1 }, () => term(context));
    nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution = { nodeSelectorTerms: terms };
  }
  if (maybe(context, 'preferred-node-affinity', 0.5)) {
    nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution = Array.from(
      // More than twelve are no longer sorted stably.
      { length: rng.chance(0.05) ? rng.between(13, 16) : rng.between(1, 3) },
      () => ({ weight: rng.pick([1, 10, 10, 50, 100]), preference: term(context) }),
    );
  }
  return Object.keys(nodeAffinity).length > 0 ? { nodeAffinity } : {};
}

/** Asks for what makes Karpenter leave a pod alone. */
function invalidate({ rng }: Context, spec: Mutable<PodSpec>): void {
  const hostname = { key: LABEL.hostname, operator: 'In', values: ['node-a0'] } as const;
  const terms = rng.pick<readonly NodeSelectorTerm[]>([
    [{ matchExpressions: [{ key: LABEL.zone, operator: 'Exists' }] }, { matchExpressions: [hostname] }],
    [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['node-a0'] }] }],
    [{ matchExpressions: [{ key: LABEL.nodePool, operator: 'DoesNotExist' }] }],
    [{ matchExpressions: [{ key: 'karpenter.sh/initialized', operator: 'Exists' }] }],
    [{ matchExpressions: [{ key: 'karpenter.k8s.aws/unheard-of', operator: 'Exists' }] }],
    [{ matchExpressions: [{ key: LABEL.capacityType, operator: 'In', values: ['free'] }] }],
    [{ matchExpressions: [{ key: LABEL.team, operator: 'Gt', values: ['-1'] }] }],
    [{ matchExpressions: [{ key: LABEL.team, operator: 'NotIn' }] }],
  ]);
  spec.affinity = {
    ...spec.affinity,
    nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } },
  };
}

function term(context: Context): { matchExpressions: ReturnType<typeof expression>[] } {
  const count = context.rng.weighted([
    [4, 1],
    [2, 2],
    [1, 3],
  ]);
  return { matchExpressions: Array.from({ length: count }, () => expression(context)) };
}
