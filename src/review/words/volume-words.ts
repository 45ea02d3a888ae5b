import { isJsonMap, type JsonMap, type JsonValue } from '../../diagnostics/json-value.ts';
import type { FieldChange } from '../../model/review.ts';
import { folded, valueText } from '../words.ts';

/** "root volume 100Gi → 200Gi", "volume /dev/xvdb type gp3 → io2": of node classes and of machine templates. */
export function volumeWords(fields: readonly FieldChange[]): readonly string[] {
  return [
    ...new Set([
      ...fields.filter(({ pointer }) => MAPPINGS.test(pointer)).flatMap(ofLists),
      ...rootVolumeWords(fields),
    ]),
  ];
}

export function isOfVolumes({ pointer }: FieldChange): boolean {
  return MAPPINGS.test(pointer) || ROOT_VOLUME.test(pointer);
}

const MAPPINGS = /^\/spec(?:\/template\/spec)?\/(?:blockDeviceMappings|nonRootVolumes)$/;
const ROOT_VOLUME = /^\/spec\/template\/spec\/rootVolume(?:\/([^/]+))?$/;

function ofLists({ before, after }: FieldChange): readonly string[] {
  const [old, now] = [volumesOf(before), volumesOf(after)];
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((name) => {
    const [was, is] = [old.get(name), now.get(name)];
    if (was === undefined) return [`${name}${sizeText(is)} added`];
    return is === undefined ? [`${name} removed`] : partsText(name, was, is);
  });
}

/** By name. The only device of a class that names none is the root volume. */
function volumesOf(list: JsonValue | undefined): ReadonlyMap<string, JsonMap> {
  const items = Array.isArray(list) ? (list as readonly JsonValue[]).filter(isJsonMap) : [];
  return new Map(
    items.map((item) => {
      const { deviceName, rootVolume, ebs, ...own } = item;
      const isOfClass = isJsonMap(ebs) || rootVolume !== undefined;
      const isRoot = rootVolume === true || (isOfClass && items.length === 1);
      return [isRoot ? ROOT : `volume ${valueText(deviceName)}`, isJsonMap(ebs) ? ebs : own];
    }),
  );
}

const ROOT = 'root volume';

/** A field for each part that differs, or one for all of it. */
function rootVolumeWords(fields: readonly FieldChange[]): readonly string[] {
  const found = fields.flatMap(({ pointer, before, after }) => {
    const match = ROOT_VOLUME.exec(pointer);
    return match === null ? [] : [{ key: match[1], before, after }];
  });
  if (found.length === 0) return [];
  const old: Record<string, JsonValue> = {};
  const now: Record<string, JsonValue> = {};
  for (const { key, before, after } of found) {
    if (before !== undefined) Object.assign(old, key === undefined ? before : { [key]: before });
    if (after !== undefined) Object.assign(now, key === undefined ? after : { [key]: after });
  }
  return partsText(ROOT, old, now);
}

/** Node classes say `volumeSize`, `volumeType` and `kmsKeyID`; templates `size` (GiB), `type` and `encryptionKey`. */
function partsText(name: string, was: JsonMap, is: JsonMap): readonly string[] {
  const keys = [...new Set([...Object.keys(is), ...Object.keys(was)])];
  const parts = keys.flatMap((key) => {
    const [before, after] = [was[key], is[key]];
    if (JSON.stringify(before) === JSON.stringify(after)) return [];
    if (SIZES.has(key)) return [`${sizeOf(before)} → ${sizeOf(after)}`];
    if (key === 'encrypted') return [after === true ? 'encrypted' : 'encrypted no more'];
    return [`${NAMES[key] ?? key} ${valueText(before)} → ${valueText(after)}`];
  });
  return parts.length === 0 ? [] : [`${name} ${folded(parts, { most: 4 })}`];
}

const SIZES: ReadonlySet<string> = new Set(['volumeSize', 'size']);
const NAMES: Readonly<Record<string, string>> = {
  volumeType: 'type',
  kmsKeyID: 'encryption key',
  encryptionKey: 'encryption key',
};

function sizeOf(value: JsonValue | undefined): string {
  return typeof value === 'number' ? `${value}Gi` : valueText(value);
}

function sizeText(volume: JsonMap | undefined): string {
  const size = volume?.['volumeSize'] ?? volume?.['size'];
  return size === undefined ? '' : ` of ${sizeOf(size)}`;
}
