import { isJsonMap, type JsonMap, type JsonValue } from '../diagnostics/json-value.ts';
import { parseDuration } from '../kubernetes/duration.ts';
import {
  AUTOSCALING_OPTIONS,
  type AutoscalingOptionName,
  optionTexts,
} from '../kubernetes/scale-from-zero/autoscaling-options.ts';
import { annotation, CAPACITY_KEYS } from '../kubernetes/scale-from-zero/keys.ts';
import { isManagedLabel } from '../kubernetes/scale-from-zero/managed-label.ts';
import { readLabels } from '../kubernetes/scale-from-zero/read-labels.ts';
import { readSizes } from '../kubernetes/scale-from-zero/read-sizes.ts';
import { mergeTaints, type ReadTaint, readTaints } from '../kubernetes/scale-from-zero/read-taints.ts';
import type { CapacityType } from '../model/instance-type.ts';
import type { LiveMachineDeployment } from './live-machines.ts';
import { mapAt, scalarText } from './json-parts.ts';
import { DEFAULT_KEY_PREFIX, poolKey } from './own-pool.ts';

/** One MachineDeployment in the words of a definition. */
export interface DescribedMachine {
  readonly live: LiveMachineDeployment;
  readonly instanceType: string;
  readonly zone?: string;
  readonly capacityType: CapacityType;
  readonly arch?: string;
  readonly labels: JsonMap;
  readonly taints: readonly ReadTaint[];
  /** Keys of `node_class`. */
  readonly nodeClass: JsonMap;
  readonly isChangedByBuiltIns: boolean;
  readonly sizes: { readonly min: number; readonly max: number };
  /** Keys of the pool's `cluster_api` besides the sizes. */
  readonly options: JsonMap;
  readonly terminationGracePeriod?: string;
}

const INSTANCE_TYPE = 'node.kubernetes.io/instance-type';
const ZONE = 'topology.kubernetes.io/zone';
const ARCH = 'kubernetes.io/arch';
const CAPACITY_TYPE = 'karpenter.sh/capacity-type';

/** Labels that follow from the machine, its place, or who made it. */
const DERIVED =
  /^(?:node\.kubernetes\.io\/instance-type|topology\..*|kubernetes\.io\/(?:arch|os|hostname)|karpenter\.sh\/.*|beta\.kubernetes\.io\/.*|failure-domain\..*|cluster-api\/accelerator|cluster\.x-k8s\.io\/.*|node\.cluster\.x-k8s\.io\/(?:poolwright-.*|karpenter-member))$/;

/** Undefined where nothing says the instance type. */
export function describeMachineDeployment(live: LiveMachineDeployment): DescribedMachine | undefined {
  const { annotations, spec, machine, bootstrap } = live;
  const template = mapAt(spec, 'template');
  const announced = readLabels(annotation(annotations, CAPACITY_KEYS.labels) ?? '');
  const instanceType = machine?.instanceType ?? announced.get(INSTANCE_TYPE);
  if (instanceType === undefined) return undefined;
  const machineSpec = mapAt(template, 'spec');
  const { failureDomain } = machineSpec;
  const zone = typeof failureDomain === 'string' ? failureDomain : announced.get(ZONE);
  const arch = announced.get(ARCH);
  const gracePeriod = drainTimeout(machineSpec);
  return {
    live,
    instanceType,
    ...(zone === undefined ? {} : { zone }),
    capacityType: machine?.capacityType ?? capacityTypeOf(announced.get(CAPACITY_TYPE)),
    ...(arch === undefined ? {} : { arch }),
    labels: labelsOf(live, announced),
    taints: taintsOf(live, machineSpec),
    nodeClass: {
      ...machine?.nodeClass,
      ...kubeletOf(live),
      ...((bootstrap?.labels.has(ACCELERATOR) ?? false) ? { gpu_enabled: true } : {}),
    },
    isChangedByBuiltIns: machine?.isChangedByBuiltIns ?? false,
    sizes: sizesOf(live),
    options: { ...rollout(live), ...autoscalingOptions(live) },
    ...(gracePeriod === undefined ? {} : { terminationGracePeriod: gracePeriod }),
  };
}

/** What kubeadm's kubelets take where nothing is said has to be written down, since other formats take other numbers. */
function kubeletOf({ annotations, bootstrap }: LiveMachineDeployment): JsonMap {
  if (bootstrap === undefined) return {};
  const { kubelet, format } = bootstrap;
  if (kubelet !== undefined || format !== 'kubeadm') return kubelet === undefined ? {} : { kubelet };
  const announced = Number(annotation(annotations, CAPACITY_KEYS.maxPods) ?? KUBELET_PODS);
  return { kubelet: { max_pods: Number.isInteger(announced) ? announced : KUBELET_PODS } };
}

const KUBELET_PODS = 110;

const ACCELERATOR = 'cluster-api/accelerator';

function capacityTypeOf(text: string | undefined): CapacityType {
  return text === 'spot' || text === 'reserved' ? text : 'on-demand';
}

/** Without a largest size nobody scales it: it keeps the machines it has. */
function sizesOf({ annotations, spec }: LiveMachineDeployment): DescribedMachine['sizes'] {
  const sizes = readSizes(annotations);
  if (sizes.ok && sizes.max > 0) return { min: sizes.min, max: sizes.max };
  const { replicas } = spec;
  const count = typeof replicas === 'number' ? replicas : 1;
  return { min: count, max: Math.max(count, 1) };
}

/** What the annotation promises, the kubelet registers with, and Cluster API copies from the Machine. */
function labelsOf(
  { spec, bootstrap, keyPrefix = DEFAULT_KEY_PREFIX }: LiveMachineDeployment,
  announced: ReadonlyMap<string, string>,
): JsonMap {
  const own = poolKey(keyPrefix);
  const ofMachine = Object.entries(mapAt(mapAt(mapAt(spec, 'template'), 'metadata'), 'labels')).filter(
    ([key]) => isManagedLabel(key),
  );
  const all = new Map<string, JsonValue>([...ofMachine, ...(bootstrap?.labels ?? []), ...announced]);
  return Object.fromEntries(
    [...all].filter(([key]) => !DERIVED.test(key) && key !== own).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function taintsOf(
  { annotations, bootstrap }: LiveMachineDeployment,
  machineSpec: JsonMap,
): readonly ReadTaint[] {
  const { taints } = machineSpec;
  const propagated = (Array.isArray(taints) ? taints.filter(isJsonMap) : []).map(
    ({ key, value, effect }) => ({
      key: scalarText(key),
      value: value === undefined ? '' : scalarText(value),
      effect: scalarText(effect),
    }),
  );
  const announced = readTaints(annotation(annotations, CAPACITY_KEYS.taints) ?? '');
  return mergeTaints(mergeTaints(propagated, bootstrap?.taints ?? []), announced);
}

/** How long a machine may take to drain, in both API versions. */
function drainTimeout(machineSpec: JsonMap): string | undefined {
  const seconds = mapAt(machineSpec, 'deletion')['nodeDrainTimeoutSeconds'];
  if (typeof seconds === 'number' && seconds > 0) return `${seconds}s`;
  const text = machineSpec['nodeDrainTimeout'];
  // Zero is no timeout, while a grace period of zero would be none at all.
  return typeof text === 'string' && parseDuration(text) !== 0n ? text : undefined;
}

function rollout({ spec }: LiveMachineDeployment): JsonMap {
  const strategy = mapAt(mapAt(spec, 'rollout'), 'strategy');
  const rolling = mapAt(isJsonMap(spec['strategy']) ? spec['strategy'] : strategy, 'rollingUpdate');
  const order = mapAt(spec, 'deletion')['order'] ?? rolling['deletePolicy'];
  return present({
    max_surge: textOf(rolling['maxSurge']),
    max_unavailable: textOf(rolling['maxUnavailable']),
    deletion_order: order,
  });
}

const SCALE_DOWN: Readonly<Partial<Record<AutoscalingOptionName, string>>> = {
  scaleDownUtilizationThreshold: 'utilization_threshold',
  scaleDownGpuUtilizationThreshold: 'gpu_utilization_threshold',
  scaleDownUnneededTime: 'unneeded_time',
  scaleDownUnreadyTime: 'unready_time',
};

function autoscalingOptions({ annotations }: LiveMachineDeployment): JsonMap {
  const texts = optionTexts(annotations);
  const value = (name: AutoscalingOptionName) => texts.get(name.toLowerCase());
  const names = Object.keys(AUTOSCALING_OPTIONS) as readonly AutoscalingOptionName[];
  const scaleDown = names.flatMap((name) => {
    const key = SCALE_DOWN[name];
    const text = value(name);
    return key === undefined || text === undefined ? [] : [[key, text] as const];
  });
  return present({
    scale_down: scaleDown.length === 0 ? undefined : (Object.fromEntries(scaleDown) as JsonMap),
    max_node_provision_time: value('maxNodeProvisionTime'),
    max_node_startup_time: value('maxNodeStartupTime'),
  });
}

function textOf(value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : scalarText(value);
}

function present(map: Readonly<Record<string, JsonValue | undefined>>): JsonMap {
  return Object.fromEntries(
    Object.entries(map).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}
