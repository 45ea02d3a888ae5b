import type { AwsInstanceFacts } from '../../catalogue/catalogue.ts';
import type { Ec2NodeClassSpec, NetworkInterface } from '../../kubernetes/api/ec2-node-class.ts';
import { resolveImageFamily } from './image-family.ts';

/** What of a node class changes labels and offerings. Pools whose classes agree on it share one list of types. */
export interface ClassTraits {
  /** Equal for equal traits. */
  readonly key: string;
  readonly windowsBuild?: string;
  /** Ids named by capacity reservation terms; empty when there are terms but none names an id. */
  readonly reservationIds?: readonly string[];
  /** Whether a node of this class can be launched as this type (Karpenter 1.14, instancetype/compatibility). */
  readonly canUse: (facts: AwsInstanceFacts) => boolean;
}

/** Traits of a class. Where there is none, or only a broken one, nothing is known against any type. */
export function classTraits(spec: Ec2NodeClassSpec | undefined): ClassTraits {
  const family = spec === undefined ? undefined : resolveImageFamily(spec);
  const windowsBuild = family?.windowsBuild;
  const reservations = spec?.capacityReservationSelectorTerms ?? [];
  const reservationIds =
    reservations.length === 0
      ? undefined
      : [...new Set(reservations.flatMap((term) => term.id ?? []))].sort();
  const conditions = {
    withoutA1: family?.family === 'AL2023',
    nitro: spec?.connectionTracking !== undefined,
    nestedVirtualization: spec?.cpuOptions?.nestedVirtualization === 'enabled',
    interfaces: spec?.networkInterfaces,
  };
  return {
    key: JSON.stringify([windowsBuild ?? null, reservationIds ?? null, conditions]),
    ...(windowsBuild === undefined ? {} : { windowsBuild }),
    ...(reservationIds === undefined ? {} : { reservationIds }),
    canUse: (facts) =>
      !(conditions.withoutA1 && facts.name.startsWith('a1.')) &&
      !(conditions.nitro && facts.hypervisor !== 'nitro') &&
      !(conditions.nestedVirtualization && facts.nestedVirtualization === false) &&
      (conditions.interfaces === undefined || fitsInterfaces(facts, conditions.interfaces)),
  };
}

function fitsInterfaces(facts: AwsInstanceFacts, interfaces: readonly NetworkInterface[]): boolean {
  if (facts.ena === false) return false;
  const efaOnly = interfaces.filter((one) => one.interfaceType === 'efa-only').length;
  if (efaOnly > (facts.efaCount ?? 0)) return false;
  const cards = facts.networkCards ?? (facts.enis === undefined ? undefined : [facts.enis]);
  // Where the cards are unknown the type gets the benefit of the doubt.
  return (
    cards === undefined || interfaces.every((one) => one.deviceIndex < (cards[one.networkCardIndex] ?? 0))
  );
}
