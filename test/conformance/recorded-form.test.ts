import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { requirementOf } from '../../src/kubernetes/requirement.ts';
import { Requirements } from '../../src/kubernetes/requirements.ts';
import type { Decision, NewNodeClaim } from '../../src/packer/karpenter/decision.ts';
import { recordedForm } from './recorded-form.ts';

const CHEAPEST = { instanceType: 't', zone: 'z', capacityType: 'spot', price: 0.1 };

function claim(fields: Partial<NewNodeClaim>): NewNodeClaim {
  return {
    nodePool: 'default',
    podUids: ['a'],
    requirements: Requirements.empty,
    instanceTypes: ['t'],
    requestsNano: new Map(),
    cheapest: CHEAPEST,
    relaxed: new Map(),
    ...fields,
  };
}

function decision(fields: Partial<Decision>): Decision {
  return {
    newNodeClaims: [],
    existingNodes: [],
    errors: new Map(),
    ignored: new Map(),
    noNodePools: false,
    ...fields,
  };
}

it('sorts claims by pool and first pod, and leaves the pods in order of placement', () => {
  const newNodeClaims = [
    claim({ nodePool: 'b', podUids: ['a'] }),
    claim({ nodePool: 'a', podUids: ['z', 'b'] }),
    claim({ nodePool: 'a', podUids: ['Z', 'y'] }),
  ];
  expect(
    recordedForm(decision({ newNodeClaims })).newNodeClaims.map((one) => [one.nodePool, one.podUids]),
  ).toEqual([
    ['a', ['Z', 'y']],
    ['a', ['z', 'b']],
    ['b', ['a']],
  ]);
});

it('rounds requests up: millicores for CPU, whole units for the rest', () => {
  const requestsNano = new Map([
    ['cpu', 1_000_001n],
    ['memory', 5_000_000_001n],
    ['pods', 2_000_000_000n],
    ['nvidia.com/gpu', 0n],
  ]);
  const [one] = recordedForm(decision({ newNodeClaims: [claim({ requestsNano })] })).newNodeClaims;
  expect(one?.requests).toEqual({ cpu: '2m', memory: '6', pods: '2', 'nvidia.com/gpu': '0' });
});

it('sorts requirements and their values, with bounds, without the three keys that are never recorded', () => {
  const requirements = Requirements.of(
    (
      [
        { key: 'zone', operator: 'In', values: ['b', 'a'] },
        { key: 'kubernetes.io/hostname', operator: 'In', values: ['x'] },
        { key: 'karpenter.sh/registered', operator: 'In', values: ['true'] },
        { key: 'karpenter.sh/initialized', operator: 'In', values: ['true'] },
        { key: 'size', operator: 'Gt', values: ['2'], minValues: 3 },
        { key: 'gone', operator: 'DoesNotExist' },
      ] as const
    ).map((input) => requirementOf(input)),
  );
  const [one] = recordedForm(decision({ newNodeClaims: [claim({ requirements })] })).newNodeClaims;
  expect(one?.requirements).toEqual([
    { key: 'gone', operator: 'DoesNotExist' },
    { key: 'size', operator: 'Exists', gte: 3, minValues: 3 },
    { key: 'zone', operator: 'In', values: ['a', 'b'] },
  ]);
});

it('names sixty types, and of more a digest too', () => {
  const names = Array.from({ length: 61 }, (_, i) => `t${i}`);
  const typesOf = (instanceTypes: readonly string[]) =>
    recordedForm(decision({ newNodeClaims: [claim({ instanceTypes })] })).newNodeClaims[0]?.instanceTypes;
  expect(typesOf(names.slice(1))).toEqual({ count: 60, names: names.slice(1) });
  expect(typesOf(names)).toEqual({
    count: 61,
    names: names.slice(0, 60),
    sha256: createHash('sha256').update(names.join('\n')).digest('hex'),
  });
});

it('tells where pods went, and for those without a place the classes of the reasons', () => {
  const recorded = recordedForm(
    decision({
      existingNodes: [
        { name: 'empty', podUids: [], relaxed: new Map() },
        { name: 'node', podUids: ['b', 'a'], relaxed: new Map() },
      ],
      errors: new Map([
        [
          'c',
          {
            attempts: [
              { nodePool: 'p', code: 'taints' },
              { nodePool: 'q', code: 'filter:req' },
              { nodePool: 'r', code: 'taints' },
            ],
          },
        ],
      ]),
      ignored: new Map([['d', 'asks for a hostname']]),
      noNodePools: true,
    }),
  );
  expect(recorded).toEqual({
    newNodeClaims: [],
    existing: { node: ['b', 'a'] },
    errors: { c: { classes: ['filter:req', 'taints'], text: 'p: taints, q: filter:req, r: taints' } },
    ignored: { d: 'asks for a hostname' },
    noNodePools: true,
  });
});

it('knows offerings without a price', () => {
  const newNodeClaims = [claim({ cheapest: { ...CHEAPEST, price: undefined } })];
  expect(recordedForm(decision({ newNodeClaims })).newNodeClaims[0]?.cheapest).toEqual({
    instanceType: 't',
    zone: 'z',
    capacityType: 'spot',
  });
});
