import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NodeTaint } from '../../../src/kubernetes/api/node-pool.ts';
import { CAPACITY_KEYS, MAX_SIZE_KEY } from '../../../src/kubernetes/scale-from-zero/keys.ts';
import { readAutoscalingOptions } from '../../../src/kubernetes/scale-from-zero/autoscaling-options.ts';
import { nodeGroup } from '../../../src/kubernetes/scale-from-zero/node-group.ts';
import { templateNode } from '../../../src/kubernetes/scale-from-zero/template-node.ts';
import {
  type ScaleFromZeroInput,
  scaleFromZeroAnnotations,
} from '../../../src/kubernetes/scale-from-zero/write-annotations.ts';
import { scaleFromZeroProblems } from '../../../src/kubernetes/scale-from-zero/write-problems.ts';

const MACHINE = { 'kubernetes.io/arch': 'arm64', 'kubernetes.io/os': 'linux' };
const VALID: ScaleFromZeroInput = {
  cpuMilli: 3920,
  memoryBytes: 14500 * 2 ** 20 + 1023,
  ephemeralStorageBytes: 89 * 2 ** 30,
  maxPods: 58,
  accelerator: { name: 'nvidia.com/gpu', count: 1 },
  csiDrivers: { 'ebs.csi.aws.com': 26, 'a.csi': 0 },
  labels: { team: 'data', ...MACHINE },
  taints: [
    { key: 'role', value: 'batch', effect: 'NoSchedule' },
    { key: 'a', effect: 'NoExecute' },
  ],
  minSize: 0,
  maxSize: 10,
  options: { scaleDownUnneededTime: '5m', scaleDownUtilizationThreshold: '0.7' },
};

describe('scaleFromZeroAnnotations', () => {
  it('writes everything, sorted', () => {
    expect(Object.entries(scaleFromZeroAnnotations(VALID)).map((entry) => entry.join(': '))).toEqual([
      'capacity.cluster-autoscaler.kubernetes.io/cpu: 3920m',
      'capacity.cluster-autoscaler.kubernetes.io/csi-driver: a.csi=0,ebs.csi.aws.com=26',
      'capacity.cluster-autoscaler.kubernetes.io/ephemeral-disk: 89Gi',
      'capacity.cluster-autoscaler.kubernetes.io/gpu-count: 1',
      'capacity.cluster-autoscaler.kubernetes.io/gpu-type: nvidia.com/gpu',
      'capacity.cluster-autoscaler.kubernetes.io/labels: kubernetes.io/arch=arm64,kubernetes.io/os=linux,team=data',
      'capacity.cluster-autoscaler.kubernetes.io/maxPods: 58',
      'capacity.cluster-autoscaler.kubernetes.io/memory: 14500Mi',
      'capacity.cluster-autoscaler.kubernetes.io/taints: a:NoExecute,role=batch:NoSchedule',
      'cluster.x-k8s.io/autoscaling-options-scaledownunneededtime: 5m',
      'cluster.x-k8s.io/autoscaling-options-scaledownutilizationthreshold: 0.7',
      'cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size: 10',
      'cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size: 0',
    ]);
    expect(scaleFromZeroProblems(VALID)).toEqual([]);
  });

  it('lets a driver offer the accelerators instead of a device plugin', () => {
    expect(
      scaleFromZeroAnnotations({
        accelerator: { name: 'nvidia.com/gpu', count: 8 },
        draDriver: 'gpu.nvidia.com',
      }),
    ).toEqual({ [CAPACITY_KEYS.draDriver]: 'gpu.nvidia.com', [CAPACITY_KEYS.gpuCount]: '8' });
  });

  it('writes nothing about nothing', () => {
    expect(scaleFromZeroAnnotations({ labels: {}, taints: [], csiDrivers: {} })).toEqual({});
  });

  it('writes small memories in Ki', () => {
    expect(scaleFromZeroAnnotations({ memoryBytes: 3 * 1024 + 1 })[CAPACITY_KEYS.memory]).toBe('3Ki');
  });
});

describe('scaleFromZeroProblems', () => {
  it.each<[string, object, string]>([
    ['cpu 0', { cpuMilli: 0 }, 'cpuMilli: 0 is not an integer of at least 1'],
    ['half a byte', { memoryBytes: 0.5 }, 'memoryBytes: 0.5 is not an integer of at least 1024'],
    ['a disk of bytes', { ephemeralStorageBytes: 1023 }, 'ephemeralStorageBytes: 1023'],
    ['no pods', { maxPods: 0 }, 'maxPods: 0'],
    ['a count that is no number', { maxPods: Number.NaN }, 'maxPods: NaN'],
    ['no accelerators', { accelerator: { name: 'nvidia.com/gpu', count: 0 } }, 'accelerator.count: 0'],
    [
      'an accelerator called cpu',
      { accelerator: { name: 'cpu', count: 1 } },
      'accelerator.name: "cpu" is not an extended',
    ],
    [
      'an accelerator of Kubernetes',
      { accelerator: { name: 'x.kubernetes.io/a', count: 1 } },
      'accelerator.name',
    ],
    [
      'an accelerator with a space',
      { accelerator: { name: 'a b/c', count: 1 } },
      'accelerator.name: "a b/c" has a domain',
    ],
    [
      'a driver without devices',
      { accelerator: undefined, draDriver: 'a.b' },
      'draDriver needs accelerator.count',
    ],
    ['a driver with a slash', { draDriver: 'a/b' }, 'draDriver: "a/b" contains `/`'],
    ['volumes less than none', { csiDrivers: { a: -1 } }, 'csiDrivers["a"]: -1 is not an integer between 0'],
    ['a CSI driver with an equals sign', { csiDrivers: { 'a=b': 1 } }, 'csiDrivers: "a=b" contains `=`'],
    ['a label key with a space', { labels: { ...MACHINE, ' a': 'b' } }, 'labels: " a" contains a space'],
    ['a label value with a comma', { labels: { ...MACHINE, a: 'b,c' } }, 'labels["a"]: "b,c" contains `,`'],
    ['no architecture', { labels: { 'kubernetes.io/os': 'linux' } }, 'labels: kubernetes.io/arch is missing'],
    [
      'an empty operating system',
      { labels: { ...MACHINE, 'kubernetes.io/os': '' } },
      'labels["kubernetes.io/os"] is empty',
    ],
    ['no labels at all', { labels: undefined }, 'labels: kubernetes.io/arch is missing'],
    ['a hostname', { labels: { ...MACHINE, 'kubernetes.io/hostname': 'a' } }, 'is different for every node'],
    [
      'a taint key with a space',
      { taints: [{ key: ' a', effect: 'NoExecute' }] },
      'taints[0].key: " a" contains a space',
    ],
    [
      'a taint value with an equals sign',
      { taints: [{ key: 'a', value: 'b=c', effect: 'NoExecute' }] },
      'taints[0].value: "b=c" contains `=`',
    ],
    [
      'an effect that is none',
      { taints: [{ key: 'a', effect: 'Never' }] },
      'taints[0].effect: "Never" is none of',
    ],
    [
      'a taint twice',
      {
        taints: [
          { key: 'a', effect: 'NoExecute' },
          { key: 'a', value: 'b', effect: 'NoExecute' },
        ],
      },
      'taints[1]: a:NoExecute occurs twice',
    ],
    [
      'a taint about a state',
      { taints: [{ key: 'node.kubernetes.io/not-ready', effect: 'NoExecute' }] },
      'taints[0]: the autoscaler takes',
    ],
    ['a negative minimum', { minSize: -1 }, 'minSize: -1 is not an integer between 0 and 999999999'],
    ['no maximum', { maxSize: 0 }, 'maxSize: 0 is not an integer between 1 and 999999999'],
    ['a maximum below the minimum', { minSize: 11 }, 'maxSize: 10 is less than minSize, 11'],
    ['a minimum alone', { maxSize: undefined }, 'minSize needs maxSize'],
    ['a maximum alone', { minSize: undefined }, 'maxSize needs minSize'],
    [
      'days',
      { options: { scaleDownUnneededTime: '7d' } },
      'options.scaleDownUnneededTime: "7d" is not a duration',
    ],
    ['a percentage', { options: { scaleDownUtilizationThreshold: '50%' } }, '"50%" is not a number'],
    [
      'a threshold that is none',
      { options: { scaleDownUtilizationThreshold: 'NaN' } },
      '"NaN" is not a number',
    ],
    [
      'an unknown option',
      { options: { zeroOrMaxNodeScaling: 'true' } },
      'options.zeroOrMaxNodeScaling is none of',
    ],
  ])('refuses %s', (_title, change, problem) => {
    const problems = scaleFromZeroProblems({ ...VALID, ...change });
    expect(problems.join('\n')).toContain(problem);
  });

  it('asks of Karpenter what it needs, and of the autoscaler what that needs', () => {
    const { minSize: _, maxPods: __, ...input } = VALID;
    expect(scaleFromZeroProblems(input)).toEqual([
      'maxSize needs minSize: without it a new MachineDeployment starts with a machine',
    ]);
    expect(scaleFromZeroProblems(input, { reader: 'karpenter-cluster-api' })).toEqual([
      'maxPods is required: without it Karpenter places no pod on these nodes',
    ]);
  });

  it('leaves the machine to the provider where only sizes are given', () => {
    expect(scaleFromZeroProblems({ minSize: 0, maxSize: 3 })).toEqual([]);
  });
});

describe('what is written', () => {
  const name = fc.stringMatching(/^[a-z0-9]([-a-z0-9]{0,10}[a-z0-9])?$/);
  const key = fc.oneof(
    name,
    fc.tuple(name, name).map(([domain, rest]) => `${domain}.example/${rest}`),
  );
  const value = fc.oneof(fc.constant(''), name);
  const count = fc.integer({ min: 1, max: 999_999_999 });
  const bytes = fc.integer({ min: 1024, max: Number.MAX_SAFE_INTEGER });
  const taint: fc.Arbitrary<NodeTaint> = fc.record({
    key,
    value,
    effect: fc.constantFrom('NoSchedule' as const, 'PreferNoSchedule' as const, 'NoExecute' as const),
  });
  const input = fc.record({
    cpuMilli: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    memoryBytes: bytes,
    ephemeralStorageBytes: bytes,
    maxPods: count,
    accelerator: fc.record({ name: fc.constantFrom('nvidia.com/gpu', 'aws.amazon.com/neuron'), count }),
    csiDrivers: fc.dictionary(name, fc.integer({ min: 0, max: 2 ** 31 - 1 })),
    labels: fc.dictionary(key, value).map((labels) => ({ ...labels, ...MACHINE })),
    taints: fc.uniqueArray(taint, { selector: ({ key, effect }) => `${key}:${effect}` }),
    minSize: fc.constant(0),
    maxSize: count,
    options: fc.record({
      scaleDownUtilizationThreshold: fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      scaleDownUnneededTime: fc.integer({ min: 0, max: 100_000 }).map((seconds) => `${seconds}s`),
    }),
  });

  it('is read back as what was meant', () => {
    fc.assert(
      fc.property(input, (meant) => {
        expect(scaleFromZeroProblems(meant)).toEqual([]);
        const annotations = scaleFromZeroAnnotations(meant);
        const node = templateNode({ annotations });
        if (!node.ok) throw new Error(JSON.stringify(node.reason));
        const whole = (bytes: number) =>
          BigInt(bytes - (bytes % (bytes < 2 ** 20 ? 2 ** 10 : 2 ** 20))) * 10n ** 9n;
        expect(Object.fromEntries(node.capacity)).toEqual({
          cpu: BigInt(meant.cpuMilli) * 10n ** 6n,
          memory: whole(meant.memoryBytes),
          'ephemeral-storage': whole(meant.ephemeralStorageBytes),
          pods: BigInt(meant.maxPods) * 10n ** 9n,
          [meant.accelerator.name]: BigInt(meant.accelerator.count) * 10n ** 9n,
        });
        expect(Object.fromEntries(node.provided.labels)).toEqual(meant.labels);
        expect(new Set(node.taints)).toEqual(new Set(meant.taints));
        expect(Object.fromEntries(node.csiDrivers.map(({ name, limit = 0 }) => [name, limit]))).toEqual(
          meant.csiDrivers,
        );
        expect(nodeGroup({ annotations, replicas: 0 })).toEqual({
          kind: 'group',
          min: 0,
          max: meant.maxSize,
        });
        expect(readAutoscalingOptions(annotations).options).toEqual({
          scaleDownUtilizationThreshold: Number(meant.options.scaleDownUtilizationThreshold),
          scaleDownUnneededTimeNanoseconds:
            BigInt(meant.options.scaleDownUnneededTime.slice(0, -1)) * 10n ** 9n,
        });
      }),
      { numRuns: 500 },
    );
  });

  it('does not depend on the order of anything', () => {
    fc.assert(
      fc.property(input, (meant) => {
        const reversed = {
          ...meant,
          labels: Object.fromEntries(Object.entries(meant.labels).reverse()),
          csiDrivers: Object.fromEntries(Object.entries(meant.csiDrivers).reverse()),
          taints: [...meant.taints].reverse(),
        };
        const backwards = Object.fromEntries(Object.entries(reversed).reverse()) as typeof meant;
        expect(JSON.stringify(scaleFromZeroAnnotations(backwards))).toBe(
          JSON.stringify(scaleFromZeroAnnotations(meant)),
        );
      }),
    );
  });

  it('is unfit to read where a problem was reported: a label with a comma is lost', () => {
    const annotations = scaleFromZeroAnnotations({ ...VALID, labels: { ...MACHINE, a: 'b,c' } });
    const node = templateNode({ annotations });
    expect(node.ok && node.labels.get('a')).toBe('b');
    expect(annotations[MAX_SIZE_KEY]).toBe('10');
  });
});
