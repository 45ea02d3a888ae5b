import type { Located } from '../../../src/diagnostics/located.ts';
import type { Origin } from '../../../src/diagnostics/origin.ts';
import { Source } from '../../../src/diagnostics/source.ts';
import type { Ec2NodeClassSpec } from '../../../src/kubernetes/api/ec2-node-class.ts';
import type { RequirementOperator } from '../../../src/kubernetes/api/node-pool.ts';
import type { Cluster, PriceAdjustment } from '../../../src/model/cluster.ts';
import type { Pool, PoolRequirement } from '../../../src/model/pool.ts';
import type { NodeClassObject } from '../../../src/model/provider.ts';

const source = new Source('clusters/example.yaml', 'x');
const span = { source, start: 0, end: 1 };
const origin: Origin = { span };

function located<T>(value: T): Located<T> {
  return { value, origin };
}

/** `['karpenter.k8s.aws/instance-cpu', 'Gt', '4']` */
export type RequirementText = readonly [key: string, operator: RequirementOperator, ...values: string[]];

export interface ClusterInput {
  readonly region?: string;
  readonly zones?: readonly string[];
  readonly karpenterVersion?: string;
  readonly spotPriceRatio?: number;
  readonly adjustments?: readonly {
    readonly where: readonly RequirementText[];
    readonly percent?: number;
    readonly price?: number;
  }[];
  /** Requirements of each pool. */
  readonly pools?: readonly (readonly RequirementText[])[];
}

/** A cluster with nothing but what instance tables depend on. */
export function clusterOf(input: ClusterInput = {}): Cluster {
  return {
    name: 'example',
    nameSpan: span,
    source,
    settings: {
      provider: located('aws'),
      backend: located('karpenter'),
      ...(input.region === undefined ? {} : { region: located(input.region) }),
      ...(input.zones === undefined ? {} : { zones: input.zones.map(located) }),
      karpenterVersion: located(input.karpenterVersion ?? '1.14'),
      defaults: located(1),
      workloads: [],
      scenarios: [],
      spotPriceRatio: located(input.spotPriceRatio ?? 0.4),
      priceAdjustments: (input.adjustments ?? []).map(
        ({ where, percent, price }): PriceAdjustment => ({
          where: where.map(requirement),
          ...(percent === undefined ? {} : { percent: located(percent) }),
          ...(price === undefined ? {} : { pricePerHourUsd: located(price) }),
          span,
        }),
      ),
      rules: new Map(),
      failOn: located('error'),
    },
    pools: (input.pools ?? []).map((requirements, i) => poolOf(`pool-${i}`, requirements)),
    failedPools: [],
  };
}

function poolOf(name: string, requirements: readonly RequirementText[]): Pool {
  const empty = { kind: 'map', entries: new Map(), origin } as const;
  return {
    name,
    keySpan: span,
    builtInSet: 1,
    backend: located('karpenter'),
    nodeClass: {
      public: located(false),
      gpuEnabled: located(false),
      tags: new Map(),
      extraSecurityGroupIds: [],
      rest: empty,
    },
    labels: new Map(),
    annotations: new Map(),
    limits: new Map(),
    requirements: requirements.map(requirement),
    taints: [],
    startupTaints: [],
    tree: empty,
  };
}

function requirement([key, operator, ...values]: RequirementText): PoolRequirement {
  return { key: located(key), operator: located(operator), values: values.map(located), origin };
}

/** A node class object around the fields that a test cares about. */
export function nodeClassOf(spec: Partial<Ec2NodeClassSpec> = {}): NodeClassObject {
  return {
    apiVersion: 'karpenter.k8s.aws/v1',
    kind: 'EC2NodeClass',
    name: 'default',
    spec: {
      amiSelectorTerms: [{ alias: 'al2023@latest' }],
      subnetSelectorTerms: [],
      securityGroupSelectorTerms: [],
      ...spec,
    },
    origins: new Map(),
    pool: 'default',
  };
}
