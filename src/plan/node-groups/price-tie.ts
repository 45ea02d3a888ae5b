import type { Decision } from '../../packer/cluster-autoscaler/decision.ts';
import type { OwnedGroup } from './owned-group.ts';

/** Two node groups that some run drew lots between. */
export interface PriceTie {
  readonly cheap: OwnedGroup;
  readonly dear: OwnedGroup;
}

/** Of all lots that were drawn, those whose outcome matters most to the price. Undefined where none does. */
export function widestPriceTie(
  decisions: readonly Decision[],
  groups: ReadonlyMap<string, OwnedGroup>,
): PriceTie | undefined {
  let widest: PriceTie | undefined;
  for (const { tied } of decisions.flatMap(({ loops }) => loops)) {
    const known = tied.flatMap((id) => groups.get(id) ?? []).filter((one) => priceOf(one) > 0);
    const [first] = known;
    if (first === undefined) continue;
    const cheap = known.reduce((least, one) => (priceOf(one) < priceOf(least) ? one : least), first);
    const dear = known.reduce((most, one) => (priceOf(one) > priceOf(most) ? one : most), first);
    if (factorOf({ cheap, dear }) > (widest === undefined ? 1 : factorOf(widest))) widest = { cheap, dear };
  }
  return widest;
}

function factorOf({ cheap, dear }: PriceTie): number {
  return priceOf(dear) / priceOf(cheap);
}

function priceOf({ group }: OwnedGroup): number {
  return group.offering.price?.perHourUsd ?? 0;
}

/** Which choice makes the price uncertain, and what setting would settle it. */
export function priceTieText({ cheap, dear }: PriceTie, expanders: readonly string[]): string {
  const machine = ({ group: { instanceType, offering } }: OwnedGroup) =>
    `\`${instanceType.name}\` (${offering.capacityType}, ${(offering.price?.perHourUsd ?? 0).toFixed(4)} $/h)`;
  const chain = expanders.map((name) => `\`${name}\``).join(', ');
  const setting =
    cheap.view.name === dear.view.name
      ? `more \`price_tiers\` of pool \`${cheap.view.name}\` put`
      : `a higher \`weight\` of pool \`${cheap.view.name}\` puts`;
  const needed = expanders.includes('priority') ? '' : ', once `priority` is among the `expanders`';
  return `prices range as they do because ${machine(cheap)} and ${machine(dear)} are equally good to the expanders (${chain}): ${setting} the cheaper one first${needed}`;
}
