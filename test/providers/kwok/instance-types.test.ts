import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileText } from '../../checks/harness.ts';
import {
  admittedByKarpenter,
  packed,
  type Rehearsed,
  readAsKwok,
  rehearsed,
  rehearsedText,
} from './harness.ts';

/** What holds of every file. */
function holds({ compiled, rehearsal }: Rehearsed): void {
  const catalogue = readAsKwok(rehearsal.instanceTypes);
  const inputs = catalogue.types.flatMap(({ offerings }) => offerings.flatMap((one) => one.inputs));
  const several = inputs.filter(
    ({ operator, values }) => !(operator === 'In' ? values?.length === 1 : operator === 'DoesNotExist'),
  );
  expect(several).toEqual([]);
  const pools = compiled.pools.filter(({ nodePool }) => nodePool !== undefined);
  expect(rehearsal.nodePools.map(({ name }) => name)).toEqual(pools.map(({ pool }) => pool.name));
  const admitting = new Map<string, (typeof pools)[number][]>();
  for (const [i, pool] of pools.entries()) {
    const names = pool.selection.types.map(({ name }) => name).toSorted();
    const spec = rehearsal.nodePools[i]?.spec;
    expect(spec && admittedByKarpenter(spec, catalogue)).toEqual(names);
    for (const name of names) admitting.set(name, [...(admitting.get(name) ?? []), pool]);
  }
  expect(catalogue.types.map(({ name }) => name)).toEqual([...admitting.keys()].toSorted());
  for (const { name, allocatable } of catalogue.types) {
    const sizes = (admitting.get(name) ?? []).map((pool) => packed(pool, name));
    for (const [resource, amount] of allocatable) {
      const least = sizes.map((one) => one.get(resource) ?? 0n).reduce((a, b) => (b < a ? b : a));
      expect(amount, `${resource} of ${name}`).toBe(least);
    }
    expect([...allocatable.keys()].toSorted()).toEqual(
      [...new Set(sizes.flatMap((one) => [...one.keys()]))].toSorted(),
    );
  }
}

const requirement = fc.oneof(
  fc
    .subarray(['c', 'm', 'r', 't', 'g', 'p', 'inf'], { minLength: 1 })
    .map(
      (values) => `{key: karpenter.k8s.aws/instance-category, operator: In, values: [${values.join(', ')}]}`,
    ),
  fc
    .tuple(fc.constantFrom('Gt', 'Lt'), fc.constantFrom('4', '6', '17', '65'))
    .map(
      ([operator, bound]) =>
        `{key: karpenter.k8s.aws/instance-cpu, operator: ${operator}, values: ["${bound}"]}`,
    ),
  fc
    .tuple(
      fc.constantFrom('gpu-name', 'local-nvme', 'network-bandwidth', 'accelerator-name'),
      fc.constantFrom('Exists', 'DoesNotExist'),
    )
    .map(([label, operator]) => `{key: karpenter.k8s.aws/instance-${label}, operator: ${operator}}`),
  fc
    .subarray(['metal', 'large', 'xlarge', '2xlarge'], { minLength: 1 })
    .map(
      (values) => `{key: karpenter.k8s.aws/instance-size, operator: NotIn, values: [${values.join(', ')}]}`,
    ),
  fc
    .subarray(['nitro', 'xen', '""'], { minLength: 1 })
    .map(
      (values) =>
        `{key: karpenter.k8s.aws/instance-hypervisor, operator: In, values: [${values.join(', ')}]}`,
    ),
  fc
    .subarray(['default', 'dedicated'], { minLength: 1 })
    .map(
      (values) => `{key: karpenter.k8s.aws/instance-tenancy, operator: In, values: [${values.join(', ')}]}`,
    ),
  fc
    .subarray(['eu-west-1a', 'eu-west-1b'], { minLength: 1 })
    .map((values) => `{key: topology.kubernetes.io/zone, operator: In, values: [${values.join(', ')}]}`),
  fc
    .subarray(['spot', 'on-demand'], { minLength: 1 })
    .map((values) => `{key: karpenter.sh/capacity-type, operator: In, values: [${values.join(', ')}]}`),
  fc
    .subarray(['amd64', 'arm64'], { minLength: 1 })
    .map((values) => `{key: kubernetes.io/arch, operator: In, values: [${values.join(', ')}]}`),
);

const nodeClass = fc.constantFrom(
  '{}',
  '{volumeSize: 200Gi}',
  '{kubelet: {maxPods: 40}}',
  '{kubelet: {kubeReserved: {cpu: 300m, memory: 1Gi}}}',
  '{ami: bottlerocket@v1.40.0}',
);

/** Narrow enough to be quick, wide enough for every kind of machine. */
const FAMILIES = '[m5, m5d, m7i, m7g, c5, r6i, t3, g5, p4d, inf2, i3, x2iezn, u-6tb1]';

const pool = fc
  .record({ nodeClass, requirements: fc.array(requirement, { maxLength: 4 }) })
  .map(
    (one) =>
      `{node_class: ${one.nodeClass}, requirements: [${[
        `{key: karpenter.k8s.aws/instance-family, operator: In, values: ${FAMILIES}}`,
        ...one.requirements,
      ].join(', ')}]}`,
  );

describe('the instance types file', () => {
  it('says of random pools what our own selection and packer say', () => {
    fc.assert(
      fc.property(fc.array(pool, { minLength: 1, maxLength: 3 }), (pools) => {
        holds(rehearsed(`{${pools.map((text, i) => `p${i}: ${text}`).join(', ')}}`));
      }),
      { numRuns: 12 },
    );
  }, 60_000);

  it.each(['legacy', 'production', 'staging'])('says so of the example %s', (name) => {
    const read = (file: string) => readFileSync(`clusters/${file}.yaml`, 'utf8');
    holds(rehearsedText(read(name), read('_defaults')));
  });

  it('is the same every time', () => {
    const text =
      '{a: {requirements: [{key: karpenter.k8s.aws/instance-family, operator: In, values: [m7i]}]}}';
    expect(rehearsed(text).rehearsal).toEqual(rehearsed(text).rehearsal);
  });

  it('leaves out zones, capacity types and reservations that no pool can have', () => {
    const { rehearsal, codes } = rehearsed(
      `{a: {node_class: {capacity_reservation_selector_terms: [{id: cr-0123456789abcdef0}]}, requirements: [
        {key: node.kubernetes.io/instance-type, operator: In, values: [m7i.large]},
        {key: karpenter.sh/capacity-type, operator: In, values: [reserved, spot]},
        {key: topology.kubernetes.io/zone, operator: In, values: [eu-west-1b]}]}}`,
    );
    const [type] = readAsKwok(rehearsal.instanceTypes).types;
    expect(type?.offerings.map(({ inputs }) => inputs.slice(0, 2).flatMap(({ values }) => values))).toEqual([
      ['eu-west-1b', 'spot'],
    ]);
    expect(codes).toContain('PW9705');
  });

  it('settles a label with several values by what the pool admits', () => {
    const tenancies = (requirement: string) => {
      const { rehearsal } = rehearsed(
        `{a: {requirements: [{key: node.kubernetes.io/instance-type, operator: In, values: [m7i.large]}${requirement}]}}`,
      );
      const inputs = readAsKwok(rehearsal.instanceTypes).types.flatMap(({ offerings }) =>
        offerings.flatMap((one) => one.inputs),
      );
      return new Set(inputs.filter(({ key }) => key.endsWith('tenancy')).flatMap(({ values }) => values));
    };
    expect(tenancies('')).toEqual(new Set(['default']));
    expect(
      tenancies(', {key: karpenter.k8s.aws/instance-tenancy, operator: NotIn, values: [default]}'),
    ).toEqual(new Set(['dedicated']));
  });

  it('keeps out of a ConfigMap what it cannot hold', () => {
    const of = (categories: string) =>
      rehearsed(
        `{a: {requirements: [{key: karpenter.k8s.aws/instance-category, operator: In, values: [${categories}]}]}}`,
      );
    const [large, small] = [of('m'), of('t')];
    expect([large.rehearsal.exceedsConfigMap, large.codes]).toEqual([true, ['PW9704']]);
    expect([small.rehearsal.exceedsConfigMap, small.codes]).toEqual([false, []]);
    expect(small.rehearsal.instanceTypes.length).toBeGreaterThan(1000);
  });

  it('is made for nobody who did not ask', () => {
    expect(compileText('node_pools: {a: {}}').clusters[0]?.rehearsal).toBeUndefined();
  });
});
