import { describe, expect, it } from 'vitest';
import { loadBuiltInCatalogue } from '../../../src/catalogue/built-in.ts';
import type {
  CapacityReservationSelectorTerm,
  Ec2NodeClassSpec,
  PlacementGroupSelector,
} from '../../../src/kubernetes/api/ec2-node-class.ts';
import type { InstanceType } from '../../../src/model/instance-type.ts';
import { instanceTables } from '../../../src/providers/aws/instance-tables.ts';
import { awsLabels } from '../../../src/providers/aws/labels.ts';
import { LABELS_1_14 } from '../../../src/providers/aws/labels-1-14.ts';
import { clusterOf, nodeClassOf } from './cluster.ts';

const catalogue = loadBuiltInCatalogue();
const vocabulary = awsLabels({
  labels: LABELS_1_14,
  retired: catalogue.retired,
  listed: catalogue.types.map((type) => type.name),
});
const tables = instanceTables(catalogue);
const cluster = clusterOf({ region: 'eu-west-1', zones: ['eu-west-1a', 'eu-west-1b'] });

function typeOf(name: string, spec: Partial<Ec2NodeClassSpec> = {}): InstanceType {
  const type = tables(cluster, nodeClassOf(spec)).types.find((one) => one.name === name);
  if (type === undefined) throw new Error(`no type ${name}`);
  return type;
}

/** Labels with the provider's own domain cut off; single values without their list. */
function labels(name: string, spec: Partial<Ec2NodeClassSpec> = {}): Record<string, unknown> {
  return Object.fromEntries(
    [...typeOf(name, spec).labels].map(([key, values]) => [
      key.replace('karpenter.k8s.aws/', ''),
      values.length === 1 ? values[0] : values,
    ]),
  );
}

describe('labels of a type', () => {
  it('are those that Karpenter computes', () => {
    expect(labels('c7i-flex.2xlarge')).toEqual({
      'node.kubernetes.io/instance-type': 'c7i-flex.2xlarge',
      'kubernetes.io/arch': 'amd64',
      'kubernetes.io/os': 'linux',
      'topology.kubernetes.io/zone': ['eu-west-1a', 'eu-west-1b'],
      'topology.kubernetes.io/region': 'eu-west-1',
      'topology.k8s.aws/zone-id': ['euw1-az1', 'euw1-az2', 'euw1-az3', 'euw1-az4', 'euw1-az5', 'euw1-az6'],
      'karpenter.sh/capacity-type': ['on-demand', 'spot'],
      'instance-category': 'c',
      'instance-generation': '7',
      'instance-family': 'c7i-flex',
      'instance-size': '2xlarge',
      'instance-capability-flex': 'true',
      'instance-cpu': '8',
      'instance-cpu-manufacturer': 'intel',
      'instance-cpu-sustained-clock-speed-mhz': '3200',
      'instance-memory': '16384',
      'instance-hypervisor': 'nitro',
      'instance-encryption-in-transit-supported': 'true',
      'instance-network-bandwidth': '1562',
      'instance-ebs-bandwidth': '10000',
      'instance-tenancy': ['default', 'dedicated'],
    });
  });

  it('describe GPUs, Neuron devices and other accelerators', () => {
    expect(labels('g4dn.12xlarge')).toMatchObject({
      'instance-gpu-name': 't4',
      'instance-gpu-manufacturer': 'nvidia',
      'instance-gpu-count': '4',
      'instance-gpu-memory': '16384',
      'instance-local-nvme': '900',
    });
    expect(labels('inf2.xlarge')).toMatchObject({
      'instance-accelerator-name': 'inferentia2',
      'instance-accelerator-manufacturer': 'aws',
      'instance-accelerator-count': '1',
    });
    expect(labels('dl2q.24xlarge')).toMatchObject({
      'instance-accelerator-name': 'qualcomm-ai100',
      'instance-accelerator-manufacturer': 'qualcomm',
      'instance-accelerator-count': '8',
    });
    expect(labels('g6f.large')).toMatchObject({ 'instance-gpu-count': '0' });
  });

  it('take odd names apart', () => {
    expect(labels('u7i-12tb.224xlarge')).toMatchObject({
      'instance-category': 'u',
      'instance-generation': '7',
      'instance-family': 'u7i-12tb',
    });
    expect(labels('u-6tb1.112xlarge')).toMatchObject({
      'instance-category': 'u',
      'instance-generation': '1',
      'instance-family': 'u-6tb1',
    });
    expect(labels('hpc7a.96xlarge')).toMatchObject({
      'instance-category': 'hpc',
      'instance-generation': '7',
    });
    expect(labels('x2iedn.metal')).toMatchObject({ 'instance-size': 'metal', 'instance-hypervisor': '' });
  });

  it('are left out where a node would not have them', () => {
    const large = labels('m1.small');
    for (const name of [
      'instance-gpu-count',
      'instance-local-nvme',
      'instance-network-bandwidth',
      'instance-ebs-bandwidth',
    ]) {
      expect(large).not.toHaveProperty(name);
    }
  });

  it('count as the documentation counts them', () => {
    const { types } = tables(cluster, nodeClassOf());
    const having = (key: string) =>
      types.filter((type) => type.labels.has(`karpenter.k8s.aws/${key}`)).length;
    const valued = (key: string, value: string) =>
      types.filter((type) => type.labels.get(key)?.includes(value)).length;
    expect(types).toHaveLength(1363);
    expect(valued('kubernetes.io/arch', 'arm64')).toBe(396);
    expect(valued('karpenter.k8s.aws/instance-category', 'c')).toBe(324);
    expect(valued('karpenter.k8s.aws/instance-category', 'C')).toBe(0);
    expect(valued('karpenter.k8s.aws/instance-hypervisor', '')).toBe(143);
    expect(having('instance-gpu-count')).toBe(70);
    expect(having('instance-accelerator-count')).toBe(13);
    expect(having('instance-network-bandwidth')).toBe(1363 - 43);
    expect(having('instance-ebs-bandwidth')).toBe(1363 - 35);
  });

  it('all belong to the vocabulary, integers where it says so', () => {
    const { types } = tables(
      cluster,
      nodeClassOf({ amiFamily: 'Windows2022', capacityReservationSelectorTerms: [{ id: 'cr-1' }] }),
    );
    const keys = new Set(types.flatMap((type) => [...type.labels.keys()]));
    expect([...keys].filter((key) => !vocabulary.specs.has(key))).toEqual([]);
    for (const [key, spec] of vocabulary.specs) {
      const values = new Set(types.flatMap((type) => type.labels.get(key) ?? []));
      if (spec.domain === 'integer')
        expect([...values].filter((value) => !/^[0-9]+$/.test(value))).toEqual([]);
      if (spec.values !== undefined)
        expect([...values].filter((value) => !spec.values?.includes(value))).toEqual([]);
    }
  });
});

describe('the node class', () => {
  const windows = { amiFamily: 'Windows2022', amiSelectorTerms: [{ alias: 'windows2022@latest' }] } as const;

  it('makes Windows nodes of amd64 types only', () => {
    expect(labels('m5.large', windows)).toMatchObject({
      'kubernetes.io/os': 'windows',
      'node.kubernetes.io/windows-build': '10.0.20348',
    });
    expect(typeOf('m6g.large', windows).labels.get('kubernetes.io/os')).toEqual([]);
    expect(labels('m5.large', { amiSelectorTerms: [{ alias: 'windows2025@latest' }] })).toMatchObject({
      'node.kubernetes.io/windows-build': '10.0.26100',
    });
  });

  it('excludes a1 under AL2023 alone', () => {
    expect(typeOf('a1.large').offerings).toEqual([]);
    expect(typeOf('a1.large', { amiFamily: 'Bottlerocket' }).offerings).toHaveLength(4);
    const unknown = tables(cluster, undefined).types.find((type) => type.name === 'a1.large');
    expect(unknown?.offerings).toHaveLength(4);
    expect(typeOf('m6g.large').offerings).toHaveLength(4);
  });

  it('restricts to Nitro for connection tracking', () => {
    const spec = { connectionTracking: { udpTimeout: 30 } };
    expect(typeOf('m4.large', spec).offerings).toEqual([]);
    expect(typeOf('m5.metal', spec).offerings).toEqual([]);
    expect(typeOf('m5.large', spec).offerings).toHaveLength(4);
  });

  it('restricts to types with the listed interfaces', () => {
    const interfaces = (...list: [card: number, device: number, type: 'interface' | 'efa-only'][]) => ({
      networkInterfaces: list.map(([networkCardIndex, deviceIndex, interfaceType]) => ({
        networkCardIndex,
        deviceIndex,
        interfaceType,
      })),
    });
    const count = (name: string, spec: Partial<Ec2NodeClassSpec>) => typeOf(name, spec).offerings.length;
    expect(count('m5.large', interfaces([0, 0, 'interface'], [0, 2, 'interface']))).toBe(4);
    expect(count('m5.large', interfaces([0, 0, 'interface'], [0, 3, 'interface']))).toBe(0);
    expect(count('m5.large', interfaces([0, 0, 'interface'], [1, 0, 'interface']))).toBe(0);
    expect(count('m5.large', interfaces([0, 0, 'interface'], [0, 1, 'efa-only']))).toBe(0);
    expect(count('p5.48xlarge', interfaces([0, 0, 'interface'], [31, 1, 'efa-only']))).toBe(4);
    expect(count('p5.48xlarge', interfaces([0, 0, 'interface'], [32, 1, 'efa-only']))).toBe(0);
    expect(count('hpc7a.96xlarge', interfaces([0, 0, 'interface'], [0, 1, 'efa-only']))).toBe(4);
  });

  it('opens reserved capacity when it selects reservations', () => {
    const reserved = { capacityReservationSelectorTerms: [{ id: 'cr-2' }, { id: 'cr-1' }] };
    expect(labels('m5.large', reserved)).toMatchObject({
      'karpenter.sh/capacity-type': ['on-demand', 'spot', 'reserved'],
      'capacity-reservation-id': ['cr-1', 'cr-2'],
      'capacity-reservation-type': ['default', 'capacity-block'],
    });
    const offerings = typeOf('m5.large', reserved).offerings.filter((one) => one.capacityType === 'reserved');
    expect(offerings).toEqual([
      { zone: 'eu-west-1a', capacityType: 'reserved', available: true },
      { zone: 'eu-west-1b', capacityType: 'reserved', available: true },
    ]);
    expect(labels('m5.large')).not.toHaveProperty('capacity-reservation-id');
  });

  it('may have any reservation that pools name, unless it lists ids only', () => {
    const id = 'karpenter.k8s.aws/capacity-reservation-id';
    const named = clusterOf({
      zones: ['eu-west-1a'],
      pools: [[[id, 'In', 'cr-9']], [[id, 'NotIn', 'cr-8']]],
    });
    const ids = (where: typeof cluster, ...terms: readonly CapacityReservationSelectorTerm[]) =>
      tables(where, nodeClassOf({ capacityReservationSelectorTerms: terms })).types[0]?.labels.get(id);
    expect(ids(named, { tags: { team: 'ml' } })).toEqual(['?', 'cr-9']);
    expect(ids(named, { id: 'cr-1' }, { instanceMatchCriteria: 'open' })).toEqual(['?', 'cr-1', 'cr-9']);
    expect(ids(named, { id: 'cr-1' })).toEqual(['cr-1']);
    expect(ids(cluster, { tags: { team: 'ml' } })).toEqual(['?']);
  });

  it('has the placement group that it selects, with any partition', () => {
    const id = 'karpenter.k8s.aws/placement-group-id';
    const named = clusterOf({ zones: ['eu-west-1a'], pools: [[[id, 'In', 'pg-7']]] });
    const ids = (where: typeof cluster, selector: PlacementGroupSelector) =>
      tables(where, nodeClassOf({ placementGroupSelector: selector })).types[0]?.labels.get(id);
    expect(ids(named, { id: 'pg-1' })).toEqual(['pg-1']);
    expect(ids(named, { name: 'x' })).toEqual(['?', 'pg-7']);
    expect(labels('m5.large', { placementGroupSelector: { name: 'x' } })).toMatchObject({
      'placement-group-id': '?',
      'placement-group-partition': ['1', '2', '3', '4', '5', '6', '7'],
    });
    expect(labels('m5.large')).not.toHaveProperty('placement-group-partition');
  });

  it('says which setting rules types out, each type once, and what they would offer', () => {
    const excluded = (spec: Partial<Ec2NodeClassSpec>, where = cluster) =>
      (tables(where, nodeClassOf(spec)).exclusions ?? []).map(
        ({ pointer, types }) => `${pointer} ${types.length} ${types[0]?.name} ${types[0]?.offerings.length}`,
      );
    expect(excluded({})).toEqual(['/spec/amiSelectorTerms 6 a1.medium 4']);
    expect(excluded({ amiFamily: 'AL2' })).toEqual([]);
    const spec: Partial<Ec2NodeClassSpec> = {
      amiFamily: 'AL2023',
      connectionTracking: { udpTimeout: 30 },
      networkInterfaces: [
        { networkCardIndex: 0, deviceIndex: 0, interfaceType: 'interface' },
        { networkCardIndex: 0, deviceIndex: 1, interfaceType: 'efa-only' },
      ],
    };
    const lists = tables(cluster, nodeClassOf(spec)).exclusions ?? [];
    expect(lists.map(({ pointer }) => pointer)).toEqual([
      '/spec/amiFamily',
      '/spec/connectionTracking',
      '/spec/networkInterfaces',
    ]);
    const names = lists.flatMap(({ types }) => types.map(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
    const unusable = tables(cluster, nodeClassOf(spec)).types.filter(
      ({ offerings }) => offerings.length === 0,
    );
    expect(unusable.map(({ name }) => name).sort()).toEqual(names.sort());
  });
});

describe('the vocabulary', () => {
  it('targets 1.14.1', () => {
    // karpenter-provider-aws v1.14.1, pkg/apis/v1/labels.go, and core's well-known labels without karpenter.sh/nodepool.
    const own = `capacity-reservation-id capacity-reservation-type capacity-reservation-interruptible instance-hypervisor
      instance-encryption-in-transit-supported instance-category instance-capability-flex instance-family
      instance-generation instance-size instance-local-nvme instance-cpu instance-cpu-manufacturer
      instance-cpu-sustained-clock-speed-mhz instance-memory instance-ebs-bandwidth instance-network-bandwidth
      instance-gpu-name instance-gpu-manufacturer instance-gpu-count instance-gpu-memory instance-accelerator-name
      instance-accelerator-manufacturer instance-accelerator-count instance-tenancy placement-group-id
      placement-group-partition`;
    const core = `topology.kubernetes.io/zone topology.kubernetes.io/region node.kubernetes.io/instance-type
      kubernetes.io/arch kubernetes.io/os karpenter.sh/capacity-type node.kubernetes.io/windows-build`;
    const keys = [
      ...core.split(/\s+/),
      ...own.split(/\s+/).map((name) => `karpenter.k8s.aws/${name}`),
      'topology.k8s.aws/zone-id',
    ];
    expect([...vocabulary.specs.keys()].sort()).toEqual(keys.sort());
  });

  it('leads every alias to a known key', () => {
    for (const key of vocabulary.aliases.values()) expect(vocabulary.specs.has(key)).toBe(true);
  });

  it('describes every key in a sentence', () => {
    for (const { description } of vocabulary.specs.values()) expect(description).toMatch(/^[A-Z].*\.$/);
  });

  it('has synonyms in lower case for values that exist', () => {
    for (const spec of vocabulary.specs.values()) {
      for (const [synonym, value] of spec.synonyms ?? []) {
        expect(synonym).toBe(synonym.toLowerCase());
        if (spec.values !== undefined) expect(spec.values).toContain(value);
      }
    }
  });

  it('knows retired types, and families of which nothing is left', () => {
    const types = vocabulary.specs.get('node.kubernetes.io/instance-type')?.retired ?? [];
    const families = vocabulary.specs.get('karpenter.k8s.aws/instance-family')?.retired ?? [];
    expect(types).toHaveLength(25);
    expect(types).toContain('i3.metal');
    expect(families).not.toContain('i3');
    expect(families).toEqual(
      expect.arrayContaining(['p2', 'p3', 'f1', 'g2', 'g3', 'g3s', 'dl1', 'u-9tb1', 'u-24tb1']),
    );
  });
});
