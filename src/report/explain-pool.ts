import type { LocatedMap, LocatedValue } from '../diagnostics/located.ts';
import { originAt } from '../diagnostics/origin-at.ts';
import type { InstanceType, PricingNote } from '../model/instance-type.ts';
import type { CompiledCluster, CompiledPool } from '../model/compilation.ts';
import type { PoolRequirement } from '../model/pool.ts';
import type { FunnelStep } from '../model/selection.ts';
import { locate, REPORT_API_VERSION, type ReportLocation } from './check-report.ts';
import { type ExplainedMachines, explainMachines } from './explain-machines.ts';
import { type ExplainedObject, explainObject } from './explain-object.ts';
import { byPrice, type OfferingFilter, type PricedType, pricedType } from './priced-type.ts';
import { quotedText } from './value-text.ts';
import { type Whence, whence } from './whence.ts';

/** What `explain pool` knows: the same object for text and JSON. */
export interface PoolExplanation {
  readonly apiVersion: typeof REPORT_API_VERSION;
  readonly kind: 'PoolExplanation';
  readonly cluster: string;
  readonly pool: string;
  readonly place: ReportLocation;
  /** Every field of the merged definition, in the definition's own words. */
  readonly fields: readonly ExplainedField[];
  /**
   * What the pool is compiled to: node class, node pool. One that its input is too broken for is missing, and so is a
   * node class that no Karpenter reads.
   */
  readonly objects: readonly ExplainedObject[];
  readonly funnel: ExplainedFunnel;
  /** Cheapest first, unpriced last. */
  readonly instanceTypes: readonly PricedType[];
  /** Of the Cluster API backends. */
  readonly machines?: ExplainedMachines;
  readonly pricing: PricingNote;
}

export interface ExplainedField extends Whence {
  /** `node_class.volumeSize`, `requirements[0].values`. */
  readonly path: string;
  readonly value: string;
}

export interface ExplainedFunnel {
  /** Types of the catalogue. */
  readonly total: number;
  /** Types that some zone of the cluster offers. */
  readonly offered: number;
  /** Of these the types that a node of the pool's class can be: what the first requirement finds. */
  readonly usable: number;
  /** What the others were lost to, in order. */
  readonly exclusions: readonly ExplainedExclusion[];
  readonly steps: readonly ExplainedStep[];
}

/** A setting of the node class that rules types out. */
export interface ExplainedExclusion extends Whence {
  /** In words: "`connection_tracking`". */
  readonly setting: string;
  readonly reason: string;
  readonly before: number;
  readonly after: number;
}

export interface ExplainedStep
  extends Whence,
    Pick<FunnelStep, 'key' | 'operator' | 'values' | 'before' | 'after' | 'alone'> {}

export interface ExplainPoolInput {
  readonly cluster: CompiledCluster;
  readonly compiled: CompiledPool;
  /** The offerings that the pool's requirements on zone and capacity type leave. */
  readonly admits: OfferingFilter;
}

export function explainPool({ cluster, compiled, admits }: ExplainPoolInput): PoolExplanation {
  const { pool, selection, table, backend, machines } = compiled;
  const offered = selection.total - table.types.filter(isOfferedNowhere).length;
  return {
    apiVersion: REPORT_API_VERSION,
    kind: 'PoolExplanation',
    cluster: cluster.cluster.name,
    pool: pool.name,
    place: locate(pool.keySpan),
    fields: [...mapFields(pool.tree, ''), ...requirementFields(pool.requirements)],
    objects: [backend === 'karpenter' ? compiled.nodeClass : undefined, compiled.nodePool].flatMap(
      (object) => (object === undefined ? [] : [explainObject(object)]),
    ),
    funnel: {
      total: selection.total,
      offered,
      usable: selection.funnel[0]?.before ?? selection.types.length,
      exclusions: explainExclusions(compiled, offered),
      steps: selection.funnel.map(({ key, operator, values, before, after, alone, origin }) => ({
        key,
        operator,
        values,
        before,
        after,
        alone,
        ...whence(origin),
      })),
    },
    instanceTypes: selection.types
      .map((type) => pricedType(type, table.resourcesOf(type), admits))
      .toSorted(byPrice),
    ...(machines === undefined ? {} : { machines: explainMachines(backend, machines) }),
    pricing: table.pricing,
  };
}

function explainExclusions({ pool, nodeClass, table }: CompiledPool, offered: number): ExplainedExclusion[] {
  let left = offered;
  return (table.exclusions ?? []).map(({ pointer, setting, reason, types }) => {
    const before = left;
    left -= types.length;
    const origin = nodeClass === undefined ? { span: pool.keySpan } : originAt(nodeClass.origins, pointer);
    return { setting, reason, before, after: left, ...whence(origin) };
  });
}

/** A type's zones are where it is sold; whether the node class can use it shows in its offerings only. */
function isOfferedNowhere({ labels }: InstanceType): boolean {
  return labels.get('topology.kubernetes.io/zone')?.length === 0;
}

/** Leaves of the tree. A list of scalars is one leaf: nobody asks where its third item came from. */
function fieldsOf(value: LocatedValue, path: string): ExplainedField[] {
  if (value.kind === 'map' && value.entries.size > 0) return mapFields(value, path);
  if (value.kind === 'list' && value.items.some((item) => item.kind !== 'scalar')) {
    return value.items.flatMap((item, i) => fieldsOf(item, `${path}[${i}]`));
  }
  return [{ path, value: leafText(value), ...whence(value.origin) }];
}

function mapFields(map: LocatedMap, path: string): ExplainedField[] {
  return [...map.entries.values()].flatMap(({ key, value }) => {
    if (path === '' && key === 'requirements') return [];
    return fieldsOf(value, path === '' ? key : `${path}${/^[\w-]+$/.test(key) ? `.${key}` : `["${key}"]`}`);
  });
}

function leafText(value: LocatedValue): string {
  if (value.kind === 'map') return '{}';
  if (value.kind === 'list') return `[${value.items.map(leafText).join(', ')}]`;
  return typeof value.value === 'string' ? quotedText(value.text) : value.text;
}

/** One line each, those that the built-in set appended included. */
function requirementFields(requirements: readonly PoolRequirement[]): ExplainedField[] {
  return requirements.map(({ key, operator, values, minValues, origin }, i) => {
    const text = requirementText(
      key.value,
      operator.value,
      values.map(({ value }) => value),
    );
    return {
      path: `requirements[${i}]`,
      value: minValues === undefined ? text : `${text}, at least ${minValues.value} values`,
      ...whence(origin),
    };
  });
}

/** `instance-category In [c, m]`, as people say it. */
export function requirementText(key: string, operator: string, values: readonly string[]): string {
  if (values.length === 0) return `${key} ${operator}`;
  return `${key} ${operator} ${operator.endsWith('In') ? `[${values.join(', ')}]` : values.join(', ')}`;
}
