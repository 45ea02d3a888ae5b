import * as fc from 'fast-check';
import type { JsonMap, JsonValue } from '../../src/diagnostics/json-value.ts';
import type { KubeObject } from './harness.ts';

/** Objects as an API server of Karpenter 1.14 may have them: whatever is optional is there, absent, or empty. */

const word = fc.constantFrom('a', 'b', 'team', 'prod', 'x1', 'true', '10', '0x1f', 'null');
const key = fc.constantFrom('team', 'example.com/tier', 'app', 'b', 'constructor', 'no');
const texts: fc.Arbitrary<JsonMap> = fc.dictionary(key, fc.oneof(word, fc.constant('')), { maxKeys: 3 });
const duration = fc.constantFrom('1h', '60m', '720h', '30s', '1h30m', 'Never');

/** Some of the fields. */
function some(fields: Readonly<Record<string, fc.Arbitrary<JsonValue>>>): fc.Arbitrary<JsonMap> {
  return fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<JsonMap>;
}

const taint = (name: string): fc.Arbitrary<JsonValue> =>
  fc.record(
    {
      key: fc.constant(name),
      value: word,
      effect: fc.constantFrom('NoSchedule', 'PreferNoSchedule', 'NoExecute'),
    },
    { requiredKeys: ['key', 'effect'] },
  ) as fc.Arbitrary<JsonValue>;

/** No key twice: a taint is one by its key and effect. */
const taints = (prefix: string): fc.Arbitrary<JsonValue> =>
  fc
    .integer({ min: 0, max: 3 })
    .chain((count) =>
      fc.tuple(...Array.from({ length: count }, (_, i) => taint(`${prefix}-${i}`))),
    ) as fc.Arbitrary<JsonValue>;

const REQUIREMENTS: readonly JsonValue[] = [
  { key: 'kubernetes.io/arch', operator: 'In', values: ['amd64', 'arm64'] },
  { key: 'kubernetes.io/os', operator: 'In', values: ['linux'] },
  { key: 'karpenter.sh/capacity-type', operator: 'In', values: ['spot'] },
  { key: 'karpenter.k8s.aws/instance-category', operator: 'In', values: ['c', 'm'], minValues: 2 },
  { key: 'karpenter.k8s.aws/instance-cpu', operator: 'Lt', values: ['33'] },
  { key: 'example.com/tier', operator: 'Exists' },
];

const disruption = fc.record(
  {
    consolidationPolicy: fc.constantFrom('WhenEmpty', 'WhenEmptyOrUnderutilized', 'Balanced'),
    consolidateAfter: duration,
    budgets: fc.subarray([
      { nodes: '10%' },
      { nodes: '0', schedule: '0 7 * * 1-5', duration: '10h', reasons: ['Drifted'] },
    ]),
  },
  { requiredKeys: ['consolidateAfter'] },
) as fc.Arbitrary<JsonValue>;

const nodePoolSpec = (nodeClassName: string): fc.Arbitrary<JsonMap> =>
  fc
    .record({
      metadata: fc.option(some({ labels: texts, annotations: texts }), { nil: undefined }),
      requirements: fc.subarray([...REQUIREMENTS]),
      optional: some({
        taints: taints('t'),
        startupTaints: taints('s'),
        expireAfter: duration,
        terminationGracePeriod: fc.constantFrom('1h', '90s'),
      }),
      others: some({
        disruption,
        limits: fc.constantFrom<JsonValue>({ cpu: 100, memory: '1000Gi' }, { 'nvidia.com/gpu': '8' }, {}),
        weight: fc.integer({ min: 1, max: 100 }),
      }),
    })
    .map(({ metadata, requirements, optional, others }) => ({
      template: {
        ...(metadata === undefined ? {} : { metadata }),
        spec: {
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: nodeClassName },
          requirements,
          ...optional,
        },
      },
      ...others,
    }));

const flag = fc.boolean();
const disk = (device: string): fc.Arbitrary<JsonValue> =>
  fc.record(
    {
      deviceName: fc.constant(device),
      rootVolume: fc.constant(false),
      ebs: fc.record(
        {
          volumeSize: fc.constantFrom('20Gi', '100Gi', '1Ti', '1024Gi', '100G', '2T'),
          volumeType: fc.constantFrom('gp3', 'io1'),
          encrypted: flag,
          deleteOnTermination: flag,
          kmsKeyID: word,
          iops: fc.constant(3000),
        },
        { requiredKeys: ['volumeSize'] },
      ),
    },
    { requiredKeys: ['deviceName', 'ebs'] },
  ) as fc.Arbitrary<JsonValue>;

const kubelet = some({
  maxPods: fc.integer({ min: 0, max: 250 }),
  clusterDNS: fc.subarray(['10.0.0.10']),
  systemReserved: fc.constantFrom<JsonValue>({}, { cpu: '100m', 'ephemeral-storage': '1Gi' }),
  evictionHard: fc.constantFrom<JsonValue>({ 'nodefs.inodesFree': '5%', 'memory.available': '100Mi' }),
  cpuCFSQuota: flag,
});

const IMAGES: readonly JsonMap[] = [
  { amiSelectorTerms: [{ alias: 'al2023@v20260101' }] },
  { amiSelectorTerms: [{ alias: 'bottlerocket@1.50.0' }] },
  { amiFamily: 'AL2023', amiSelectorTerms: [{ alias: 'al2023@latest' }] },
  { amiFamily: 'Custom', amiSelectorTerms: [{ id: 'ami-0123' }, { name: 'mine-*', owner: 'self' }] },
];

const nodeClassSpec: fc.Arbitrary<JsonMap> = fc
  .record({
    image: fc.constantFrom(...IMAGES),
    identity: fc.constantFrom<JsonMap>({ role: 'nodes' }, { instanceProfile: 'nodes' }),
    optional: some({
      associatePublicIPAddress: flag,
      tags: texts,
      kubelet,
      blockDeviceMappings: fc.oneof(
        fc.tuple(disk('/dev/xvda')),
        fc.tuple(disk('/dev/xvda'), disk('/dev/xvdb')),
      ) as fc.Arbitrary<JsonValue>,
      detailedMonitoring: flag,
      metadataOptions: some({
        httpEndpoint: fc.constantFrom('enabled', 'disabled'),
        httpPutResponseHopLimit: fc.integer({ min: 1, max: 2 }),
        httpTokens: fc.constantFrom('required', 'optional'),
      }),
      userData: fc.constantFrom('#!/bin/bash\necho hi\n', '', '  odd\r\n'),
      ipPrefixCount: fc.constant(2),
      instanceStorePolicy: fc.constant('RAID0'),
      cpuOptions: fc.constantFrom<JsonValue>({}, { nestedVirtualization: 'disabled' }),
      context: word,
    }),
    subnetSelectorTerms: fc.constantFrom<JsonValue>([
      { tags: { 'karpenter.sh/discovery': 'c' } },
      { id: 'subnet-0a' },
    ]),
    securityGroupSelectorTerms: fc.constantFrom<JsonValue>([{ id: 'sg-0a' }], [{ tags: { Name: '*' } }]),
  })
  .map(({ image, identity, optional, ...terms }) => ({ ...image, ...identity, ...terms, ...optional }));

/** A cluster: a few pools, some of which share a node class. */
export const clusterObjects: fc.Arbitrary<readonly KubeObject[]> = fc
  .integer({ min: 1, max: 4 })
  .chain((count) =>
    fc.tuple(
      ...Array.from({ length: count }, (_, i) =>
        fc.record({
          name: fc.constant(`pool-${i}`),
          nodeClassName: fc.constantFrom(`pool-${i}`, 'default', 'constructor'),
        }),
      ),
    ),
  )
  .chain((pools) => {
    const classes = [...new Set(pools.map(({ nodeClassName }) => nodeClassName))];
    return fc
      .tuple(
        fc.tuple(...pools.map(({ nodeClassName }) => nodePoolSpec(nodeClassName))),
        fc.tuple(...classes.map(() => nodeClassSpec)),
      )
      .map(([poolSpecs, classSpecs]) => [
        ...poolSpecs.map((spec, i) => ({
          apiVersion: 'karpenter.sh/v1',
          kind: 'NodePool',
          metadata: { name: pools[i]?.name ?? '' },
          spec,
        })),
        ...classSpecs.map((spec, i) => ({
          apiVersion: 'karpenter.k8s.aws/v1',
          kind: 'EC2NodeClass',
          metadata: { name: classes[i] ?? '' },
          spec,
        })),
      ]);
  });
