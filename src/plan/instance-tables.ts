import type { Resources } from '../kubernetes/resources.ts';
import type { RequirementInput } from '../kubernetes/requirement.ts';
import type { InstanceTable, InstanceType, NodeResources, Offering } from '../model/instance-type.ts';
import type { LabelVocabulary } from '../model/provider.ts';
import type { PackerInstanceType, PackerOffering } from '../packer/karpenter/problem.ts';
import { offeringLabels } from '../selection/offering-labels.ts';
import { resourceList } from './resource-list.ts';

/** An instance table as one scenario leaves it, for the packer and for everything that is computed from its decision. */
export interface PlanTable {
  /** In catalogue order, without types that are offered nowhere. */
  readonly types: readonly InstanceType[];
  readonly byName: ReadonlyMap<string, InstanceType>;
  /** The same types, in the same order. */
  readonly packerTypes: readonly PackerInstanceType[];
  readonly resourcesOf: (type: InstanceType) => NodeResources;
}

export interface PlanTablesInput {
  readonly vocabulary: LabelVocabulary;
  readonly isAvailable: (type: InstanceType, offering: Offering) => boolean;
  /** Corrects what the table says of a type. */
  readonly measured: (type: InstanceType, resources: NodeResources) => NodeResources;
}

/**
 * Makes plan tables. Pools with the same instance table share one, so that the packer encodes its types once; tables
 * that differ only in resources share the requirements of their types.
 */
export function planTables(input: PlanTablesInput): (table: InstanceTable) => PlanTable {
  const made = new Map<InstanceTable, PlanTable>();
  const shapes = new WeakMap<readonly InstanceType[], readonly TypeShape[]>();
  const interned = new Interned(input.vocabulary);
  const shapesOf = (types: readonly InstanceType[]): readonly TypeShape[] => {
    let found = shapes.get(types);
    if (found === undefined) {
      found = types
        .filter(({ offerings }) => offerings.length > 0)
        .map((type) => shapeOf(type, input, interned));
      shapes.set(types, found);
    }
    return found;
  };
  return (table) => {
    let found = made.get(table);
    if (found === undefined) {
      found = planTable(shapesOf(table.types), (type) => input.measured(type, table.resourcesOf(type)));
      if (made.size === MOST_KEPT) made.clear();
      made.set(table, found);
    }
    return found;
  };
}

/** Kubelet settings and disks make tables differ, so a large run may meet any number of them. */
const MOST_KEPT = 32;

/** What tables with different resources have in common. */
interface TypeShape {
  /** As the catalogue has it: what resources are asked for with. */
  readonly listed: InstanceType;
  readonly type: InstanceType;
  readonly requirements: readonly RequirementInput[];
  readonly offerings: readonly PackerOffering[];
}

function shapeOf(listed: InstanceType, { isAvailable }: PlanTablesInput, interned: Interned): TypeShape {
  const offerings = listed.offerings.map((offering) => {
    const available = offering.available && isAvailable(listed, offering);
    return available === offering.available ? offering : { ...offering, available };
  });
  const changed = offerings.some((offering, i) => offering !== listed.offerings[i]);
  return {
    listed,
    type: changed ? { ...listed, offerings } : listed,
    requirements: interned.requirements(listed),
    offerings: offerings.map((offering) => ({
      requirements: interned.offering(offering),
      ...(offering.price === undefined ? {} : { price: offering.price.perHourUsd }),
      available: offering.available,
    })),
  };
}

function planTable(
  shapes: readonly TypeShape[],
  resourcesOf: (listed: InstanceType) => NodeResources,
): PlanTable {
  const resources = new Map<string, NodeResources>();
  const packerTypes = shapes.map(({ listed, requirements, offerings }): PackerInstanceType => {
    const found = resourcesOf(listed);
    resources.set(listed.name, found);
    const { capacity, allocatable } = found;
    return {
      name: listed.name,
      requirements,
      offerings,
      capacity: resourceList(capacity),
      overhead: { kubeReserved: resourceList(difference(capacity, allocatable)) },
    };
  });
  const types = shapes.map(({ type }) => type);
  return {
    types,
    byName: new Map(types.map((type) => [type.name, type])),
    packerTypes,
    resourcesOf: (type) => resources.get(type.name) ?? resourcesOf(type),
  };
}

/** What is not for pods; nothing of what both have in full. */
function difference(capacity: Resources, allocatable: Resources): Resources {
  const names = Object.keys(capacity.extended).filter(
    (name) => capacity.extended[name] !== (allocatable.extended[name] ?? 0),
  );
  return {
    cpuMilli: capacity.cpuMilli - allocatable.cpuMilli,
    memoryBytes: capacity.memoryBytes - allocatable.memoryBytes,
    ephemeralStorageBytes: capacity.ephemeralStorageBytes - allocatable.ephemeralStorageBytes,
    pods: capacity.pods - allocatable.pods,
    extended: Object.fromEntries(
      names.map((name) => [name, (capacity.extended[name] ?? 0) - (allocatable.extended[name] ?? 0)]),
    ),
  };
}

/** A thousand types have few different labels, so their requirements are shared. */
class Interned {
  readonly #keys: readonly string[];
  readonly #absent = new Map<string, RequirementInput>();
  readonly #present = new Map<string, Map<readonly string[], RequirementInput>>();
  readonly #offerings = new Map<string, readonly RequirementInput[]>();

  constructor({ specs }: LabelVocabulary) {
    this.#keys = [...specs.keys()];
    for (const key of this.#keys) this.#absent.set(key, { key, operator: 'DoesNotExist' });
  }

  /** Every key of the vocabulary, then the type's own: what a provider leaves out would count as undefined. */
  requirements({ labels }: InstanceType): readonly RequirementInput[] {
    const requirements: RequirementInput[] = [];
    for (const key of this.#keys) {
      const values = labels.get(key);
      const absent = this.#absent.get(key);
      if (values !== undefined) requirements.push(this.#requirement(key, values));
      else if (absent !== undefined) requirements.push(absent);
    }
    for (const [key, values] of labels) {
      if (!this.#absent.has(key)) requirements.push(this.#requirement(key, values));
    }
    return requirements;
  }

  offering(offering: Offering): readonly RequirementInput[] {
    const kind = `${offering.zone}\n${offering.zoneId ?? ''}\n${offering.capacityType}`;
    let found = this.#offerings.get(kind);
    if (found === undefined) {
      // Where the zone's id is not known it may be any.
      found = offeringLabels(offering).map(([key, value]) => ({ key, operator: 'In', values: [value] }));
      this.#offerings.set(kind, found);
    }
    return found;
  }

  #requirement(key: string, values: readonly string[]): RequirementInput {
    let byValues = this.#present.get(key);
    if (byValues === undefined) {
      byValues = new Map();
      this.#present.set(key, byValues);
    }
    let found = byValues.get(values);
    if (found === undefined) {
      found = { key, operator: 'In', values };
      byValues.set(values, found);
    }
    return found;
  }
}
