import { expect, it } from 'vitest';
import type { ClaimForm, DecisionForm } from './claim-form.ts';
import { differences } from './differences.ts';
import { zoneRenamings } from './equal-zones.ts';

const EXACT = { leftOut: new Set<keyof ClaimForm>() };
const ZONE = 'topology.kubernetes.io/zone';

function claim(changes: Partial<ClaimForm> = {}): ClaimForm {
  return {
    nodePool: 'default',
    instanceTypes: ['c5.large', 'm5.large'],
    requirements: new Map([[ZONE, 'In a']]),
    requestsNano: new Map([['cpu', 1n]]),
    price: '0.100000',
    cheapest: ['c5.large'],
    pods: ['web/a', 'web/b'],
    ...changes,
  };
}

function decision(...claims: readonly ClaimForm[]): DecisionForm {
  return { claims, unplaced: [], staticNodes: [] };
}

it('finds the same decision the same, in any order', () => {
  const other = claim({ price: '0.200000', pods: ['web/c'] });
  expect(differences(decision(claim(), other), decision(other, claim({ pods: ['web/b'] })), EXACT)).toEqual(
    [],
  );
});

it.each([
  ['a type', { instanceTypes: ['c5.large'] }, 'default, node 1: type m5.large is planned, and is not there'],
  ['the pool', { nodePool: 'other' }, 'default: 1 nodes planned, 0 are made'],
  [
    'a requirement',
    { requirements: new Map() },
    `default, node 1: requirement ${ZONE}: In a planned, none is there`,
  ],
  [
    'a request',
    { requestsNano: new Map([['cpu', 2n]]) },
    'default, node 1: request cpu: 1 planned, 2 is there',
  ],
  ['the price', { price: '0.2' }, 'default, node 1: price 0.100000 planned, 0.2 is paid'],
  [
    'what is launched',
    { cheapest: ['m5.large'] },
    'default, node 1: launched type m5.large is there, and is not planned',
  ],
  ['a pod', { pods: ['web/c'] }, 'default, node 1: pod web/c is there, and is not planned'],
] as const)('notices %s', (_, changes, difference) => {
  expect(differences(decision(claim()), decision(claim(changes)), EXACT)).toContain(difference);
});

it('leaves out what it is told to', () => {
  const leftOut = new Set<keyof ClaimForm>(['price']);
  expect(differences(decision(claim()), decision(claim({ price: '0.2' })), { leftOut })).toEqual([]);
});

it('notices pods without a place, on both sides, and static nodes', () => {
  expect(
    differences({ ...decision(), unplaced: ['web/a'] }, { ...decision(), unplaced: ['web/b'] }, EXACT),
  ).toEqual([
    'pod without a place web/a is planned, and is not there',
    'pod without a place web/b is there, and is not planned',
  ]);
  expect(differences(decision(), { ...decision(), staticNodes: ['base m5.large'] }, EXACT)).toEqual([
    'static node base m5.large is there, and is not planned',
  ]);
});

it('names zones otherwise and back', () => {
  const [same, other] = zoneRenamings(['a-1', 'b-1']);
  expect(same?.of('b-1, a-1')).toBe('b-1, a-1');
  expect(other?.of('zones: [a-1, b-1, c-1]')).toBe('zones: [b-1, a-1, c-1]');
  const zone = (text: string) => decision(claim({ requirements: new Map([[ZONE, text]]) }));
  expect(other?.undo(zone('In a-1, c-1'))).toEqual(zone('In b-1, c-1'));
  expect(other?.undo(zone('In a-1, b-1'))).toEqual(zone('In a-1, b-1'));
});
