import { isJsonMap, type JsonMap, type JsonValue } from '../../../diagnostics/json-value.ts';

/** The root of every Linux family; the infrastructure provider learns it from the image. */
const ROOT_DEVICE = '/dev/xvda';

const FIELDS: ReadonlyMap<string, string> = new Map([
  ['type', 'volume_type'],
  ['encrypted', 'encrypted'],
  ['encryptionKey', 'kms_key_id'],
  ['iops', 'iops'],
  ['throughput', 'throughput'],
]);

/** The volumes of an AWSMachineTemplate as keys of `node_class`: the short form where it says the same. */
export function describeVolumes(spec: JsonMap): { readonly keys: JsonMap; readonly lost: readonly string[] } {
  const root = spec['rootVolume'];
  const more = Array.isArray(spec['nonRootVolumes']) ? spec['nonRootVolumes'].filter(isJsonMap) : [];
  if (!isJsonMap(root)) return { keys: {}, lost: more.length === 0 ? [] : ['nonRootVolumes'] };
  if (more.length === 0 && isUsual(root)) return { keys: { volumeSize: sizeOf(root) }, lost: [] };
  const disks = [{ device_name: ROOT_DEVICE, ebs: ebsOf(root) }, ...more.map(namedDisk)];
  return { keys: { block_device_mappings: disks }, lost: [] };
}

/** As `volumeSize` alone makes it. */
function isUsual({ size: _size, type, encrypted, ...others }: JsonMap): boolean {
  return type === 'gp3' && encrypted === true && Object.keys(others).length === 0;
}

function namedDisk(volume: JsonMap): JsonMap {
  return { device_name: volume['deviceName'] ?? '', ebs: ebsOf(volume) };
}

function ebsOf(volume: JsonMap): JsonMap {
  const fields = [...FIELDS].flatMap(([field, key]): [string, JsonValue][] => {
    const value = volume[field];
    return value === undefined ? [] : [[key, value]];
  });
  return { volume_size: sizeOf(volume), ...Object.fromEntries(fields) };
}

function sizeOf({ size }: JsonMap): string {
  return `${Number(size)}Gi`;
}
