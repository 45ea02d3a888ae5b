import type { ClusterSettings } from '../model/cluster.ts';

const READ = {
  region: ({ region }: ClusterSettings) => region?.value,
  zones: ({ zones }: ClusterSettings) => zones?.map(({ value }) => value),
  catalogue: ({ catalogue }: ClusterSettings) => catalogue?.value,
  spot_price_ratio: ({ spotPriceRatio }: ClusterSettings) => spotPriceRatio.value,
  price_adjustments: ({ priceAdjustments }: ClusterSettings) => priceAdjustments.map(adjustmentText),
};

const NAMES = ['region', 'zones', 'catalogue', 'spot_price_ratio', 'price_adjustments'] as const;

/** Settings that types, zones and prices follow, as far as they differ; by their keys in a definition. */
export function changedSettings(
  before: ClusterSettings,
  after: ClusterSettings,
): readonly (typeof NAMES)[number][] {
  return NAMES.filter((name) => JSON.stringify(READ[name](before)) !== JSON.stringify(READ[name](after)));
}

function adjustmentText({
  where,
  percent,
  pricePerHourUsd,
}: ClusterSettings['priceAdjustments'][number]): string {
  return JSON.stringify([
    where.map(({ key, operator, values }) => [key.value, operator.value, values.map(({ value }) => value)]),
    percent?.value,
    pricePerHourUsd?.value,
  ]);
}
