import { isCustom } from '../../expansion/route-labels.ts';
import { jsonPointer } from '../../diagnostics/json-pointer.ts';
import type { Located } from '../../diagnostics/located.ts';
import type { Origin } from '../../diagnostics/origin.ts';
import { ARCH, CAPACITY_TYPE, INSTANCE_TYPE, OS, ZONE } from '../../expansion/keys.ts';
import { poolOrigin } from '../../expansion/machine-plan.ts';
import { nodeTaints } from '../../expansion/node-taints.ts';
import type { NodePoolDisruption, NodePoolSpec, NodeRequirement } from '../../kubernetes/api/node-pool.ts';
import type { NodePoolObject } from '../../model/compilation.ts';
import type { NodeGroup } from '../../model/node-group.ts';
import type { Pool, PoolDisruption, PoolRequirement } from '../../model/pool.ts';
import type { LabelVocabulary } from '../../model/provider.ts';
import { minValuesFor } from './min-values.ts';
import { NODE_CLASS_GROUP, NODE_CLASS_KIND } from './node-class.ts';

export interface NodePoolInput {
  readonly pool: Pool;
  readonly name: string;
  /** The MachineDeployments that it may take machines from. Never empty. */
  readonly groups: readonly NodeGroup[];
  /** 0: none is written. */
  readonly weight: number;
  readonly vocabulary: LabelVocabulary;
}

/** A NodePool as Karpenter 1.5 reads it, over the instance types that the pool's requirements came to. */
export function nodePoolOver(input: NodePoolInput): NodePoolObject {
  const { pool, name, weight } = input;
  const taints = nodeTaints(pool.taints);
  const startupTaints = nodeTaints(pool.startupTaints);
  const spec: NodePoolSpec = {
    template: {
      ...metadataOf(pool),
      spec: {
        nodeClassRef: { group: NODE_CLASS_GROUP, kind: NODE_CLASS_KIND, name: pool.name },
        requirements: requirementsOf(input),
        ...(taints.length === 0 ? {} : { taints }),
        ...(startupTaints.length === 0 ? {} : { startupTaints }),
        ...valueOf('expireAfter', pool.expireAfter),
        ...valueOf('terminationGracePeriod', pool.terminationGracePeriod),
      },
    },
    ...(pool.disruption === undefined ? {} : { disruption: disruptionOf(pool.disruption) }),
    ...(pool.limits.size === 0 ? {} : { limits: recordOf(pool.limits) }),
    ...(weight === 0 ? {} : { weight }),
  };
  return {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    name,
    spec,
    origins: originsOf(pool),
    pool: pool.name,
  };
}

/**
 * The provider's machines only have Karpenter's own labels, so requirements on those of a cloud are resolved into names
 * of types and zones. What is said about keys of the pool's own stays.
 */
function requirementsOf({ pool, groups, vocabulary }: NodePoolInput): NodeRequirement[] {
  const valuesOf = (key: string) =>
    [...new Set(groups.flatMap(({ nodeLabels }) => nodeLabels[key] ?? []))].sort();
  const resolved = [INSTANCE_TYPE, ZONE, CAPACITY_TYPE, ARCH, OS].map((key): NodeRequirement => {
    const values = valuesOf(key);
    return { key, operator: 'In', values, ...minValuesFor(pool, { key, values }, vocabulary) };
  });
  const own = pool.requirements.filter(({ key }) => isCustom(key.value, vocabulary)).map(written);
  return [...resolved, ...own];
}

function written({ key, operator, values, minValues }: PoolRequirement): NodeRequirement {
  return {
    key: key.value,
    operator: operator.value,
    ...(values.length === 0 ? {} : { values: values.map(({ value }) => value) }),
    ...valueOf('minValues', minValues),
  };
}

function metadataOf({ labels, annotations }: Pool): Pick<NodePoolSpec['template'], 'metadata'> {
  if (labels.size === 0 && annotations.size === 0) return {};
  return {
    metadata: {
      ...(labels.size === 0 ? {} : { labels: recordOf(labels) }),
      ...(annotations.size === 0 ? {} : { annotations: recordOf(annotations) }),
    },
  };
}

function disruptionOf(disruption: PoolDisruption): NodePoolDisruption {
  const { consolidationPolicy, consolidateAfter, budgets } = disruption;
  return {
    ...valueOf('consolidationPolicy', consolidationPolicy),
    // The CRD requires it whenever `disruption` is present; `0s` is what the controller would assume.
    consolidateAfter: consolidateAfter?.value ?? '0s',
    ...(budgets === undefined
      ? {}
      : {
          budgets: budgets.value.map(({ nodes, schedule, duration, reasons }) => ({
            nodes: nodes?.value ?? '10%',
            ...valueOf('schedule', schedule),
            ...valueOf('duration', duration),
            ...(reasons === undefined || reasons.length === 0
              ? {}
              : { reasons: reasons.map(({ value }) => value) }),
          })),
        }),
  };
}

function valueOf<Key extends string, T>(
  key: Key,
  located: Located<T> | undefined,
): { readonly [K in Key]?: T } {
  return located === undefined ? {} : ({ [key]: located.value } as { readonly [K in Key]?: T });
}

function recordOf(map: ReadonlyMap<string, Located<string>>): Readonly<Record<string, string>> {
  return Object.fromEntries([...map].map(([key, { value }]) => [key, value]));
}

function originsOf(pool: Pool): ReadonlyMap<string, Origin> {
  const template = '/spec/template';
  const entries: readonly (readonly [string, Origin | undefined])[] = [
    ['', poolOrigin(pool)],
    [`${template}/spec/taints`, pool.taints[0]?.origin],
    [`${template}/spec/startupTaints`, pool.startupTaints[0]?.origin],
    [`${template}/spec/expireAfter`, pool.expireAfter?.origin],
    [`${template}/spec/terminationGracePeriod`, pool.terminationGracePeriod?.origin],
    ['/spec/disruption/consolidationPolicy', pool.disruption?.consolidationPolicy?.origin],
    ['/spec/disruption/consolidateAfter', pool.disruption?.consolidateAfter?.origin],
    ['/spec/disruption/budgets', pool.disruption?.budgets?.origin],
    ['/spec/weight', pool.weight?.origin],
    ...located('/spec/limits', pool.limits),
    ...located(`${template}/metadata/labels`, pool.labels),
    ...located(`${template}/metadata/annotations`, pool.annotations),
  ];
  return new Map(entries.filter((entry): entry is readonly [string, Origin] => entry[1] !== undefined));
}

function located(at: string, map: ReadonlyMap<string, Located<string>>): [string, Origin][] {
  return [...map].map(([key, { origin }]) => [at + jsonPointer(key), origin]);
}
