import type { LabelSelector } from '../../../src/kubernetes/api/label-selector.ts';
import type {
  Affinity,
  PodAffinity,
  PodAffinityTerm,
  TopologySpreadConstraint,
} from '../../../src/kubernetes/api/pod.ts';
import { LABEL, maybe, TIERS, type Context, type Mutable } from './context.ts';

/** Rules about where pods run that are seen from other pods. */
export function spreadConstraints(context: Context, app: string): TopologySpreadConstraint[] {
  const { rng } = context;
  const keys = [
    ...(maybe(context, 'spread-hostname', 0.5) ? [LABEL.hostname] : []),
    ...(maybe(context, 'spread-zone', 0.6) ? [LABEL.zone] : []),
    ...(maybe(context, 'spread-other', 0.6) ? [otherKey(context)] : []),
  ];
  const required = keys.map((key) => spread(context, app, key));
  if (!maybe(context, 'schedule-anyway', 0.4)) return required;
  const key = rng.pick([LABEL.hostname, LABEL.zone, LABEL.capacityType]);
  const { minDomains: _, ...preferred } = spread(context, app, key);
  return [...required, { ...preferred, whenUnsatisfiable: 'ScheduleAnyway' }];
}

function otherKey({ rng, features }: Context): string {
  return rng.weighted([
    [3, LABEL.shard],
    [3, LABEL.capacityType],
    [3, LABEL.arch],
    [1, LABEL.nodePool],
    [1, LABEL.instanceType],
    [1, LABEL.family],
    [features.has('zone-ids') ? 3 : 0, LABEL.zoneId],
    [0.3, 'example.com/rack'],
  ]);
}

function spread(context: Context, app: string, topologyKey: string): TopologySpreadConstraint {
  const { rng } = context;
  const constraint: Mutable<TopologySpreadConstraint> = {
    maxSkew: rng.weighted([
      [5, 1],
      [2, 2],
      [1, 5],
    ]),
    topologyKey,
    whenUnsatisfiable: 'DoNotSchedule',
  };
  // Karpenter crashes on matchLabelKeys without a selector.
  if (maybe(context, 'spread-options', 0.05)) return constraint;
  constraint.labelSelector = selector(context, app);
  if (maybe(context, 'spread-options', 0.3)) constraint.minDomains = rng.between(1, 5);
  if (maybe(context, 'spread-options', 0.3))
    constraint.nodeTaintsPolicy = rng.pick(['Honor', 'Ignore'] as const);
  if (maybe(context, 'spread-options', 0.3))
    constraint.nodeAffinityPolicy = rng.pick(['Honor', 'Ignore'] as const);
  if (maybe(context, 'spread-options', 0.2)) constraint.matchLabelKeys = [rng.pick(['version', 'tier'])];
  return constraint;
}

function selector({ rng }: Context, app: string): LabelSelector {
  return rng.weighted<LabelSelector>([
    [7, { matchLabels: { app } }],
    [2, { matchLabels: { tier: rng.pick(TIERS) } }],
    [1, { matchExpressions: [{ key: 'app', operator: 'In', values: [app, 'app0', 'app1'] }] }],
    [
      0.5,
      { matchLabels: { tier: rng.pick(TIERS) }, matchExpressions: [{ key: 'version', operator: 'Exists' }] },
    ],
    [0.5, { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['app0', 'app2'] }] }],
    [0.3, {}],
  ]);
}

export function podAffinity(context: Context, app: string): Pick<Affinity, 'podAffinity'> {
  const { rng } = context;
  const keys = [
    ...(maybe(context, 'affinity-hostname', 0.4) ? [LABEL.hostname] : []),
    ...(maybe(context, 'affinity-zone', 0.4) ? [rng.chance(0.85) ? LABEL.zone : LABEL.capacityType] : []),
  ];
  const terms = affinity(context, app, keys, { dependsOnOthers: 0.35 });
  return terms === undefined ? {} : { podAffinity: terms };
}

export function podAntiAffinity(context: Context, app: string): Pick<Affinity, 'podAntiAffinity'> {
  const { rng, features } = context;
  const hostname = features.has('many-claims') ? 0.8 : 0.45;
  const keys = [
    ...(maybe(context, 'anti-affinity-hostname', hostname) ? [LABEL.hostname] : []),
    ...(maybe(context, 'anti-affinity-zone', 0.3) ? [rng.chance(0.85) ? LABEL.zone : LABEL.arch] : []),
  ];
  const terms = affinity(context, app, keys, { dependsOnOthers: 0.2 });
  return terms === undefined ? {} : { podAntiAffinity: terms };
}

interface Choice {
  /** Probability that a term is about the pods of another group. */
  readonly dependsOnOthers: number;
}

function affinity(
  context: Context,
  app: string,
  keys: readonly string[],
  choice: Choice,
): PodAffinity | undefined {
  const { rng } = context;
  const term = (key: string): PodAffinityTerm => {
    const target = rng.chance(choice.dependsOnOthers) ? rng.pick(context.apps) : app;
    return podAffinityTerm(context, target, key);
  };
  const result: Mutable<PodAffinity> = {};
  if (keys.length > 0) result.requiredDuringSchedulingIgnoredDuringExecution = keys.map(term);
  if (maybe(context, 'preferred-pod-affinity', 0.3)) {
    result.preferredDuringSchedulingIgnoredDuringExecution = Array.from(
      { length: rng.between(1, 2) },
      () => ({
        weight: rng.pick([1, 10, 100]),
        podAffinityTerm: term(rng.pick([LABEL.hostname, LABEL.hostname, LABEL.zone])),
      }),
    );
  }
  return Object.keys(result).length > 0 ? result : undefined;
}

function podAffinityTerm(context: Context, app: string, topologyKey: string): PodAffinityTerm {
  const { rng, namespaces } = context;
  const term: Mutable<PodAffinityTerm> = { topologyKey };
  if (!rng.chance(0.02)) term.labelSelector = selector(context, app);
  if (!maybe(context, 'namespaces', 0.5)) return term;
  if (rng.chance(0.5)) term.namespaces = rng.sample(namespaces, rng.between(1, 2));
  if (rng.chance(0.5))
    term.namespaceSelector = rng.pick<LabelSelector>([{}, { matchLabels: { stage: 'live' } }]);
  return term;
}
