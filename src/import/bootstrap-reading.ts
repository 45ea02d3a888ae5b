import { isJsonMap, type JsonMap, type JsonValue } from '../diagnostics/json-value.ts';
import { type ReadTaint, readTaints } from '../kubernetes/scale-from-zero/read-taints.ts';
import { readLabels } from '../kubernetes/scale-from-zero/read-labels.ts';
import type { BootstrapFormat } from '../model/cluster-api.ts';
import { scalarText } from './json-parts.ts';
import { type ReadTree, unreadPaths } from './unread-paths.ts';

/** How a machine joins, as far as a definition can say it. */
export interface BootstrapReading {
  readonly format: BootstrapFormat;
  readonly labels: ReadonlyMap<string, string>;
  readonly taints: readonly ReadTaint[];
  /** `kubelet` of the node class. */
  readonly kubelet?: JsonMap;
  /** What it says besides. */
  readonly lost: readonly LostPart[];
}

/** Something in a template that no key of a definition stands for. */
export interface LostPart {
  /** Into `spec.template.spec`. */
  readonly path: readonly string[];
  /** As a message names it. @default the path */
  readonly name?: string;
}

/** Kinds of templates by the format they stand for. */
export const BOOTSTRAP_KINDS: ReadonlyMap<string, BootstrapFormat> = new Map([
  ['NodeadmConfigTemplate', 'nodeadm'],
  ['EKSConfigTemplate', 'eks'],
  ['KubeadmConfigTemplate', 'kubeadm'],
]);

/** `spec.template.spec` of a bootstrap template. */
export function readBootstrap(format: BootstrapFormat, spec: JsonMap): BootstrapReading {
  switch (format) {
    case 'nodeadm':
      return nodeadm(spec);
    case 'eks':
      return eks(spec);
    case 'kubeadm':
      return kubeadm(spec);
  }
}

function nodeadm(spec: JsonMap): BootstrapReading {
  const kubelet = mapOf(spec['kubelet']);
  const flags: readonly JsonValue[] = Array.isArray(kubelet['flags']) ? kubelet['flags'] : [];
  const args = flags.map((flag): Argument => {
    const [name = '', ...value] = scalarText(flag).replace(/^--/, '').split('=');
    return { name, value: value.join('=') };
  });
  const { config } = kubelet;
  const reading = flagged('nodeadm', args, ['kubelet', 'flags']);
  return {
    ...reading,
    ...(isJsonMap(config) ? { kubelet: { ...reading.kubelet, ...config } } : {}),
    lost: [...reading.lost, ...lostOf(spec, { kubelet: { config: isJsonMap, flags: Array.isArray } })],
  };
}

/** Whoever says how many pods fit has to keep the start script from saying it. */
function eks(spec: JsonMap): BootstrapReading {
  const reading = flagged('eks', argumentsOf(spec['kubeletExtraArgs']), ['kubeletExtraArgs']);
  const usesOwn = reading.kubelet !== undefined;
  const useMaxPods = (value: JsonValue) => value === !usesOwn;
  return { ...reading, lost: [...reading.lost, ...lostOf(spec, { kubeletExtraArgs: true, useMaxPods })] };
}

function kubeadm(spec: JsonMap): BootstrapReading {
  const registration = mapOf(mapOf(spec['joinConfiguration'])['nodeRegistration']);
  const at = ['joinConfiguration', 'nodeRegistration'];
  const reading = flagged('kubeadm', argumentsOf(registration['kubeletExtraArgs']), [
    ...at,
    'kubeletExtraArgs',
  ]);
  const written = Array.isArray(registration['taints']) ? registration['taints'].filter(isJsonMap) : [];
  const taints = written.map(({ key, value, effect }) => ({
    key: scalarText(key),
    value: value === undefined ? '' : scalarText(value),
    effect: scalarText(effect),
  }));
  const understood: ReadTree = {
    joinConfiguration: {
      nodeRegistration: {
        name: (name) => INSTANCE_NAMES.has(name),
        kubeletExtraArgs: true,
        taints: { '*': { key: true, value: true, effect: true } },
      },
    },
  };
  return {
    ...reading,
    taints: [...reading.taints, ...taints],
    lost: [...reading.lost, ...lostOf(spec, understood)],
  };
}

/** The name of the instance, which is what nodes are called anyway. */
const INSTANCE_NAMES: ReadonlySet<JsonValue> = new Set([
  '{{ ds.meta_data.local_hostname }}',
  '{{ ds.meta_data.hostname }}',
]);

interface Argument {
  readonly name: string;
  readonly value: string;
}

/** Arguments of the kubelet: labels, taints, the count of pods; the rest is not carried over. */
function flagged(
  format: BootstrapFormat,
  args: readonly Argument[],
  path: readonly string[],
): BootstrapReading {
  const last = (name: string) => args.findLast((one) => one.name === name)?.value;
  const count = last('max-pods') ?? '';
  const hasCount = /^\d+$/.test(count);
  const isCarried = ({ name, value }: Argument) =>
    name === LABELS ||
    name === TAINTS ||
    (name === 'max-pods' && hasCount) ||
    (format === 'kubeadm' && name === 'cloud-provider' && value === 'external');
  // Labels of several arguments add up, every other argument replaces an earlier one.
  const labels = args.flatMap(({ name, value }) => (name === LABELS ? [value] : [])).join(',');
  return {
    format,
    labels: readLabels(labels),
    taints: readTaints(last(TAINTS) ?? '').filter(({ key }) => key !== UNREGISTERED),
    ...(hasCount ? { kubelet: { max_pods: Number(count) } } : {}),
    lost: args.flatMap((one) =>
      isCarried(one) ? [] : [{ path, name: `${path.join('.')}: --${one.name}=${one.value}` }],
    ),
  };
}

const LABELS = 'node-labels';
const TAINTS = 'register-with-taints';

/** Karpenter takes it away from a node that it has come to know; the output has it anyway. */
const UNREGISTERED = 'karpenter.sh/unregistered';

/** A map, or since v1beta2 a list of names and values. */
function argumentsOf(value: JsonValue | undefined): readonly Argument[] {
  const pairs = Array.isArray(value)
    ? value.filter(isJsonMap).map(({ name, value: text }) => [scalarText(name), text] as const)
    : Object.entries(mapOf(value));
  return pairs.map(([name, text]) => ({ name, value: scalarText(text) }));
}

function lostOf(spec: JsonMap, understood: ReadTree): readonly LostPart[] {
  return unreadPaths(spec, understood).map((path) => ({ path }));
}

function mapOf(value: JsonValue | undefined): JsonMap {
  return isJsonMap(value) ? value : {};
}
