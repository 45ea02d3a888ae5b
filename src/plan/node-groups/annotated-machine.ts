import type { NodeTaint } from '../../kubernetes/api/node-pool.ts';
import { ceilMilli, ceilUnits } from '../../kubernetes/quantity.ts';
import type { Resources } from '../../kubernetes/resources.ts';
import { annotation, type Annotations, CAPACITY_KEYS } from '../../kubernetes/scale-from-zero/keys.ts';
import {
  canScaleFromZero,
  type CapacityResult,
  type NanoResources,
  readCapacity,
} from '../../kubernetes/scale-from-zero/read-capacity.ts';
import type { CsiDriver } from '../../kubernetes/scale-from-zero/read-csi-drivers.ts';
import { readLabels } from '../../kubernetes/scale-from-zero/read-labels.ts';
import { type TemplateNodeProblem, templateNode } from '../../kubernetes/scale-from-zero/template-node.ts';
import { isTaintEffect } from '../../kubernetes/taint.ts';

/** What the annotations of a MachineDeployment say of a machine that is not there yet. */
export interface AnnotatedMachine {
  /** Exact, by resource name. Capacity and what pods may have of it at once: whoever reads it subtracts nothing. */
  readonly capacity: NanoResources;
  /** The same, as integers. */
  readonly resources: Resources;
  readonly labels: ReadonlyMap<string, string>;
  readonly taints: readonly NodeTaint[];
  readonly csiDrivers: readonly CsiDriver[];
}

export type AnnotatedMachineResult =
  | { readonly ok: true; readonly machine: AnnotatedMachine }
  /** A phrase that completes "its annotations ...". */
  | { readonly ok: false; readonly problem: string };

/** As the Cluster Autoscaler reads them. `startupTaints` are the keys that its flags tell it to overlook. */
export function autoscalerMachine(
  annotations: Annotations,
  startupTaints: readonly string[] = [],
): AnnotatedMachineResult {
  const read = templateNode({ annotations, startupTaints: { keys: startupTaints } });
  if (!read.ok) return { ok: false, problem: problemText(read.reason) };
  const labels = new Map(read.labels);
  labels.delete('kubernetes.io/hostname');
  labels.delete('cluster-autoscaler.kubernetes.io/template-node');
  const taints = read.taints.flatMap(({ key, value, effect }): NodeTaint[] =>
    isTaintEffect(effect) ? [{ key, ...(value === '' ? {} : { value }), effect }] : [],
  );
  const { capacity, csiDrivers } = read;
  return {
    ok: true,
    machine: { capacity, resources: wholeResources(capacity), labels, taints, csiDrivers },
  };
}

/** As Karpenter's provider for Cluster API reads them: no taints, and no pods where `maxPods` is not said. */
export function karpenterMachine(annotations: Annotations): AnnotatedMachineResult {
  const read = readCapacity(annotations);
  if (!read.ok) return { ok: false, problem: problemText({ code: 'capacity', capacity: read }) };
  if (!canScaleFromZero(read.resources)) return { ok: false, problem: 'lack cpu or memory' };
  const capacity = new Map(read.resources);
  if (annotation(annotations, CAPACITY_KEYS.maxPods) === undefined) capacity.set('pods', 0n);
  return {
    ok: true,
    machine: {
      capacity,
      resources: wholeResources(capacity),
      labels: readLabels(annotation(annotations, CAPACITY_KEYS.labels) ?? ''),
      taints: [],
      csiDrivers: [],
    },
  };
}

function problemText(reason: TemplateNodeProblem): string {
  if (reason.code === 'incomplete') return `lack ${reason.lacks.join(' and ')}`;
  return capacityText(reason.capacity);
}

function capacityText({ key }: Extract<CapacityResult, { ok: false }>): string {
  return `have a \`${key}\` that cannot be read`;
}

const ORDINARY: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage', 'pods']);

/** Milli-CPU, bytes and pieces, rounded up as the autoscaler rounds them. */
export function wholeResources(capacity: NanoResources): Resources {
  const quantity = (name: string) => ({ nano: capacity.get(name) ?? 0n, format: 'DecimalSI' as const });
  const units = (name: string) => Number(ceilUnits(quantity(name)));
  const extended = [...capacity.keys()].filter((name) => !ORDINARY.has(name));
  return {
    cpuMilli: Number(ceilMilli(quantity('cpu'))),
    memoryBytes: units('memory'),
    ephemeralStorageBytes: units('ephemeral-storage'),
    pods: units('pods'),
    extended: Object.fromEntries(extended.map((name) => [name, units(name)])),
  };
}
