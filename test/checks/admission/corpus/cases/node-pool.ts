import type { JsonValue } from '../../../../../src/diagnostics/json-value.ts';
import type { Case } from '../case.ts';
import type { Edit } from '../edit.ts';

const LABELS = '/spec/template/metadata/labels';
const REF = '/spec/template/spec/nodeClassRef';

/** Label keys on both sides of each restriction. */
const KEYS = [
  'karpenter.sh/capacity-type',
  'karpenter.sh/nodepool',
  'karpenter.sh/other',
  'sub.karpenter.sh/x',
  'notkarpenter.sh/x',
  'karpenter.sh',
  'karpenter.sh.example.com/x',
  'x/karpenter.sh',
  'kubernetes.io/hostname',
  'kubernetes.io/arch',
  'node.kubernetes.io/instance-type',
  'topology.kubernetes.io/zone',
  'kubernetes.io/other',
  'k8s.io/x',
  'karpenter.k8s.aws/instance-category',
  'karpenter.k8s.aws/instance-cpu',
  'karpenter.k8s.aws/capacity-reservation-interruptible',
  'karpenter.k8s.aws/placement-group-partition',
  'karpenter.k8s.aws/other',
  'x.karpenter.k8s.aws/y',
  'karpenter.k8s.aws',
  'karpenter.k8s.aws/instance-Category',
  'example.com/team',
  'team',
  'a'.repeat(63),
  `${'d.'.repeat(120)}com/${'a'.repeat(60)}`,
];

const requirement = (value: JsonValue): readonly Edit[] => [['__REQ__/0', value]];

const REQUIREMENTS: readonly (readonly [string, JsonValue])[] = [
  ['In without values', { key: 'a', operator: 'In', values: [] }],
  ['In with no field values', { key: 'a', operator: 'In' }],
  ['In with an empty value', { key: 'a', operator: 'In', values: [''] }],
  ['In with a bad value', { key: 'a', operator: 'In', values: ['a b'] }],
  ['In with a long value', { key: 'a', operator: 'In', values: ['v'.repeat(64)] }],
  ['In with the same value twice', { key: 'a', operator: 'In', values: ['x', 'x'] }],
  ['NotIn without values', { key: 'a', operator: 'NotIn', values: [] }],
  ['NotIn with no field values', { key: 'a', operator: 'NotIn' }],
  ['Exists with values', { key: 'a', operator: 'Exists', values: ['x'] }],
  ['DoesNotExist with values', { key: 'a', operator: 'DoesNotExist', values: ['x'] }],
  ['Exists with no values', { key: 'a', operator: 'Exists', values: [] }],
  ...['Gt', 'Lt', 'Gte', 'Lte'].flatMap((operator): [string, JsonValue][] => [
    [`${operator} 0`, { key: 'a', operator, values: ['0'] }],
    [`${operator} 4`, { key: 'a', operator, values: ['4'] }],
    [`${operator} -1`, { key: 'a', operator, values: ['-1'] }],
    [`${operator} with two values`, { key: 'a', operator, values: ['1', '2'] }],
    [`${operator} with no values`, { key: 'a', operator, values: [] }],
    [`${operator} with no field values`, { key: 'a', operator }],
  ]),
  ...[
    'x',
    '1.5',
    '010',
    '+5',
    ' 5',
    '5 ',
    '',
    '1e3',
    '0x10',
    '1_0',
    '9223372036854775807',
    '9223372036854775808',
    '99999999999999999999',
    '-0',
    '٣',
  ].map((value): [string, JsonValue] => [`Gt ${value}`, { key: 'a', operator: 'Gt', values: [value] }]),
  ['minValues as many as values', { key: 'a', operator: 'In', values: ['x', 'y'], minValues: 2 }],
  ['minValues more than values', { key: 'a', operator: 'In', values: ['x'], minValues: 2 }],
  [
    'minValues 50 with 50 values',
    {
      key: 'a',
      operator: 'In',
      values: Array.from({ length: 50 }, (_, index) => `v${index}`),
      minValues: 50,
    },
  ],
  ['minValues more than values of NotIn', { key: 'a', operator: 'NotIn', values: ['x'], minValues: 2 }],
  ['minValues of In without values', { key: 'a', operator: 'In', values: [], minValues: 1 }],
  ['minValues of Gt', { key: 'a', operator: 'Gt', values: ['4'], minValues: 2 }],
  ['an unknown operator', { key: 'a', operator: 'in', values: ['x'] }],
  ['an unknown operator and no values', { key: 'a', operator: 'Gt ', values: [] }],
  ['no key', { operator: 'Exists' }],
  ['no operator', { key: 'a', values: ['x'] }],
];

/** Of a list of requirements at a pointer. */
export function requirementCases(pointer: string, base = 'full'): Case[] {
  const place = (edits: readonly Edit[]): Edit[] =>
    edits.map(([at, ...rest]) => [at.replace('__REQ__', pointer), ...rest] as unknown as Edit);
  return [
    ...KEYS.map(
      (key): Case => ({
        title: `requirement key ${key.slice(0, 60)}`,
        base,
        edits: place(requirement({ key, operator: 'Exists' })),
      }),
    ),
    ...REQUIREMENTS.map(
      ([title, value]): Case => ({ title: `requirement ${title}`, base, edits: place(requirement(value)) }),
    ),
    {
      title: 'two bad requirements',
      base,
      edits: [
        [`${pointer}/0`, { key: 'kubernetes.io/hostname', operator: 'In', values: [] }],
        [`${pointer}/1`, { key: 'karpenter.sh/x', operator: 'Gt', values: ['x'] }],
      ],
    },
    { title: 'no requirements', base, edits: [[pointer, []]] },
  ];
}

const budget = (title: string, value: JsonValue): Case => ({
  title: `budget ${title}`,
  base: 'full',
  edits: [['/spec/disruption/budgets/0', value]],
});

const spec = (title: string, base: string, ...edits: readonly Edit[]): Case => ({ title, base, edits });

const turn = (title: string, base: string, before: readonly Edit[], ...edits: readonly Edit[]): Case => ({
  title: `change: ${title}`,
  base,
  before,
  edits,
});

export const NODE_POOL: readonly Case[] = [
  ...KEYS.map(
    (key): Case => ({ title: `label ${key.slice(0, 60)}`, base: 'full', edits: [[LABELS, { [key]: 'x' }]] }),
  ),
  {
    title: 'all restricted labels at once',
    base: 'full',
    edits: [
      [
        LABELS,
        {
          'karpenter.sh/nodepool': 'x',
          'karpenter.sh/other': 'x',
          'kubernetes.io/hostname': 'x',
          'karpenter.k8s.aws/other': 'x',
        },
      ],
    ],
  },
  ...requirementCases('/spec/template/spec/requirements'),
  budget('with a schedule and no duration', { nodes: '1', schedule: '@daily' }),
  budget('with a duration and no schedule', { nodes: '1', duration: '1h' }),
  budget('with both', { nodes: '1', schedule: '@daily', duration: '1h' }),
  budget('with neither', { nodes: '1' }),
  budget('with an empty schedule', { nodes: '1', schedule: '', duration: '1h' }),
  budget('without nodes', { reasons: ['Empty'] }),
  budget('with no field', {}),
  budget('with all reasons', { nodes: '1', reasons: ['Underutilized', 'Empty', 'Drifted'] }),
  budget('with a reason twice', { nodes: '1', reasons: ['Empty', 'Drifted', 'Empty'] }),
  budget('with no reasons', { nodes: '1', reasons: [] }),
  spec('static with a weight', 'static', ['/spec/weight', 5]),
  spec('static with no limits', 'static', ['/spec/limits']),
  spec('static with empty limits', 'static', ['/spec/limits', {}]),
  spec('static with a cpu limit', 'static', ['/spec/limits', { cpu: '5' }]),
  spec('static with two limits', 'static', ['/spec/limits', { nodes: '5', cpu: '5' }]),
  spec('static with a weight and a cpu limit', 'static', ['/spec/weight', 5], ['/spec/limits', { cpu: '5' }]),
  spec('static with replicas that are a text', 'static', ['/spec/replicas', '3']),
  spec('static with 0 replicas', 'static', ['/spec/replicas', 0]),
  spec('static with -1 replicas', 'static', ['/spec/replicas', -1]),
  spec('replicas and limits beside each other', 'full', ['/spec/replicas', 1]),
  spec('no disruption', 'plain', ['/spec/disruption']),
  spec('an empty disruption', 'plain', ['/spec/disruption', {}]),
  spec('disruption with consolidateAfter', 'plain', ['/spec/disruption', { consolidateAfter: '1m' }]),
  spec(
    'empty names in nodeClassRef',
    'plain',
    [`${REF}/group`, ''],
    [`${REF}/kind`, ''],
    [`${REF}/name`, ''],
  ),
  ...['group', 'kind', 'name'].map((field) =>
    spec(`empty ${field} in nodeClassRef`, 'plain', [`${REF}/${field}`, '']),
  ),
  spec('apiVersion in nodeClassRef', 'plain', [`${REF}/apiVersion`, 'karpenter.k8s.aws/v1']),
  turn('nothing', 'full', []),
  turn('the pool becomes static', 'plain', [], ['/spec/replicas', 1]),
  turn('the pool becomes dynamic', 'static', [], ['/spec/replicas']),
  turn('the number of replicas', 'static', [], ['/spec/replicas', 7]),
  turn('the kind of the node class', 'plain', [], [`${REF}/kind`, 'KWOKNodeClass']),
  turn('the group of the node class', 'plain', [], [`${REF}/group`, 'karpenter.kwok.sh']),
  turn(
    'both of the node class',
    'plain',
    [],
    [`${REF}/group`, 'karpenter.kwok.sh'],
    [`${REF}/kind`, 'KWOKNodeClass'],
  ),
  turn('the name of the node class', 'plain', [], [`${REF}/name`, 'other']),
  turn('a node class that becomes empty', 'plain', [], [`${REF}/group`, '']),
  turn('the pool becomes static with a weight', 'full', [], ['/spec/replicas', 1]),
  turn('limits and weight', 'full', [], ['/spec/limits/cpu', '7'], ['/spec/weight', 2]),
  turn('a bad requirement comes', 'plain', [], ['/spec/template/spec/requirements/0/values', []]),
  turn('an unknown field comes', 'plain', [], ['/spec/unknownField', 1]),
  turn('spec goes', 'plain', [], ['/spec']),
  turn('the node class goes', 'plain', [], [REF]),
  turn('wrong type and another kind', 'plain', [], ['/spec/weight', 'x'], [`${REF}/kind`, 'KWOKNodeClass']),
];

export const NODE_CLAIM: readonly Case[] = [
  ...requirementCases('/spec/requirements'),
  ...['group', 'kind', 'name'].map((field) =>
    spec(`empty ${field} in nodeClassRef`, 'full', [`/spec/nodeClassRef/${field}`, '']),
  ),
  turn('nothing', 'full', []),
  turn('a requirement', 'full', [], ['/spec/requirements/0/values', ['spot', 'reserved']]),
  turn(
    'order of taints',
    'full',
    [
      [
        '/spec/taints',
        [
          { key: 'a', effect: 'NoSchedule' },
          { key: 'b', effect: 'NoSchedule' },
        ],
      ],
    ],
    [
      '/spec/taints',
      [
        { key: 'b', effect: 'NoSchedule' },
        { key: 'a', effect: 'NoSchedule' },
      ],
    ],
  ),
  turn('expireAfter said that was a default', 'full', [['/spec/expireAfter']], ['/spec/expireAfter', '720h']),
  turn('expireAfter of the same length', 'full', [['/spec/expireAfter', '1h']], ['/spec/expireAfter', '60m']),
  turn('only labels', 'full', [], ['/metadata/labels', { a: 'b' }]),
  turn(
    'the text of a quantity',
    'full',
    [['/spec/resources', { requests: { cpu: '1' } }]],
    ['/spec/resources', { requests: { cpu: 1 } }],
  ),
];

export const NODE_OVERLAY: readonly Case[] = [
  ...requirementCases('/spec/requirements'),
  spec('price', 'full', ['/spec/price', '0.5'], ['/spec/priceAdjustment']),
  spec('price and adjustment', 'full', ['/spec/price', '0.5'], ['/spec/priceAdjustment', '+5%']),
  ...['.5', '5.', '-1', '1e3', '٣', '', '007'].map((value) =>
    spec(`price ${value}`, 'full', ['/spec/price', value], ['/spec/priceAdjustment']),
  ),
  spec('price that is a number', 'full', ['/spec/price', 0.5], ['/spec/priceAdjustment']),
  spec('neither price nor adjustment', 'full', ['/spec/priceAdjustment']),
  ...['cpu', 'memory', 'ephemeral-storage', 'pods', 'nvidia.com/gpu', 'CPU'].map((key) =>
    spec(`capacity of ${key}`, 'full', ['/spec/capacity', { [key]: '1' }]),
  ),
  ...['.5', '-10%', '+10%', '-100%', '-101%', '10%', '+.5', '--5', '-1.5%'].map((value) =>
    spec(`adjustment ${value}`, 'full', ['/spec/priceAdjustment', value]),
  ),
];
