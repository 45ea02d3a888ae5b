import { dnsSubdomainProblem, labelDomain, labelKeyProblem, labelValueProblem } from '../label.ts';
import { formatTaint, isTaintEffect, TAINT_EFFECTS, taintIdentity } from '../taint.ts';
import { parseDuration } from '../duration.ts';
import { AUTOSCALING_OPTIONS, type AutoscalingOptionName } from './autoscaling-options.ts';
import { readFloat } from './read-float.ts';
import { isPassingTaint } from './template-taints.ts';
import type { ScaleFromZeroInput } from './write-annotations.ts';

/** Who reads the annotations; the two do not agree on everything. */
export type ScaleFromZeroReader = 'cluster-autoscaler' | 'karpenter-cluster-api';

const HOSTNAME = 'kubernetes.io/hostname';
const REQUIRED_LABELS = ['kubernetes.io/arch', 'kubernetes.io/os'] as const;
const MAX_SIZE = 999_999_999;
const MAX_INT32 = 2 ** 31 - 1;
const KIBIBYTE = 1024;

/**
 * What the autoscaler would refuse in the annotations made of `input`, or take for something else than was meant; one
 * sentence each, which starts with the field.
 */
export function scaleFromZeroProblems(
  input: ScaleFromZeroInput,
  { reader = 'cluster-autoscaler' }: { readonly reader?: ScaleFromZeroReader } = {},
): readonly string[] {
  return [
    ...amounts(input, reader),
    ...accelerator(input),
    ...csiDrivers(input),
    ...labels(input),
    ...taints(input),
    ...sizes(input, reader),
    ...options(input),
  ];
}

function amounts(input: ScaleFromZeroInput, reader: ScaleFromZeroReader): readonly string[] {
  const { cpuMilli, memoryBytes, ephemeralStorageBytes, maxPods } = input;
  return [
    ...integer('cpuMilli', cpuMilli, 1),
    ...integer('memoryBytes', memoryBytes, KIBIBYTE),
    ...integer('ephemeralStorageBytes', ephemeralStorageBytes, KIBIBYTE),
    ...integer('maxPods', maxPods, 1),
    ...(reader === 'karpenter-cluster-api' && maxPods === undefined
      ? ['maxPods is required: without it Karpenter places no pod on these nodes']
      : []),
  ];
}

function accelerator({ accelerator: device, draDriver }: ScaleFromZeroInput): readonly string[] {
  const driver = draDriver === undefined ? undefined : dnsSubdomainProblem(draDriver);
  return [
    ...integer('accelerator.count', device?.count, 1),
    ...(device === undefined ? [] : extendedResource('accelerator.name', device.name)),
    ...(driver === undefined ? [] : [`draDriver: "${draDriver}" ${driver}`]),
    ...(draDriver !== undefined && device === undefined
      ? ['draDriver needs accelerator.count: without it the driver has no device to offer']
      : []),
  ];
}

/** A name without a domain, or with Kubernetes' own, would overwrite the cpu, the memory or the pods of the node. */
function extendedResource(at: string, name: string): readonly string[] {
  const problem = labelKeyProblem(name);
  if (problem !== undefined) return [`${at}: "${name}" ${problem}`];
  const domain = labelDomain(name);
  const native = domain === '' || domain === 'kubernetes.io' || domain.endsWith('.kubernetes.io');
  return native ? [`${at}: "${name}" is not an extended resource such as nvidia.com/gpu`] : [];
}

function csiDrivers({ csiDrivers: drivers = {} }: ScaleFromZeroInput): readonly string[] {
  return Object.entries(drivers).flatMap(([name, limit]) => {
    const problem = dnsSubdomainProblem(name);
    return [
      ...(problem === undefined ? [] : [`csiDrivers: "${name}" ${problem}`]),
      ...integer(`csiDrivers["${name}"]`, limit, 0, MAX_INT32),
    ];
  });
}

function labels(input: ScaleFromZeroInput): readonly string[] {
  const { labels: given = {} } = input;
  const missing = describesNode(input) ? REQUIRED_LABELS.filter((key) => !Object.hasOwn(given, key)) : [];
  return [
    ...Object.entries(given).flatMap(([key, value]) => labelProblems(key, value)),
    ...missing.map((key) => `labels: ${key} is missing, and it may end up empty`),
    ...REQUIRED_LABELS.filter((key) => given[key] === '').map((key) => `labels["${key}"] is empty`),
  ];
}

/** Sizes and options alone leave the node to what the infrastructure provider reports. */
function describesNode({ cpuMilli, memoryBytes, labels: given }: ScaleFromZeroInput): boolean {
  return cpuMilli !== undefined || memoryBytes !== undefined || given !== undefined;
}

function labelProblems(key: string, value: string): readonly string[] {
  const ofKey = labelKeyProblem(key);
  const ofValue = labelValueProblem(value);
  return [
    ...(ofKey === undefined ? [] : [`labels: "${key}" ${ofKey}`]),
    ...(ofValue === undefined ? [] : [`labels["${key}"]: "${value}" ${ofValue}`]),
    ...(key === HOSTNAME ? [`labels: "${key}" is different for every node`] : []),
  ];
}

function taints({ taints: given = [] }: ScaleFromZeroInput): readonly string[] {
  const seen = new Set<string>();
  return given.flatMap((taint, i) => {
    const at = `taints[${i}]`;
    const ofKey = labelKeyProblem(taint.key);
    const ofValue = labelValueProblem(taint.value ?? '');
    const repeated = seen.has(taintIdentity(taint));
    seen.add(taintIdentity(taint));
    return [
      ...(ofKey === undefined ? [] : [`${at}.key: "${taint.key}" ${ofKey}`]),
      ...(ofValue === undefined ? [] : [`${at}.value: "${taint.value}" ${ofValue}`]),
      ...(isTaintEffect(taint.effect)
        ? []
        : [`${at}.effect: "${String(taint.effect)}" is none of ${TAINT_EFFECTS.join(', ')}`]),
      ...(repeated ? [`${at}: ${taintIdentity(taint)} occurs twice`] : []),
      ...(isPassingTaint(taint.key)
        ? [`${at}: the autoscaler takes ${formatTaint(taint)} off the nodes it makes up`]
        : []),
    ];
  });
}

function sizes({ minSize, maxSize }: ScaleFromZeroInput, reader: ScaleFromZeroReader): readonly string[] {
  const bounds = [
    ...integer('minSize', minSize, 0, MAX_SIZE),
    ...integer('maxSize', maxSize, 1, MAX_SIZE),
    ...(minSize !== undefined && maxSize !== undefined && minSize > maxSize
      ? [`maxSize: ${maxSize} is less than minSize, ${minSize}`]
      : []),
  ];
  if (reader === 'karpenter-cluster-api') return bounds;
  if (minSize !== undefined && maxSize === undefined) {
    return [...bounds, 'minSize needs maxSize: without it this is no node group'];
  }
  if (maxSize !== undefined && minSize === undefined) {
    return [...bounds, 'maxSize needs minSize: without it a new MachineDeployment starts with a machine'];
  }
  return bounds;
}

function options({ options: given = {} }: ScaleFromZeroInput): readonly string[] {
  return Object.entries(given).flatMap(([name, text]) => {
    const at = `options.${name}`;
    if (!Object.hasOwn(AUTOSCALING_OPTIONS, name)) {
      return [`${at} is none of ${Object.keys(AUTOSCALING_OPTIONS).join(', ')}`];
    }
    const lower = text.toLowerCase();
    if (AUTOSCALING_OPTIONS[name as AutoscalingOptionName] === 'duration') {
      return parseDuration(lower) === undefined ? [`${at}: "${text}" is not a duration such as 10m`] : [];
    }
    const value = readFloat(lower);
    return value === undefined || !Number.isFinite(value) ? [`${at}: "${text}" is not a number`] : [];
  });
}

function integer(
  at: string,
  value: number | undefined,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): readonly string[] {
  if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) return [];
  return most === Number.MAX_SAFE_INTEGER
    ? [`${at}: ${value} is not an integer of at least ${least}`]
    : [`${at}: ${value} is not an integer between ${least} and ${most}`];
}
