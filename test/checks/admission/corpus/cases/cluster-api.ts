import type { Case } from '../case.ts';
import type { Edit } from '../edit.ts';

const full = (title: string, ...edits: readonly Edit[]): Case => ({ title, base: 'full', edits });
const CONDITIONS = [
  'Ready',
  'Available',
  'HealthCheckSucceeded',
  'OwnerRemediated',
  'ExternallyRemediated',
  'NodeHealthy',
  'ready',
];
const conditions = (pointer: string): Case[] =>
  CONDITIONS.map((type) => full(`${pointer} of ${type}`, [`${pointer}/0/type`, type]));

export const CLUSTER: readonly Case[] = [
  ...conditions('/spec/topology/controlPlane/healthCheck/checks/unhealthyMachineConditions'),
  ...conditions('/spec/topology/workers/machineDeployments/0/healthCheck/checks/unhealthyMachineConditions'),
  full('a variable that is a text', ['/spec/topology/variables/0/value', 'x']),
  full('a variable that is null', ['/spec/topology/variables/0/value', null]),
  full('a variable that is a number', ['/spec/topology/variables/0/value', 1.5]),
  full('no spec fields', ['/spec', {}]),
  full('no spec', ['/spec']),
  full('two machine deployments of one name', [
    '/spec/topology/workers/machineDeployments/-',
    { class: 'c', name: 'name' },
  ]),
];

export const MACHINE_HEALTH_CHECK: readonly Case[] = conditions('/spec/checks/unhealthyMachineConditions');

const TAINTS = '/spec/template/spec/taints';

export const MACHINE_DEPLOYMENT: readonly Case[] = [
  full('taints of one key and two effects', [
    TAINTS,
    [
      { key: 'a', effect: 'NoSchedule', propagation: 'Always' },
      { key: 'a', effect: 'NoExecute', propagation: 'Always' },
    ],
  ]),
  full('taints of one key and effect', [
    TAINTS,
    [
      { key: 'a', effect: 'NoSchedule', propagation: 'Always', value: 'x' },
      { key: 'a', effect: 'NoSchedule', propagation: 'OnInitialization', value: 'y' },
    ],
  ]),
  full('taint without the key of the list', [
    TAINTS,
    [
      { effect: 'NoSchedule', propagation: 'Always' },
      { effect: 'NoSchedule', propagation: 'Always' },
    ],
  ]),
  full('bootstrap without anything', ['/spec/template/spec/bootstrap', {}]),
  full('no data secret but its name', ['/spec/template/spec/bootstrap', { dataSecretName: '' }]),
  full('surge in percent', ['/spec/rollout/strategy/rollingUpdate/maxSurge', '50%']),
  full('an infrastructureRef as in v1beta1', [
    '/spec/template/spec/infrastructureRef',
    { apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta2', kind: 'AWSMachineTemplate', name: 'x' },
  ]),
  full('a selector without anything', ['/spec/selector', {}]),
  full('an expression with an unknown operator', [
    '/spec/selector/matchExpressions',
    [{ key: 'a', operator: 'Is', values: ['b'] }],
  ]),
  { title: 'change: cluster', base: 'full', before: [], edits: [['/spec/clusterName', 'other']] },
  { title: 'change: nothing', base: 'full', before: [], edits: [] },
];

const SPEC = '/spec/template/spec';
const ARGS: readonly string[] = [
  'clusterConfiguration/apiServer/extraArgs',
  'clusterConfiguration/controllerManager/extraArgs',
  'clusterConfiguration/scheduler/extraArgs',
  'clusterConfiguration/etcd/local/extraArgs',
  'initConfiguration/nodeRegistration/kubeletExtraArgs',
  'joinConfiguration/nodeRegistration/kubeletExtraArgs',
];

export const KUBEADM: readonly Case[] = [
  ...ARGS.flatMap((path) => [
    full(`${path} of two names`, [
      `${SPEC}/${path}`,
      [
        { name: 'a', value: '1' },
        { name: 'b', value: '1' },
      ],
    ]),
    full(`${path} of one name`, [
      `${SPEC}/${path}`,
      [
        { name: 'a', value: '1' },
        { name: 'a', value: '2' },
      ],
    ]),
    full(`${path} of one name and value`, [
      `${SPEC}/${path}`,
      [
        { name: 'a', value: '1' },
        { name: 'a', value: '1' },
      ],
    ]),
  ]),
  full('partition with layout', [`${SPEC}/diskSetup/partitions/0`, { device: 'x', layout: true }]),
  full('partition with a layout that is a text', [
    `${SPEC}/diskSetup/partitions/0`,
    { device: 'x', layout: 'x' },
  ]),
  full('partition with both', [`${SPEC}/diskSetup/partitions/0/layout`, true]),
  full('partition with neither', [`${SPEC}/diskSetup/partitions/0`, { device: 'x' }]),
  ...[
    'Linux',
    'linux',
    'LVM',
    'c12a7328-f81f-11d2-ba4b-00a0c93ec93b',
    'C12A7328-F81F-11D2-BA4B-00A0C93EC93B',
    'c12a7328-f81f-11d2-ba4b',
    'Linux\n',
    'xLinux',
  ].map((type) =>
    full(`partition of ${JSON.stringify(type)}`, [
      `${SPEC}/diskSetup/partitions/0/diskLayout/0/partitionType`,
      type,
    ]),
  ),
];

export const AWS_MACHINE_TEMPLATE: readonly Case[] = [
  full('reservation on a spot machine', [`${SPEC}/marketType`, 'Spot']),
  full('reservation with spot options', [`${SPEC}/spotMarketOptions`, {}]),
  full(
    'reservation with spot options on a spot machine',
    [`${SPEC}/marketType`, 'Spot'],
    [`${SPEC}/spotMarketOptions`, { maxPrice: '1' }],
  ),
  full('reservation and no market', [`${SPEC}/marketType`]),
  full('a fall back of another name', [`${SPEC}/elasticIpPool/publicIpv4PoolFallbackOrder`, 'x']),
  full('no fall back', [`${SPEC}/elasticIpPool/publicIpv4PoolFallbackOrder`, 'none']),
  full('preference of no word', [`${SPEC}/capacityReservationPreference`, '']),
  full('preference of another word', [`${SPEC}/capacityReservationPreference`, 'Closed']),
  { title: 'spot with options', base: 'spot', edits: [[`${SPEC}/spotMarketOptions`, { maxPrice: '0.1' }]] },
  { title: 'spot with unknown options', base: 'spot', edits: [[`${SPEC}/spotMarketOptions`, { x: 1 }]] },
  { title: 'spot with options that are a text', base: 'spot', edits: [[`${SPEC}/spotMarketOptions`, 'x']] },
  {
    title: 'spot with a price that is a number',
    base: 'spot',
    edits: [[`${SPEC}/spotMarketOptions`, { maxPrice: 0.1 }]],
  },
  { title: 'spot without options', base: 'spot', edits: [] },
];

export const NODEADM: readonly Case[] = [
  full('a template without spec', ['/spec/template', {}]),
  full('a spec that is null', [SPEC, null]),
  full('kubelet config of any form', [`${SPEC}/kubelet/config`, { a: { b: [null, 1] }, maxPods: 'x' }]),
  full('kubelet config that is a list', [`${SPEC}/kubelet/config`, []]),
  full('a gate that is a text', [`${SPEC}/featureGates`, { A: 'true' }]),
  full('files of one path', [`${SPEC}/files`, [{ path: '/a' }, { path: '/a' }]]),
];
