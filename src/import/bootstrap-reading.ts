import { isJsonMap, type JsonMap, type JsonValue } from '../diagnostics/json-value.ts';
import { type ReadTaint, readTaints } from '../kubernetes/scale-from-zero/read-taints.ts';
import { readLabels } from '../kubernetes/scale-from-zero/read-labels.ts';
import type { BootstrapFormat } from '../model/cluster-api.ts';
import { scalarText } from './json-parts.ts';

/** How a machine joins, as far as a definition can say it. */
export interface BootstrapReading {
  readonly format: BootstrapFormat;
  readonly labels: ReadonlyMap<string, string>;
  readonly taints: readonly ReadTaint[];
  /** `kubelet` of the node class. */
  readonly kubelet?: JsonMap;
  /** What it says besides. */
  readonly lost: readonly string[];
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
      return {
        ...flagged('eks', argumentsOf(spec['kubeletExtraArgs'])),
        lost: lostOf(spec, ['kubeletExtraArgs', 'useMaxPods']),
      };
    case 'kubeadm':
      return kubeadm(spec);
  }
}

function nodeadm(spec: JsonMap): BootstrapReading {
  const kubelet = mapOf(spec['kubelet']);
  const flags = Array.isArray(kubelet['flags'])
    ? kubelet['flags'].filter((one) => typeof one === 'string')
    : [];
  const args = new Map(
    flags.map((flag): [string, string] => {
      const [name = '', ...value] = flag.replace(/^--/, '').split('=');
      return [name, value.join('=')];
    }),
  );
  const { config } = kubelet;
  return {
    ...flagged('nodeadm', args),
    ...(isJsonMap(config) ? { kubelet: config } : {}),
    lost: lostOf(spec, ['kubelet']),
  };
}

function kubeadm(spec: JsonMap): BootstrapReading {
  const registration = mapOf(mapOf(spec['joinConfiguration'])['nodeRegistration']);
  const reading = flagged('kubeadm', argumentsOf(registration['kubeletExtraArgs']));
  const written = Array.isArray(registration['taints']) ? registration['taints'].filter(isJsonMap) : [];
  const taints = written.map(({ key, value, effect }) => ({
    key: scalarText(key),
    value: value === undefined ? '' : scalarText(value),
    effect: scalarText(effect),
  }));
  return { ...reading, taints: [...reading.taints, ...taints], lost: lostOf(spec, ['joinConfiguration']) };
}

/** Arguments of the kubelet that are labels and taints; the rest is not carried over. */
function flagged(format: BootstrapFormat, args: ReadonlyMap<string, string>): Omit<BootstrapReading, 'lost'> {
  const maxPods = Number(args.get('max-pods') ?? Number.NaN);
  return {
    format,
    labels: readLabels(args.get('node-labels') ?? ''),
    taints: readTaints(args.get('register-with-taints') ?? '').filter(({ key }) => key !== UNREGISTERED),
    ...(Number.isInteger(maxPods) ? { kubelet: { max_pods: maxPods } } : {}),
  };
}

/** Karpenter takes it away from a node that it has come to know; the output has it anyway. */
const UNREGISTERED = 'karpenter.sh/unregistered';

/** A map, or since v1beta2 a list of names and values. */
function argumentsOf(value: JsonValue | undefined): ReadonlyMap<string, string> {
  const pairs = Array.isArray(value)
    ? value.filter(isJsonMap).map(({ name, value: text }) => [scalarText(name), text] as const)
    : Object.entries(mapOf(value));
  return new Map(pairs.map(([name, text]) => [name, scalarText(text)]));
}

function lostOf(spec: JsonMap, understood: readonly string[]): readonly string[] {
  return Object.keys(spec).filter((field) => !understood.includes(field));
}

function mapOf(value: JsonValue | undefined): JsonMap {
  return isJsonMap(value) ? value : {};
}
