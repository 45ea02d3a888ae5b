import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCapacity } from '../../src/kubernetes/scale-from-zero/read-capacity.ts';
import { readCsiDrivers } from '../../src/kubernetes/scale-from-zero/read-csi-drivers.ts';
import { readLabels } from '../../src/kubernetes/scale-from-zero/read-labels.ts';
import { readSizes } from '../../src/kubernetes/scale-from-zero/read-sizes.ts';
import { readTaints } from '../../src/kubernetes/scale-from-zero/read-taints.ts';
import { CAPACITY_KEYS } from '../../src/kubernetes/scale-from-zero/keys.ts';
import type { NodeGroup } from '../../src/model/node-group.ts';
import { poolOf } from '../backends/cluster-api-harness.ts';
import { atDepth } from '../at-depth.ts';

/** Printed by a failure, and changed by `SEED=…`. */
const seed = Number(process.env['SEED'] ?? 20261121);

const MIB = 2n ** 20n;
const NANO = 1_000_000_000n;

interface PlainPool {
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly { readonly key: string; readonly value: string; readonly effect: string }[];
  readonly cpu: number;
  readonly categories: readonly string[];
  readonly maxPods: number | undefined;
  readonly annotated: string;
}

function groupsOf({ labels, taints, cpu, categories, maxPods, annotated }: PlainPool): readonly NodeGroup[] {
  const kubelet = maxPods === undefined ? '' : `, kubelet: { maxPods: ${maxPods} }`;
  const body = `
node_class: { ami: al2023@latest, instance_profile: nodes${kubelet} }
labels: ${JSON.stringify(labels)}
taints: ${JSON.stringify(taints)}
limits: { cpu: "${cpu}" }
cluster_api: { annotated_resources: ${annotated} }
requirements:
  - { key: karpenter.k8s.aws/instance-category, operator: In, values: ${JSON.stringify(categories)} }`;
  return poolOf({ backend: 'cluster-autoscaler', pools: { p: body } }, 'p').machines?.nodeGroups ?? [];
}

/** What the autoscaler reads is what the group says of itself, with nothing rounded up. */
function expectSame(group: NodeGroup, taints: PlainPool['taints'], annotated: string): void {
  const { annotations } = group;
  const resources = annotated === 'capacity' ? group.capacity : group.allocatable;
  const read = readCapacity(annotations);
  if (!read.ok) throw new Error(`${read.key} ${read.problem}`);
  expect(read.resources.get('cpu')).toBe(BigInt(resources.cpuMilli) * 1_000_000n);
  expect(read.resources.get('pods')).toBe(BigInt(resources.pods) * NANO);
  const memory = (read.resources.get('memory') ?? 0n) / NANO;
  expect(memory % MIB).toBe(0n);
  expect(BigInt(resources.memoryBytes) - memory).toBeLessThan(MIB);
  expect(BigInt(resources.memoryBytes) - memory).toBeGreaterThanOrEqual(0n);
  expect(Object.fromEntries(readLabels(annotations[CAPACITY_KEYS.labels] ?? ''))).toEqual(group.nodeLabels);
  const written = readTaints(annotations[CAPACITY_KEYS.taints] ?? '').filter(({ key }) => key !== '');
  expect(sorted(written)).toEqual(sorted(taints));
  expect(readSizes(annotations)).toEqual({ ok: true, min: group.minSize, max: group.maxSize });
  expect(readCsiDrivers(annotations[CAPACITY_KEYS.csiDriver] ?? '')).toEqual([
    { name: 'ebs.csi.aws.com', limit: 26 },
  ]);
}

function sorted(items: PlainPool['taints']): readonly string[] {
  return items.map((item) => JSON.stringify(item, ['key', 'value', 'effect'])).sort();
}

describe('annotations', () => {
  it('read back as what was meant', { timeout: 60_000 }, () => {
    let groups = 0;
    fc.assert(
      fc.property(pool, (plain) => {
        for (const group of groupsOf(plain)) {
          groups++;
          expectSame(group, plain.taints, plain.annotated);
        }
      }),
      { numRuns: atDepth(60), seed },
    );
    expect(groups).toBeGreaterThan(atDepth(500));
  });
});

const value = fc.stringMatching(/^(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,8}[A-Za-z0-9])?)?$/);
const key = fc.stringMatching(
  /^(?:example\.com\/|node\.cluster\.x-k8s\.io\/)?[a-zA-Z][-a-z0-9_.]{0,8}[a-z0-9]$/,
);

const pool: fc.Arbitrary<PlainPool> = fc.record({
  labels: fc.dictionary(key, value, { maxKeys: 4 }),
  taints: fc.uniqueArray(
    fc.record({
      key,
      value: value.filter((text) => text !== ''),
      effect: fc.constantFrom('NoSchedule', 'NoExecute', 'PreferNoSchedule'),
    }),
    { maxLength: 4, selector: (taint) => `${taint.key} ${taint.effect}` },
  ),
  cpu: fc.integer({ min: 1, max: 2000 }),
  categories: fc.subarray(['c', 'm', 'r', 't'], { minLength: 1 }),
  maxPods: fc.option(fc.integer({ min: 20, max: 250 }), { nil: undefined }),
  annotated: fc.constantFrom('capacity', 'allocatable'),
});
