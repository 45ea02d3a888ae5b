import type { Located, LocatedMap, LocatedValue } from '../../src/diagnostics/located.ts';
import type { Layer, Origin } from '../../src/diagnostics/origin.ts';
import type { Span } from '../../src/diagnostics/span.ts';
import type { Cluster } from '../../src/model/cluster.ts';
import type { CompiledCluster, CompiledPool } from '../../src/model/compilation.ts';
import type { InstanceType, NodeResources, Offering, PriceFlag } from '../../src/model/instance-type.ts';
import type { Pool } from '../../src/model/pool.ts';
import { at, DEFAULTS, DEFINITION } from './harness.ts';

/** A compiled cluster by hand: reporters are tested without the stages before them. */

export function origin(span: Span, layer?: Layer): Origin {
  return { span, ...(layer === undefined ? {} : { layer }) };
}

const POOL: Layer = { kind: 'pool', name: 'default' };
const BUILT_IN: Layer = { kind: 'built-in', set: 1 };
const PROFILE: Layer = { kind: 'profile', name: 'spot' };
const KEY = at(DEFINITION, 'default');

function located<T>(value: T, span: Span = KEY, layer: Layer = POOL): Located<T> {
  return { value, origin: origin(span, layer) };
}

function scalar(text: string, span: Span, style: 'plain' | 'quoted' = 'plain', layer = POOL): LocatedValue {
  return { kind: 'scalar', value: text, text, style, origin: origin(span, layer) };
}

function map(entries: Readonly<Record<string, LocatedValue>>): LocatedMap {
  return {
    kind: 'map',
    entries: new Map(Object.entries(entries).map(([key, value]) => [key, { key, keySpan: KEY, value }])),
    origin: origin(KEY, POOL),
  };
}

function list(...items: readonly LocatedValue[]): LocatedValue {
  return { kind: 'list', items, origin: items[0]?.origin ?? origin(KEY, POOL) };
}

const CATEGORY = at(DEFINITION, 'karpenter.k8s.aws/instance-category');
const TREE = map({
  node_class: map({ volumeSize: scalar('100Gi', at(DEFINITION, '"100Gi"'), 'quoted') }),
  labels: map({ 'example.com/team': scalar('ml', at(DEFINITION, 'ml')) }),
  requirements: list(
    map({
      key: scalar('karpenter.k8s.aws/instance-category', CATEGORY),
      operator: scalar('In', at(DEFINITION, 'In')),
      values: list(scalar('C', at(DEFINITION, '[C]'))),
    }),
  ),
  taints: list(map({ key: scalar('spot', at(DEFAULTS, 'spot', 1), 'plain', PROFILE) })),
});

export function instanceType(name: string, offerings: readonly Offering[]): InstanceType {
  return { name, labels: new Map([['kubernetes.io/arch', ['amd64']]]), offerings };
}

export function offering(
  capacityType: Offering['capacityType'],
  price?: number,
  ...flags: readonly PriceFlag[]
): Offering {
  return {
    zone: 'eu-west-1a',
    capacityType,
    available: true,
    ...(price === undefined ? {} : { price: { perHourUsd: price, date: '2026-07-20', flags } }),
  };
}

const RESOURCES: NodeResources = {
  capacity: {
    cpuMilli: 4000,
    memoryBytes: 16 * 2 ** 30,
    ephemeralStorageBytes: 20e9,
    pods: 58,
    extended: { 'nvidia.com/gpu': 1 },
  },
  allocatable: {
    cpuMilli: 3920,
    memoryBytes: 15_544_000_000,
    ephemeralStorageBytes: 18e9,
    pods: 58,
    extended: { 'nvidia.com/gpu': 1 },
  },
};

export const TYPES = [
  instanceType('z1.unpriced', [offering('on-demand')]),
  instanceType('m7i.xlarge', [
    offering('on-demand', 0.2016, 'proxy'),
    offering('spot', 0.0806, 'proxy', 'assumed'),
  ]),
  instanceType('c7i.xlarge', [offering('on-demand', 0.1785)]),
];

const pool: Pool = {
  name: 'default',
  keySpan: KEY,
  builtInSet: 1,
  backend: located('karpenter'),
  nodeClass: {
    public: located(false),
    gpuEnabled: located(false),
    tags: new Map(),
    extraSecurityGroupIds: [],
    rest: map({}),
  },
  labels: new Map(),
  annotations: new Map(),
  limits: new Map(),
  requirements: [
    {
      key: located('karpenter.k8s.aws/instance-category', CATEGORY),
      operator: located('In'),
      values: [located('C')],
      origin: origin(CATEGORY, POOL),
    },
    {
      key: located('kubernetes.io/os', KEY, BUILT_IN),
      operator: located('In', KEY, BUILT_IN),
      values: [located('linux', KEY, BUILT_IN)],
      origin: origin(KEY, BUILT_IN),
    },
  ],
  taints: [],
  startupTaints: [],
  tree: TREE,
};

export const COMPILED_POOL: CompiledPool = {
  backend: 'karpenter',
  pool,
  nodePool: {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    name: 'default',
    pool: 'default',
    spec: {
      template: {
        spec: {
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
          requirements: [],
        },
      },
    },
    origins: new Map([
      ['/spec/template', origin(at(DEFINITION, 'requirements:'), POOL)],
      ['', { ...origin(KEY, POOL), definedAt: at(DEFAULTS, 'spot') }],
    ]),
  },
  table: {
    types: TYPES,
    resourcesOf: () => RESOURCES,
    pricing: {
      region: 'eu-west-1',
      proxyRegion: 'us-east-1',
      zonesAssumed: { from: 'nothing', named: [], unnamed: 3 },
      spotAssumed: { ratio: 0.4 },
    },
  },
  selection: {
    total: 1363,
    types: TYPES,
    funnel: [
      {
        key: 'karpenter.k8s.aws/instance-category',
        operator: 'In',
        values: ['C'],
        before: 1363,
        after: 30,
        alone: 30,
        origin: origin(CATEGORY, POOL),
      },
      {
        key: 'kubernetes.io/os',
        operator: 'In',
        values: ['linux'],
        before: 30,
        after: 3,
        alone: 1300,
        origin: origin(KEY, BUILT_IN),
      },
    ],
  },
};

const cluster: Cluster = {
  name: 'production',
  nameSpan: { source: DEFINITION, start: 0, end: 0 },
  source: DEFINITION,
  defaultsSource: DEFAULTS,
  settings: {
    provider: located('aws'),
    backend: located('karpenter'),
    region: located('eu-west-1'),
    zones: [located('eu-west-1a')],
    karpenterVersion: located('1.14'),
    defaults: located(1),
    workloads: [],
    scenarios: [],
    spotPriceRatio: located(0.4),
    priceAdjustments: [],
    rules: new Map(),
    failOn: located('error'),
  },
  pools: [pool],
  failedPools: [],
};

export const COMPILED: CompiledCluster = {
  cluster,
  pools: [COMPILED_POOL],
  failed: false,
  diagnostics: [],
};
