import { isManagedLabel } from './managed-label.ts';
import { annotation, type Annotations, CAPACITY_KEYS } from './keys.ts';
import {
  canScaleFromZero,
  type CapacityResult,
  type DraDevices,
  type NanoResources,
  readCapacity,
} from './read-capacity.ts';
import { type CsiDriver, readCsiDrivers } from './read-csi-drivers.ts';
import { readLabels } from './read-labels.ts';
import { readQuantity } from './read-quantity.ts';
import { mergeTaints, type ReadTaint, readTaints } from './read-taints.ts';
import { lastingTaints, type PassingTaints } from './template-taints.ts';

export interface TemplateNodeInput {
  /** Of the MachineDeployment itself. */
  readonly annotations: Annotations;
  /** `spec.template.spec.taints`. Their propagation plays no part. */
  readonly specTaints?: readonly { readonly key: string; readonly value?: string; readonly effect: string }[];
  /** What the autoscaler sees of the infrastructure template. Default: it cannot read it. */
  readonly infrastructure?: InfrastructureStatus;
  /**
   * `spec.template.spec.metadata.labels`: a path Cluster API does not have, where the autoscaler looks for labels.
   * Those at `spec.template.metadata.labels` it never sees.
   */
  readonly misplacedLabels?: Readonly<Record<string, string>>;
  /** Beside those that the autoscaler always takes off. */
  readonly startupTaints?: PassingTaints;
  /** Of the made-up node. Default `template-node`. */
  readonly name?: string;
  /** The autoscaler's `CAPI_SCALE_ZERO_DEFAULT_ARCH`. Default `amd64`. */
  readonly defaultArchitecture?: string;
}

/** `status` of the infrastructure template. */
export interface InfrastructureStatus {
  /** Whether the object is there and the autoscaler may read it. */
  readonly readable: boolean;
  readonly capacity?: Readonly<Record<string, string>>;
  readonly nodeInfo?: { readonly architecture?: string; readonly operatingSystem?: string };
}

export type TemplateNodeResult =
  | ({ readonly ok: true } & TemplateNode)
  | { readonly ok: false; readonly reason: TemplateNodeProblem };

export type TemplateNodeProblem =
  | { readonly code: 'capacity'; readonly capacity: Extract<CapacityResult, { ok: false }> }
  /** No cpu, or no memory, neither in annotations nor in the template's status. */
  | { readonly code: 'incomplete'; readonly lacks: readonly ('cpu' | 'memory')[] };

/** The node that the autoscaler makes up for a group that has none. */
export interface TemplateNode {
  /** Capacity and allocatable at once: nothing is reserved. */
  readonly capacity: NanoResources;
  readonly labels: ReadonlyMap<string, string>;
  readonly taints: readonly ReadTaint[];
  readonly csiDrivers: readonly CsiDriver[];
  readonly draDevices?: DraDevices;
  /** As the provider hands it to the core, without a hostname of the provider's making. */
  readonly provided: {
    readonly labels: ReadonlyMap<string, string>;
    readonly taints: readonly ReadTaint[];
  };
}

const ARCH = 'kubernetes.io/arch';
const OS = 'kubernetes.io/os';
const ARCHITECTURES = ['amd64', 'arm64', 'ppc64le', 's390x'];

/** Labels that the core derives, and what from. */
const DERIVED = [
  ['beta.kubernetes.io/instance-type', 'node.kubernetes.io/instance-type'],
  ['failure-domain.beta.kubernetes.io/zone', 'topology.kubernetes.io/zone'],
  ['failure-domain.beta.kubernetes.io/region', 'topology.kubernetes.io/region'],
] as const;

/**
 * What the Cluster Autoscaler takes a new node of a group for that has no node yet (provider clusterapi, autoscaler
 * 1.36). The annotations decide; the template's status fills in what they leave out, but for the number of pods.
 */
export function templateNode(input: TemplateNodeInput): TemplateNodeResult {
  const read = readTemplateCapacity(input.annotations, input.infrastructure);
  if (!read.ok) return { ok: false, reason: { code: 'capacity', capacity: read } };
  const { resources: capacity, draDevices } = read;
  if (!canScaleFromZero(capacity)) {
    const lacks = (['cpu', 'memory'] as const).filter((name) => !capacity.has(name));
    return { ok: false, reason: { code: 'incomplete', lacks } };
  }
  const provided = { labels: providedLabels(input), taints: providedTaints(input) };
  return {
    ok: true,
    capacity,
    labels: finishedLabels(provided.labels, input.name ?? 'template-node'),
    taints: lastingTaints(provided.taints, input.startupTaints),
    csiDrivers: readCsiDrivers(annotation(input.annotations, CAPACITY_KEYS.csiDriver) ?? ''),
    ...(draDevices === undefined ? {} : { draDevices }),
    provided,
  };
}

/** Annotations over the status of the infrastructure template. */
export function readTemplateCapacity(
  annotations: Annotations,
  infrastructure: InfrastructureStatus | undefined,
): CapacityResult {
  const annotated = readCapacity(annotations);
  if (!annotated.ok || infrastructure?.readable !== true) return annotated;
  const resources = new Map<string, bigint>();
  for (const [name, text] of Object.entries(infrastructure.capacity ?? {})) {
    const read = readQuantity(text);
    if (read.ok) resources.set(name, read.quantity.nano);
  }
  for (const [name, nano] of annotated.resources) resources.set(name, nano);
  return { ...annotated, resources };
}

/** Labels that come from the MachineDeployment itself, not from defaults or the infrastructure. */
export function resourceLabels({
  annotations,
  misplacedLabels = {},
}: Pick<TemplateNodeInput, 'annotations' | 'misplacedLabels'>): ReadonlyMap<string, string> {
  return new Map([
    ...Object.entries(misplacedLabels).filter(([key]) => isManagedLabel(key)),
    ...readLabels(annotation(annotations, CAPACITY_KEYS.labels) ?? ''),
  ]);
}

function providedLabels(input: TemplateNodeInput): ReadonlyMap<string, string> {
  const { infrastructure, defaultArchitecture = 'amd64' } = input;
  const { architecture = '', operatingSystem = '' } = infrastructure?.nodeInfo ?? {};
  const machine: [string, string][] =
    // A template that can be read says what the machine is, even where it says nothing.
    infrastructure?.readable === true
      ? [
          [ARCH, architecture],
          [OS, operatingSystem],
        ]
      : [
          [ARCH, ARCHITECTURES.includes(defaultArchitecture) ? defaultArchitecture : 'amd64'],
          [OS, 'linux'],
        ];
  return new Map([...machine, ...resourceLabels(input)]);
}

export function providedTaints({
  annotations,
  specTaints = [],
}: Pick<TemplateNodeInput, 'annotations' | 'specTaints'>): readonly ReadTaint[] {
  const spec = specTaints.map(({ key, value = '', effect }) => ({ key, value, effect }));
  return mergeTaints(spec, readTaints(annotation(annotations, CAPACITY_KEYS.taints) ?? ''));
}

function finishedLabels(provided: ReadonlyMap<string, string>, name: string): ReadonlyMap<string, string> {
  const labels = new Map(provided);
  for (const [derived, from] of DERIVED) {
    const value = labels.get(from);
    if (value !== undefined) labels.set(derived, value);
  }
  labels.set('kubernetes.io/hostname', name);
  labels.set('cluster-autoscaler.kubernetes.io/template-node', 'true');
  return labels;
}
