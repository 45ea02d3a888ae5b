import { describe, expect, it } from 'vitest';
import { budgetReach } from '../../src/drift/budget-reach.ts';
import type { NodePoolBudget } from '../../src/kubernetes/api/node-pool.ts';

const CASES: readonly (readonly [name: string, reach: string, budgets: readonly NodePoolBudget[]])[] = [
  ['no budget', 'all', []],
  ['a percentage of all', 'all', [{ nodes: '100%' }]],
  ['a budget for another reason', 'all', [{ nodes: '0', reasons: ['Empty'] }]],
  ['a budget for no reason', 'all', [{ nodes: '0', reasons: [] }]],
  ['a share', 'some', [{ nodes: '10%' }]],
  ['nights without', 'some', [{ nodes: '0', schedule: '0 22 * * *', duration: '8h' }]],
  ['29 February without', 'some', [{ nodes: '0', schedule: '0 0 29 2 *', duration: '1h' }]],
  ['none', 'none', [{ nodes: '0%' }]],
  ['whole days', 'none', [{ nodes: '0', schedule: '@daily', duration: '24h' }]],
  ['each minute for an hour', 'none', [{ nodes: '0', schedule: '* * * * *', duration: '1h' }]],
  ['a minute that is free each day', 'some', [{ nodes: '0', schedule: '@daily', duration: '23h59m' }]],
  [
    'two halves of a day',
    'none',
    [
      { nodes: '0', schedule: '0 0 * * *', duration: '12h' },
      { nodes: '0', schedule: '0 12 * * *', duration: '12h' },
    ],
  ],
  ['a day that never comes', 'none', [{ nodes: '0', schedule: '0 0 30 2 *', duration: '1h' }]],
  [
    'a schedule that cannot be read, for whatever reason',
    'none',
    [{ nodes: '2', reasons: ['Empty'], schedule: '0 0 * * 7', duration: '1h' }],
  ],
];

describe('what budgets let go in the long run', () => {
  it.each(CASES)('%s: %s', (_name, reach, budgets) => {
    expect(budgetReach({ budgets, reason: 'Drifted' })).toBe(reach);
  });
});
