import { describe, expect, it, test } from 'vitest';
import { writeYaml } from '../../src/documents/write-yaml.ts';
import { Source } from '../../src/diagnostics/source.ts';
import { diagnostic } from '../../src/diagnostics/diagnostic.ts';
import type { ClusterReview, CostChange, Review, ReviewedCost } from '../../src/model/review.ts';
import { objectDiff } from '../../src/report/review-object-diff.ts';
import { reviewReport } from '../../src/report/review-report.ts';
import { clusterReview, poolReview, review } from './review-fixtures.ts';

const SOURCE = new Source('clusters/web.yaml', 'karpenter:\n  node_pools:\n    default: {}\n');
const SPAN = { source: SOURCE, start: 27, end: 34 };
const OPTIONS = { poolwrightVersion: '1.2.3', arguments: ['diff', 'git:main'], yaml: writeYaml };

function reviewed(cost: CostChange, name = 'web'): ClusterReview {
  return {
    name,
    file: 'clusters/web.yaml',
    change: 'changed',
    failed: [],
    nodePools: [
      {
        name: 'default',
        change: 'changed',
        backend: 'karpenter',
        summary: ['limit cpu 8 → 4'],
        fields: [
          {
            kind: 'NodePool',
            pointer: '/spec/limits/cpu',
            before: '8',
            after: '4',
            message: 'm',
            source: SPAN,
          },
        ],
        rotation: {
          scope: 'all',
          causes: [
            { kind: 'NodePool', path: '/spec', message: 'm', scope: 'all', reason: 'r', source: SPAN },
          ],
          undecided: [],
          nodes: { count: 3, of: 3, basis: 'plan' },
        },
        dangers: [{ diagnostic: diagnostic('PW9610', SPAN, 'a limit', { help: 'Raise it.' }) }],
        cost,
        source: SPAN,
      },
    ],
    objects: [
      { key: 'NodePool/default', pool: 'default', change: 'changed', before: { a: 1 }, after: { a: 2 } },
    ],
    dangers: [],
    cost,
    scenarios: [],
    overlaps: [],
    pricing: {},
    notes: [],
  };
}

function costOf(expected: number, more: Partial<ReviewedCost> = {}): ReviewedCost {
  return { expectedPerHourUsd: expected, atLimitsPerHourUsd: 10, ...more };
}

function reviewOf(clusters: readonly ClusterReview[], more: Partial<Review> = {}): Review {
  const state = { name: 'working tree', kind: 'files' as const };
  return { base: state, head: state, clusters, findings: [], resolved: [], cost: {}, ...more };
}

describe('the contract', () => {
  it('has places where the review has spans, and a difference where it has objects', () => {
    const report = reviewReport(reviewOf([reviewed({})]), OPTIONS);
    const source = {
      file: 'clusters/web.yaml',
      range: { start: { line: 3, column: 3 }, end: { line: 3, column: 10 } },
    };
    const [cluster] = report.clusters;
    const [pool] = cluster?.nodePools ?? [];
    expect(pool?.source).toEqual(source);
    expect(pool?.fields[0]?.source).toEqual(source);
    expect(pool?.rotation.causes[0]?.source).toEqual(source);
    expect(pool?.dangers).toEqual([
      { code: 'PW9610', severity: 'warning', message: 'a limit', help: 'Raise it.', source },
    ]);
    expect(cluster?.objects).toEqual([
      { key: 'NodePool/default', pool: 'default', change: 'changed', diff: '-a: 1\n+a: 2\n' },
    ]);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  it('counts', () => {
    const found = diagnostic('PW2001', SPAN, 'x');
    const findings = [
      { diagnostic: found, known: true },
      { diagnostic: found, known: false },
    ];
    const { summary } = reviewReport(reviewOf([reviewed({})], { findings }), OPTIONS);
    expect(summary).toMatchObject({
      errors: 2,
      warnings: 1,
      newFindings: { errors: 1, warnings: 0 },
      dangers: { errors: 0, warnings: 1 },
      clusters: { changed: 1, unchanged: 0 },
      nodePools: { changed: 1, added: 0 },
      rotatingNodePools: 1,
      rotatingNodes: 3,
    });
  });
});

describe('what all clusters cost', () => {
  const totals = (...costs: readonly ReviewedCost[]) => {
    const clusters = costs.map((after, i) => ({ ...reviewed({ after }, `c${i}`), change: 'added' as const }));
    return reviewReport(reviewOf(clusters), OPTIONS).cost.after;
  };

  it('is the sum of what is reported of each', () => {
    expect(totals(costOf(0.100_000_4), costOf(0.200_000_4))).toMatchObject({
      expectedPerHourUsd: 0.3,
      expectedPerMonthUsd: 219,
      atLimitsPerHourUsd: 20,
      atLimitsPerMonthUsd: 14_600,
    });
  });

  it('does not depend on the order', () => {
    const costs = [0.1, 0.7, 1e6, 0.000_001, 3.3].map((usd) => costOf(usd));
    expect(totals(...costs.toReversed())).toEqual(totals(...costs));
  });

  it('has no bound where one cluster has none, and says which', () => {
    const unbounded = { atLimitsPerHourUsd: null, atLimitsReason: 'no limit on `cpu`' };
    expect(totals(costOf(1), costOf(1, unbounded))).toMatchObject({
      atLimitsPerHourUsd: null,
      atLimitsPerMonthUsd: null,
      atLimitsReason: 'cluster `c1`: no limit on `cpu`',
    });
  });

  it('takes the oldest price, adds up nodes and types, and has the budgets of the run', () => {
    const one = costOf(1, {
      priceDate: '2026-07-20',
      nodes: 2,
      cheapestTypes: [{ instanceType: 'b', count: 2 }],
    });
    const two = costOf(1, {
      priceDate: '2026-05-02',
      nodes: 1,
      cheapestTypes: [{ instanceType: 'a', count: 2 }],
    });
    const cost = { after: { atLimitsPerHourUsd: 99, maxMonthlyUsd: 500 } };
    const clusters = [
      { ...reviewed({ after: one }, 'c0'), change: 'added' as const },
      { ...reviewed({ after: two }, 'c1'), change: 'added' as const },
    ];
    expect(reviewReport(reviewOf(clusters, { cost }), OPTIONS).cost.after).toMatchObject({
      priceDate: '2026-05-02',
      nodes: 3,
      cheapestTypes: [
        { instanceType: 'a', count: 2 },
        { instanceType: 'b', count: 2 },
      ],
      atLimitsPerHourUsd: 20,
      maxMonthlyUsd: 500,
    });
  });

  it('is nothing where there is no cluster', () => {
    expect(review([]).cost).toEqual({});
    expect(review([clusterReview({ cost: {}, nodePools: [poolReview({ cost: {} })] })]).cost).toEqual({});
  });
});

describe('the difference of two objects', () => {
  const yaml = writeYaml;

  test('is the whole object where there is one', () => {
    expect(objectDiff({ after: { a: [1], b: 'x' }, yaml })).toBe('+a:\n+  - 1\n+b: x\n');
    expect(objectDiff({ before: { a: 1 }, yaml })).toBe('-a: 1\n');
  });

  test('is nothing where they are equal', () => {
    expect(objectDiff({ before: { a: 1 }, after: { a: 1 }, yaml })).toBe('');
  });

  test('names what is above a part, past the dashes of lists', () => {
    const object = (value: string) => ({
      metadata: { name: 'x', labels: { a: '1', b: '2', c: '3' } },
      spec: {
        template: {
          requirements: [{ key: 'k', operator: 'In', more: 'm', values: ['1', '2', '3', '4', value] }],
        },
      },
    });
    expect(objectDiff({ before: object('5'), after: object('6'), yaml })).toBe(
      [
        '@@ spec.template.requirements.values @@',
        '           - "2"',
        '           - "3"',
        '           - "4"',
        '-          - "5"',
        '+          - "6"',
        '',
      ].join('\n'),
    );
  });

  test('does not take forever over objects that have nothing in common', () => {
    const numbers = (from: number) => Array.from({ length: 4_000 }, (_, i) => from + i);
    const diff = objectDiff({ before: numbers(0), after: numbers(1e6), yaml });
    expect(diff.split('\n').length).toBe(8_001);
  });
});
