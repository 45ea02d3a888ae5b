import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Located } from '../../diagnostics/located.ts';
import { originAt } from '../../diagnostics/origin-at.ts';
import type { Origin } from '../../diagnostics/origin.ts';
import type { BlockDevice, BlockDeviceMapping } from '../../kubernetes/api/ec2-node-class.ts';
import type { Draft } from './draft.ts';
import type { ImageFamilyFacts } from './image-family.ts';
import { readVolumeSize } from './volume-size.ts';

const MAPPINGS = '/spec/blockDeviceMappings';

/**
 * The disks, or undefined where the image alone decides (`Custom` without a written list), nothing is filled in, or an
 * error hides which there are. `family` is absent where it is unknown. A list replaces Karpenter's
 * defaults whole and nothing is merged into it, so every mapping says its type and its encryption itself.
 */
export function blockDevices(
  draft: Draft,
  family: ImageFamilyFacts | undefined,
): readonly BlockDeviceMapping[] | undefined {
  const size = podVolumeSize(draft);
  const written = draft.written.blockDeviceMappings;
  if (family === undefined || draft.broken.has('blockDeviceMappings')) {
    // Which disk is which cannot be told, but each can be judged alone.
    return written?.map((mapping, i) =>
      completeMapping(draft, withSize(mapping, writtenSize(draft, mapping, i)), i),
    );
  }
  if (written !== undefined) return writtenMappings(draft, written, family, size);
  if (size === 'broken' || (size === undefined && draft.pool.builtInSet === 0)) return undefined;
  return defaultMappings(draft, family, size);
}

/** `volumeSize` in its canonical form. */
function podVolumeSize(draft: Draft): Located<string> | 'broken' | undefined {
  const { volumeSize } = draft.pool.nodeClass;
  if (volumeSize === undefined) return undefined;
  const { text, diagnostics } = readVolumeSize(volumeSize);
  draft.diagnostics.push(...diagnostics);
  if (text !== undefined) return { value: text, origin: volumeSize.origin };
  draft.broken.add('volumeSize');
  return 'broken';
}

function defaultMappings(
  draft: Draft,
  family: ImageFamilyFacts,
  size: Located<string> | undefined,
): readonly BlockDeviceMapping[] | undefined {
  if (family.ephemeralDevice === undefined) {
    if (size !== undefined && draft.pool.backend.value !== 'karpenter') return [rootOf(draft, size)];
    if (size !== undefined) {
      draft.diagnostics.push(deviceUnknown(size.origin, family));
      draft.broken.add('blockDeviceMappings');
    }
    return undefined;
  }
  draft.origins.set(MAPPINGS, draft.builtIn);
  return family.defaultMappings.map((mapping, i) => {
    const isPodVolume = mapping.deviceName === family.ephemeralDevice;
    if (!isPodVolume || size === undefined) return completeMapping(draft, mapping, i);
    draft.origins.set(`${MAPPINGS}/${i}/ebs/volumeSize`, size.origin);
    return completeMapping(draft, { ...mapping, ebs: { ...mapping.ebs, volumeSize: size.value } }, i);
  });
}

/** Cluster API learns the device of the root volume from the image, and refuses to be told. */
function rootOf(draft: Draft, size: Located<string>): BlockDeviceMapping {
  draft.origins.set(MAPPINGS, size.origin);
  draft.origins.set(`${MAPPINGS}/0/ebs/volumeSize`, size.origin);
  return completeMapping(draft, { rootVolume: true, ebs: { volumeSize: size.value } }, 0);
}

function writtenMappings(
  draft: Draft,
  written: readonly BlockDeviceMapping[],
  family: ImageFamilyFacts,
  size: Located<string> | 'broken' | undefined,
): readonly BlockDeviceMapping[] {
  checkDefaultDisks(draft, written, family);
  const podVolume = podVolumeIndex(written, family);
  if (size !== undefined && size !== 'broken') checkPodVolume(draft, written[podVolume], podVolume, size);
  return written.map((mapping, i) => {
    const own = writtenSize(draft, mapping, i);
    if (own !== undefined || i !== podVolume || size === undefined || size === 'broken') {
      return completeMapping(draft, withSize(mapping, own), i);
    }
    draft.origins.set(`${MAPPINGS}/${i}/ebs/volumeSize`, size.origin);
    return completeMapping(draft, withSize(mapping, size.value), i);
  });
}

/** A disk of the image that the list does not mention is made as the image has it: smaller, and maybe not encrypted. */
function checkDefaultDisks(
  draft: Draft,
  written: readonly BlockDeviceMapping[],
  family: ImageFamilyFacts,
): void {
  const devices = new Set(written.map((mapping) => mapping.deviceName));
  const missing = family.defaultMappings.flatMap(({ deviceName }) =>
    deviceName === undefined || devices.has(deviceName) ? [] : [`\`${deviceName}\``],
  );
  if (missing.length === 0) return;
  const list = originAt(draft.origins, MAPPINGS);
  draft.diagnostics.push(
    diagnostic(
      'PW3309',
      list.keySpan ?? list.span,
      `\`block_device_mappings\` replaces the default disks of ${family.family}, and ${missing.join(' and ')} is not in it`,
      {
        help: 'List every disk: one that is left out is made as the image has it, with its size and encryption.',
      },
    ),
  );
}

/** The disk that pods' ephemeral storage lives on (Karpenter 1.14, `ephemeralStorage`); -1 when the list lacks it. */
function podVolumeIndex(mappings: readonly BlockDeviceMapping[], family: ImageFamilyFacts): number {
  const root = mappings.findIndex((mapping) => mapping.rootVolume === true);
  if (root >= 0) return root;
  if (family.ephemeralDevice === undefined) return mappings.length - 1;
  return mappings.findIndex((mapping) => mapping.deviceName === family.ephemeralDevice);
}

function checkPodVolume(
  draft: Draft,
  mapping: BlockDeviceMapping | undefined,
  index: number,
  size: Located<string>,
): void {
  const list = originAt(draft.origins, MAPPINGS);
  if (mapping === undefined) {
    draft.diagnostics.push(
      diagnostic('PW3307', size.origin.span, '`volumeSize` fits no entry of `block_device_mappings`', {
        related: [{ span: list.keySpan ?? list.span, message: 'the list replaces the default disks' }],
        help: 'Mark the disk for pods with `root_volume: true`, or write its size in the list.',
      }),
    );
  } else if (mapping.ebs?.volumeSize !== undefined) {
    const other = originAt(draft.origins, `${MAPPINGS}/${index}/ebs/volumeSize`);
    draft.diagnostics.push(
      diagnostic(
        'PW3306',
        size.origin.span,
        '`volumeSize` and `block_device_mappings` both give a size to the disk for pods',
        {
          related: [{ span: other.span, message: 'the other size is written here' }],
          help: 'Keep one of them: `volumeSize` fills the mapping that leaves its size out.',
        },
      ),
    );
  }
}

function writtenSize(draft: Draft, mapping: BlockDeviceMapping, index: number): string | undefined {
  const written = mapping.ebs?.volumeSize;
  if (written === undefined) return undefined;
  const origin = originAt(draft.origins, `${MAPPINGS}/${index}/ebs/volumeSize`);
  const { text, diagnostics } = readVolumeSize({ value: written, origin });
  draft.diagnostics.push(...diagnostics);
  // After an error the text stays as it is: a missing size would be one more, false, finding.
  return text ?? written;
}

function withSize(mapping: BlockDeviceMapping, volumeSize: string | undefined): BlockDeviceMapping {
  return volumeSize === undefined ? mapping : { ...mapping, ebs: { ...mapping.ebs, volumeSize } };
}

/** Adds what the default mapping would have had, unless nothing is filled in, in the order of emission. */
function completeMapping(draft: Draft, mapping: BlockDeviceMapping, index: number): BlockDeviceMapping {
  const pointer = `${MAPPINGS}/${index}`;
  const { deviceName, rootVolume, ebs = {} } = mapping;
  const defaults: BlockDevice =
    draft.pool.builtInSet === 0 && isWritten(draft)
      ? {}
      : {
          volumeType: 'gp3',
          // EC2 takes the encryption of a snapshot and refuses a second opinion.
          ...(ebs.snapshotID === undefined ? { encrypted: true } : {}),
          deleteOnTermination: true,
        };
  for (const field of Object.keys(defaults)) {
    const at = `${pointer}/ebs/${field}`;
    if (!draft.origins.has(at)) draft.origins.set(at, draft.builtIn);
  }
  return {
    ...(deviceName === undefined ? {} : { deviceName }),
    ...(rootVolume === true ? { rootVolume } : {}),
    ebs: inOrder({ ...defaults, ...ebs }),
  };
}

/** What `volumeSize` alone makes of a disk is always the same. */
function isWritten({ written }: Draft): boolean {
  return written.blockDeviceMappings !== undefined;
}

const EBS_ORDER = [
  'volumeSize',
  'volumeType',
  'iops',
  'throughput',
  'encrypted',
  'kmsKeyID',
  'snapshotID',
  'deleteOnTermination',
  'volumeInitializationRate',
] as const satisfies readonly (keyof BlockDevice)[];

function inOrder(ebs: BlockDevice): BlockDevice {
  return Object.fromEntries(
    EBS_ORDER.flatMap((field) => (ebs[field] === undefined ? [] : [[field, ebs[field]]])),
  );
}

function deviceUnknown(origin: Origin, family: ImageFamilyFacts) {
  return diagnostic(
    'PW3308',
    origin.span,
    `nobody but the image knows the disk of family \`${family.family}\``,
    {
      help: 'Name the device: `block_device_mappings: [{device_name: /dev/xvda}]`. `volumeSize` then sets its size.',
    },
  );
}
