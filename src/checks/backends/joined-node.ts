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

/** Undefined where there is no MachineDeployment of that name, as with a topology. */
export function joinedNode(name: string, { objects }: CompiledMachines): JoinedNode | undefined {
  const find = (kind: JsonValue | undefined, called: JsonValue | undefined) =>
    objects.find((object) => object.kind === kind && object.name === called)?.spec;
  const deployment = find('MachineDeployment', name);
  if (deployment === undefined) return undefined;
  const template = at(deployment, 'template');
  const machine = at(template, 'spec');
  const bootstrapRef = at(machine, 'bootstrap', 'configRef');
  const bootstrap = kubeletOf(
    at(find(text(bootstrapRef, 'kind'), text(bootstrapRef, 'name')), 'template', 'spec'),
  );
  const machineRef = at(machine, 'infrastructureRef');
  const instanceType = text(
    at(find(text(machineRef, 'kind'), text(machineRef, 'name')), 'template', 'spec'),
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
