import { isJsonMap, type JsonMap, type JsonValue } from '../../diagnostics/json-value.ts';
import type { NodeTaint } from '../../kubernetes/api/node-pool.ts';
import { readLabels } from '../../kubernetes/scale-from-zero/read-labels.ts';
import { readTaints } from '../../kubernetes/scale-from-zero/read-taints.ts';
import { isTaintEffect } from '../../kubernetes/taint.ts';
import type { CompiledMachines } from '../../model/compilation.ts';

/** What the objects of a pool make of a node of one group: what its kubelet registers, and what Cluster API adds. */
export interface JoinedNode {
  readonly labels: ReadonlyMap<string, string>;
  readonly taints: readonly NodeTaint[];
  /** Absent: the kubelet works it out by itself. */
  readonly maxPods?: number;
  /** Where the machine is made. */
  readonly failureDomain?: string;
  /** Absent for templates that do not name one. */
  readonly instanceType?: string;
}

/** By name of the group. Undefined where there is no MachineDeployment of that name, as with a topology. */
export function joinedNodes({ objects }: CompiledMachines): (name: string) => JoinedNode | undefined {
  const specs: Specs = new Map(objects.map(({ kind, name, spec }) => [identity(kind, name), spec]));
  // Many groups share a bootstrap template.
  const kubelets = new Map<unknown, Kubelet>();
  return (name) => {
    const deployment = specs.get(identity('MachineDeployment', name));
    return deployment === undefined ? undefined : joinedNode(deployment, specs, kubelets);
  };
}

type Specs = ReadonlyMap<string, unknown>;

function identity(kind: string | undefined, name: string | undefined): string {
  return `${kind ?? ''}/${name ?? ''}`;
}

function joinedNode(deployment: unknown, specs: Specs, kubelets: Map<unknown, Kubelet>): JoinedNode {
  const referred = (reference: JsonMap) =>
    specs.get(identity(text(reference, 'kind'), text(reference, 'name')));
  const template = at(deployment, 'template');
  const machine = at(template, 'spec');
  const config = referred(at(machine, 'bootstrap', 'configRef'));
  const bootstrap = kubelets.get(config) ?? kubeletOf(at(config, 'template', 'spec'));
  kubelets.set(config, bootstrap);
  const instanceType = text(
    at(referred(at(machine, 'infrastructureRef')), 'template', 'spec'),
    'instanceType',
  );
  const failureDomain = text(machine, 'failureDomain');
  const managed = Object.entries(at(template, 'metadata', 'labels')).map(([key, value]): [string, string] => [
    key,
    textOf(value),
  ]);
  return {
    labels: new Map([...managed, ...bootstrap.labels]),
    taints: bootstrap.taints,
    ...(bootstrap.maxPods === undefined ? {} : { maxPods: bootstrap.maxPods }),
    ...(failureDomain === undefined ? {} : { failureDomain }),
    ...(instanceType === undefined ? {} : { instanceType }),
  };
}

type Kubelet = Required<Pick<JoinedNode, 'labels' | 'taints'>> & { readonly maxPods?: number };

/** The three bootstrap formats: nodeadm's flags and configuration, arguments of the EKS script, kubeadm's registration. */
function kubeletOf(spec: JsonMap): Kubelet {
  const registration = at(spec, 'joinConfiguration', 'nodeRegistration');
  const args = new Map([
    ...flagsOf(at(spec, 'kubelet')['flags']),
    ...argumentsOf(spec['kubeletExtraArgs']),
    ...argumentsOf(registration['kubeletExtraArgs']),
  ]);
  const configured = at(spec, 'kubelet', 'config')['maxPods'];
  const maxPods = Number(args.get('max-pods') ?? configured);
  const listed = registration['taints'];
  return {
    labels: readLabels(args.get('node-labels') ?? ''),
    taints: [
      ...readTaints(args.get('register-with-taints') ?? '').flatMap(({ key, value, effect }) =>
        taint(key, value, effect),
      ),
      ...(Array.isArray(listed) ? listed : []).flatMap((one: JsonValue) =>
        taint(text(one, 'key') ?? '', text(one, 'value') ?? '', text(one, 'effect') ?? ''),
      ),
    ],
    ...(Number.isNaN(maxPods) ? {} : { maxPods }),
  };
}

function taint(key: string, value: string, effect: string): NodeTaint[] {
  return key !== '' && isTaintEffect(effect) ? [{ key, ...(value === '' ? {} : { value }), effect }] : [];
}

/** `--name=value` */
function flagsOf(flags: JsonValue | undefined): readonly (readonly [string, string])[] {
  return (Array.isArray(flags) ? flags : []).map((flag: JsonValue) => {
    const [name = '', ...value] = textOf(flag).replace(/^--/, '').split('=');
    return [name, value.join('=')] as const;
  });
}

/** A map, or a list of names and values. */
function argumentsOf(given: JsonValue | undefined): readonly (readonly [string, string])[] {
  if (Array.isArray(given)) {
    return given.map((one: JsonValue) => [text(one, 'name') ?? '', text(one, 'value') ?? ''] as const);
  }
  return isJsonMap(given) ? Object.entries(given).map(([name, value]) => [name, textOf(value)] as const) : [];
}

function at(value: unknown, ...path: readonly string[]): JsonMap {
  let found: unknown = value;
  for (const key of path) found = isJsonMap(found) ? found[key] : undefined;
  return isJsonMap(found) ? found : {};
}

/** A scalar; nothing of anything else. */
function textOf(value: JsonValue): string {
  return typeof value === 'object' ? '' : String(value);
}

function text(value: unknown, key: string): string | undefined {
  const found = isJsonMap(value) ? value[key] : undefined;
  return typeof found === 'string' ? found : undefined;
}
