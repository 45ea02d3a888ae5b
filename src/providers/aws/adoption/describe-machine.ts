import { isJsonMap, type JsonMap, type JsonValue } from '../../../diagnostics/json-value.ts';
import type { BootstrapFormat } from '../../../model/cluster-api.ts';
import type { MachineDescription } from '../../../model/provider.ts';
import { snakeCase } from '../field-names.ts';
import { METADATA_DEFAULTS } from '../metadata-options.ts';
import { describeVolumes } from './describe-volumes.ts';

const USUAL_PROFILE = 'nodes.cluster-api-provider-aws.sigs.k8s.io';

/** `spec.template.spec` of an AWSMachineTemplate: the other way round of what machines are rendered from. */
export function describeMachine(spec: JsonMap, bootstrap: BootstrapFormat): MachineDescription {
  const lost: string[] = [];
  const nodeClass: Record<string, JsonValue> = {};
  for (const part of [image(spec, bootstrap), describeVolumes(spec), network(spec), others(spec)]) {
    Object.assign(nodeClass, part.keys);
    lost.push(...part.lost);
  }
  for (const field of Object.keys(spec)) {
    if (!UNDERSTOOD.has(field) && !isUsualCloudInit(field, spec)) lost.push(field);
  }
  if (isJsonMap(spec['spotMarketOptions']) && spec['spotMarketOptions']['maxPrice'] !== undefined) {
    lost.push('spotMarketOptions.maxPrice');
  }
  const isChangedByBuiltIns = !hasUsualParts(spec);
  // What the built-in set says anyway.
  if (!isChangedByBuiltIns && hasDefaultMetadata(spec)) delete nodeClass['metadata_options'];
  const { instanceType } = spec;
  const isSpot = spec['spotMarketOptions'] !== undefined || spec['marketType'] === 'Spot';
  return {
    ...(typeof instanceType === 'string' ? { instanceType } : {}),
    capacityType: isSpot ? 'spot' : spec['capacityReservationId'] === undefined ? 'on-demand' : 'reserved',
    nodeClass,
    isChangedByBuiltIns,
    lost,
  };
}

/** The built-in set writes a whole root volume and all metadata options. */
function hasUsualParts({ rootVolume, instanceMetadataOptions: metadata }: JsonMap): boolean {
  const hasAll = (map: JsonValue | undefined, fields: readonly string[]) =>
    isJsonMap(map) && fields.every((field) => map[field] !== undefined);
  return (
    hasAll(rootVolume, ['size', 'type', 'encrypted']) && hasAll(metadata, Object.keys(METADATA_OF_MACHINES))
  );
}

function hasDefaultMetadata({ instanceMetadataOptions: metadata }: JsonMap): boolean {
  return Object.entries(METADATA_OF_MACHINES).every(
    ([field, value]) => isJsonMap(metadata) && metadata[field] === value,
  );
}

const { httpProtocolIPv6, ...SAME } = METADATA_DEFAULTS;
const METADATA_OF_MACHINES = { ...SAME, httpProtocolIpv6: httpProtocolIPv6 };

const UNDERSTOOD: ReadonlySet<string> = new Set([
  'additionalSecurityGroups',
  'additionalTags',
  'ami',
  'capacityReservationId',
  'cpuOptions',
  'iamInstanceProfile',
  'imageLookupFormat',
  'imageLookupOrg',
  'instanceMetadataOptions',
  'instanceType',
  'marketType',
  'nonRootVolumes',
  'placementGroupName',
  'publicIP',
  'rootVolume',
  'spotMarketOptions',
  'subnet',
]);

/** EKS machines have it anyway. */
function isUsualCloudInit(field: string, spec: JsonMap): boolean {
  return field === 'cloudInit' && JSON.stringify(spec['cloudInit']) === '{"insecureSkipSecretsManager":true}';
}

/** A part of a template as keys of `node_class`. */
interface Part {
  readonly keys: JsonMap;
  readonly lost: readonly string[];
}

const LOOK_UPS: ReadonlyMap<unknown, string> = new Map([
  ['AmazonLinux', 'al2@latest'],
  ['AmazonLinuxGPU', 'al2@latest'],
  ['AmazonLinux2023', 'al2023@latest'],
  ['AmazonLinux2023GPU', 'al2023@latest'],
]);
/** An image by its id does not say how its nodes join; the bootstrap format does. */
const FAMILIES: Readonly<Record<BootstrapFormat, string>> = {
  nodeadm: 'AL2023',
  eks: 'AL2',
  kubeadm: 'Custom',
};

function image(spec: JsonMap, bootstrap: BootstrapFormat): Part {
  const ami = isJsonMap(spec['ami']) ? spec['ami'] : {};
  const family = { ami_family: FAMILIES[bootstrap] };
  const alias = LOOK_UPS.get(ami['eksLookupType']);
  if (alias !== undefined) return { keys: { ami: alias }, lost: [] };
  if (typeof ami['id'] === 'string') return { keys: { ...family, ami: [{ id: ami['id'] }] }, lost: [] };
  const { imageLookupFormat: name, imageLookupOrg: owner } = spec;
  if (typeof name === 'string' && typeof owner === 'string') {
    return { keys: { ...family, ami: [{ name, owner }] }, lost: [] };
  }
  return { keys: {}, lost: Object.keys(ami).length === 0 ? [] : ['ami'] };
}

function network(spec: JsonMap): Part {
  const lost: string[] = [];
  const groups = listOf(spec['additionalSecurityGroups']);
  const ids = groups.flatMap((group) => (typeof group['id'] === 'string' ? [group['id']] : []));
  if (ids.length < groups.length) lost.push('additionalSecurityGroups');
  const subnet = subnetTerms(spec['subnet']);
  if (spec['subnet'] !== undefined && subnet === undefined) lost.push('subnet');
  const { publicIP } = spec;
  return {
    keys: {
      ...(subnet === undefined ? {} : { subnet_selector_terms: subnet }),
      ...(typeof publicIP === 'boolean' ? { public: publicIP } : {}),
      ...(ids.length === 0 ? {} : { extra_securitygroup_ids: ids }),
    },
    lost,
  };
}

/** One id, or one filter for ids or tags. */
function subnetTerms(subnet: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonMap(subnet)) return undefined;
  if (typeof subnet['id'] === 'string') return [{ id: subnet['id'] }];
  const tags: Record<string, JsonValue> = {};
  for (const { name, values } of listOf(subnet['filters'])) {
    const [value, ...more] = Array.isArray(values) ? (values as readonly JsonValue[]) : [];
    if (typeof name !== 'string' || typeof value !== 'string') return undefined;
    if (name === 'subnet-id') return [value, ...more].map((id) => ({ id }));
    if (more.length > 0) return undefined;
    if (name === 'tag-key') tags[value] = '*';
    else if (name.startsWith('tag:')) tags[name.slice('tag:'.length)] = value;
    else return undefined;
  }
  return Object.keys(tags).length === 0 ? undefined : [{ tags }];
}

function others(spec: JsonMap): Part {
  const { iamInstanceProfile, additionalTags, placementGroupName, capacityReservationId } = spec;
  const metadata = spec['instanceMetadataOptions'];
  const cpuOptions = spec['cpuOptions'];
  return {
    keys: {
      ...(iamInstanceProfile === undefined || iamInstanceProfile === USUAL_PROFILE
        ? {}
        : { instance_profile: iamInstanceProfile }),
      ...(additionalTags === undefined ? {} : { tags: additionalTags }),
      ...(isJsonMap(metadata) ? metadataKeys(metadata) : {}),
      ...(placementGroupName === undefined ? {} : { placement_group_selector: { name: placementGroupName } }),
      ...(capacityReservationId === undefined
        ? {}
        : { capacity_reservation_selector_terms: [{ id: capacityReservationId }] }),
      ...(isJsonMap(cpuOptions) && cpuOptions['nestedVirtualization'] !== undefined
        ? { cpu_options: { nested_virtualization: cpuOptions['nestedVirtualization'] } }
        : {}),
    },
    lost: [
      ...(isJsonMap(metadata) && metadata['instanceMetadataTags'] === 'enabled'
        ? ['instanceMetadataOptions.instanceMetadataTags']
        : []),
      ...Object.keys(isJsonMap(cpuOptions) ? cpuOptions : {}).flatMap((field) =>
        field === 'nestedVirtualization' ? [] : [`cpuOptions.${field}`],
      ),
    ],
  };
}

/** The same options; Cluster API spells one of them otherwise, and has one more. */
function metadataKeys({ instanceMetadataTags: _tags, ...options }: JsonMap): JsonMap {
  const entries = Object.entries(options).map(([field, value]) => [
    snakeCase(field.replace('Ipv6', 'IPv6')),
    value,
  ]);
  return { metadata_options: Object.fromEntries(entries) as JsonMap };
}

function listOf(value: JsonValue | undefined): readonly JsonMap[] {
  return Array.isArray(value) ? value.filter(isJsonMap) : [];
}
