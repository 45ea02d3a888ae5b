import * as z from 'zod';
import { regionOfZone } from '../zone-name.ts';
import type { ImportFile } from './import-file.ts';
import { firstIssueText } from '../issue-text.ts';

const recordSchema = z.object({
  InstanceType: z.string().min(1),
  LocationType: z.string().optional(),
  Location: z.string(),
});

export interface Offered {
  readonly type: string;
  readonly zone: string;
}

/** From `aws ec2 describe-instance-type-offerings --location-type availability-zone`. */
export function readOfferings(file: ImportFile): Offered[] {
  const list = file.list('InstanceTypeOfferings');
  const otherwise = list.findIndex((record) => (locationTypeOf(record) ?? ZONES) !== ZONES);
  if (otherwise >= 0) {
    file.report(
      'PW5013',
      ['InstanceTypeOfferings', otherwise, 'LocationType'],
      `the offerings are listed by \`${locationTypeOf(list[otherwise])}\`, not by \`${ZONES}\``,
      `Ask for them with \`aws ec2 describe-instance-type-offerings --location-type ${ZONES}\`.`,
    );
    return [];
  }
  return list.flatMap((record, i): Offered[] => {
    const result = recordSchema.safeParse(record);
    if (!result.success) {
      file.skip(
        ['InstanceTypeOfferings', i],
        `the offering is left out: ${firstIssueText(result.error.issues)}`,
      );
      return [];
    }
    const { InstanceType: type, Location: zone } = result.data;
    if (regionOfZone(zone) !== undefined) return [{ type, zone }];
    file.skip(['InstanceTypeOfferings', i, 'Location'], `the offering is left out: \`${zone}\` is no zone`);
    return [];
  });
}

const ZONES = 'availability-zone';

function locationTypeOf(record: unknown): string | undefined {
  const found = z.object({ LocationType: z.string() }).safeParse(record);
  return found.success ? found.data.LocationType : undefined;
}
