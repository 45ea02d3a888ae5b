import type { AwsVolume } from '../../../kubernetes/api/aws-machine-template.ts';
import type { BlockDevice, BlockDeviceMapping } from '../../../kubernetes/api/ec2-node-class.ts';
import { ceilUnits, parseQuantity } from '../../../kubernetes/quantity.ts';
import { snakeCase } from '../field-names.ts';
import { resolveImageFamily } from '../image-family.ts';
import type { MachineDraft } from './machine-draft.ts';

const MAPPINGS = '/spec/blockDeviceMappings';
const GIB = 2n ** 30n;
const MIN_GIB = 8n;

/** Sets `rootVolume` and `nonRootVolumes` from the disks. */
export function setVolumes(draft: MachineDraft): void {
  const mappings = draft.nodeClass.blockDeviceMappings ?? [];
  const root = rootIndex(mappings, draft);
  const others: AwsVolume[] = [];
  for (const [i, mapping] of mappings.entries()) {
    const volume = volumeOf(draft, mapping, i);
    if (volume === undefined) continue;
    // The provider learns the root device from the image and refuses to be told.
    if (i === root) draft.set('rootVolume', volume, `${MAPPINGS}/${i}`);
    else others.push({ ...present('deviceName', mapping.deviceName), ...volume });
  }
  if (others.length > 0) draft.set('nonRootVolumes', others, MAPPINGS);
}

function rootIndex(mappings: readonly BlockDeviceMapping[], { nodeClass }: MachineDraft): number {
  const marked = mappings.findIndex(({ rootVolume }) => rootVolume === true);
  if (marked >= 0) return marked;
  const { rootDevice } = resolveImageFamily(nodeClass);
  const named = mappings.findIndex(({ deviceName }) => deviceName !== undefined && deviceName === rootDevice);
  // Of an image of one's own nobody knows the device; a single disk is meant to be the root.
  return named < 0 && mappings.length === 1 ? 0 : named;
}

/** Fields of a block device without a counterpart, with the value that means the same. */
const LOST = {
  snapshotID: undefined,
  deleteOnTermination: true,
  volumeInitializationRate: undefined,
} as const;

function volumeOf(
  draft: MachineDraft,
  { ebs = {} }: BlockDeviceMapping,
  index: number,
): AwsVolume | undefined {
  const at = `${MAPPINGS}/${index}/ebs`;
  for (const [field, same] of Object.entries(LOST)) {
    const value = ebs[field as keyof typeof LOST];
    if (value === undefined || value === same) continue;
    draft.reportField(
      'PW9506',
      `${at}/${field}`,
      `volumes of Cluster API have no \`${snakeCase(field)}\``,
      'Remove it for this pool.',
    );
  }
  const size = sizeOf(draft, ebs, at);
  if (size === undefined) return undefined;
  return {
    size,
    ...present('type', ebs.volumeType),
    ...present('encrypted', ebs.encrypted),
    ...present('encryptionKey', ebs.kmsKeyID),
    ...present('iops', ebs.iops),
    ...present('throughput', ebs.throughput),
  };
}

/** Whole GiB, rounded up: `100G` is 94. */
function sizeOf(draft: MachineDraft, { volumeSize }: BlockDevice, at: string): number | undefined {
  if (volumeSize === undefined) {
    draft.report('PW9508', at, 'a volume of Cluster API needs its size', { help: 'Add `volume_size`.' });
    return undefined;
  }
  const parsed = parseQuantity(volumeSize);
  if (!parsed.ok) return undefined;
  const gib = (ceilUnits(parsed.quantity) + GIB - 1n) / GIB;
  if (gib >= MIN_GIB) return Number(gib);
  // The built-in disks of some images are smaller than that.
  if (!draft.isWritten(`${at}/volumeSize`)) return Number(MIN_GIB);
  draft.report('PW9508', `${at}/volumeSize`, `a volume of ${gib} GiB is smaller than Cluster API makes`, {
    help: `The smallest is \`${MIN_GIB}Gi\`.`,
  });
  return undefined;
}

function present<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  return (value === undefined ? {} : { [key]: value }) as { [K in Key]?: Value };
}
