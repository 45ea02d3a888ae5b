import type { Origin } from '../diagnostics/origin.ts';
import { jsonPointer } from '../diagnostics/json-pointer.ts';
import { originAt } from '../diagnostics/origin-at.ts';
import type { Span } from '../diagnostics/span.ts';
import type {
  NodePoolDisruption,
  NodePoolSpec,
  NodeRequirement,
  NodeTaint,
} from '../kubernetes/api/node-pool.ts';
import type { CompiledPool } from '../model/compilation.ts';
import type { Pool } from '../model/pool.ts';
import { specOf } from './same-object.ts';
import type { StoredRules } from './drift-rules.ts';

/** What a pool asks for, as its NodePool says it, the API server's defaults filled in. */
export interface SpecView {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly taints: readonly NodeTaint[];
  readonly startupTaints: readonly NodeTaint[];
  readonly requirements: readonly NodeRequirement[];
  readonly limits: Readonly<Record<string, string>>;
  readonly weight?: number;
  readonly replicas?: number;
  /** Absent: nobody reads it. */
  readonly disruption?: NodePoolDisruption;
  readonly expireAfter?: string;
  readonly terminationGracePeriod?: string;
  readonly nodeClassRef?: NodePoolSpec['template']['spec']['nodeClassRef'];
  /** The line that decides a part: path into the spec of the NodePool. */
  readonly span: (...path: readonly (string | number)[]) => Span;
}

/** MachineDeployments of the Cluster Autoscaler have no NodePool: there the pool itself says it, as far as it counts. */
export function specView(compiled: CompiledPool, rules: StoredRules): SpecView {
  const { nodePool, pool } = compiled;
  if (nodePool === undefined) return writtenView(pool);
  const spec = rules.nodePool.stored(specOf(nodePool)) as unknown as NodePoolSpec;
  const { metadata, spec: template } = spec.template;
  const { origins } = nodePool;
  return {
    labels: metadata?.labels ?? {},
    annotations: metadata?.annotations ?? {},
    taints: template.taints ?? [],
    startupTaints: template.startupTaints ?? [],
    requirements: template.requirements ?? [],
    limits: spec.limits ?? {},
    ...(spec.weight === undefined ? {} : { weight: spec.weight }),
    ...(spec.replicas === undefined ? {} : { replicas: spec.replicas }),
    ...(spec.disruption === undefined ? {} : { disruption: spec.disruption }),
    ...(template.expireAfter === undefined ? {} : { expireAfter: template.expireAfter }),
    ...(template.terminationGracePeriod === undefined
      ? {}
      : { terminationGracePeriod: template.terminationGracePeriod }),
    nodeClassRef: template.nodeClassRef,
    span: (...path) =>
      origins.has('') ? originAt(origins, jsonPointer('spec', ...path)).span : pool.keySpan,
  };
}

function writtenView(pool: Pool): SpecView {
  const texts = (map: Pool['labels']) => Object.fromEntries([...map].map(([key, { value }]) => [key, value]));
  return {
    labels: texts(pool.labels),
    annotations: {},
    taints: pool.taints.map(plainTaint),
    startupTaints: pool.startupTaints.map(plainTaint),
    requirements: pool.requirements.map(({ key, operator, values, minValues }) => ({
      key: key.value,
      operator: operator.value,
      values: values.map(({ value }) => value),
      ...(minValues === undefined ? {} : { minValues: minValues.value }),
    })),
    limits: texts(pool.limits),
    ...(pool.weight === undefined ? {} : { weight: pool.weight.value }),
    span: (...path) => writtenAt(pool, path)?.span ?? pool.keySpan,
  };
}

function plainTaint({ key, value, effect }: Pool['taints'][number]): NodeTaint {
  return {
    key: key.value,
    ...(value === undefined || value.value === '' ? {} : { value: value.value }),
    effect: effect.value,
  };
}

/** By the same paths. */
function writtenAt(pool: Pool, path: readonly (string | number)[]): Origin | undefined {
  const [first, second, third, fourth] = path;
  if (first === 'limits') return pool.limits.get(String(second))?.origin;
  if (first === 'weight') return pool.weight?.origin;
  if (second === 'metadata') return pool.labels.get(String(fourth))?.origin;
  const index = Number(fourth);
  if (third === 'taints') return pool.taints[index]?.origin;
  if (third === 'startupTaints') return pool.startupTaints[index]?.origin;
  return third === 'requirements' ? pool.requirements[index]?.origin : undefined;
}
