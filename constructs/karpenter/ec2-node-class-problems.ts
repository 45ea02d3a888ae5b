import { parseAmiAlias } from '../../src/kubernetes/api/ami-alias.ts';
import type { Ec2NodeClassSpec } from '../../src/kubernetes/api/ec2-node-class.ts';
import type { Loose } from '../loose.ts';
import { ec2KubeletProblems } from './ec2-kubelet-problems.ts';
import { choice, outOfBounds, shape } from '../field-problems.ts';

type Spec = Loose<Ec2NodeClassSpec>;

const RESERVED_TAGS = new Set([
  'eks:eks-cluster-name',
  'karpenter.sh/nodepool',
  'karpenter.sh/nodeclaim',
  'karpenter.k8s.aws/ec2nodeclass',
]);

const AMI_FAMILIES = ['AL2', 'AL2023', 'Bottlerocket', 'Custom', 'Windows2019', 'Windows2022', 'Windows2025'];
const VOLUME_TYPES = ['standard', 'io1', 'io2', 'gp2', 'sc1', 'st1', 'gp3'];
const ON_OFF = ['enabled', 'disabled'];

/** The CRD's pattern, odd gaps of `Ti` included, but without its empty alternatives (a bare `Ti` is no quantity). */
const VOLUME_SIZE =
  /^(([1-9][0-9]{0,3}|[1-4][0-9]{4}|5[0-8][0-9]{3}|59000)Gi|([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-3][0-9]{3}|64000)G|([1-9]|[1-5][0-7]|58)Ti|([1-9]|[1-5][0-9]|6[0-4])T)$/;

/** Anchored, as the CRD means them: `x-subnet-1!` is admitted and finds nothing. */
const IDS = {
  ami: /^ami-[0-9a-z]+$/,
  subnet: /^subnet-[0-9a-z]+$/,
  sg: /^sg-[0-9a-z]+$/,
  cr: /^cr-[0-9a-z]+$/,
  pg: /^pg-[0-9a-z]+$/,
};

/**
 * What the API server or the controller would refuse in an EC2NodeClass, one sentence each (AWS provider 1.14.1, CRD). Terms
 * are checked one by one: the CRD admits a list of which only some terms mix an id with tags, and drops those tags.
 */
export function ec2NodeClassProblems(spec: Spec): readonly string[] {
  return [
    ...images(spec),
    ...terms('spec.subnetSelectorTerms', spec.subnetSelectorTerms, ['id']),
    ...terms('spec.securityGroupSelectorTerms', spec.securityGroupSelectorTerms, ['id', 'name']),
    ...ids(spec),
    ...identity(spec),
    ...numbers(spec),
    ...options(spec),
    ...(spec.kubelet === undefined ? [] : ec2KubeletProblems(spec.kubelet)),
    ...disks(spec),
    ...tags(spec),
  ];
}

function images({ amiSelectorTerms, amiFamily }: Spec): readonly string[] {
  const at = 'spec.amiSelectorTerms';
  if (!amiSelectorTerms?.length) return [`${at} needs at least one term`];
  const aliases = amiSelectorTerms.filter(({ alias }) => alias !== undefined);
  return [
    ...(amiSelectorTerms.length > 30 ? [`${at} has more than 30 terms`] : []),
    ...(aliases.length > 0 && amiSelectorTerms.length > 1 ? [`${at}: an alias must be the only term`] : []),
    ...(aliases.length === 0 && amiFamily === undefined
      ? ['spec.amiFamily is required where no image term has an alias']
      : []),
    ...choice('spec.amiFamily', amiFamily, AMI_FAMILIES),
    ...aliases.flatMap(({ alias }) => aliasProblems(String(alias), amiFamily)),
    ...amiSelectorTerms.flatMap(({ alias, id, name, owner, tags: tagged, ssmParameter }, i) => {
      const companions = [name, owner, tagged].some((one) => one !== undefined);
      return [
        ...([alias, id, name, tagged, ssmParameter].every((one) => one === undefined)
          ? [`${at}[${i}] selects nothing`]
          : []),
        ...(id !== undefined && (alias !== undefined || companions) ? [`${at}[${i}]: id stands alone`] : []),
        ...(alias !== undefined && (id !== undefined || companions)
          ? [`${at}[${i}]: alias stands alone`]
          : []),
      ];
    }),
  ];
}

function aliasProblems(alias: string, amiFamily: Spec['amiFamily']): readonly string[] {
  const at = 'spec.amiSelectorTerms[].alias';
  const parsed = parseAmiAlias(alias);
  if (parsed === undefined || alias.length > 30) return [`${at}: "${alias}" is not like al2023@v20260715`];
  const { family, version } = parsed;
  return [
    ...(family.startsWith('Windows') && version !== 'latest'
      ? [`${at}: "${alias}" has a version, and Windows takes only latest`]
      : []),
    ...(amiFamily !== undefined && amiFamily !== 'Custom' && amiFamily !== family
      ? [`spec.amiFamily ${amiFamily} is not the family of the alias "${alias}"`]
      : []),
  ];
}

interface Term {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly tags?: Readonly<Record<string, string | undefined>> | undefined;
}

/** `alone` are the fields that exclude all others of their term. */
function terms(
  at: string,
  list: readonly Term[] | undefined,
  alone: readonly (keyof Term)[],
): readonly string[] {
  if (!list?.length) return [`${at} needs at least one term`];
  return [
    ...(list.length > 30 ? [`${at} has more than 30 terms`] : []),
    ...list.flatMap((term, i) => {
      const given = (['id', 'name', 'tags'] as const).filter((key) => term[key] !== undefined);
      const blanks = Object.entries(term.tags ?? {}).some(([key, value]) => key === '' || value === '');
      return [
        ...(given.length === 0 ? [`${at}[${i}] selects nothing`] : []),
        ...(given.length > 1
          ? alone.filter((key) => given.includes(key)).map((key) => `${at}[${i}]: ${key} stands alone`)
          : []),
        ...(blanks ? [`${at}[${i}].tags has an empty key or value: write "*" for any value`] : []),
      ];
    }),
  ];
}

function ids(spec: Spec): readonly string[] {
  const lists = [
    { field: 'amiSelectorTerms', terms: spec.amiSelectorTerms, kind: 'ami' },
    { field: 'subnetSelectorTerms', terms: spec.subnetSelectorTerms, kind: 'subnet' },
    { field: 'securityGroupSelectorTerms', terms: spec.securityGroupSelectorTerms, kind: 'sg' },
    { field: 'capacityReservationSelectorTerms', terms: spec.capacityReservationSelectorTerms, kind: 'cr' },
    { field: 'placementGroupSelector', terms: [spec.placementGroupSelector ?? {}], kind: 'pg' },
  ] as const;
  return lists.flatMap(({ field, terms: list = [], kind }) =>
    list.flatMap(({ id }, i) => {
      const at = field === 'placementGroupSelector' ? `spec.${field}.id` : `spec.${field}[${i}].id`;
      return shape({ at, text: id, pattern: IDS[kind], like: `${kind}-0123abcd` });
    }),
  );
}

function identity({ role, instanceProfile }: Spec): readonly string[] {
  if ((role === undefined) === (instanceProfile === undefined)) {
    return ['exactly one of spec.role and spec.instanceProfile is required'];
  }
  if (role === '') return ['spec.role is empty'];
  return instanceProfile === '' ? ['spec.instanceProfile is empty'] : [];
}

function numbers({ metadataOptions, connectionTracking: tracking, ipPrefixCount }: Spec): readonly string[] {
  const at = 'spec.connectionTracking';
  return outOfBounds([
    { at: 'spec.ipPrefixCount', value: ipPrefixCount, least: 0 },
    {
      at: 'spec.metadataOptions.httpPutResponseHopLimit',
      value: metadataOptions?.httpPutResponseHopLimit,
      least: 1,
      most: 64,
    },
    {
      at: `${at}.tcpEstablishedTimeout`,
      value: tracking?.tcpEstablishedTimeout,
      least: 60,
      most: 432_000,
    },
    { at: `${at}.udpStreamTimeout`, value: tracking?.udpStreamTimeout, least: 60, most: 180 },
    { at: `${at}.udpTimeout`, value: tracking?.udpTimeout, least: 30, most: 60 },
  ]);
}

function options({ metadataOptions: metadata, cpuOptions, instanceStorePolicy }: Spec): readonly string[] {
  const at = 'spec.metadataOptions';
  return [
    ...choice(`${at}.httpEndpoint`, metadata?.httpEndpoint, ON_OFF),
    ...choice(`${at}.httpProtocolIPv6`, metadata?.httpProtocolIPv6, ON_OFF),
    ...choice(`${at}.httpTokens`, metadata?.httpTokens, ['required', 'optional']),
    ...choice('spec.cpuOptions.nestedVirtualization', cpuOptions?.nestedVirtualization, ON_OFF),
    ...choice('spec.instanceStorePolicy', instanceStorePolicy, ['RAID0']),
  ];
}

function disks({ blockDeviceMappings = [] }: Spec): readonly string[] {
  const at = 'spec.blockDeviceMappings';
  return [
    ...(blockDeviceMappings.length > 50 ? [`${at} has more than 50 entries`] : []),
    ...(blockDeviceMappings.filter(({ rootVolume }) => rootVolume === true).length > 1
      ? [`${at}: only one of them can be the root volume`]
      : []),
    ...blockDeviceMappings.flatMap(({ ebs }, i) => [
      ...shape({
        at: `${at}[${i}].ebs.volumeSize`,
        text: ebs?.volumeSize,
        pattern: VOLUME_SIZE,
        like: '100Gi, 1Gi to 59000Gi',
      }),
      ...choice(`${at}[${i}].ebs.volumeType`, ebs?.volumeType, VOLUME_TYPES),
      ...outOfBounds([
        {
          at: `${at}[${i}].ebs.volumeInitializationRate`,
          value: ebs?.volumeInitializationRate,
          least: 100,
          most: 300,
        },
      ]),
      ...(ebs !== undefined && ebs.volumeSize === undefined && ebs.snapshotID === undefined
        ? [`${at}[${i}].ebs needs volumeSize or snapshotID`]
        : []),
      ...(ebs?.volumeInitializationRate !== undefined && ebs.snapshotID === undefined
        ? [`${at}[${i}].ebs.volumeInitializationRate needs snapshotID`]
        : []),
    ]),
  ];
}

function tags(spec: Spec): readonly string[] {
  return Object.keys(spec.tags ?? {})
    .filter((key) => key === '' || RESERVED_TAGS.has(key) || key.startsWith('kubernetes.io/cluster'))
    .map((key) => (key === '' ? 'spec.tags has an empty key' : `spec.tags: "${key}" belongs to Karpenter`));
}
