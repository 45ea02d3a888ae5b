import { describe, expect, it } from 'vitest';
import { allowedDisruptions } from '../../src/drift/allowed-disruptions.ts';
import type { DisruptionReason, NodePoolBudget } from '../../src/kubernetes/api/node-pool.ts';
import { parse, readText } from '../conformance/read-documents.ts';

interface Vector {
  readonly name: string;
  readonly budgets: readonly NodePoolBudget[];
  readonly numNodes: number;
  readonly reason: DisruptionReason;
  readonly time: string;
  readonly effective: number | 'unlimited';
}

const FILE = 'test/conformance/vectors/disruption-budgets.json.gz';
const VECTORS = parse(readText(FILE), FILE) as readonly Vector[];

describe('allowedDisruptions', () => {
  it('has vectors of every outcome', () => {
    expect(VECTORS.length).toBeGreaterThanOrEqual(46);
    expect(new Set(VECTORS.map(({ effective }) => effective))).toContain('unlimited');
  });

  it.each(VECTORS)('is what Karpenter 1.14.1 allows: $name', (vector) => {
    const { budgets, numNodes: nodes, reason, time, effective } = vector;
    const allowed = allowedDisruptions({ budgets, nodes, reason, atMs: Date.parse(time) });
    expect(allowed).toBe(effective === 'unlimited' ? Number.POSITIVE_INFINITY : effective);
  });

  it('takes a schedule that has no start in years for one that has started', () => {
    const budgets = [{ nodes: '0', schedule: '0 0 30 2 *', duration: '1h' }];
    const atMs = Date.parse('2026-03-04T10:00:00Z');
    expect(allowedDisruptions({ budgets, nodes: 10, reason: 'Drifted', atMs })).toBe(0);
  });

  it('counts the fraction of a second at the end of a duration', () => {
    const budgets = [{ nodes: '0', schedule: '0 9 * * *', duration: '8h' }];
    const allowed = (time: string) =>
      allowedDisruptions({ budgets, nodes: 10, reason: 'Empty', atMs: Date.parse(time) });
    expect(allowed('2026-03-04T16:59:59.999Z')).toBe(0);
    expect(allowed('2026-03-04T17:00:00.000Z')).toBe(Number.POSITIVE_INFINITY);
    expect(allowed('2026-03-04T08:59:59.999Z')).toBe(Number.POSITIVE_INFINITY);
  });
});
