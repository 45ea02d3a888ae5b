import type { JsonMap, JsonValue } from '../../../diagnostics/json-value.ts';
import type { Ec2NodeClassSpec } from '../../../kubernetes/api/ec2-node-class.ts';
import { isEmpty } from '../emit.ts';
import { resolveImageFamily } from '../image-family.ts';
import { ARCH, CAPACITY_TYPE, OS } from '../label-keys.ts';
import { LABEL_ALIASES } from '../labels.ts';

/**
 * Whether built-in set 1 would add something to a pool with this node class: a requirement for a key that is free, the
 * public address, disks, or what makes a disk whole. (Instance metadata are filled in by the API server anyway.) Or
 * whether it would drop an empty value, which the drift hash notices.
 */
export function isChangedByBuiltIns(spec: JsonMap, constrainedKeys: ReadonlySet<string>): boolean {
  const nodeClass = spec as unknown as Ec2NodeClassSpec;
  const keys = new Set([...constrainedKeys].map((key) => LABEL_ALIASES.get(key) ?? key));
  if ([ARCH, OS, CAPACITY_TYPE].some((key) => !keys.has(key))) return true;
  if (nodeClass.associatePublicIPAddress === undefined || hasEmptyPart(spec)) return true;
  const { blockDeviceMappings } = nodeClass;
  if (blockDeviceMappings === undefined) return resolveImageFamily(nodeClass).ephemeralDevice !== undefined;
  return blockDeviceMappings.some(
    ({ ebs }) =>
      ebs?.volumeType === undefined ||
      ebs.deleteOnTermination === undefined ||
      (ebs.encrypted === undefined && ebs.snapshotID === undefined),
  );
}

/** Selector terms are not hashed, and empty ones are refused. */
function hasEmptyPart(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const children = Object.values(value) as readonly JsonValue[];
  return children.some((child) => isEmpty(child) || hasEmptyPart(child));
}
