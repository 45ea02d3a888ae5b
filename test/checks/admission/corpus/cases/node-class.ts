import type { JsonValue } from '../../../../../src/diagnostics/json-value.ts';
import type { Case } from '../case.ts';
import type { Edit } from '../edit.ts';

const list = (
  field: string,
  entries: readonly (readonly [string, JsonValue])[],
  ...more: readonly Edit[]
): Case[] =>
  entries.map(([title, value]) => ({
    title: `${field}: ${title}`,
    base: 'plain',
    edits: [[`/spec/${field}`, value], ...more],
  }));

const tags = { a: 'b' };
const FAMILIES = ['AL2', 'AL2023', 'Bottlerocket', 'Windows2019', 'Windows2022', 'Windows2025'];
const ALIASES = [
  'al2@latest',
  'al2023@v20260715',
  'bottlerocket@v1.2.3',
  'windows2019@latest',
  'windows2022@latest',
  'windows2025@latest',
  'windows2019@v1',
  'windows2022@v1',
  'windows2025@v1',
  'AL2023@latest',
  'al2023@',
  '@latest',
  'al2023',
  'al2023@a@b',
  'windows2022@latest@x',
  'ubuntu@latest',
  'al2 023@x',
  'al2023@é',
  'al2023@a\nb',
  'al2023@\n',
  '',
  'a'.repeat(29),
  `al2023@${'v'.repeat(23)}`,
  `al2023@${'v'.repeat(24)}`,
  'al2023@ ',
  'x@',
  'custom@x',
  'é@x',
];
const RESERVED_KEYS = ['cpu', 'memory', 'ephemeral-storage', 'pid', 'pods', '', 'CPU'];
const SIGNALS = [
  'memory.available',
  'nodefs.available',
  'nodefs.inodesFree',
  'imagefs.available',
  'imagefs.inodesFree',
  'pid.available',
  'memory',
  'cpu.available',
  '',
];
const TAG_KEYS = [
  'a',
  '',
  'eks:eks-cluster-name',
  'kubernetes.io/cluster',
  'kubernetes.io/cluster/web',
  'kubernetes.io/clusterx',
  'x/kubernetes.io/cluster/web',
  'karpenter.sh/nodepool',
  'karpenter.sh/nodeclaim',
  'karpenter.k8s.aws/ec2nodeclass',
  'karpenter.k8s.aws/EC2NodeClass',
  'aws:x',
  'Name',
];

const eth = (networkCardIndex: number, deviceIndex: number, interfaceType = 'interface'): JsonValue => ({
  networkCardIndex,
  deviceIndex,
  interfaceType,
});

const turn = (title: string, before: readonly Edit[], ...edits: readonly Edit[]): Case => ({
  title: `change: ${title}`,
  base: 'plain',
  before,
  edits,
});

export const NODE_CLASS: readonly Case[] = [
  ...ALIASES.map(
    (alias): Case => ({
      title: `alias ${JSON.stringify(alias)}`,
      base: 'plain',
      edits: [['/spec/amiSelectorTerms/0/alias', alias]],
    }),
  ),
  ...FAMILIES.flatMap((family) =>
    [family, 'Custom', 'AL2', 'Bottlerocket'].map(
      (said): Case => ({
        title: `alias of ${family} beside ${said}`,
        base: 'plain',
        edits: [
          ['/spec/amiSelectorTerms/0/alias', `${family.toLowerCase()}@latest`],
          ['/spec/amiFamily', said],
        ],
      }),
    ),
  ).filter((one, index, all) => all.findIndex((other) => other.title === one.title) === index),
  ...list('amiSelectorTerms', [
    ['no amiFamily and no alias', [{ id: 'ami-1' }]],
    ['an empty term', [{}]],
    ['an empty term beside another', [{ id: 'ami-1' }, {}]],
    ['id and alias', [{ id: 'ami-1', alias: 'al2023@latest' }]],
    ['id and tags', [{ id: 'ami-1', tags }]],
    ['id and name', [{ id: 'ami-1', name: 'x' }]],
    ['id and owner', [{ id: 'ami-1', owner: 'self' }]],
    ['id and ssmParameter', [{ id: 'ami-1', ssmParameter: 'x' }]],
    ['alias and tags', [{ alias: 'al2023@latest', tags }]],
    ['alias and name', [{ alias: 'al2023@latest', name: 'x' }]],
    ['alias and owner', [{ alias: 'al2023@latest', owner: 'x' }]],
    ['alias and ssmParameter', [{ alias: 'al2023@latest', ssmParameter: 'x' }]],
    ['two aliases', [{ alias: 'al2023@latest' }, { alias: 'al2@latest' }]],
    ['alias and another term', [{ alias: 'al2023@latest' }, { id: 'ami-1' }]],
    ['owner alone', [{ owner: 'self' }]],
    ['owner and name', [{ owner: 'self', name: 'x' }]],
    ['none', []],
  ]),
  ...list(
    'amiSelectorTerms',
    [
      ['id with a family', [{ id: 'ami-1' }]],
      ['tags with a family', [{ tags }]],
      ['name with a family', [{ name: 'x' }]],
      ['parameter with a family', [{ ssmParameter: 'x' }]],
      ['owner with a family', [{ owner: 'self' }]],
      ['30 terms', Array.from({ length: 30 }, (_, index) => ({ id: `ami-${index}` }))],
      ['31 terms', Array.from({ length: 31 }, (_, index) => ({ id: `ami-${index}` }))],
      ['empty tag value', [{ tags: { a: '' } }]],
      ['empty tag key', [{ tags: { '': 'a' } }]],
      ['star as a tag', [{ tags: { a: '*' } }]],
    ],
    ['/spec/amiFamily', 'AL2023'],
  ),
  ...list('subnetSelectorTerms', [
    ['none', []],
    ['an empty term', [{}]],
    ['id', [{ id: 'subnet-1' }]],
    ['id and tags', [{ id: 'subnet-1', tags }]],
    ['id and tags beside another', [{ id: 'subnet-1', tags }, { id: 'subnet-2' }]],
    [
      'id and tags twice',
      [
        { id: 'subnet-1', tags },
        { id: 'subnet-2', tags },
      ],
    ],
    ['empty tag value', [{ tags: { a: '' } }]],
    ['empty tag key', [{ tags: { '': 'b' } }]],
    ['empty tags', [{ tags: {} }]],
    ['null tags', [{ tags: null }]],
    ['an unknown field', [{ name: 'x' }]],
  ]),
  ...list('securityGroupSelectorTerms', [
    ['none', []],
    ['an empty term', [{}]],
    ['id', [{ id: 'sg-1' }]],
    ['name', [{ name: 'x' }]],
    ['id and name', [{ id: 'sg-1', name: 'x' }]],
    ['id and tags', [{ id: 'sg-1', tags }]],
    ['name and tags', [{ name: 'x', tags }]],
    ['all three', [{ id: 'sg-1', name: 'x', tags }]],
    ['id and name beside another', [{ id: 'sg-1', name: 'x' }, { name: 'y' }]],
    ['empty tag value', [{ tags: { a: '' } }]],
    ['empty tag key', [{ tags: { '': 'b' } }]],
  ]),
  ...list('capacityReservationSelectorTerms', [
    ['none', []],
    ['an empty term', [{}]],
    ['id', [{ id: 'cr-1' }]],
    ['criteria', [{ instanceMatchCriteria: 'open' }]],
    ['owner alone', [{ ownerID: '123456789012' }]],
    ['id and tags', [{ id: 'cr-1', tags }]],
    ['id and owner', [{ id: 'cr-1', ownerID: '123456789012' }]],
    ['id and criteria', [{ id: 'cr-1', instanceMatchCriteria: 'open' }]],
    ['id and tags beside another', [{ id: 'cr-1', tags }, { id: 'cr-2' }]],
    ['empty tag value', [{ tags: { a: '' } }]],
  ]),
  ...list(
    'subnetSelectorTerms',
    ['subnet-', 'Subnet-1', 'xsubnet-1!', '', 'subnet-é', 'a\nsubnet-1'].map((id): [string, JsonValue] => [
      `id ${JSON.stringify(id)}`,
      [{ id }],
    ]),
  ),
  ...list(
    'securityGroupSelectorTerms',
    ['sg-', 'SG-1', 'xsg-1!', ''].map((id): [string, JsonValue] => [`id ${JSON.stringify(id)}`, [{ id }]]),
  ),
  ...list(
    'amiSelectorTerms',
    ['ami-', 'AMI-1', 'xami-1!', ''].map((id): [string, JsonValue] => [`id ${JSON.stringify(id)}`, [{ id }]]),
    ['/spec/amiFamily', 'AL2023'],
  ),
  ...list(
    'capacityReservationSelectorTerms',
    ['cr-', 'CR-1', 'xcr-1', 'cr-1\n', ''].map((id): [string, JsonValue] => [
      `id ${JSON.stringify(id)}`,
      [{ id }],
    ]),
  ),
  ...list(
    'placementGroupSelector',
    ['pg-', 'PG-1', 'xpg-1', ''].map((id): [string, JsonValue] => [`id ${JSON.stringify(id)}`, { id }]),
  ),
  ...['alias', 'id', 'ssmParameter'].flatMap((field) =>
    list('amiSelectorTerms', [[`${field} that is a number`, [{ [field]: 5 }]]]),
  ),
  ...['id', 'name'].flatMap((field) =>
    list('securityGroupSelectorTerms', [[`${field} that is a number`, [{ [field]: 5 }]]]),
  ),
  ...['subnetSelectorTerms', 'capacityReservationSelectorTerms'].flatMap((terms) =>
    list(terms, [['id that is a number', [{ id: 5 }]]]),
  ),
  ...list('placementGroupSelector', [['id that is a number', { id: 5 }]]),
  ...list('instanceProfile', [['a number', 5]], ['/spec/role']),
  ...TAG_KEYS.map(
    (key): Case => ({
      title: `tag ${JSON.stringify(key)}`,
      base: 'plain',
      edits: [['/spec/tags', { [key]: 'x' }]],
    }),
  ),
  {
    title: 'all restricted tags',
    base: 'plain',
    edits: [['/spec/tags', Object.fromEntries(TAG_KEYS.map((key) => [key, 'x']))]],
  },
  { title: 'a tag with an empty value', base: 'plain', edits: [['/spec/tags', { a: '' }]] },
  { title: 'role and instanceProfile', base: 'plain', edits: [['/spec/instanceProfile', 'p']] },
  { title: 'neither role nor instanceProfile', base: 'plain', edits: [['/spec/role']] },
  { title: 'instanceProfile', base: 'plain', edits: [['/spec/role'], ['/spec/instanceProfile', 'p']] },
  { title: 'an empty role', base: 'plain', edits: [['/spec/role', '']] },
  {
    title: 'an empty instanceProfile',
    base: 'plain',
    edits: [['/spec/role'], ['/spec/instanceProfile', '']],
  },
  {
    title: 'an empty role beside an instanceProfile',
    base: 'plain',
    edits: [
      ['/spec/role', ''],
      ['/spec/instanceProfile', 'p'],
    ],
  },
  {
    title: 'role null beside an instanceProfile',
    base: 'plain',
    edits: [
      ['/spec/role', null],
      ['/spec/instanceProfile', 'p'],
    ],
  },
  ...list('blockDeviceMappings', [
    ['none', []],
    ['an empty one', [{}]],
    ['without ebs', [{ deviceName: '/dev/xvda' }]],
    ['an empty ebs', [{ ebs: {} }]],
    ['size', [{ ebs: { volumeSize: '1Gi' } }]],
    ['snapshot', [{ ebs: { snapshotID: 'snap-1' } }]],
    ['empty snapshot', [{ ebs: { snapshotID: '' } }]],
    ['rate without snapshot', [{ ebs: { volumeSize: '1Gi', volumeInitializationRate: 100 } }]],
    ['rate with an empty snapshot', [{ ebs: { snapshotID: '', volumeInitializationRate: 100 } }]],
    ['rate with a snapshot', [{ ebs: { snapshotID: 'snap-1', volumeInitializationRate: 100 } }]],
    ['rate of 301 without a snapshot', [{ ebs: { volumeInitializationRate: 301 } }]],
    ['one root', [{ rootVolume: true, ebs: { volumeSize: '1Gi' } }, { rootVolume: false }]],
    ['two roots', [{ rootVolume: true }, { rootVolume: true }]],
    ['root null', [{ rootVolume: null }, { rootVolume: true }]],
    [
      '50',
      Array.from({ length: 50 }, (_, index) => ({ deviceName: `/dev/${index}`, ebs: { volumeSize: '1Gi' } })),
    ],
    ['51', Array.from({ length: 51 }, (_, index) => ({ deviceName: `/dev/${index}` }))],
  ]),
  ...list('kubelet', [
    ['empty', {}],
    ['high above low', { imageGCHighThresholdPercent: 80, imageGCLowThresholdPercent: 79 }],
    ['high equals low', { imageGCHighThresholdPercent: 80, imageGCLowThresholdPercent: 80 }],
    ['high below low', { imageGCHighThresholdPercent: 79, imageGCLowThresholdPercent: 80 }],
    ['only high', { imageGCHighThresholdPercent: 0 }],
    ['only low', { imageGCLowThresholdPercent: 100 }],
    ['soft without grace', { evictionSoft: { 'memory.available': '5%' } }],
    ['grace without soft', { evictionSoftGracePeriod: { 'memory.available': '1m' } }],
    [
      'soft and grace',
      { evictionSoft: { 'memory.available': '5%' }, evictionSoftGracePeriod: { 'memory.available': '1m' } },
    ],
    [
      'soft and grace of different signals',
      { evictionSoft: { 'memory.available': '5%' }, evictionSoftGracePeriod: { 'pid.available': '1m' } },
    ],
    ['empty soft and grace', { evictionSoft: {}, evictionSoftGracePeriod: {} }],
    ['empty soft without grace', { evictionSoft: {} }],
    [
      'soft and grace of unknown signals',
      { evictionSoft: { x: '5%' }, evictionSoftGracePeriod: { x: '1m' } },
    ],
    [
      'a bad grace',
      { evictionSoft: { 'memory.available': '5%' }, evictionSoftGracePeriod: { 'memory.available': 'x' } },
    ],
  ]),
  ...SIGNALS.flatMap((signal) => [
    ...list('kubelet', [[`evictionHard ${JSON.stringify(signal)}`, { evictionHard: { [signal]: '5%' } }]]),
    ...list('kubelet', [
      [
        `evictionSoft ${JSON.stringify(signal)}`,
        { evictionSoft: { [signal]: '5%' }, evictionSoftGracePeriod: { [signal]: '1m' } },
      ],
    ]),
  ]),
  ...['kubeReserved', 'systemReserved'].flatMap((field) => [
    ...RESERVED_KEYS.flatMap((key) =>
      list('kubelet', [[`${field} ${JSON.stringify(key)}`, { [field]: { [key]: '1' } }]]),
    ),
    ...['-1', '+1', '-.5Gi', '0', '1e3', 'x', '-x', ''].flatMap((value) =>
      list('kubelet', [[`${field} of ${JSON.stringify(value)}`, { [field]: { cpu: value } }]]),
    ),
    ...list('kubelet', [
      [`${field} negative twice`, { [field]: { cpu: '-1', memory: '-1' } }],
      [`${field} unknown and negative`, { [field]: { pods: '-1' } }],
    ]),
  ]),
  ...list('networkInterfaces', [
    ['none', []],
    ['primary', [eth(0, 0)]],
    ['no primary', [eth(0, 1)]],
    ['primary is efa-only', [eth(0, 0, 'efa-only')]],
    ['same twice', [eth(0, 0), eth(0, 0)]],
    ['same place, other type', [eth(0, 0), eth(0, 0, 'efa-only')]],
    ['efa-only twice on a card', [eth(0, 0), eth(1, 1, 'efa-only'), eth(1, 2, 'efa-only')]],
    ['efa-only on two cards', [eth(0, 0), eth(1, 1, 'efa-only'), eth(2, 1, 'efa-only')]],
    ['150', Array.from({ length: 150 }, (_, index) => eth(0, index))],
    ['151', Array.from({ length: 151 }, (_, index) => eth(0, index))],
  ]),
  ...list('placementGroupSelector', [
    ['none', {}],
    ['name', { name: 'x' }],
    ['id', { id: 'pg-1' }],
    ['both', { name: 'x', id: 'pg-1' }],
    ['an empty name', { name: '' }],
    ['an empty name and an id', { name: '', id: 'pg-1' }],
  ]),
  ...list('connectionTracking', [
    ['none', {}],
    ['tcp', { tcpEstablishedTimeout: 60 }],
    ['stream', { udpStreamTimeout: 60 }],
    ['udp', { udpTimeout: 30 }],
    ['all', { tcpEstablishedTimeout: 432000, udpStreamTimeout: 180, udpTimeout: 60 }],
    ['an unknown field alone', { x: 1 }],
  ]),
  ...list('metadataOptions', [
    ['empty', {}],
    ['null', null],
    ['one field', { httpTokens: 'optional' }],
    ['one field null', { httpTokens: null }],
  ]),
  turn('nothing', []),
  turn('role becomes another', [], ['/spec/role', 'other']),
  turn('role becomes instanceProfile', [], ['/spec/role'], ['/spec/instanceProfile', 'p']),
  turn('instanceProfile becomes role', [['/spec/role'], ['/spec/instanceProfile', 'p']]),
  turn('instanceProfile beside role', [], ['/spec/instanceProfile', 'p']),
  turn('alias', [], ['/spec/amiSelectorTerms/0/alias', 'bottlerocket@latest']),
];
