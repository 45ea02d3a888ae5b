import { layerName } from '../diagnostics/describe-origin.ts';
import type { LocatedMap, LocatedValue } from '../diagnostics/located.ts';
import type { Layer, Origin } from '../diagnostics/origin.ts';
import type { PricingNote } from '../model/instance-type.ts';
import type { CompiledCluster, CompiledPool } from '../model/compilation.ts';
import type { PoolRequirement } from '../model/pool.ts';
import type { FunnelStep } from '../model/selection.ts';
import { locate, REPORT_API_VERSION, type ReportLocation } from './check-report.ts';
import { byPrice, type OfferingFilter, type PricedType, pricedType } from './priced-type.ts';

/** What `explain pool` knows: the same object for text and JSON. */
export interface PoolExplanation {
  readonly apiVersion: typeof REPORT_API_VERSION;
  readonly kind: 'PoolExplanation';
  readonly cluster: string;
  readonly pool: string;
  readonly place: ReportLocation;
  /** Every field of the merged definition, in the definition's own words. */
  readonly fields: readonly ExplainedField[];
  readonly funnel: ExplainedFunnel;
  /** Cheapest first, unpriced last. */
  readonly instanceTypes: readonly PricedType[];
  readonly pricing: PricingNote;
}

/** Where a value came from. */
export interface Whence {
  /** The layer that supplied it. */
  readonly layer?: Layer['kind'];
  /** The layer in words: `profile spot`. Empty if there is none. */
  readonly from: string;
  /** Where it is written; for built-in values the pool. */
  readonly place: ReportLocation;
}

export interface ExplainedField extends Whence {
  /** `node_class.volumeSize`, `requirements[0].values`. */
  readonly path: string;
  readonly value: string;
}

export interface ExplainedFunnel {
  /** Types before the first requirement. */
  readonly total: number;
  readonly steps: readonly ExplainedStep[];
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
  const { pool, selection, table } = compiled;
  return {
    apiVersion: REPORT_API_VERSION,
    kind: 'PoolExplanation',
    cluster: cluster.cluster.name,
    pool: pool.name,
    place: locate(pool.keySpan),
    fields: [...mapFields(pool.tree, ''), ...requirementFields(pool.requirements)],
    funnel: {
      total: selection.total,
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
    pricing: table.pricing,
  };
}

function whence({ layer, span }: Origin): Whence {
  return {
    ...(layer === undefined ? {} : { layer: layer.kind }),
    from: layer === undefined ? '' : layerName(layer).replaceAll('`', ''),
    place: locate(span),
  };
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

/** Texts that would be something else without their quotes. */
const LOOKS_RETYPED = /^(|true|false|null|~|yes|no|on|off|[-+.]?\d[\d_.eE+-]*)$/i;

function leafText(value: LocatedValue): string {
  if (value.kind === 'map') return '{}';
  if (value.kind === 'list') return `[${value.items.map(leafText).join(', ')}]`;
  const ambiguous = typeof value.value === 'string' && LOOKS_RETYPED.test(value.text);
  return ambiguous ? JSON.stringify(value.text) : value.text;
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
