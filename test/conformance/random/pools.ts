import type { NodePoolSpec, NodeRequirement, NodeTaint } from '../../../src/kubernetes/api/node-pool.ts';
import type { Toleration } from '../../../src/kubernetes/api/pod.ts';
import type { Scenario } from '../format.ts';
import { LABEL, maybe, SHARDS, TEAMS, type Context, type Mutable } from './context.ts';
import { expression } from './expressions.ts';

export type Pool = NonNullable<Scenario['nodePools']>[number];

export const POOL_NAMES = ['alpha', 'beta', 'gamma', 'delta', 'kappa', 'omega', 'zeta'];

const NODE_CLASS = { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' };

const TAINTS: readonly NodeTaint[] = [
  { key: 'dedicated', value: 'db', effect: 'NoSchedule' },
  { key: 'dedicated', value: 'web', effect: 'NoSchedule' },
  { key: 'gpu', effect: 'NoSchedule' },
  { key: 'evict', value: 'y', effect: 'NoExecute' },
  { key: 'grade', value: '5', effect: 'NoSchedule' },
];
const SOFT_TAINT: NodeTaint = { key: 'soft', value: 'y', effect: 'PreferNoSchedule' };

export const STARTUP_TAINT: NodeTaint = { key: 'example.com/starting', effect: 'NoSchedule' };

export function nodePools(context: Context): Pool[] {
  return context.poolNames.map((name) => nodePool(context, name));
}

function nodePool(context: Context, name: string): Pool {
  const { rng } = context;
  const spec: Mutable<NodePoolSpec> = { template: template(context) };
  if (rng.chance(0.6)) spec.weight = rng.pick([1, 10, 10, 50, 100]);
  if (maybe(context, 'limits', 0.7)) spec.limits = limits(context);
  if (maybe(context, 'odd-pools', 0.15)) spec.replicas = rng.between(0, 2);
  const conditions = maybe(context, 'odd-pools', 0.3) ? { status: readiness(context) } : {};
  return { metadata: { name }, spec, ...conditions };
}

/** All conditions that Karpenter sets: where one is missing, it does not believe the others. */
function readiness({ rng }: Context): NonNullable<Pool['status']> {
  const status = rng.pick(['True', 'False']);
  const types = ['ValidationSucceeded', 'NodeClassReady', 'Ready'];
  return {
    conditions: types.map((type) => ({ type, status: type === 'ValidationSucceeded' ? 'True' : status })),
  };
}

function template(context: Context): NodePoolSpec['template'] {
  const spec: Mutable<NodePoolSpec['template']['spec']> = {
    nodeClassRef: NODE_CLASS,
    requirements: requirements(context),
  };
  const taints = poolTaints(context);
  if (taints.length > 0) spec.taints = taints;
  if (maybe(context, 'unready-nodes', 0.5)) spec.startupTaints = [STARTUP_TAINT];
  const labels = poolLabels(context);
  return Object.keys(labels).length > 0 ? { metadata: { labels }, spec } : { spec };
}

function requirements(context: Context): NodeRequirement[] {
  const { rng } = context;
  const chosen: NodeRequirement[] = Array.from(
    { length: rng.weighted([[3, 0] as const, [3, 1] as const, [2, 2] as const, [1, 3] as const]) },
    () => expression(context),
  ).filter(({ key }) => key !== LABEL.nodePool);
  if (maybe(context, 'custom-labels', 0.4)) {
    chosen.push({ key: LABEL.team, operator: 'In', values: rng.sample(TEAMS, rng.between(1, 3)) });
  }
  if (maybe(context, 'spread-other', 0.8)) {
    chosen.push({ key: LABEL.shard, operator: 'In', values: rng.sample(SHARDS, rng.between(1, 4)) });
  }
  if (maybe(context, 'min-values', 0.7)) chosen.push(...flexibility(context));
  return chosen;
}

function flexibility({ rng, types }: Context): NodeRequirement[] {
  const keys = rng.sample(
    [LABEL.instanceType, LABEL.family, LABEL.cpu, LABEL.category, LABEL.size],
    rng.between(1, 2),
  );
  return keys.map((key): NodeRequirement => {
    const minValues = rng.between(1, 4);
    if (key === LABEL.cpu && rng.chance(0.5)) return { key, operator: 'Gt', values: ['1'], minValues };
    if (key === LABEL.instanceType && rng.chance(0.3)) {
      const names = rng.sample(types, Math.max(minValues, 6)).map(({ name }) => name);
      return { key, operator: 'In', values: names, minValues };
    }
    return { key, operator: 'Exists', minValues };
  });
}

function poolTaints(context: Context): NodeTaint[] {
  const { rng } = context;
  const taints = maybe(context, 'taints', 0.5)
    ? rng.sample(
        TAINTS,
        rng.weighted([
          [4, 1],
          [1, 2],
        ]),
      )
    : [];
  const different = taints.filter(({ key }, i) => taints.findIndex((other) => other.key === key) === i);
  return maybe(context, 'prefer-no-schedule', 0.5) ? [...different, SOFT_TAINT] : different;
}

function poolLabels(context: Context): Record<string, string> {
  const { rng } = context;
  const labels: Record<string, string> = {};
  if (maybe(context, 'custom-labels', 0.4)) labels[LABEL.team] = rng.pick(TEAMS);
  if (maybe(context, 'custom-labels', 0.2)) labels['example.com/cost-centre'] = '42';
  return labels;
}

function limits({ rng, features }: Context): Record<string, string> {
  const limited: Record<string, string> = {};
  if (rng.chance(0.7)) limited['cpu'] = rng.pick(['0', '4', '10', '16', '32', '64', '100', '250']);
  if (rng.chance(0.3)) limited['memory'] = rng.pick(['8Gi', '64Gi', '200Gi', '1Ti']);
  if (rng.chance(0.25)) limited['nodes'] = rng.pick(['0', '1', '2', '5']);
  if (rng.chance(0.1)) limited['pods'] = rng.pick(['50', '500']);
  if (features.has('extended-resources') && rng.chance(0.3))
    limited['nvidia.com/gpu'] = rng.pick(['0', '1', '4']);
  return limited;
}

/** Tolerations that help against some of the taints, and some that only look so. */
export function tolerations(context: Context): Toleration[] {
  const { rng } = context;
  const choices: readonly Toleration[] = [
    { key: 'dedicated', operator: 'Equal', value: 'db', effect: 'NoSchedule' },
    { key: 'dedicated', operator: 'Exists' },
    { key: 'dedicated', value: 'web' },
    { key: 'gpu', operator: 'Exists', effect: 'NoSchedule' },
    { key: 'evict', value: 'y' },
    { key: 'evict', operator: 'Equal', value: 'n', effect: 'NoExecute' },
    { key: 'soft', operator: 'Exists' },
    { key: 'grade', operator: 'Exists' },
    {
      key: 'grade',
      operator: rng.pick(['Gt', 'Lt'] as const),
      value: rng.pick(['3', '5', '7']),
      effect: 'NoSchedule',
    },
    { operator: 'Exists', effect: 'NoSchedule' },
    { operator: 'Exists' },
  ];
  return rng.sample(choices, rng.between(1, 3));
}
