import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { jsonPointer } from '../../diagnostics/json-pointer.ts';
import { followPath } from '../../diagnostics/located-path.ts';
import type { Origin } from '../../diagnostics/origin.ts';
import type { Ec2NodeClassSpec } from '../../kubernetes/api/ec2-node-class.ts';
import type { Cluster } from '../../model/cluster.ts';
import type { Pool } from '../../model/pool.ts';
import type { PoolPart } from '../../model/pool-part.ts';
import type { NodeClassObject, NodeClassResult } from '../../model/provider.ts';
import { blockDevices } from './block-devices.ts';
import { writtenFields } from './canonical-fields.ts';
import type { Draft } from './draft.ts';
import { resolveImageFamily } from './image-family.ts';
import { type ChosenImages, images } from './images.ts';
import { metadataOptions } from './metadata-options.ts';
import { networkTerms } from './network-terms.ts';
import { nodeClassSchema } from './node-class-schema.ts';
import { namingUsers } from './naming-users.ts';
import { readField } from './read-field.ts';
import { awsProviderVersion } from './versions.ts';

export const NODE_CLASS_API_VERSION = 'karpenter.k8s.aws/v1';
export const NODE_CLASS_KIND = 'EC2NodeClass';

/** The role of Karpenter's getting-started guide. */
const ASSUMED_ROLE_PREFIX = 'KarpenterNodeRole-';

/** Fields that decide which types can be launched. */
const RESTRICTING_FIELDS: readonly string[] = [
  'capacityReservationSelectorTerms',
  'connectionTracking',
  'cpuOptions',
  'networkInterfaces',
  'placementGroupSelector',
];

/**
 * The pool's EC2NodeClass, built-in set 1 applied and every value with its origin. What is invalid is reported and left
 * out; without a valid image there is no object, since disks, users and kubelet all hang on its family.
 */
export function nodeClass(pool: Pool, cluster: Cluster): NodeClassResult {
  const draft = readInput(pool, cluster);
  const chosen = images(draft);
  const object = assemble(draft, chosen);
  const incomplete = incompleteParts(draft, chosen);
  return {
    ...(chosen.isSound ? { object } : { partial: object }),
    ...(incomplete.size === 0 ? {} : { incomplete }),
    diagnostics: namingUsers(draft.diagnostics, pool),
  };
}

function incompleteParts({ broken }: Draft, { isSound, isFamilyKnown }: ChosenImages): ReadonlySet<PoolPart> {
  const parts = new Set<PoolPart>();
  for (const field of broken) parts.add(field === '*' ? 'node_class' : `node_class.${field}`);
  if (!isSound) parts.add('node_class.amiSelectorTerms');
  if (!isFamilyKnown) parts.add('node_class.image_family');
  if (!isFamilyKnown || RESTRICTING_FIELDS.some((field) => broken.has(field))) {
    parts.add('node_class.launchable_types');
  }
  return parts;
}

function readInput(pool: Pool, cluster: Cluster): Draft {
  const version = awsProviderVersion(cluster.settings.karpenterVersion.value);
  const { rest } = pool.nodeClass;
  const key: Origin = { span: pool.keySpan, keySpan: pool.keySpan, layer: { kind: 'pool', name: pool.name } };
  const builtIn: Origin = { ...key, layer: { kind: 'built-in', set: pool.builtInSet } };
  const diagnostics: Diagnostic[] = [];
  const broken = brokenBefore(pool);
  const origins = new Map<string, Origin>([
    ['', key],
    ['/spec', rest.origin],
  ]);
  const written: Record<string, unknown> = {};
  for (const one of writtenFields(rest, { diagnostics, version, doubtful: broken })) {
    const reading = readField(one, { version, empty: pool.builtInSet === 0 ? 'written' : 'left out' });
    diagnostics.push(...reading.diagnostics);
    for (const [pointer, origin] of reading.origins) origins.set(pointer, origin);
    if (reading.broken) broken.add(one.field);
    if (reading.value !== undefined) written[one.field] = reading.value;
  }
  return { pool, cluster, written, broken, builtIn, origins, diagnostics };
}

/** What is known to be invalid or missing from reading the definition. */
function brokenBefore({ incomplete }: Pool): Set<string> {
  const prefix = 'node_class.';
  return new Set(
    [...(incomplete ?? [])].flatMap((part) => {
      if (part === '*' || part === 'node_class') return '*';
      return part.startsWith(prefix) ? part.slice(prefix.length) : [];
    }),
  );
}

function assemble(draft: Draft, { fields, isFamilyKnown }: ChosenImages): NodeClassObject {
  const family = isFamilyKnown ? resolveImageFamily(fields) : undefined;
  const parts: Ec2NodeClassSpec = {
    ...draft.written,
    ...fields,
    ...networkTerms(draft),
    ...identity(draft),
    ...present('tags', tags(draft)),
    ...present('blockDeviceMappings', blockDevices(draft, family)),
    ...present('metadataOptions', metadataOptions(draft)),
  };
  return {
    apiVersion: NODE_CLASS_API_VERSION,
    kind: NODE_CLASS_KIND,
    name: draft.pool.nodeClassName?.value ?? draft.pool.name,
    spec: inOrder(parts),
    origins: draft.origins,
    pool: draft.pool.name,
  };
}

function identity(draft: Draft): Pick<Ec2NodeClassSpec, 'role' | 'instanceProfile'> {
  const { written, broken, cluster } = draft;
  const given = written.role !== undefined || written.instanceProfile !== undefined;
  if (given || broken.has('role') || broken.has('instanceProfile')) return {};
  draft.origins.set('/spec/role', draft.builtIn);
  return { role: `${ASSUMED_ROLE_PREFIX}${cluster.name}` };
}

function tags(draft: Draft): Readonly<Record<string, string>> | undefined {
  const { nodeClass, builtInSet, tree } = draft.pool;
  const written = [...nodeClass.tags].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const isWritten = followPath(tree, ['node_class', 'tags']).value !== undefined;
  if (written.length === 0 && !(builtInSet === 0 && isWritten)) return undefined;
  return Object.fromEntries(
    written.map(([key, { value, origin }]) => {
      draft.origins.set(`/spec/tags${jsonPointer(key)}`, origin);
      return [key, value];
    }),
  );
}

function present<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  return (value === undefined ? {} : { [key]: value }) as { [K in Key]?: Value };
}

/** The order of emission, which the schema sets; `tags` come from the shared keys and stand after the identity. */
const FIELD_ORDER: readonly string[] = Object.keys(nodeClassSchema.shape).flatMap((field) =>
  field === 'instanceProfile' ? [field, 'tags'] : [field],
);

function inOrder(spec: Ec2NodeClassSpec): Ec2NodeClassSpec {
  const values = new Map(Object.entries(spec));
  return Object.fromEntries(
    FIELD_ORDER.flatMap((field) => (values.has(field) ? [[field, values.get(field)]] : [])),
  ) as unknown as Ec2NodeClassSpec;
}
