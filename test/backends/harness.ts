import type { Located, LocatedMap } from '../../src/diagnostics/located.ts';
import type { Origin } from '../../src/diagnostics/origin.ts';
import { Source } from '../../src/diagnostics/source.ts';
import type { Cluster } from '../../src/model/cluster.ts';
import type { Pool, PoolBudget, PoolDisruption, PoolRequirement, PoolTaint } from '../../src/model/pool.ts';
import type { Provider } from '../../src/model/provider.ts';

/** A pool in the words of the definition file. Every value gets an origin of its own. */
export interface PlainPool {
  readonly name?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly limits?: Readonly<Record<string, string>>;
  readonly requirements?: readonly {
    readonly key: string;
    readonly operator: PoolRequirement['operator']['value'];
    readonly values?: readonly string[];
    readonly minValues?: number;
  }[];
  readonly taints?: readonly PlainTaint[];
  readonly startupTaints?: readonly PlainTaint[];
  readonly disruption?: {
    readonly consolidationPolicy?: NonNullable<PoolDisruption['consolidationPolicy']>['value'];
    readonly consolidateAfter?: string;
    readonly budgets?: readonly {
      readonly nodes?: string;
      readonly schedule?: string;
      readonly duration?: string;
      readonly reasons?: readonly ('Underutilized' | 'Empty' | 'Drifted')[];
    }[];
  };
  readonly expireAfter?: string;
  readonly terminationGracePeriod?: string;
  readonly weight?: number;
  readonly replicas?: number;
}

interface PlainTaint {
  readonly key: string;
  readonly value?: string;
  readonly effect: PoolTaint['effect']['value'];
}

export const SOURCE = new Source('clusters/example.yaml', 'x'.repeat(1000));

let offset = 0;

export function origin(): Origin {
  const span = { source: SOURCE, start: offset, end: offset + 1 };
  offset = (offset + 1) % 999;
  return { span };
}

export function located<T>(value: T): Located<T> {
  return { value, origin: origin() };
}

export const PROVIDER = {
  name: 'aws',
  apiGroup: 'karpenter.k8s.aws',
  nodeClassKind: 'EC2NodeClass',
} as Provider;

export function cluster(
  options: { readonly name?: string; readonly karpenterVersion?: string } = {},
): Cluster {
  const name = options.name ?? 'example';
  return {
    name,
    nameSpan: origin().span,
    source: new Source(`clusters/${name}.yaml`, ''),
    settings: { karpenterVersion: located(options.karpenterVersion ?? '1.14') },
    pools: [],
    failedPools: [],
  } as unknown as Cluster;
}

export function pool(plain: PlainPool = {}): Pool {
  const { name = 'default', disruption } = plain;
  return {
    name,
    keySpan: origin().span,
    builtInSet: 1,
    backend: located('karpenter'),
    nodeClass: {
      public: located(false),
      gpuEnabled: located(false),
      tags: new Map(),
      extraSecurityGroupIds: [],
      rest: emptyMap(),
    },
    labels: record(plain.labels),
    annotations: record(plain.annotations),
    limits: record(plain.limits),
    requirements: (plain.requirements ?? []).map((one) => ({
      key: located(one.key),
      operator: located(one.operator),
      values: (one.values ?? []).map(located),
      ...optional('minValues', one.minValues),
      origin: origin(),
    })),
    taints: (plain.taints ?? []).map(taint),
    startupTaints: (plain.startupTaints ?? []).map(taint),
    ...(disruption === undefined
      ? {}
      : {
          disruption: {
            ...optional('consolidationPolicy', disruption.consolidationPolicy),
            ...optional('consolidateAfter', disruption.consolidateAfter),
            ...optional('budgets', disruption.budgets?.map(budget)),
          },
        }),
    ...optional('expireAfter', plain.expireAfter),
    ...optional('terminationGracePeriod', plain.terminationGracePeriod),
    ...optional('weight', plain.weight),
    ...optional('replicas', plain.replicas),
    tree: emptyMap(),
  };
}

function record(entries: Readonly<Record<string, string>> = {}): ReadonlyMap<string, Located<string>> {
  return new Map(Object.entries(entries).map(([key, value]) => [key, located(value)]));
}

function taint({ key, value, effect }: PlainTaint): PoolTaint {
  return { key: located(key), ...optional('value', value), effect: located(effect), origin: origin() };
}

type PlainBudget = NonNullable<NonNullable<PlainPool['disruption']>['budgets']>[number];

function budget({ nodes, schedule, duration, reasons }: PlainBudget): PoolBudget {
  return {
    ...optional('nodes', nodes),
    ...optional('schedule', schedule),
    ...optional('duration', duration),
    ...(reasons === undefined ? {} : { reasons: reasons.map((reason) => located(reason)) }),
    origin: origin(),
  };
}

function optional<Key extends string, T>(
  key: Key,
  value: T | undefined,
): { readonly [K in Key]?: Located<T> } {
  return value === undefined ? {} : ({ [key]: located(value) } as { readonly [K in Key]?: Located<T> });
}

function emptyMap(): LocatedMap {
  return { kind: 'map', entries: new Map(), origin: origin() };
}
