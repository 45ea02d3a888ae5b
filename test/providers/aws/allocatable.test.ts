import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadBuiltInCatalogue } from '../../../src/catalogue/built-in.ts';
import type { AmiFamily, Ec2NodeClassSpec } from '../../../src/kubernetes/api/ec2-node-class.ts';
import type { NodeResources } from '../../../src/model/instance-type.ts';
import { instanceTables } from '../../../src/providers/aws/instance-tables.ts';
import { clusterOf, nodeClassOf } from './cluster.ts';

const catalogue = loadBuiltInCatalogue();
const tables = instanceTables(catalogue);
const cluster = clusterOf({ region: 'eu-west-1', zones: ['eu-west-1a'] });
const MIB = 2 ** 20;
const GIB = 2 ** 30;

function resources(name: string, spec: Partial<Ec2NodeClassSpec> = {}): NodeResources {
  const table = tables(cluster, nodeClassOf(spec));
  const type = table.types.find((one) => one.name === name);
  if (type === undefined) throw new Error(`no type ${name}`);
  return table.resourcesOf(type);
}

/** Milli-CPU, MiB, bytes and pods that are left for pods. */
function allocatable(name: string, spec: Partial<Ec2NodeClassSpec> = {}) {
  const { cpuMilli, memoryBytes, ephemeralStorageBytes, pods } = resources(name, spec).allocatable;
  return { cpuMilli, memoryMib: memoryBytes / MIB, ephemeralStorageBytes, pods };
}

function family(amiFamily: AmiFamily): Partial<Ec2NodeClassSpec> {
  return { amiFamily, amiSelectorTerms: [{ id: 'ami-1' }] };
}

describe('allocatable as the Karpenter reference prints it', () => {
  const recorded = JSON.parse(
    readFileSync(new URL('../../catalogue/data/docs-allocatable.json', import.meta.url), 'utf8'),
  ) as { rows: [string, number, number, number, number][] };

  it('covers all types', () => {
    expect(recorded.rows.map(([name]) => name)).toEqual(catalogue.types.map((type) => type.name));
    expect(recorded.rows).toHaveLength(1363);
  });

  it('agrees on cpu, memory, ephemeral storage and pods', () => {
    const table = tables(cluster, nodeClassOf());
    const ours = table.types.map((type) => {
      const { cpuMilli, memoryBytes, ephemeralStorageBytes, pods } = table.resourcesOf(type).allocatable;
      return [type.name, cpuMilli, memoryBytes / MIB, ephemeralStorageBytes / GIB, pods];
    });
    expect(ours).toEqual(recorded.rows);
  });

  it('computes the pods of all types but the eight without interface facts', () => {
    expect(catalogue.types.filter((type) => type.podLimit === undefined)).toHaveLength(1355);
    expect(catalogue.types.filter((type) => type.enis === undefined)).toHaveLength(8);
  });
});

describe('capacity', () => {
  it('keeps arm64 kernel memory apart before the hypervisor takes its share', () => {
    expect(resources('m5.large').capacity.memoryBytes).toBe(7577 * MIB);
    expect(resources('m6g.large').capacity.memoryBytes).toBe((8128 - 610) * MIB);
  });

  it('may leave less than nothing', () => {
    expect(allocatable('t4g.nano').memoryMib).toBe(15);
    expect(allocatable('t4g.nano', { kubelet: { systemReserved: { memory: '100Mi' } } }).memoryMib).toBe(-85);
  });

  it('lists extended resources', () => {
    expect(resources('p5.48xlarge').capacity.extended).toEqual({
      'nvidia.com/gpu': 8,
      'vpc.amazonaws.com/efa': 32,
      'vpc.amazonaws.com/pod-eni': 120,
    });
    expect(resources('g4ad.xlarge').capacity.extended).toMatchObject({ 'amd.com/gpu': 1 });
    expect(resources('trn1.32xlarge').capacity.extended).toMatchObject({
      'aws.amazon.com/neuron': 16,
      'aws.amazon.com/neuroncore': 32,
    });
    expect(resources('m4.large').capacity.extended).toEqual({});
  });

  it('has no GPU resource for a fraction of a GPU', () => {
    expect(resources('g6f.large').capacity.extended).not.toHaveProperty('nvidia.com/gpu');
  });

  it('has Windows addresses on amd64 only', () => {
    const name = 'vpc.amazonaws.com/PrivateIPv4Address';
    expect(resources('m5.large', family('Windows2022')).capacity.extended[name]).toBe(9);
    expect(resources('m6g.large', family('Windows2022')).capacity.extended).not.toHaveProperty(name);
    expect(resources('m5.large').capacity.extended).not.toHaveProperty(name);
  });
});

describe('capacity against limits', () => {
  it('leaves 211 of the 324 c types within 111 CPUs and 100Gi', () => {
    const table = tables(cluster, nodeClassOf());
    const types = table.types.filter((type) =>
      type.labels.get('karpenter.k8s.aws/instance-category')?.includes('c'),
    );
    const within = types.filter((type) => {
      const { cpuMilli, memoryBytes } = table.resourcesOf(type).capacity;
      return cpuMilli <= 111_000 && memoryBytes <= 100 * GIB;
    });
    expect([types.length, within.length]).toEqual([324, 211]);
  });
});

describe('pods', () => {
  const kubelet = (settings: NonNullable<Ec2NodeClassSpec['kubelet']>) => ({ kubelet: settings });

  it('reserves memory for what the interfaces allow on Amazon Linux, whatever maxPods says', () => {
    const usual = allocatable('m5.large');
    expect(usual).toMatchObject({ pods: 29, memoryMib: 7577 - (11 * 29 + 255) - 100 });
    expect(allocatable('m5.large', kubelet({ maxPods: 110 }))).toEqual({ ...usual, pods: 110 });
    expect(allocatable('m5.large', { ...family('Custom'), ...kubelet({ maxPods: 5 }) })).toEqual({
      ...usual,
      pods: 5,
    });
  });

  it('reserves memory for the pods that run on Bottlerocket', () => {
    const spec = { amiSelectorTerms: [{ alias: 'bottlerocket@latest' }] };
    expect(allocatable('m5.large', spec)).toMatchObject({
      pods: 29,
      memoryMib: 7577 - (11 * 29 + 255) - 100,
    });
    expect(allocatable('m5.large', { ...spec, ...kubelet({ maxPods: 110 }) })).toMatchObject({
      pods: 110,
      memoryMib: 7577 - (11 * 110 + 255) - 100,
    });
  });

  it('starts from 110 on Windows', () => {
    expect(allocatable('m5.large', family('Windows2022'))).toMatchObject({
      pods: 110,
      memoryMib: 7577 - (11 * 110 + 255) - 100,
    });
  });

  it('takes the smaller of podsPerCore and the count, except on Bottlerocket', () => {
    expect(allocatable('m5.large', kubelet({ podsPerCore: 4 })).pods).toBe(8);
    expect(allocatable('m5.large', kubelet({ podsPerCore: 40 })).pods).toBe(29);
    expect(allocatable('m5.large', kubelet({ podsPerCore: 0 })).pods).toBe(29);
    expect(allocatable('m5.large', kubelet({ podsPerCore: 4, maxPods: 6 })).pods).toBe(6);
    expect(allocatable('m5.large', { ...family('Bottlerocket'), ...kubelet({ podsPerCore: 4 }) }).pods).toBe(
      29,
    );
    expect(
      allocatable('m5.large', { ...family('Windows2022'), ...kubelet({ podsPerCore: 4 }) }),
    ).toMatchObject({
      pods: 8,
      memoryMib: 7577 - (11 * 8 + 255) - 100,
    });
  });

  it('counts the interfaces of the default card only', () => {
    expect(allocatable('p5.48xlarge').pods).toBe(2 * 49 + 2);
  });

  it('takes efa-only interfaces of card 0 away, and announces the listed ones', () => {
    const networkInterfaces = [
      { networkCardIndex: 0, deviceIndex: 0, interfaceType: 'interface' },
      { networkCardIndex: 0, deviceIndex: 1, interfaceType: 'efa-only' },
      { networkCardIndex: 1, deviceIndex: 1, interfaceType: 'efa-only' },
    ] as const;
    const found = resources('p5.48xlarge', { networkInterfaces });
    expect(found.allocatable.pods).toBe(1 * 49 + 2);
    expect(found.capacity.extended['vpc.amazonaws.com/efa']).toBe(2);
  });
});

describe('kubelet reservations', () => {
  const cpu = (name: string) => 1000 * (catalogue.types.find((type) => type.name === name)?.vcpus ?? 0);

  it.each([
    ['m5.large', 70],
    ['m5.xlarge', 80],
    ['m7i.48xlarge', 550],
    ['a1.medium', 60],
  ])('%s reserves %d milli-CPU by itself', (name, reserved) => {
    expect(cpu(name) - allocatable(name).cpuMilli).toBe(reserved);
  });

  it('replaces key by key', () => {
    const usual = allocatable('m5.large');
    const changed = allocatable('m5.large', {
      kubelet: { kubeReserved: { cpu: '250m' }, systemReserved: { 'ephemeral-storage': '1Gi', cpu: '0.1' } },
    });
    expect(changed).toEqual({
      ...usual,
      cpuMilli: 2000 - 250 - 100,
      ephemeralStorageBytes: usual.ephemeralStorageBytes - GIB,
    });
    expect(allocatable('m5.large', { kubelet: { kubeReserved: { memory: '1Gi' } } }).memoryMib).toBe(
      7577 - 1024 - 100,
    );
    expect(
      allocatable('m5.large', { kubelet: { kubeReserved: { 'ephemeral-storage': '2Gi' } } })
        .ephemeralStorageBytes,
    ).toBe(16 * GIB);
  });

  it('takes eviction thresholds as quantities and as percentages of capacity', () => {
    const memory = (value: string) =>
      allocatable('m5.large', { kubelet: { evictionHard: { 'memory.available': value } } }).memoryMib;
    const rest = 7577 - (11 * 29 + 255);
    expect(memory('500Mi')).toBe(rest - 500);
    expect(memory('100%')).toBe(rest);
    expect(memory('0%')).toBe(rest);
    const bytes = Math.ceil((7577 * MIB) / 20);
    expect(memory('5%')).toBe(rest - bytes / MIB);
    expect(memory('5.0%')).toBe(memory('5%'));
    const disk = (value: string) =>
      allocatable('m5.large', { kubelet: { evictionHard: { 'nodefs.available': value } } })
        .ephemeralStorageBytes;
    expect(disk('15%')).toBe(20 * GIB - 3 * GIB - GIB);
    expect(disk('1Gi')).toBe(18 * GIB);
  });

  it('bears absurd reservations', () => {
    const absurd = allocatable('m5.large', {
      kubelet: {
        kubeReserved: { memory: '1e390' },
        evictionHard: { 'nodefs.available': '9E', 'memory.available': '999%' },
      },
    });
    expect(Object.values(absurd).every((value) => Number.isFinite(value))).toBe(true);
    expect(absurd.memoryMib).toBeLessThan(0);
  });

  it('leaves soft thresholds and signals about other things aside', () => {
    expect(
      allocatable('m5.large', {
        kubelet: {
          evictionHard: { 'pid.available': '50%', 'imagefs.available': '50%' },
          evictionSoft: { 'memory.available': '2Gi' },
        },
      }),
    ).toEqual(allocatable('m5.large'));
  });
});

describe('ephemeral storage', () => {
  const capacity = (name: string, spec: Partial<Ec2NodeClassSpec>) =>
    resources(name, spec).capacity.ephemeralStorageBytes;
  const mapping = (deviceName: string, volumeSize: string, rootVolume?: boolean) => ({
    deviceName,
    ...(rootVolume === undefined ? {} : { rootVolume }),
    ebs: { volumeSize },
  });

  it.each<[AmiFamily, number]>([
    ['AL2', 20],
    ['AL2023', 20],
    ['Bottlerocket', 20],
    ['Custom', 20],
    ['Windows2019', 50],
    ['Windows2025', 50],
  ])('%s has %d GiB by default', (amiFamily, gib) => {
    expect(capacity('m5.large', family(amiFamily))).toBe(gib * GIB);
  });

  it('reads the mapping of the family device', () => {
    expect(capacity('m5.large', { blockDeviceMappings: [mapping('/dev/xvda', '100Gi')] })).toBe(100 * GIB);
    expect(
      allocatable('m5.large', { blockDeviceMappings: [mapping('/dev/xvda', '100Gi')] }).ephemeralStorageBytes,
    ).toBe(89 * GIB);
    expect(capacity('m5.large', { blockDeviceMappings: [mapping('/dev/xvdb', '100Gi')] })).toBe(20 * GIB);
    const both = { blockDeviceMappings: [mapping('/dev/xvda', '4Gi'), mapping('/dev/xvdb', '100G')] };
    expect(capacity('m5.large', { ...family('Bottlerocket'), ...both })).toBe(100e9);
    expect(capacity('m5.large', { ...family('Custom'), ...both })).toBe(100e9);
    expect(capacity('m5.large', both)).toBe(4 * GIB);
  });

  it('prefers the mapping marked as root volume', () => {
    const marked = {
      blockDeviceMappings: [mapping('/dev/sdb', '70Gi', true), mapping('/dev/xvda', '100Gi')],
    };
    expect(capacity('m5.large', marked)).toBe(70 * GIB);
    const unsized = {
      blockDeviceMappings: [
        { deviceName: '/dev/sdb', rootVolume: true, ebs: { snapshotID: 'snap-1' } },
        mapping('/dev/xvda', '100Gi'),
      ],
    };
    expect(capacity('m5.large', unsized)).toBe(100 * GIB);
  });

  it('takes local disks under RAID0 where there are any', () => {
    const raid = {
      instanceStorePolicy: 'RAID0',
      blockDeviceMappings: [mapping('/dev/xvda', '100Gi')],
    } as const;
    expect(capacity('m5d.large', raid)).toBe(75e9);
    expect(capacity('m5.large', raid)).toBe(100 * GIB);
  });

  it('keeps odd sizes whole, rounding what is reserved up', () => {
    const { allocatable: left } = resources('m5.large', {
      blockDeviceMappings: [mapping('/dev/xvda', '33G')],
    });
    expect(left.ephemeralStorageBytes).toBe(33e9 - 3.3e9 - GIB);
    const odd = resources('m5.large', { kubelet: { evictionHard: { 'nodefs.available': '3.333%' } } });
    expect(odd.allocatable.ephemeralStorageBytes).toBe(19 * GIB - Math.ceil((20 * GIB * 3333) / 100_000));
  });
});

describe('sharing', () => {
  it('shares types between classes that differ in disks only, and whole tables between equal classes', () => {
    const small = tables(
      cluster,
      nodeClassOf({ blockDeviceMappings: [{ deviceName: '/dev/xvda', ebs: { volumeSize: '30Gi' } }] }),
    );
    const large = tables(
      cluster,
      nodeClassOf({ blockDeviceMappings: [{ deviceName: '/dev/xvda', ebs: { volumeSize: '40Gi' } }] }),
    );
    expect(small.types).toBe(large.types);
    expect(small).not.toBe(large);
    expect(tables(cluster, nodeClassOf())).toBe(tables(cluster, nodeClassOf()));
    expect(tables(clusterOf({ region: 'eu-west-1', zones: ['eu-west-1a'] }), nodeClassOf()).types).toBe(
      small.types,
    );
  });

  it('stays right with more signatures than are kept', () => {
    const disks = Array.from({ length: 100 }, (_, i) => 20 + i);
    const made = disks.map((gib) =>
      tables(
        cluster,
        nodeClassOf({ blockDeviceMappings: [{ deviceName: '/dev/xvda', ebs: { volumeSize: `${gib}Gi` } }] }),
      ),
    );
    for (const round of [1, 2]) {
      const sizes = made.map((table) => {
        const [first] = table.types;
        return first === undefined ? round : table.resourcesOf(first).capacity.ephemeralStorageBytes / GIB;
      });
      expect(sizes).toEqual(disks);
    }
  });
});
