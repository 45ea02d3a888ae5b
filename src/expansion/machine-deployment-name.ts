import type { CapacityType } from '../model/instance-type.ts';
import { shortHash } from './content-hash.ts';

/** What a MachineDeployment is one of. */
export interface MachineDeploymentIdentity {
  /** Name of the Cluster object. */
  readonly cluster: string;
  readonly pool: string;
  readonly instanceType: string;
  readonly zone: string;
  readonly capacityType: CapacityType;
}

/** MachineSet and Machine names add 12 characters, and 63 is the most that a label value takes. */
const MAX_NAME = 51;
const HASH = 8;

const ABBREVIATIONS: Readonly<Record<CapacityType, string>> = {
  'on-demand': 'od',
  spot: 'spot',
  reserved: 'res',
};

/**
 * The name of a MachineDeployment: at most 51 characters, a label value, decided by its identity alone, so that it
 * stays as it is when others come and go. Where the readable form does not say which identity it is of, a hash of it
 * is appended: two identities never share a readable name.
 */
export function machineDeploymentName(identity: MachineDeploymentIdentity): string {
  const { cluster, pool, instanceType, zone, capacityType } = identity;
  const readable = sanitised([cluster, pool, instanceType, zone, ABBREVIATIONS[capacityType]]);
  if (readable.length <= MAX_NAME && isReversible(readable, identity)) return readable;
  return hashed(readable, [cluster, pool, instanceType, zone, capacityType]);
}

/** Cluster API calls the MachineDeployment of an entry `<cluster>-<entry>-<5 random>`, and cuts what exceeds 63 characters. */
const MAX_TOPOLOGY_PREFIX = 63 - 1 - 5;
/** A character and a hash. */
const MIN_ENTRY = 1 + 1 + HASH;

/** A longer name of a Cluster leaves no room for entries in its topology. */
export const MAX_TOPOLOGY_CLUSTER = MAX_TOPOLOGY_PREFIX - 1 - MIN_ENTRY;

/**
 * The same for an entry of a Cluster's topology: what Cluster API puts before the random part, the cluster's name and a
 * dash, whatever it is, and then that of the entry, which ends in a hash where it is too long or not readable.
 */
export function topologyDeploymentName(identity: MachineDeploymentIdentity): string {
  const { cluster, pool, instanceType, zone, capacityType } = identity;
  const most = Math.max(MIN_ENTRY, MAX_TOPOLOGY_PREFIX - 1 - cluster.length);
  const readable = sanitised([pool, instanceType, zone, ABBREVIATIONS[capacityType]]);
  // The name of the cluster is the same in all of its entries: any takes its place.
  const isReadable = readable.length <= most && isReversible(`c-${readable}`, { ...identity, cluster: 'c' });
  const entry = isReadable
    ? readable
    : withHash(readable, [cluster, pool, instanceType, zone, capacityType], most);
  return `${cluster}-${entry}`;
}

/** The part of a template's name that does not depend on its content. */
export function templateBase(parts: readonly [cluster: string, ...rest: string[]]): string {
  const readable = sanitised(parts);
  return readable.length <= MAX_NAME - 1 - HASH && STARTS_WITH_LETTER.test(readable)
    ? readable
    : hashed(readable, parts, MAX_NAME - 1 - HASH);
}

export function abbreviated(capacityType: CapacityType): string {
  return ABBREVIATIONS[capacityType];
}

function sanitised(parts: readonly string[]): string {
  return parts
    .join('-')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

const STARTS_WITH_LETTER = /^[a-z]/;
/**
 * Cluster names may have dashes; pools, families (but for `-flex`), sizes and the three parts of a zone may not, or the
 * parts would be anyone's guess.
 */
const READABLE =
  /^([a-z](?:[-a-z0-9]*?[a-z0-9])??)-([a-z0-9]+)-([a-z0-9]+(?:-flex)?)-([a-z0-9]+)-([a-z]+-[a-z]+-[0-9]+[a-z])-(od|spot|res)$/;

function isReversible(readable: string, identity: MachineDeploymentIdentity): boolean {
  const match = READABLE.exec(readable);
  if (match === null) return false;
  const [, cluster, pool, family, size, zone] = match;
  return (
    cluster === identity.cluster &&
    pool === identity.pool &&
    `${family}.${size}` === identity.instanceType &&
    zone === identity.zone
  );
}

function hashed(readable: string, parts: readonly string[], most: number = MAX_NAME): string {
  return withHash(STARTS_WITH_LETTER.test(readable) ? readable : `m-${readable}`, parts, most);
}

function withHash(start: string, parts: readonly string[], most: number): string {
  const kept = start.slice(0, most - 1 - HASH).replace(/-+$/, '');
  return `${kept}-${shortHash(parts.join('\0'))}`;
}
