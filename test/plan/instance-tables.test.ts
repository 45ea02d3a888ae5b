import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { builtInProvider } from '../../src/create-provider.ts';
import { parseQuantity } from '../../src/kubernetes/quantity.ts';
import type { RequirementInput } from '../../src/kubernetes/requirement.ts';
import type { InstanceType, NodeResources, Offering } from '../../src/model/instance-type.ts';
import type { PackerInstanceType, PackerOffering } from '../../src/packer/karpenter/problem.ts';
import { planTables } from '../../src/plan/instance-tables.ts';
import { planned } from './harness.ts';

const RECORDED = 'test/conformance/catalogues/aws-eu-west-1.json.gz';
const provider = builtInProvider();

function tables(isAvailable: (type: InstanceType, offering: Offering) => boolean = () => true) {
  const { compiled } = planned({
    pools: 'small:\n  limits: {cpu: 4}\nlarge:\n  limits: {cpu: 4}\n  node_class: {volumeSize: 100Gi}\n',
  });
  const tableOf = planTables({
    vocabulary: provider.labels(compiled.cluster),
    isAvailable,
    measured: (_type: InstanceType, resources: NodeResources) => resources,
  });
  return compiled.pools.map(({ table }) => ({ table, plan: tableOf(table), again: tableOf(table) }));
}

/** Requirements on keys that both know, in a form that compares. */
function labels(requirements: readonly RequirementInput[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    requirements.map(({ key, operator, values = [] }) => [key, `${operator} ${values.toSorted().join()}`]),
  );
}

function offers(offerings: readonly PackerOffering[]): string[] {
  return offerings
    .map(({ requirements, price, available }) => JSON.stringify([labels(requirements), price, available]))
    .toSorted();
}

function allocatable({ capacity, overhead = {} }: PackerInstanceType): Readonly<Record<string, bigint>> {
  const nano = (text: string | undefined) => {
    const parsed = parseQuantity(text ?? '0');
    return parsed.ok ? parsed.quantity.nano : -1n;
  };
  const { kubeReserved, systemReserved, evictionThreshold } = overhead;
  return Object.fromEntries(
    ['cpu', 'memory', 'ephemeral-storage', 'pods', 'nvidia.com/gpu'].map((name) => [
      name,
      nano(capacity[name]) -
        nano(kubeReserved?.[name]) -
        nano(systemReserved?.[name]) -
        nano(evictionThreshold?.[name]),
    ]),
  );
}

describe('the types that the packer gets', () => {
  it('are those of a catalogue that was made for the real scheduler', () => {
    const recorded = JSON.parse(gunzipSync(readFileSync(RECORDED)).toString()) as {
      readonly instanceTypes: readonly PackerInstanceType[];
    };
    const ours = new Map(tables()[0]?.plan.packerTypes.map((type) => [type.name, type]));
    let compared = 0;
    for (const theirs of recorded.instanceTypes) {
      const own = ours.get(theirs.name);
      // AL2023 does not run on these.
      if (theirs.name.startsWith('a1.')) continue;
      expect(own, theirs.name).toBeDefined();
      if (own === undefined) continue;
      compared++;
      // Which ids the zones have is not known offline; the recorded catalogue has made-up ones.
      const { 'topology.k8s.aws/zone-id': _theirs, ...wanted } = labels(theirs.requirements);
      expect(labels(own.requirements), theirs.name).toMatchObject(wanted);
      expect(allocatable(own), theirs.name).toEqual(allocatable(theirs));
      expect(offers(own.offerings), theirs.name).toEqual(offers(theirs.offerings));
    }
    expect(compared).toBeGreaterThan(1300);
  });

  it('are one list for all pools with the same machines, so that it is encoded once', () => {
    const [small, large] = tables();
    expect(small?.again).toBe(small?.plan);
    expect(small?.plan.packerTypes[0]?.requirements).toBe(large?.plan.packerTypes[0]?.requirements);
    expect(small?.plan.packerTypes[0]?.capacity).not.toEqual(large?.plan.packerTypes[0]?.capacity);
  });

  it('have every key that the provider knows, so that none counts as undefined', () => {
    const [first] = tables();
    const keys = first?.plan.packerTypes[0]?.requirements.map(({ key }) => key) ?? [];
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toContain('karpenter.k8s.aws/instance-gpu-count');
    expect(keys).not.toContain('karpenter.sh/nodepool');
  });

  it('keep offerings that cannot be had, as unavailable', () => {
    const [first] = tables((_type, { zone }) => zone !== 'eu-west-1a');
    const offerings = first?.plan.packerTypes[0]?.offerings ?? [];
    expect(offerings.map(({ available }) => available)).toEqual([false, false, true, true, true, true]);
    expect(first?.plan.types[0]?.offerings.map(({ available }) => available)).toEqual(
      offerings.map(({ available }) => available),
    );
  });

  it('are those that are offered somewhere', () => {
    const [first] = tables();
    expect(first?.table.types.some(({ name }) => name === 'a1.large')).toBe(true);
    expect(first?.plan.byName.has('a1.large')).toBe(false);
  });
});
