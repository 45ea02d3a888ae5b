import * as z from 'zod';
import type { JsonMap, JsonValue } from '../../../diagnostics/json-value.ts';
import type { BlockDeviceMapping, Ec2NodeClassSpec } from '../../../kubernetes/api/ec2-node-class.ts';
import { snakeCase } from '../field-names.ts';
import { resolveImageFamily } from '../image-family.ts';
import { METADATA_DEFAULTS } from '../metadata-options.ts';
import { type NodeClassField, nodeClassSchema } from '../node-class-schema.ts';

type BuiltIns = 'filled in' | 'none';

/**
 * A valid spec as keys of `node_class`, in short forms where there are some. What the built-in set says anyway is left
 * out where it is filled in, as is what the API server fills in.
 */
export function describeNodeClass(spec: JsonMap, builtIns: BuiltIns): JsonMap {
  const nodeClass = spec as unknown as Ec2NodeClassSpec;
  const described: Record<string, JsonValue> = {};
  for (const [name, type] of Object.entries(nodeClassSchema.shape)) {
    const field = name as NodeClassField;
    Object.assign(described, describeField(field, nodeClass, builtIns) ?? renamed(field, spec[field], type));
    const { tags } = nodeClass;
    if (field === 'instanceProfile' && tags !== undefined) described['tags'] = tags;
  }
  return described;
}

/** The fields that have a form of their own; undefined for the others. */
function describeField(
  field: NodeClassField,
  spec: Ec2NodeClassSpec,
  builtIns: BuiltIns,
): JsonMap | undefined {
  switch (field) {
    case 'amiSelectorTerms':
      return imageAlias(spec);
    case 'associatePublicIPAddress': {
      const value = spec.associatePublicIPAddress;
      const isBuiltIn = value === undefined || (!value && builtIns === 'filled in');
      return isBuiltIn ? {} : { public: value };
    }
    case 'blockDeviceMappings':
      return podVolume(spec, builtIns);
    case 'metadataOptions': {
      const written = Object.entries(spec.metadataOptions ?? {});
      const defaults = new Map<string, unknown>(Object.entries(METADATA_DEFAULTS));
      return written.every(([key, value]) => defaults.get(key) === value) ? {} : undefined;
    }
    default:
      return undefined;
  }
}

function imageAlias({ amiSelectorTerms: terms }: Ec2NodeClassSpec): JsonMap | undefined {
  const [first, ...others] = terms ?? [];
  if (first?.alias === undefined || others.length > 0 || Object.keys(first).length > 1) return undefined;
  return { ami: first.alias };
}

/** Disks that differ from the family's own in nothing but the size for pods. */
function podVolume(spec: Ec2NodeClassSpec, builtIns: BuiltIns): JsonMap | undefined {
  const { defaultMappings, ephemeralDevice } = resolveImageFamily(spec);
  const written = spec.blockDeviceMappings;
  const size = written?.find(({ deviceName }) => deviceName === ephemeralDevice)?.ebs?.volumeSize;
  if (written === undefined || size === undefined || written.length !== defaultMappings.length) {
    return undefined;
  }
  const isOwn = defaultMappings.every((mapping, i) => {
    const isForPods = mapping.deviceName === ephemeralDevice;
    const ebs = { ...mapping.ebs, deleteOnTermination: true, ...(isForPods ? { volumeSize: size } : {}) };
    return isSame(written[i], { deviceName: mapping.deviceName, ebs });
  });
  if (!isOwn) return undefined;
  const usual = defaultMappings.find(({ deviceName }) => deviceName === ephemeralDevice)?.ebs?.volumeSize;
  return builtIns === 'filled in' && size === usual ? {} : { volumeSize: size };
}

function isSame(one: BlockDeviceMapping | undefined, other: unknown): boolean {
  return sorted({ rootVolume: false, ...one }) === sorted({ rootVolume: false, ...(other as object) });
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, child: unknown) =>
    typeof child === 'object' && child !== null && !Array.isArray(child)
      ? Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : 1)))
      : child,
  );
}

function renamed(field: NodeClassField, value: JsonValue | undefined, type: z.ZodType): JsonMap {
  if (value === undefined) return {};
  return { [field === 'amiSelectorTerms' ? 'ami' : snakeCase(field)]: inOurSpelling(value, type) };
}

/** Field names in snake case; keys of free maps are data. `rootVolume: false` says nothing. */
function inOurSpelling(value: JsonValue, type: z.ZodType): JsonValue {
  const inner = type instanceof z.ZodOptional ? (type.unwrap() as z.ZodType) : type;
  if (Array.isArray(value)) {
    const element = inner instanceof z.ZodArray ? (inner.element as z.ZodType) : inner;
    return value.map((item: JsonValue) => inOurSpelling(item, element));
  }
  if (typeof value !== 'object' || value === null || !(inner instanceof z.ZodObject)) return value;
  return Object.fromEntries(
    Object.entries(inner.shape).flatMap(([field, fieldType]) => {
      const child = (value as JsonMap)[field];
      if (child === undefined || (field === 'rootVolume' && child === false)) return [];
      return [[snakeCase(field), inOurSpelling(child, fieldType as z.ZodType)]];
    }),
  );
}
