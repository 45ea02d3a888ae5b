import type { OfferingPrice, PricingNote } from '../model/instance-type.ts';

/** Hours of an average month, as AWS counts them. */
const HOURS_PER_MONTH = 730;

export function hourlyText(pricePerHourUsd: number): string {
  return pricePerHourUsd.toFixed(4);
}

export function monthlyText(pricePerHourUsd: number): string {
  return (pricePerHourUsd * HOURS_PER_MONTH).toFixed(2);
}

/**
 * What must be said below a list of prices: how old they are and which of those shown are stand-ins.
 *
 * @param shown bases of the prices in the list
 */
export function pricingNotes(pricing: PricingNote, shown: ReadonlySet<OfferingPrice['basis']>): string[] {
  const { region, proxyRegion, snapshotDate, spotAssumedRatio, unconvertedCurrency } = pricing;
  const asked = region === undefined ? 'no region is set' : `the snapshot has no prices of ${region}`;
  const notes: readonly (readonly [boolean, string])[] = [
    [
      shown.size > 0,
      `prices in USD per hour and per month of ${HOURS_PER_MONTH} hours, snapshot of ${snapshotDate}`,
    ],
    [shown.has('proxy'), `proxy: ${asked}, those of ${proxyRegion ?? 'another region'} stand in`],
    [
      shown.has('assumed') && spotAssumedRatio !== undefined,
      `assumed: a spot price is taken as ${percent(spotAssumedRatio ?? 0)} of the on-demand price`,
    ],
    [shown.has('adjusted'), 'adjusted: `price_adjustments` of the definition are applied'],
    [
      unconvertedCurrency !== undefined,
      `unpriced: prices of ${region ?? 'the region'} are in ${unconvertedCurrency ?? ''} and are not converted`,
    ],
    [pricing.zonesAssumed, 'no zones are set: three unnamed ones are assumed'],
    [pricing.offeringsAssumed === true, 'every type is assumed to be offered in every zone'],
  ];
  return notes.filter(([applies]) => applies).map(([, note]) => note);
}

function percent(ratio: number): string {
  return `${Number((ratio * 100).toFixed(2))} %`;
}
