import { describe, expect, it } from 'vitest';
import type { ReviewReportCluster, ReviewReportRotation } from '../../src/report/review-contract.ts';
import { reviewMarkdown } from '../../src/report/review-markdown.ts';
import { reviewText } from '../../src/report/review-text.ts';
import { reviewVerdict } from '../../src/report/review-verdict.ts';
import { clusterReview, monthlyCost, poolReview, review } from './review-fixtures.ts';

const atLimits = { atLimitsPerHourUsd: 2, atLimitsPerMonthUsd: 1460 };
const quiet = (name: string, usd = 100) =>
  clusterReview({
    name,
    change: 'unchanged',
    nodePools: [],
    cost: { before: monthlyCost(usd), after: monthlyCost(usd) },
  });
const figures = (more: Partial<ReviewReportCluster>) => clusterReview({ nodePools: [], ...more });
const gone = (name: string, usd: number) =>
  clusterReview({ name, change: 'removed', nodePools: [], cost: { before: monthlyCost(usd) } });
const fresh = (name: string, usd: number) =>
  clusterReview({ name, change: 'added', nodePools: [], cost: { after: monthlyCost(usd) } });

function said(...clusters: readonly ReviewReportCluster[]): string {
  const { level, headline, rest } = reviewVerdict(review(clusters));
  return `${level}: ${headline} | ${rest}`;
}

describe('what is not known', () => {
  const lost = figures({
    name: 'shop',
    pods: { before: 25, after: 0 },
    changedInputs: ['workloads'],
    cost: { before: monthlyCost(1879, { nodes: 8 }), after: atLimits },
  });

  it('saves nothing: a cluster without workloads is in no sum', () => {
    expect(said(quiet('web'), lost)).toBe(
      'warning: `shop` has nothing to place any more: 25 pods are not planned | no object changes; no node is replaced; expected cost stays 100 $/month without `shop`',
    );
    const { cost } = review([quiet('web'), lost]);
    expect(cost).toMatchObject({
      without: ['shop'],
      before: { expectedPerMonthUsd: 100 },
      after: { expectedPerMonthUsd: 100 },
    });
    expect(reviewText(review([quiet('web'), lost]))).toContain(
      'shop  clusters/web.yaml · changed: workloads · 8 → ? new nodes · 1,879 → ? $/month\n',
    );
  });

  it('costs nothing either: first workloads', () => {
    const first = figures({
      name: 'dev',
      pods: { before: 0, after: 6 },
      changedInputs: ['workloads'],
      cost: { before: atLimits, after: monthlyCost(220) },
    });
    expect(said(quiet('web'), first)).toBe(
      'ok: no object changes; `dev` has workloads now: 6 pods are planned | no node is replaced; expected cost stays 100 $/month without `dev`',
    );
  });

  it('is left out of sums at limits too where a definition fails', () => {
    const failed = figures({ name: 'shop', failed: ['head'], cost: { before: monthlyCost(500, atLimits) } });
    const { cost } = review([quiet('web'), failed]);
    expect(cost.before?.expectedPerMonthUsd).toBe(100);
    expect(cost.without).toEqual(['shop']);
    const { rest } = reviewVerdict(review([quiet('web'), failed]));
    expect(rest).toContain('expected cost stays 100 $/month without `shop`');
    // What becomes of its nodes is not known.
    expect(rest).not.toContain('replaced');
  });

  it('of one cluster makes the sums at limits be compared', () => {
    const one = figures({ ...lost, cost: { before: monthlyCost(9, atLimits), after: atLimits } });
    expect(said(one)).toContain('cost at limits stays 1,460 $/month');
  });
});

describe('clusters that come and go', () => {
  it('are named before everything else, and count as what head has', () => {
    expect(said(gone('shop', 70), fresh('store', 90), quiet('web'), clusterReview({ name: 'api' }))).toMatch(
      /^ok: cluster `shop` is gone, `store` is new; pool `default` of `api` changes \|/,
    );
    const pools = [poolReview({ name: 'a' }), poolReview({ name: 'b' })];
    const altered = ['x', 'y'].map((name) => clusterReview({ name, nodePools: pools }));
    expect(said(...altered, gone('shop', 70))).toContain(
      'cluster `shop` is gone; 4 pools of 2 clusters change',
    );
  });

  it('cost what they cost', () => {
    expect(said(gone('a', 70))).toContain('expected cost 70 → 0 $/month (−70)');
    expect(said(fresh('a', 70), quiet('web'))).toContain('expected cost 100 → 170 $/month (+70)');
    const without = clusterReview({ name: 'a', change: 'added', nodePools: [], cost: { after: atLimits } });
    expect(said(without, quiet('web'))).toContain('expected cost stays 100 $/month without `a`');
  });
});

describe('a change of no object', () => {
  it('says what changes', () => {
    const zones = poolReview({ fields: [], summary: ['loses zone eu-west-1c'] });
    const clusters = ['a', 'b'].map((name) =>
      clusterReview({ name, nodePools: [zones], changedInputs: ['zones', 'prices'] }),
    );
    expect(said(...clusters, quiet('web'))).toContain(
      'no object changes; the assumed zones and the assumed prices of 2 of 3 clusters do |',
    );
    expect(said(figures({ changedInputs: ['region'] }))).toContain('the region of `web` does |');
    expect(said(figures({ changedInputs: ['scenarios'] }), clusterReview({ name: 'b' }))).toContain(
      'pool `default` of `b` changes; scenarios of `web` change |',
    );
  });
});

describe('what the cloud decides', () => {
  const open: ReviewReportRotation = { scope: 'none', causes: [], undecided: ['What the alias finds.'] };
  const some = poolReview({ name: 'gpu', rotation: open });

  it('is no `none`, and not fine', () => {
    expect(said(clusterReview({ nodePools: [some] }))).toMatch(
      /^warning: pool `gpu` of `web` changes \| whether nodes of `gpu` are replaced depends on the cloud/,
    );
    const body = reviewMarkdown(review([clusterReview({ nodePools: [some] })]), { forge: 'github' });
    expect(body).toContain('| `gpu` | ? |');
  });

  it('is said besides what is replaced', () => {
    const nodes = { count: 1, of: 2, basis: 'plan' as const };
    const one = poolReview({ rotation: { scope: 'partial', causes: [], undecided: [], nodes } });
    expect(said(clusterReview({ nodePools: [one, some, { ...some, name: 'x' }] }))).toContain(
      'up to 1 node is replaced; whether nodes of 2 pools are replaced depends on the cloud',
    );
  });

  it.each([
    [{ scope: 'partial' as const, count: 0, of: 2 }, 'none known', 'none of the 2 nodes of the dry run'],
    [{ scope: 'partial' as const, count: 1, of: 2 }, '≤ 1 of 2', 'at most 1 of 2 nodes of the dry run'],
    [{ scope: 'all' as const, count: 1, of: 1 }, 'all 1', 'the only node of the dry run'],
  ])('counts as people do: %j', ({ scope, count, of }, cell, told) => {
    const nodes = { count, of, basis: 'plan' as const };
    const one = poolReview({ rotation: { scope, causes: [], undecided: [], nodes } });
    const text = reviewText(review([clusterReview({ nodePools: [one] })]));
    expect(text).toContain(cell);
    expect(text).toContain(told);
  });
});

describe('scenarios that get worse', () => {
  const result = (unplaced: number) => ({ unplaced, nodes: 3, expectedPerHourUsd: 1 });
  const worse = (from: number, to: number, name = 'peak') => ({
    name,
    change: 'changed' as const,
    before: result(from),
    after: result(to),
  });

  it('are in the verdict and beside their cluster', () => {
    const one = figures({
      changedInputs: ['scenarios'],
      scenarios: [worse(0, 2, 'boom'), worse(0, 42), worse(5, 1, 'calm')],
    });
    expect(said(one)).toMatch(
      /^warning: scenario `peak`: 42 pods more without a place, and 1 scenario more that got worse \|/,
    );
    const body = reviewMarkdown(review([one]), { forge: 'github' });
    expect(body.slice(0, body.indexOf('<details>'))).toContain('\n- ⚠️ scenario `peak`: 0 → 42 pods without');
    expect(reviewText(review([one]))).toContain('\nscenario peak: 0 → 42 pods without a place\n');
    expect(body).not.toContain('`calm`: ');
  });
});

describe('figures', () => {
  it('count nodes that are there: a pool that becomes static costs what it did', () => {
    const before = monthlyCost(730);
    const after = monthlyCost(0, { existingPerHourUsd: 1 });
    const report = review([clusterReview({ cost: { before, after } })]);
    expect(reviewVerdict(report).rest).toContain('expected cost stays 730 $/month');
  });

  it('tell what is left to chance', () => {
    const after = monthlyCost(730, {
      nodes: 3,
      nodesRange: { min: 3, max: 5 },
      expectedRangePerHourUsd: { min: 1, max: 2 },
    });
    const report = review([clusterReview({ cost: { before: after, after } }), quiet('b', 730)]);
    expect(reviewText(report)).toContain('left to chance: 3 to 5 new nodes, 730 to 1,460 $/month');
    expect(report.cost.after).toMatchObject({ expectedRangePerHourUsd: { min: 2, max: 3 } });
  });

  it('are at limits for each cluster that has no workloads, whatever others have', () => {
    const bound = { before: atLimits, after: { atLimitsPerHourUsd: null, atLimitsPerMonthUsd: null } };
    const dev = clusterReview({ name: 'dev', nodePools: [poolReview({ cost: bound })], cost: bound });
    const body = reviewMarkdown(review([dev, quiet('web')]), { forge: 'github' });
    expect(body).toContain('1,460 → no bound $/month at limits');
    expect(body).toContain('| pool | replaced | at limits | change |');
    expect(body).toContain('| 1,460&nbsp;→&nbsp;no&nbsp;bound |');
  });
});
