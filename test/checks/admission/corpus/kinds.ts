import type { JsonValue } from '../../../../src/diagnostics/json-value.ts';
import type { Edit } from './edit.ts';

/** Where the CRD of a kind comes from, and what of its rich object has to be put right by hand. */
export interface Kind {
  readonly name: string;
  readonly module: string;
  readonly path: string;
  /** Another group, so that two CRDs of one name stand side by side in one server. */
  readonly group?: string;
  readonly density: 'sparse' | 'dense';
  /** Objects to start from: the rich one of the schema with edits. */
  readonly bases: Readonly<Record<string, readonly Edit[]>>;
}

const AWS = 'github.com/aws/karpenter-provider-aws@v1.14.1';
const KARPENTER = 'sigs.k8s.io/karpenter@v1.14.1';
const CAPI = 'sigs.k8s.io/cluster-api@v1.14.2';
const CAPI_TEST = 'sigs.k8s.io/cluster-api/test@v1.13.4';
const CAPA = 'sigs.k8s.io/cluster-api-provider-aws/v2@v2.13.0';
export const FIXTURES = 'fixtures.poolwright.dev';

const NODE_CLASS_REF: JsonValue = { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' };
const REQUIREMENTS: JsonValue = [
  { key: 'karpenter.sh/capacity-type', operator: 'In', values: ['on-demand', 'spot'], minValues: 2 },
  { key: 'node.kubernetes.io/instance-type', operator: 'Exists', minValues: 3 },
  { key: 'example.com/size', operator: 'Gt', values: ['4'] },
  { key: 'example.com/other', operator: 'NotIn', values: ['x'] },
  { key: 'example.com/none', operator: 'DoesNotExist' },
];
const POOL: readonly Edit[] = [
  ['/spec/replicas'],
  ['/spec/template/spec/requirements', REQUIREMENTS],
  ['/spec/template/spec/nodeClassRef', NODE_CLASS_REF],
  ['/spec/template/metadata/labels', { 'example.com/team': 'web' }],
  ['/spec/limits', { cpu: '100', memory: '100Gi', nodes: 10 }],
  [
    '/spec/disruption/budgets',
    [
      { nodes: '10%', reasons: ['Underutilized'], schedule: '0 9 * * 1-5', duration: '8h30m' },
      { nodes: '5' },
    ],
  ],
];
const STATIC: readonly Edit[] = [
  ...POOL,
  ['/spec/replicas', 3],
  ['/spec/weight'],
  ['/spec/limits', { nodes: '5' }],
];
const PLAIN_POOL: readonly Edit[] = [
  [
    '/spec',
    {
      template: {
        spec: {
          nodeClassRef: NODE_CLASS_REF,
          requirements: [{ key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'] }],
        },
      },
    },
  ],
];
const CLAIM: readonly Edit[] = [
  ['/spec/requirements', REQUIREMENTS],
  ['/spec/nodeClassRef', NODE_CLASS_REF],
];

const EC2_FULL: readonly Edit[] = [
  ['/spec/instanceProfile'],
  ['/spec/role', 'web-nodes'],
  ['/spec/amiFamily', 'AL2023'],
  [
    '/spec/amiSelectorTerms',
    [{ tags: { key: 'value' }, name: 'name', owner: 'self' }, { id: 'ami-0abc' }, { ssmParameter: '/x' }],
  ],
  ['/spec/subnetSelectorTerms', [{ tags: { key: 'value' } }, { id: 'subnet-0abc' }]],
  ['/spec/securityGroupSelectorTerms', [{ tags: { key: 'value' } }, { id: 'sg-0abc' }, { name: 'name' }]],
  [
    '/spec/capacityReservationSelectorTerms',
    [{ tags: { key: 'value' }, ownerID: '123456789012', instanceMatchCriteria: 'open' }, { id: 'cr-0abc' }],
  ],
  ['/spec/blockDeviceMappings/0/ebs/volumeInitializationRate', 100],
  ['/spec/placementGroupSelector/id'],
  ['/spec/kubelet/imageGCHighThresholdPercent', 85],
  ['/spec/kubelet/imageGCLowThresholdPercent', 80],
  ['/spec/kubelet/evictionHard', { 'memory.available': '5%' }],
  ['/spec/kubelet/evictionSoft', { 'memory.available': '10%' }],
  ['/spec/kubelet/evictionSoftGracePeriod', { 'memory.available': '1m' }],
  ['/spec/kubelet/kubeReserved', { cpu: '100m' }],
  ['/spec/kubelet/systemReserved', { memory: '100Mi' }],
  [
    '/spec/networkInterfaces',
    [
      { networkCardIndex: 0, deviceIndex: 0, interfaceType: 'interface' },
      { networkCardIndex: 1, deviceIndex: 1, interfaceType: 'efa-only' },
    ],
  ],
];
const EC2_PLAIN: readonly Edit[] = [
  [
    '/spec',
    {
      role: 'web-nodes',
      amiSelectorTerms: [{ alias: 'al2023@v20260715' }],
      subnetSelectorTerms: [{ tags: { 'karpenter.sh/discovery': 'web' } }],
      securityGroupSelectorTerms: [{ tags: { 'karpenter.sh/discovery': 'web' } }],
    },
  ],
];

const selector: Edit = [
  '/spec/selector',
  { matchLabels: { a: 'b' }, matchExpressions: [{ key: 'k', operator: 'In', values: ['v'] }] },
];

export const KINDS: readonly Kind[] = [
  {
    name: 'nodepool',
    module: AWS,
    path: 'pkg/apis/crds/karpenter.sh_nodepools.yaml',
    density: 'dense',
    bases: { full: POOL, static: STATIC, plain: PLAIN_POOL },
  },
  {
    name: 'nodeclaim',
    module: AWS,
    path: 'pkg/apis/crds/karpenter.sh_nodeclaims.yaml',
    density: 'sparse',
    bases: { full: CLAIM },
  },
  {
    name: 'nodeoverlay',
    module: AWS,
    path: 'pkg/apis/crds/karpenter.sh_nodeoverlays.yaml',
    density: 'sparse',
    bases: { full: [['/spec/price'], ['/spec/requirements', [{ key: 'a', operator: 'In', values: ['b'] }]]] },
  },
  {
    name: 'ec2nodeclass',
    module: AWS,
    path: 'pkg/apis/crds/karpenter.k8s.aws_ec2nodeclasses.yaml',
    density: 'dense',
    bases: { full: EC2_FULL, plain: EC2_PLAIN },
  },
  {
    name: 'core-nodepool',
    module: KARPENTER,
    path: 'pkg/apis/crds/karpenter.sh_nodepools.yaml',
    group: `core.${FIXTURES}`,
    density: 'sparse',
    bases: { full: POOL, static: STATIC, plain: PLAIN_POOL },
  },
  {
    name: 'core-nodeclaim',
    module: KARPENTER,
    path: 'pkg/apis/crds/karpenter.sh_nodeclaims.yaml',
    group: `core.${FIXTURES}`,
    density: 'sparse',
    bases: { full: CLAIM },
  },
  {
    name: 'kwoknodeclass',
    module: KARPENTER,
    path: 'kwok/apis/crds/karpenter.kwok.sh_kwoknodeclasses.yaml',
    density: 'dense',
    bases: { full: [] },
  },
  {
    name: 'machinedeployment',
    module: CAPI,
    path: 'core/config/crd/bases/cluster.x-k8s.io_machinedeployments.yaml',
    density: 'sparse',
    bases: { full: [selector] },
  },
  {
    name: 'machineset',
    module: CAPI,
    path: 'core/config/crd/bases/cluster.x-k8s.io_machinesets.yaml',
    density: 'sparse',
    bases: { full: [selector] },
  },
  {
    name: 'cluster',
    module: CAPI,
    path: 'core/config/crd/bases/cluster.x-k8s.io_clusters.yaml',
    density: 'sparse',
    bases: { full: [] },
  },
  {
    name: 'machinehealthcheck',
    module: CAPI,
    path: 'core/config/crd/bases/cluster.x-k8s.io_machinehealthchecks.yaml',
    density: 'sparse',
    bases: { full: [selector] },
  },
  {
    name: 'kubeadmconfigtemplate',
    module: CAPI,
    path: 'bootstrap/kubeadm/config/crd/bases/bootstrap.cluster.x-k8s.io_kubeadmconfigtemplates.yaml',
    density: 'sparse',
    bases: {
      full: [
        ['/spec/template/spec/diskSetup/partitions/0/layout'],
        ['/spec/template/spec/diskSetup/partitions/0/diskLayout/0/partitionType', 'Linux'],
      ],
    },
  },
  {
    name: 'awsmachinetemplate',
    module: CAPA,
    path: 'config/crd/bases/infrastructure.cluster.x-k8s.io_awsmachinetemplates.yaml',
    density: 'sparse',
    bases: {
      full: [['/spec/template/spec/spotMarketOptions']],
      spot: [['/spec/template/spec/capacityReservationId'], ['/spec/template/spec/marketType', 'Spot']],
    },
  },
  {
    name: 'eksconfigtemplate',
    module: CAPA,
    path: 'config/crd/bases/bootstrap.cluster.x-k8s.io_eksconfigtemplates.yaml',
    density: 'sparse',
    bases: { full: [] },
  },
  {
    name: 'nodeadmconfigtemplate',
    module: CAPA,
    path: 'config/crd/bases/bootstrap.cluster.x-k8s.io_nodeadmconfigtemplates.yaml',
    density: 'sparse',
    bases: { full: [] },
  },
  {
    name: 'dockermachinetemplate',
    module: CAPI_TEST,
    path: 'infrastructure/docker/config/crd/bases/infrastructure.cluster.x-k8s.io_dockermachinetemplates.yaml',
    density: 'sparse',
    bases: { full: [] },
  },
];
