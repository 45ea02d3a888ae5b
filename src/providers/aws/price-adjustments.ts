import { requirementOf, type Requirement } from '../../kubernetes/requirement.ts';
import { Requirements } from '../../kubernetes/requirements.ts';
import type { PriceAdjustment } from '../../model/cluster.ts';
import type { CapacityType } from '../../model/instance-type.ts';
import { CAPACITY_TYPE, ZONE } from './label-keys.ts';
import { LABEL_ALIASES } from './labels.ts';

type Adjustment = { readonly percent: number } | { readonly perHourUsd: number };

interface Offer {
  /** Of the type. The offering's own zone and capacity type count instead of the type's. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
  readonly zone: string;
  readonly capacityType: CapacityType;
}

/** The adjustment that applies to an offering, if any: of several the last. */
export type PriceAdjuster = (offer: Offer) => Adjustment | undefined;

export function adjusterOf(adjustments: readonly PriceAdjustment[]): PriceAdjuster {
  const compiled = adjustments.map((adjustment) => ({
    matches: offerMatcher(adjustment),
    effect: effectOf(adjustment),
  }));
  return (offer) => compiled.findLast(({ matches }) => matches(offer))?.effect;
}

/** Whether an adjustment's requirements hold for an offering. */
export function offerMatcher(adjustment: PriceAdjustment): (offer: Offer) => boolean {
  const written = adjustment.where.map(({ key, operator, values }) =>
    requirementOf(
      { key: key.value, operator: operator.value, values: values.map((value) => value.value) },
      LABEL_ALIASES,
    ),
  );
  const requirements = [...Requirements.of(written).entries()];
  return (offer) => requirements.every((requirement) => holds(requirement, offer));
}

function effectOf({ percent, pricePerHourUsd }: PriceAdjustment): Adjustment {
  return pricePerHourUsd === undefined
    ? { percent: percent?.value ?? 0 }
    : { perHourUsd: pricePerHourUsd.value };
}

function holds(requirement: Requirement, offer: Offer): boolean {
  const values = valuesOf(requirement.key, offer);
  return values === undefined ? requirement.isNegative() : values.some((value) => requirement.has(value));
}

function valuesOf(key: string, { labels, zone, capacityType }: Offer): readonly string[] | undefined {
  if (key === ZONE) return [zone];
  if (key === CAPACITY_TYPE) return [capacityType];
  return labels.get(key);
}

/** Equal texts mean equal adjustments: types and prices are shared between clusters by it. */
export function adjustmentsKey(adjustments: readonly PriceAdjustment[]): string {
  return JSON.stringify(
    adjustments.map(({ where, percent, pricePerHourUsd }) => [
      where.map(({ key, operator, values }) => [
        key.value,
        operator.value,
        values.map((value) => value.value),
      ]),
      percent?.value ?? null,
      pricePerHourUsd?.value ?? null,
    ]),
  );
}
