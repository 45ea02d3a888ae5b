import type {
  ReviewReport,
  ReviewReportCluster,
  ReviewReportCost,
  ReviewReportDanger,
  ReviewReportPool,
} from '../../src/report/review-contract.ts';
import { type ReviewParts, wholeReview } from '../../src/report/review-whole.ts';

/** Reviews by hand: reporters are tested without the stages before them. */

export function place(file: string, line: number) {
  return { file, range: { start: { line, column: 5 }, end: { line, column: 12 } } };
}

export function monthlyCost(usd: number, more: Partial<ReviewReportCost> = {}): ReviewReportCost {
  return {
    expectedPerHourUsd: usd / 730,
    expectedPerMonthUsd: usd,
    atLimitsPerHourUsd: null,
    atLimitsPerMonthUsd: null,
    priceDate: '2026-07-20',
    ...more,
  };
}

export function danger(more: Partial<ReviewReportDanger> = {}): ReviewReportDanger {
  return {
    code: 'PW9601',
    severity: 'warning',
    message: 'pool `batch` is removed: its 14 nodes drain',
    help: 'Move its pods first.',
    source: place('clusters/web.yaml', 12),
    ...more,
  };
}

export function poolReview(more: Partial<ReviewReportPool> = {}): ReviewReportPool {
  return {
    name: 'default',
    change: 'changed',
    backend: 'karpenter',
    summary: ['loses zone eu-west-1c', 'drops 14 instance types (m5, m5a)'],
    fields: [
      {
        kind: 'NodePool',
        pointer: '/spec/limits/cpu',
        before: '8',
        after: '4',
        message: 'the limit changes',
      },
    ],
    rotation: { scope: 'none', causes: [], undecided: [] },
    dangers: [],
    cost: { before: monthlyCost(612), after: monthlyCost(744) },
    source: place('clusters/web.yaml', 9),
    ...more,
  };
}

export function clusterReview(more: Partial<ReviewReportCluster> = {}): ReviewReportCluster {
  return {
    name: 'web',
    file: 'clusters/web.yaml',
    change: 'changed',
    failed: [],
    nodePools: [poolReview()],
    objects: [],
    dangers: [],
    cost: { before: monthlyCost(612), after: monthlyCost(744) },
    scenarios: [],
    overlaps: [],
    pricing: { region: 'eu-west-1', proxyRegion: 'us-east-1', spotAssumed: { ratio: 0.4 } },
    notes: [],
    ...more,
  };
}

export function review(
  clusters: readonly ReviewReportCluster[],
  more: Partial<ReviewParts> = {},
): ReviewReport {
  return wholeReview({
    poolwrightVersion: '0.1.0',
    arguments: ['diff', 'git:main'],
    base: { name: 'git:main', kind: 'git', commit: '1850424e0b1f64cbbd7b2d1ce95c3f1b4a5e9d7f' },
    head: { name: 'working tree', kind: 'files' },
    clusters,
    findings: [],
    resolved: [],
    budgets: {},
    ...more,
  });
}
