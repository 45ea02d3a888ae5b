import * as z from 'zod';
import { regionOfZone } from '../zone-name.ts';
import type { ImportFile } from './import-file.ts';
import { firstIssueText } from '../issue-text.ts';

const recordSchema = z.object({
  InstanceType: z.string().min(1),
  AvailabilityZone: z.string(),
  AvailabilityZoneId: z.string().optional(),
  ProductDescription: z.string().optional(),
  SpotPrice: z.string().regex(/^[0-9]+(\.[0-9]+)?$/, 'expected a price such as "0.0412"'),
  Timestamp: z.string(),
});

export interface SpotPrice {
  readonly type: string;
  readonly zone: string;
  readonly zoneId?: string;
  readonly perHourUsd: number;
  /** As in the file. */
  readonly timestamp: string;
}

/** What Karpenter asks for; Windows and the licensed Linuxes have other prices. */
const LINUX: ReadonlySet<string> = new Set(['Linux/UNIX', 'Linux/UNIX (Amazon VPC)']);

/** From `aws ec2 describe-spot-price-history`: of each type and zone the newest Linux price. */
export function readSpotPrices(file: ImportFile): SpotPrice[] {
  const newest = new Map<string, SpotPrice>();
  for (const [i, record] of file.list('SpotPriceHistory').entries()) {
    const result = recordSchema.safeParse(record);
    if (!result.success) {
      file.skip(
        ['SpotPriceHistory', i],
        `the spot price is left out: ${firstIssueText(result.error.issues)}`,
      );
      continue;
    }
    const { InstanceType, AvailabilityZone, AvailabilityZoneId, ProductDescription, SpotPrice, Timestamp } =
      result.data;
    if (ProductDescription !== undefined && !LINUX.has(ProductDescription)) continue;
    if (regionOfZone(AvailabilityZone) === undefined) {
      file.skip(
        ['SpotPriceHistory', i, 'AvailabilityZone'],
        `the spot price is left out: \`${AvailabilityZone}\` is no zone`,
      );
      continue;
    }
    const price: SpotPrice = {
      type: InstanceType,
      zone: AvailabilityZone,
      ...(AvailabilityZoneId === undefined ? {} : { zoneId: AvailabilityZoneId }),
      perHourUsd: Number(SpotPrice),
      timestamp: Timestamp,
    };
    const key = `${price.zone} ${price.type}`;
    if (isNewer(price, newest.get(key))) newest.set(key, price);
  }
  return [...newest.values()];
}

/** Equal times, as when the history holds both product descriptions: the dearer one, so that order plays no part. */
export function isNewer(price: SpotPrice, than: SpotPrice | undefined): boolean {
  if (than === undefined) return true;
  const difference = timeOf(price) - timeOf(than);
  return difference > 0 || (difference === 0 && price.perHourUsd > than.perHourUsd);
}

function timeOf({ timestamp }: SpotPrice): number {
  const milliseconds = Date.parse(timestamp);
  return Number.isNaN(milliseconds) ? 0 : milliseconds;
}
