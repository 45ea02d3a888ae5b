import type { Resources } from '../kubernetes/resources.ts';
import { isPassingTaint } from '../kubernetes/scale-from-zero/template-taints.ts';
import { scaleFromZeroAnnotations } from '../kubernetes/scale-from-zero/write-annotations.ts';
import type { NodeGroup } from '../model/node-group.ts';
import { kubeletLabels, sortedRecord } from './build-templates.ts';
import type { PlannedGroup } from './expansion.ts';
import { CAPACITY_TYPE, MARKET_LABEL, POOL_LABEL, SHAPE_LABEL } from './keys.ts';
import type { MachineOption } from './machine-option.ts';
import type { MachinePlan } from './machine-plan.ts';
import { placeLabels, typeLabels } from './node-labels.ts';
import type { Labels } from './route-labels.ts';
import { shapeOf } from './shape.ts';

/** A group and the labels that its MachineDeployment gives to Machines, from where Cluster API copies them to nodes. */
export interface BuiltGroup {
  readonly group: NodeGroup;
  readonly copiedLabels: Labels;
}

/** Makes the groups of one pool. What does not depend on the zone is worked out once for each machine. */
export class GroupBuilder {
  readonly #plan: MachinePlan;
  readonly #labels = new Map<MachineOption, OptionLabels>();

  constructor(plan: MachinePlan) {
    this.#plan = plan;
  }

  build(planned: PlannedGroup): BuiltGroup {
    const { pool, settings, mode, machines } = this.#plan;
    const isAutoscaler = mode.reader === 'cluster-autoscaler';
    const { name, option, offering, minSize, maxSize, tier } = planned;
    const labels = this.#labelsOf(option);
    const csiZone = placeLabels(offering, machines.csiZoneLabel);
    const nodeLabels = { ...labels.type, ...csiZone, ...labels.kubelet, ...labels.copied };
    if (!mode.setsKubeletLabels) delete nodeLabels[CAPACITY_TYPE];
    return {
      group: {
        name,
        id: `MachineDeployment/${settings.namespace.value}/${name}`,
        pool: pool.name,
        instanceType: option.type,
        offering,
        ...(isAutoscaler ? { minSize } : {}),
        maxSize,
        annotations: this.#annotations(planned, nodeLabels),
        nodeLabels: sortedRecord(nodeLabels),
        capacity: option.resources.capacity,
        allocatable: option.resources.allocatable,
        shape: labels.shape,
        ...(mode.priority === undefined ? {} : { priority: mode.priority(tier) }),
      },
      copiedLabels: labels.copied,
    };
  }

  #labelsOf(option: MachineOption): OptionLabels {
    const known = this.#labels.get(option);
    if (known !== undefined) return known;
    const plan = this.#plan;
    const { pool, vocabulary } = plan;
    const type = typeLabels(option, {
      requirements: pool.requirements,
      labels: pool.labels,
      vocabulary,
    });
    const kubelet = kubeletLabels(plan, option);
    const shape = shapeOf({
      option,
      nodeClass: plan.nodeClass,
      labels: { ...type, ...kubelet, ...plan.labels.machine, [POOL_LABEL]: pool.name },
      taints: plan.kubeletTaints,
    });
    const copied = {
      ...plan.labels.machine,
      ...(plan.mode.marksNodes
        ? { [POOL_LABEL]: pool.name, [SHAPE_LABEL]: shape, [MARKET_LABEL]: option.capacityType }
        : {}),
    };
    const built = { type, kubelet, copied: sortedRecord(copied), shape };
    this.#labels.set(option, built);
    return built;
  }

  #annotations(
    { option, minSize, maxSize }: PlannedGroup,
    nodeLabels: Labels,
  ): Readonly<Record<string, string>> {
    const { options, mode } = this.#plan;
    const { accelerator } = option;
    const isAutoscaler = mode.reader === 'cluster-autoscaler';
    const resources = option.resources[options.annotatedResources.value];
    const draDriver = options.draDriver?.value;
    return scaleFromZeroAnnotations({
      ...amounts(resources),
      ...(accelerator === undefined
        ? {}
        : { accelerator, ...(draDriver === undefined ? {} : { draDriver }) }),
      ...(isAutoscaler ? { csiDrivers: this.#csiDrivers(option) } : {}),
      labels: isAutoscaler ? nodeLabels : without(nodeLabels, this.#unusable(option)),
      taints: mode.annotatedTaints.filter(({ key }) => !isPassingTaint(key)),
      ...(isAutoscaler ? { minSize } : {}),
      maxSize,
      options: Object.fromEntries(
        Object.entries(mode.autoscalingOptions).map(([name, { value }]) => [name, value]),
      ),
    });
  }

  /** Labels that nodes have, and that Karpenter's provider must not see. */
  #unusable({ accelerator }: MachineOption): ReadonlySet<string> {
    const { machines } = this.#plan;
    return new Set([machines.csiZoneLabel ?? '', ...Object.keys(machines.nodeLabels?.(accelerator) ?? {})]);
  }

  #csiDrivers({ type }: MachineOption): Readonly<Record<string, number>> {
    const { options, machines } = this.#plan;
    const written = [...options.csiDrivers].map(([name, { value }]) => [name, value]);
    return { ...machines.csiLimits(type), ...Object.fromEntries(written) };
  }
}

interface OptionLabels {
  readonly type: Labels;
  readonly kubelet: Labels;
  readonly copied: Labels;
  readonly shape: string;
}

/** What is not there is not written: zero would count as absent anyway. */
function amounts({ cpuMilli, memoryBytes, ephemeralStorageBytes, pods }: Resources) {
  return {
    cpuMilli,
    memoryBytes,
    ...(ephemeralStorageBytes > 0 ? { ephemeralStorageBytes } : {}),
    maxPods: pods,
  };
}

function without(labels: Labels, keys: ReadonlySet<string>): Labels {
  return Object.fromEntries(Object.entries(labels).filter(([key]) => !keys.has(key)));
}
