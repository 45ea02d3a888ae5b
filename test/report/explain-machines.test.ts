import { expect, test } from 'vitest';
import type { CapacityType } from '../../src/model/instance-type.ts';
import type { NodeGroup } from '../../src/model/node-group.ts';
import { explainMachines } from '../../src/report/explain-machines.ts';
import { machineSections } from '../../src/report/explain-machines-text.ts';
import { instanceType } from './compiled.ts';

const NOTHING = { cpuMilli: 0, memoryBytes: 0, ephemeralStorageBytes: 0, pods: 0, extended: {} };

function group(type: string, zone: string, capacityType: CapacityType, sizes: Partial<NodeGroup>): NodeGroup {
  const name = `c-p-${type}-${zone}-${capacityType}`;
  return {
    name,
    id: `MachineDeployment/default/${name}`,
    pool: 'p',
    instanceType: instanceType(type, []),
    offering: { zone, capacityType, available: true },
    maxSize: 3,
    annotations: {},
    nodeLabels: {},
    capacity: NOTHING,
    allocatable: NOTHING,
    shape: 'x',
    ...sizes,
  };
}

const MACHINES = {
  nodeGroups: [
    group('m7i.large', 'a', 'on-demand', { minSize: 1, priority: 11 }),
    group('m7i.large', 'a', 'spot', { minSize: 0, priority: 11 }),
    group('m7i.large', 'b', 'on-demand', { minSize: 0, priority: 11 }),
  ],
  dropped: [
    { instanceType: 'm6i.large', rule: 'dominated', reason: '`m7i.large` has as much and costs no more' },
    { instanceType: 'm8i.large', capacityType: 'spot', zone: 'b', rule: 'budget', reason: 'none is left' },
  ],
  objects: [],
} as const;

function text(maxRows: number): string {
  const sections = machineSections(explainMachines('cluster-autoscaler', MACHINES), { maxRows });
  return sections.map(({ title, lines }) => [title, ...lines].join('\n')).join('\n\n');
}

test('the zones of one machine stand side by side, and what was left out says why', () => {
  expect(text(0)).toMatchInlineSnapshot(`
    "3 MachineDeployments
    type       bought     priority  sizes by zone
    m7i.large  on-demand        11  a 1 to 3, b 0 to 3
    m7i.large  spot             11  a 0 to 3

    without a MachineDeployment
    type       only       why
    m6i.large             m7i.large has as much and costs no more
    m8i.large  spot in b  none is left"
  `);
});

test('types beyond the limit are counted', () => {
  expect(text(1)).toContain('… and 1 more (`--all` shows them)');
});

test('a pool without a MachineDeployment says so', () => {
  const none = explainMachines('cluster-autoscaler', { nodeGroups: [], dropped: [], objects: [] });
  expect(machineSections(none, { maxRows: 0 })).toEqual([
    { title: '0 MachineDeployments', lines: ['none is made'] },
  ]);
});

test('a mode without minimum and priority leaves both out', () => {
  const [first] = explainMachines('karpenter-cluster-api', {
    nodeGroups: [group('m7i.large', 'a', 'on-demand', {})],
    dropped: [],
    objects: [],
  }).nodeGroups;
  expect(first).toEqual({
    name: 'c-p-m7i.large-a-on-demand',
    instanceType: 'm7i.large',
    zone: 'a',
    capacityType: 'on-demand',
    maxSize: 3,
  });
});
