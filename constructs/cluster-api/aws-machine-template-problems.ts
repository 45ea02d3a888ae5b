import type { AwsMachineTemplateSpec } from '../../src/kubernetes/api/aws-machine-template.ts';
import { choice, outOfBounds, shape } from '../field-problems.ts';
import type { Loose } from '../loose.ts';
import { annotationsProblems, labelsProblems } from '../map-problems.ts';
import { awsVolumeProblems } from './aws-volume-problems.ts';

type Machine = NonNullable<Loose<AwsMachineTemplateSpec>['template']>['spec'] & object;
type Reference = NonNullable<Machine['subnet']>;

const AT = 'spec.template.spec';
const TAG = /^[a-zA-Z0-9\s_.:=+\-@/]*$/;
const HOST = /^h-[0-9a-f]{17}$/;
const EKS_IMAGES = ['AmazonLinux', 'AmazonLinuxGPU', 'AmazonLinux2023', 'AmazonLinux2023GPU'];
const SWITCH = ['enabled', 'disabled'];

/**
 * What the API server or the provider's webhook would refuse in an AWSMachineTemplate, or the provider in its machines,
 * one sentence each (Cluster API Provider AWS 2.13: the CRD, webhooks/awsmachinetemplate_webhook.go).
 */
export function awsMachineTemplateProblems({ template }: Loose<AwsMachineTemplateSpec>): readonly string[] {
  const machine = template?.spec;
  if (machine === undefined) return [`${AT} is required`];
  return [
    ...labelsProblems('spec.template.metadata.labels', template?.metadata?.labels),
    ...annotationsProblems('spec.template.metadata.annotations', template?.metadata?.annotations),
    ...instance(machine),
    ...awsVolumeProblems(machine),
    ...network(machine),
    ...market(machine),
    ...host(machine),
    ...tags(`${AT}.additionalTags`, machine.additionalTags),
    ...metadataOptions(machine),
    ...bootstrapData(machine),
    ...forbidden(machine),
  ];
}

function instance({ instanceType, ami, cpuOptions, placementGroupPartition }: Machine): readonly string[] {
  return [
    ...(instanceType === undefined || instanceType.length < 2 ? [`${AT}.instanceType is required`] : []),
    ...choice(`${AT}.ami.eksLookupType`, ami?.eksLookupType, EKS_IMAGES),
    ...(cpuOptions !== undefined && Object.keys(cpuOptions).length === 0
      ? [`${AT}.cpuOptions is empty: leave it out`]
      : []),
    ...choice(`${AT}.cpuOptions.confidentialCompute`, cpuOptions?.confidentialCompute, [
      'Disabled',
      'AMDEncryptedVirtualizationNestedPaging',
    ]),
    ...choice(`${AT}.cpuOptions.nestedVirtualization`, cpuOptions?.nestedVirtualization, SWITCH),
    ...outOfBounds([
      { at: `${AT}.placementGroupPartition`, value: placementGroupPartition, least: 1, most: 7 },
    ]),
  ];
}

function network(machine: Machine): readonly string[] {
  const { additionalSecurityGroups = [], subnet, networkInterfaces = [] } = machine;
  return [
    ...additionalSecurityGroups.flatMap((group, i) =>
      reference(`${AT}.additionalSecurityGroups[${i}]`, group),
    ),
    ...(subnet === undefined ? [] : reference(`${AT}.subnet`, subnet)),
    ...(networkInterfaces.length > 2 ? [`${AT}.networkInterfaces has more than 2 entries`] : []),
    ...choice(`${AT}.networkInterfaceType`, machine.networkInterfaceType, ['interface', 'efa']),
    ...choice(`${AT}.assignPrimaryIPv6`, machine.assignPrimaryIPv6, SWITCH),
    ...choice(`${AT}.privateDnsName.hostnameType`, machine.privateDnsName?.hostnameType, [
      'ip-name',
      'resource-name',
    ]),
    ...choice(
      `${AT}.elasticIpPool.publicIpv4PoolFallbackOrder`,
      machine.elasticIpPool?.publicIpv4PoolFallbackOrder,
      ['amazon-pool', 'none'],
    ),
    ...((machine.elasticIpPool?.publicIpv4Pool?.length ?? 0) > 30
      ? [`${AT}.elasticIpPool.publicIpv4Pool is longer than 30 characters`]
      : []),
  ];
}

function reference(at: string, { id, filters = [] }: Reference): readonly string[] {
  if (id !== undefined && filters.length > 0) return [`${at}: id and filters exclude each other`];
  if (id === undefined && filters.length === 0) return [`${at} selects nothing`];
  return filters.flatMap(({ name, values }, i) =>
    name === undefined || values === undefined ? [`${at}.filters[${i}] needs name and values`] : [],
  );
}

function market(machine: Machine): readonly string[] {
  const { marketType, spotMarketOptions, capacityReservationId } = machine;
  const spot = spotMarketOptions !== undefined || marketType === 'Spot';
  return [
    ...choice(`${AT}.marketType`, marketType, ['OnDemand', 'Spot', 'CapacityBlock']),
    ...choice(`${AT}.capacityReservationPreference`, machine.capacityReservationPreference, [
      'None',
      'CapacityReservationsOnly',
      'Open',
    ]),
    ...(spot && capacityReservationId !== undefined
      ? [`${AT}.capacityReservationId has no place in a spot machine`]
      : []),
    ...(spotMarketOptions !== undefined && marketType !== undefined && marketType !== 'Spot'
      ? [`${AT}.marketType: "${marketType}" contradicts spotMarketOptions`]
      : []),
    ...(marketType === 'CapacityBlock' && capacityReservationId === undefined
      ? [`${AT}.marketType: CapacityBlock needs capacityReservationId`]
      : []),
  ];
}

function host(machine: Machine): readonly string[] {
  const { tenancy, hostID, hostAffinity, dynamicHostAllocation: dynamic } = machine;
  const allocated = dynamic !== undefined;
  const onHost = hostID !== undefined || allocated || hostAffinity === 'host';
  return [
    ...choice(`${AT}.tenancy`, tenancy, ['default', 'dedicated', 'host']),
    ...choice(`${AT}.hostAffinity`, hostAffinity, ['default', 'host']),
    ...shape({ at: `${AT}.hostID`, text: hostID, pattern: HOST, like: 'h-0123456789abcdef0' }),
    ...(onHost && tenancy !== 'host' ? [`${AT}.tenancy must be host for a dedicated host`] : []),
    ...(hostID !== undefined && allocated
      ? [`${AT}: hostID and dynamicHostAllocation exclude each other`]
      : []),
    ...(hostAffinity === 'host' && hostID === undefined && !allocated
      ? [`${AT}.hostAffinity: host needs hostID or dynamicHostAllocation`]
      : []),
    ...(allocated && hostAffinity !== 'host' ? [`${AT}.dynamicHostAllocation needs hostAffinity: host`] : []),
    ...tags(`${AT}.dynamicHostAllocation.tags`, dynamic?.tags),
  ];
}

function tags(at: string, given: Readonly<Record<string, string | undefined>> = {}): readonly string[] {
  const entries = Object.entries(given);
  return [
    ...(entries.length > 50 ? [`${at} has more than 50 entries`] : []),
    ...entries.flatMap(([key, value = '']) => [
      ...(key === '' ? [`${at}: a key is empty`] : []),
      ...(key.length > 128 ? [`${at}: "${key}" is longer than 128 characters`] : []),
      ...(value.length > 256 ? [`${at}["${key}"] is longer than 256 characters`] : []),
      ...(key.startsWith('aws:') ? [`${at}: "${key}" starts with aws:, which is AWS' own`] : []),
      ...[key, value]
        .filter((text) => !TAG.test(text))
        .map((text) => `${at}: "${text}" has other characters than letters, digits, spaces and _.:=+-@/`),
    ]),
  ];
}

function metadataOptions({ instanceMetadataOptions: options = {} }: Machine): readonly string[] {
  const at = `${AT}.instanceMetadataOptions`;
  return [
    ...(['httpEndpoint', 'httpProtocolIpv6', 'instanceMetadataTags'] as const).flatMap((field) =>
      choice(`${at}.${field}`, options[field], SWITCH),
    ),
    ...choice(`${at}.httpTokens`, options.httpTokens, ['optional', 'required']),
    ...outOfBounds([
      { at: `${at}.httpPutResponseHopLimit`, value: options.httpPutResponseHopLimit, least: 1, most: 64 },
    ]),
  ];
}

function bootstrapData({ cloudInit, ignition }: Machine): readonly string[] {
  const { insecureSkipSecretsManager: skip, secureSecretsBackend: backend } = cloudInit ?? {};
  return [
    ...choice(`${AT}.cloudInit.secureSecretsBackend`, backend, ['secrets-manager', 'ssm-parameter-store']),
    ...(skip === true && backend !== undefined
      ? [`${AT}.cloudInit: insecureSkipSecretsManager and secureSecretsBackend exclude each other`]
      : []),
    ...(ignition !== undefined && (skip === true || backend !== undefined)
      ? [`${AT}: cloudInit and ignition exclude each other`]
      : []),
    ...choice(`${AT}.ignition.version`, ignition?.version, ['2.3', '3.0', '3.1', '3.2', '3.3', '3.4']),
    ...choice(`${AT}.ignition.storageType`, ignition?.storageType, [
      'ClusterObjectStore',
      'UnencryptedUserData',
    ]),
  ];
}

/** Fields that an AWSMachine has and a template must not; the types leave them out. */
function forbidden(machine: Machine): readonly string[] {
  const given: Readonly<Record<string, unknown>> = machine;
  const cloudInit: Readonly<Record<string, unknown>> = { ...machine.cloudInit };
  return [
    ...(given['providerID'] === undefined ? [] : [`${AT}.providerID has no place in a template`]),
    ...['secretPrefix', 'secretCount']
      .filter((field) => cloudInit[field] !== undefined)
      .map((field) => `${AT}.cloudInit.${field} has no place in a template`),
  ];
}
