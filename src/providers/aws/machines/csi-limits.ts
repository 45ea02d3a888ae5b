/** Label of the EBS driver's own topology. */
export const EBS_ZONE = 'topology.ebs.csi.aws.com/zone';

const EBS_DRIVER = 'ebs.csi.aws.com';

/**
 * Most Nitro types share 28 attachments between volumes, network interfaces and local disks; one is the root volume and
 * one the first interface. The catalogue holds no figure by type, so this is an assumption that `csi_drivers` overrides.
 */
const ASSUMED_EBS_VOLUMES = 26;

/** How many volumes a node can hold, by CSI driver. */
export function csiLimits(): Readonly<Record<string, number>> {
  return { [EBS_DRIVER]: ASSUMED_EBS_VOLUMES };
}
