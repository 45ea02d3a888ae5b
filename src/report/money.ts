import { invariant } from '../diagnostics/invariant.ts';
import type { AssumedZones, PriceFlag, PricingNote } from '../model/instance-type.ts';
import type { PricedOffering } from './priced-type.ts';
import { counted } from './words.ts';

/** Hours of an average month, as AWS counts them. */
export const HOURS_PER_MONTH = 730;

export function hourlyText(pricePerHourUsd: number): string {
  return pricePerHourUsd.toFixed(4);
}

export function monthlyText(pricePerHourUsd: number): string {
  return (pricePerHourUsd * HOURS_PER_MONTH).toFixed(2);
}

export interface ShownPrices {
  readonly prices: readonly PricedOffering[];
  /** The columns there are. */
  readonly per: 'hour' | 'hour and month';
}

/** What must be said below a list of prices: how old they are, and what is assumed about them and the types. */
export function pricingNotes(pricing: PricingNote, shown: ShownPrices): string[] {
  const { zonesAssumed, offeringsAssumed } = pricing;
  return [
    ...(shown.prices.length === 0 ? [] : [unitAndAge(shown)]),
    ...flagNotes(pricing, new Set(shown.prices.flatMap(({ flags }) => flags))),
    ...(zonesAssumed === undefined ? [] : [`no zones are set: ${assumedZonesText(zonesAssumed)}`]),
    ...(offeringsAssumed === undefined
      ? []
      : [`every type is assumed to be offered in ${offeringsAssumed.zones?.join(', ') ?? 'every zone'}`]),
  ];
}

function unitAndAge({ prices, per }: ShownPrices): string {
  const months = per === 'hour' ? '' : ` and per month of ${HOURS_PER_MONTH} hours`;
  const ages = [
    // An assumed spot price is as old as the on-demand price it is a ratio of.
    { of: 'on-demand price list of', dates: datesOf(prices.filter((price) => !isFromHistory(price))) },
    { of: 'spot price history of', dates: datesOf(prices.filter(isFromHistory)) },
  ].flatMap(({ of, dates }) => (dates === undefined ? [] : [`${of} ${dates}`]));
  return `prices in USD per hour${months}${ages.length === 0 ? '' : `; ${ages.join(', ')}`}`;
}

function isFromHistory({ capacityType, flags }: PricedOffering): boolean {
  return capacityType === 'spot' && !flags.includes('assumed');
}

/** One date, or the first and the last of several. */
function datesOf(prices: readonly PricedOffering[]): string | undefined {
  const dates = [...new Set(prices.flatMap(({ date }) => date ?? []))].sort();
  const [first, last] = [dates[0], dates.at(-1)];
  return first === last ? first : `${first} to ${last}`;
}

function flagNotes(pricing: PricingNote, flags: ReadonlySet<PriceFlag>): string[] {
  const { region, proxyRegion, spotAssumed, unconvertedCurrency } = pricing;
  const asked = region === undefined ? 'no region is set' : `the catalogue has no price list of ${region}`;
  return [
    ...(flags.has('proxy') ? [`proxy: ${asked}, that of ${proxyRegion ?? 'another region'} stands in`] : []),
    ...(flags.has('assumed') ? [`assumed: ${assumedSpotText(spotAssumed)}`] : []),
    ...(flags.has('adjusted') ? ['adjusted: `price_adjustments` of the definition are applied'] : []),
    ...(unconvertedCurrency === undefined
      ? []
      : [
          `unpriced: prices of ${region ?? 'the region'} are in ${unconvertedCurrency} and are not converted`,
        ]),
  ];
}

function assumedSpotText(assumed: PricingNote['spotAssumed']): string {
  invariant(assumed !== undefined, 'the note tells what a price was assumed by');
  const { ratio, zones } = assumed;
  const where = zones === undefined ? '' : ` in ${zones.join(', ')}, where no history is known,`;
  return `a spot price${where} is taken as ${percent(ratio)} of the on-demand price`;
}

function assumedZonesText({ from, named, unnamed }: AssumedZones): string {
  if (from === 'nothing') return `${counted(unnamed, 'unnamed one')} are assumed`;
  const whose = from === 'catalogue' ? 'that the catalogue knows' : 'that pools name';
  const more = unnamed === 0 ? '' : ` and ${counted(unnamed, 'unnamed one')}`;
  return `those ${whose} are used, ${named.join(', ')}${more}`;
}

function percent(ratio: number): string {
  return `${Number((ratio * 100).toFixed(2))} %`;
}
