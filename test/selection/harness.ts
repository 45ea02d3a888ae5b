import type { Located } from '../../src/diagnostics/located.ts';
import type { Origin } from '../../src/diagnostics/origin.ts';
import { Source } from '../../src/diagnostics/source.ts';
import type { RequirementOperator } from '../../src/kubernetes/api/node-pool.ts';
import type { RequirementInput } from '../../src/kubernetes/requirement.ts';
import type { CapacityType, InstanceType, Offering } from '../../src/model/instance-type.ts';
import type { Pool, PoolRequirement, PoolTaint } from '../../src/model/pool.ts';
import type { LabelSpec, LabelVocabulary } from '../../src/model/provider.ts';
import type { PoolSelection } from '../../src/model/selection.ts';
import { selectTypes } from '../../src/selection/select-types.ts';
import type { PoolConstraints } from '../../src/selection/pool-constraints.ts';

export const ZONE = 'topology.kubernetes.io/zone';
export const ZONE_ID = 'topology.k8s.aws/zone-id';
export const CAPACITY_TYPE = 'karpenter.sh/capacity-type';

const SPEC: LabelSpec = { domain: 'open', stamped: true, description: '' };

/** `arch`, `cpu`, `gpu`, `tenancy` and the offering keys are well-known; `old-arch` is an alias. */
export const VOCABULARY: LabelVocabulary = {
  specs: new Map(['arch', 'cpu', 'gpu', 'tenancy', ZONE, ZONE_ID, CAPACITY_TYPE].map((key) => [key, SPEC])),
  aliases: new Map([['old-arch', 'arch']]),
  restrictedDomains: [],
  foreignDomains: new Map(),
};

const SOURCE = new Source('pool.yaml', '');

/** A place per line, so that tests can tell origins apart. */
export function originAt(line: number): Origin {
  return { span: { source: SOURCE, start: line, end: line } };
}

function located<T>(value: T, line: number): Located<T> {
  return { value, origin: originAt(line) };
}

/**
 * One type per line: `name key=value,value ... @ zone/capacity-type ...`, an offering in parentheses is not
 * available, `zone:id/capacity-type` gives the zone's id.
 */
export function typesFrom(text: string): readonly InstanceType[] {
  return lines(text).map((line) => {
    const [description = '', offerings = ''] = line.split('@');
    const [name = '', ...labels] = words(description);
    return {
      name,
      labels: new Map(
        labels.map((label): [string, string[]] => {
          const [key = '', values = ''] = label.split('=');
          return [key, values === '' ? [] : values.split(',')];
        }),
      ),
      offerings: words(offerings).map(offeringFrom),
    };
  });
}

function offeringFrom(text: string): Offering {
  const [place = '', capacityType = ''] = text.replace(/[()]/g, '').split('/');
  const [zone = '', zoneId] = place.split(':');
  return {
    zone,
    capacityType: capacityType as CapacityType,
    available: !text.startsWith('('),
    ...(zoneId === undefined ? {} : { zoneId }),
  };
}

/** One requirement per line: `key Operator value,value min=n`. */
export function requirementsFrom(text: string): readonly PoolRequirement[] {
  return lines(text).map((line, i) => {
    const [key = '', operator = '', ...rest] = words(line);
    const minimum = rest.find((word) => word.startsWith('min='));
    const values = rest.filter((word) => word !== minimum).flatMap((word) => word.split(','));
    return locatedRequirement(
      {
        key,
        operator: operator as RequirementOperator,
        values,
        minValues: minimum === undefined ? undefined : Number(minimum.slice('min='.length)),
      },
      i,
    );
  });
}

export function locatedRequirement(input: RequirementInput, line: number): PoolRequirement {
  return {
    key: located(input.key, line),
    operator: located(input.operator, line),
    values: (input.values ?? []).map((value) => located(value, line)),
    ...(input.minValues === undefined ? {} : { minValues: located(input.minValues, line) }),
    origin: originAt(line),
  };
}

export function constraints(requirements: string, labels: Record<string, string> = {}): PoolConstraints {
  return {
    requirements: requirementsFrom(requirements),
    labels: new Map(Object.entries(labels).map(([key, value], i) => [key, located(value, 100 + i)])),
    vocabulary: VOCABULARY,
  };
}

/** `key Operator values: before > after (alone)` per step, then the admitted names. */
export function describeSelection(selection: PoolSelection): readonly string[] {
  const steps = selection.funnel.map(
    ({ key, operator, values, before, after, alone }) =>
      `${[key, operator, values.join()].join(' ').trim()}: ${before} > ${after} (${alone})`,
  );
  return [...steps, selection.types.map(({ name }) => name).join(' ')];
}

export interface PoolText {
  readonly name: string;
  readonly requirements?: string;
  readonly labels?: Record<string, string>;
  /** `key=value:effect`, separated by spaces. */
  readonly taints?: string;
  readonly weight?: number;
  readonly replicas?: number;
}

export function selectedPool(
  types: readonly InstanceType[],
  text: PoolText,
): { readonly pool: Pool; readonly selection: PoolSelection } {
  const own = constraints(text.requirements ?? '', text.labels);
  const tree = { kind: 'map' as const, entries: new Map(), origin: originAt(0) };
  const pool: Pool = {
    name: text.name,
    keySpan: originAt(0).span,
    builtInSet: 1,
    backend: located('karpenter', 0),
    nodeClass: {
      public: located(false, 0),
      gpuEnabled: located(false, 0),
      tags: new Map(),
      extraSecurityGroupIds: [],
      rest: tree,
    },
    labels: own.labels,
    annotations: new Map(),
    limits: new Map(),
    requirements: own.requirements,
    taints: words(text.taints ?? '').map(taintFrom),
    startupTaints: [],
    ...(text.weight === undefined ? {} : { weight: located(text.weight, 0) }),
    ...(text.replicas === undefined ? {} : { replicas: located(text.replicas, 0) }),
    tree,
  };
  return { pool, selection: selectTypes({ types, ...own }) };
}

function taintFrom(text: string): PoolTaint {
  const [pair = '', effect = ''] = text.split(':');
  const [key = '', value] = pair.split('=');
  return {
    key: located(key, 0),
    ...(value === undefined ? {} : { value: located(value, 0) }),
    effect: located(effect as PoolTaint['effect']['value'], 0),
    origin: originAt(0),
  };
}

function lines(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function words(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
