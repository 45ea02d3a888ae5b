import type { NodePoolSpec } from '../../src/kubernetes/api/node-pool.ts';
import { parseQuantity } from '../../src/kubernetes/quantity.ts';
import { parseSchedule } from '../../src/kubernetes/schedule.ts';
import type { Loose } from '../loose.ts';
import { choice } from '../field-problems.ts';
import { keyProblems, valueProblems } from '../map-problems.ts';
import { nodeLabelKeyProblems, taintValueProblems } from './label-problems.ts';

type Spec = Loose<NodePoolSpec>;
type Claim = NonNullable<NonNullable<Spec['template']>['spec']>;
type Taint = NonNullable<Claim['taints']>[number];
type Disruption = NonNullable<Spec['disruption']>;

const DURATION = /^([0-9]+[smh])+$/;
const DURATION_OR_NEVER = /^(([0-9]+[smh])+|Never)$/;
const BUDGET_NODES = /^((100|[0-9]{1,2})%|[0-9]+)$/;
const BUDGET_DURATION = /^([0-9]+[hm]|[0-9]+h[0-9]+m)(0s)?$/;
const BOUNDS = new Set(['Gt', 'Lt', 'Gte', 'Lte']);
const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt', 'Gte', 'Lte'];
const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];
const POLICIES = ['WhenEmptyOrUnderutilized', 'WhenEmpty', 'Balanced'];
const REASONS = ['Underutilized', 'Empty', 'Drifted'];

/**
 * What the API server or the controller would refuse in a NodePool, one sentence each (Karpenter 1.14, CRD and
 * pkg/apis/v1/nodepool_validation.go). The last net under people who write objects themselves: poolwright's own
 * definitions are checked before, with better words.
 */
export function nodePoolProblems(spec: Spec): readonly string[] {
  const claim = spec.template?.spec;
  if (claim === undefined) return ['spec.template.spec is required'];
  return [
    ...labels(spec),
    ...nodeClassRef(claim),
    ...requirements(claim),
    ...taints(claim),
    ...duration('spec.template.spec.expireAfter', claim.expireAfter, DURATION_OR_NEVER),
    ...duration('spec.template.spec.terminationGracePeriod', claim.terminationGracePeriod, DURATION),
    ...(spec.disruption === undefined ? [] : disruption(spec.disruption)),
    ...limits(spec),
    ...sizing(spec),
  ];
}

function labels({ template }: Spec): readonly string[] {
  const at = 'spec.template.metadata.labels';
  const entries = Object.entries(template?.metadata?.labels ?? {});
  return [
    ...(entries.length > 100 ? [`${at} has more than 100 entries`] : []),
    ...entries.flatMap(([key, value]) => [
      ...nodeLabelKeyProblems(at, key),
      ...valueProblems(`${at}["${key}"]`, String(value)),
    ]),
  ];
}

function nodeClassRef({ nodeClassRef: ref }: Claim): readonly string[] {
  const at = 'spec.template.spec.nodeClassRef';
  if (ref === undefined) return [`${at} is required`];
  return [
    ...(['group', 'kind', 'name'] as const).filter((key) => !ref[key]).map((key) => `${at}.${key} is empty`),
    ...(ref.group?.includes('/') ? [`${at}.group: "${ref.group}" must not carry a version`] : []),
  ];
}

function requirements(claim: Claim): readonly string[] {
  const at = 'spec.template.spec.requirements';
  if (claim.requirements === undefined) return [`${at} is required, if only as []`];
  return [
    ...(claim.requirements.length > 100 ? [`${at} has more than 100 entries`] : []),
    ...claim.requirements.flatMap(({ key = '', operator = '', values = [], minValues }, i) => {
      const here = `${at}[${i}] (${key})`;
      return [
        ...(key === '' ? [`${at}[${i}].key is empty`] : nodeLabelKeyProblems(`${at}[${i}].key`, key)),
        ...choice(`${here}: operator`, operator, OPERATORS),
        ...values.flatMap((value) => valueProblems(`${here}: value`, value)),
        ...(operator === 'In' && values.length === 0 ? [`${here}: In needs at least one value`] : []),
        ...(operator === 'In' && minValues !== undefined && values.length < minValues
          ? [
              `${here}: minValues is ${minValues}, but only ${values.length} ${values.length === 1 ? 'value is' : 'values are'} listed`,
            ]
          : []),
        ...(BOUNDS.has(operator) && !(values.length === 1 && /^[0-9]+$/.test(values[0] ?? ''))
          ? [`${here}: ${operator} needs exactly one non-negative integer`]
          : []),
        ...(minValues !== undefined && (minValues < 1 || minValues > 50)
          ? [`${here}: minValues ${minValues} is not between 1 and 50`]
          : []),
      ];
    }),
  ];
}

function taints(claim: Claim): readonly string[] {
  const seen = new Set<string>();
  const check =
    (field: 'taints' | 'startupTaints') =>
    (taint: Taint, i: number): readonly string[] => {
      const at = `spec.template.spec.${field}[${i}]`;
      const identity = `${taint.key}:${taint.effect}`;
      const repeated = seen.has(identity);
      seen.add(identity);
      return [
        ...(taint.key ? keyProblems(`${at}.key`, taint.key) : [`${at}.key is empty`]),
        ...(taint.value === '' ? [`${at}.value is empty: leave it out`] : []),
        ...taintValueProblems(`${at}.value`, taint.value),
        ...choice(`${at}.effect`, taint.effect ?? '', EFFECTS),
        ...(repeated ? [`${at}: ${identity} occurs twice in taints and startupTaints`] : []),
      ];
    };
  return [
    ...(claim.taints ?? []).flatMap(check('taints')),
    ...(claim.startupTaints ?? []).flatMap(check('startupTaints')),
  ];
}

function disruption({ consolidateAfter, consolidationPolicy, budgets = [] }: Disruption): readonly string[] {
  const at = 'spec.disruption';
  return [
    ...(consolidateAfter === undefined ? [`${at}.consolidateAfter is required`] : []),
    ...duration(`${at}.consolidateAfter`, consolidateAfter, DURATION_OR_NEVER),
    ...choice(`${at}.consolidationPolicy`, consolidationPolicy, POLICIES),
    ...(budgets.length > 50 ? [`${at}.budgets has more than 50 entries`] : []),
    ...budgets.flatMap((budget, i) => {
      const here = `${at}.budgets[${i}]`;
      const schedule = budget.schedule === undefined ? undefined : parseSchedule(budget.schedule);
      return [
        ...(budget.nodes !== undefined && !BUDGET_NODES.test(budget.nodes)
          ? [`${here}.nodes: "${budget.nodes}" is neither a count nor a percentage`]
          : []),
        ...(budget.reasons ?? []).flatMap((reason) => choice(`${here}.reasons`, reason, REASONS)),
        ...(schedule !== undefined && 'problem' in schedule
          ? [`${here}.schedule: "${budget.schedule}" ${schedule.problem}`]
          : []),
        ...((budget.schedule === undefined) !== (budget.duration === undefined)
          ? [`${here}: schedule and duration come together`]
          : []),
        ...(budget.duration === undefined || BUDGET_DURATION.test(budget.duration)
          ? []
          : [`${here}.duration: "${budget.duration}" is not hours and minutes`]),
      ];
    }),
  ];
}

function limits(spec: Spec): readonly string[] {
  return Object.entries(spec.limits ?? {})
    .filter(([, quantity]) => !parseQuantity(String(quantity)).ok)
    .map(([name, quantity]) => `spec.limits["${name}"]: "${quantity}" is not a quantity`);
}

function sizing({ weight, replicas, limits: limited = {} }: Spec): readonly string[] {
  return [
    ...(weight !== undefined && !(Number.isInteger(weight) && weight >= 1 && weight <= 100)
      ? [`spec.weight: ${weight} is not an integer between 1 and 100`]
      : []),
    ...(replicas !== undefined && !(Number.isInteger(replicas) && replicas >= 0)
      ? [`spec.replicas: ${replicas} is not a whole number`]
      : []),
    ...(replicas !== undefined && weight !== undefined
      ? ['spec.weight has no place in a pool with replicas']
      : []),
    ...(replicas !== undefined && Object.keys(limited).some((name) => name !== 'nodes')
      ? ['spec.limits of a pool with replicas may hold only "nodes"']
      : []),
  ];
}

function duration(at: string, text: string | undefined, pattern: RegExp): readonly string[] {
  if (text === undefined || pattern.test(text)) return [];
  const never = pattern === DURATION_OR_NEVER ? ', nor Never' : '';
  return [`${at}: "${text}" is not a duration of h, m and s${never}`];
}
