import type { CompiledPool } from '../model/compilation.ts';
import type { InstanceType, Offering } from '../model/instance-type.ts';
import type { LabelVocabulary } from '../model/provider.ts';
import { offeringFilter } from '../selection/offering-filter.ts';
import { isOfferingKey, offeringValue } from '../selection/offering-labels.ts';

/** A machine that a pool may have made. */
export interface PossibleNode {
  readonly instanceType: string;
  readonly zone: string;
  readonly capacityType: string;
  /** What a well-known label may say there; none: the node has no such label. Undefined: not known. */
  readonly values: (key: string) => readonly string[] | undefined;
}

/** Every type in every zone and capacity type that the pool admits, or the node groups that it comes to. */
export function possibleNodes(
  { pool, selection, machines }: CompiledPool,
  vocabulary: LabelVocabulary,
): readonly PossibleNode[] {
  if (machines !== undefined) {
    return machines.nodeGroups.map(({ instanceType, offering, nodeLabels }) => ({
      instanceType: instanceType.name,
      zone: offering.zone,
      capacityType: offering.capacityType,
      values: (key) => (nodeLabels[key] === undefined ? [] : [nodeLabels[key]]),
    }));
  }
  const accepts = offeringFilter({ requirements: pool.requirements, labels: pool.labels, vocabulary });
  return selection.types.flatMap((type) =>
    type.offerings.filter(accepts).map((offering) => machineOf(type, offering, vocabulary)),
  );
}

function machineOf(type: InstanceType, offering: Offering, vocabulary: LabelVocabulary): PossibleNode {
  return {
    instanceType: type.name,
    zone: offering.zone,
    capacityType: offering.capacityType,
    values: (key) => {
      const label = vocabulary.specs.get(key);
      if (isOfferingKey(key)) {
        const value = offeringValue(offering, key);
        return value === undefined ? undefined : [value];
      }
      const isAbsent = label?.onlyOn !== undefined && label.onlyOn !== offering.capacityType;
      if (isAbsent) return [];
      const values = type.labels.get(key);
      if (values === undefined && label?.onlyOn !== undefined) return label.values;
      if (values === undefined) return label?.domain === 'open' ? undefined : [];
      // A node gets one of several, or none where nobody writes one.
      return values.length > 1 && label?.stamped === false ? [] : values;
    },
  };
}
