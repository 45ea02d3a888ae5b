import { expect, it } from 'vitest';
import { parseReview } from '../../src/cli/comment-review.ts';
import type {
  ReviewReport,
  ReviewReportFinding,
  ReviewReportPods,
  ReviewReportRotation,
} from '../../src/report/review-contract.ts';
import { reviewMarkdown } from '../../src/report/review-markdown.ts';
import { reviewText } from '../../src/report/review-text.ts';
import { clusterReview, danger, monthlyCost, place, poolReview, review } from './review-fixtures.ts';
import { scanComment } from './review-markdown-scan.ts';

const HOSTILE =
  'PW1) @octocat <img src=https://evil.example/x.png> [click](https://evil.example)\n\n# Approved by security\n\n/close\n::add-mask::a\x1b[2J\u202e';

const base = { ...place('clusters/web.yaml', 7), side: 'base' } as const;

function finding(more: Partial<ReviewReportFinding> = {}): ReviewReportFinding {
  return {
    code: 'PW2001',
    severity: 'error',
    message: 'unknown key',
    help: 'Leave it away.',
    ...place('clusters/web.yaml', 3),
    related: [{ ...place('clusters/web.yaml', 4), message: 'here' }],
    fix: { title: 'remove it', edits: [{ ...place('clusters/web.yaml', 3), newText: 'x' }] },
    known: false,
    ...more,
  };
}

const pods: ReviewReportPods = {
  owner: { kind: 'Deployment', namespace: 'shop', name: 'web' },
  pod: 'shop/web-1',
  count: 3,
  reasons: [{ nodePool: 'default', message: 'too small', source: base }],
};

const bare: ReviewReportPods = { pod: 'shop/one', count: 1, reasons: [] };

const rotation: ReviewReportRotation = {
  scope: 'partial',
  predicate: 'nodes in zone `eu-west-1c`',
  causes: [
    {
      kind: 'NodePool',
      path: '/spec',
      message: 'a requirement changes',
      scope: 'partial',
      reason: 'RequirementsDrifted',
      source: place('clusters/web.yaml', 9),
    },
  ],
  undecided: ['what the alias resolves to'],
  hashes: {
    nodePool: { version: 'v3', before: '1', after: '2' },
    nodeClass: { version: 'v4', before: '3', after: '4' },
  },
  nodes: { count: 4, of: 9, basis: 'plan', alreadyDrifted: 1 },
  calendar: {
    reason: 'Drifted',
    windows: [{ from: '2026-07-20T00:00:00Z', to: '2026-07-21T00:00:00Z', allowed: 1, replaced: 4 }],
    finishedAt: '2026-07-21T00:00:00Z',
    replacementSeconds: 300,
    notes: ['a budget is closed'],
  },
};

const cost = monthlyCost(744, {
  atLimitsReason: 'there is no limit',
  cheapestTypes: [{ instanceType: 'm7i.large', count: 2 }],
  nodes: 2,
  maxMonthlyUsd: 100,
});

const admitted = {
  count: 3,
  zones: ['eu-west-1a'],
  capacityTypes: ['spot'],
  cheapest: { instanceType: 'm7i.large', pricePerHourUsd: 0.1 },
} as const;

const pool = poolReview({
  change: 'renamed',
  renamedFrom: 'general',
  rotation,
  dangers: [danger({ severity: 'error' }), danger({ severity: 'info', source: base }), danger()],
  cost: { before: monthlyCost(612), after: cost },
  types: {
    before: admitted,
    after: admitted,
    added: ['m7i.large'],
    removed: ['m5.large'],
    addedFamilies: ['m7i'],
    removedFamilies: ['m5'],
    addedZones: ['eu-west-1a'],
    removedZones: ['eu-west-1c'],
    addedCapacityTypes: ['spot'],
    removedCapacityTypes: ['on-demand'],
  },
});

/** Every field that there is. */
const FULL: ReviewReport = review(
  [
    clusterReview({
      baseFile: 'clusters/old.yaml',
      failed: ['base'],
      nodePools: [pool, poolReview({ name: 'other', rotation: { ...rotation, scope: 'all' } })],
      objects: [
        { key: 'NodePool/default', pool: 'default', change: 'changed', diff: ' a: 1\n-b: 2\n+b: 3\n' },
        { key: 'NodePool/other', change: 'added', diff: '+a: 1\n' },
      ],
      dangers: [danger({ message: 'the whole cluster', severity: 'error' })],
      cost: { before: monthlyCost(612), after: cost },
      pods: { before: 3, after: 3 },
      placement: {
        podsBefore: 3,
        podsAfter: 3,
        lost: [pods],
        gained: [bare],
        moved: [
          { owner: { kind: 'Job', namespace: 'a', name: 'b' }, pod: 'a/b', count: 1, from: 'c', to: 'd' },
        ],
        unplacedNew: [{ ...pods, pod: 'shop/new' }],
        unplacedBefore: 1,
        unplacedAfter: 2,
        waitingBefore: 0,
        waitingAfter: 1,
      },
      changedInputs: ['workloads'],
      scenarios: [
        {
          name: 'zone down',
          change: 'changed',
          before: { unplaced: 0, nodes: 1, expectedPerHourUsd: 1 },
          after: { unplaced: 2, nodes: 2, expectedPerHourUsd: 2 },
        },
      ],
      overlaps: [{ pools: ['default', 'other'], change: 'added', message: 'both take `a`' }],
      pricing: {
        region: 'eu-west-1',
        proxyRegion: 'us-east-1',
        zonesAssumed: { from: 'catalogue', named: ['eu-west-1a'], unnamed: 1 },
        spotAssumed: { ratio: 0.4, zones: ['eu-west-1a'] },
        offeringsAssumed: { zones: ['eu-west-1b'] },
        unconvertedCurrency: 'CNY',
      },
      notes: ['a note'],
    }),
    clusterReview({ name: 'edge', change: 'removed' }),
  ],
  {
    at: '2026-07-20T00:00:00Z',
    base: { name: 'git:main', kind: 'git', commit: '1850424e0b1f64cbbd7b2d1ce95c3f1b4a5e9d7f' },
    head: { name: 'git:head', kind: 'git', commit: '2850424e0b1f64cbbd7b2d1ce95c3f1b4a5e9d7f' },
    findings: [
      finding(),
      finding({ severity: 'warning', message: 'a warning' }),
      finding({ severity: 'warning', known: true, message: 'an old warning' }),
      finding({ severity: 'info', message: 'a note' }),
    ],
    resolved: [finding({ message: 'gone' })],
  },
);

type Keys = readonly (string | number)[];

/** Where there is a text. */
function textsOf(value: unknown, at: Keys = []): readonly Keys[] {
  if (typeof value === 'string') return [at];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    textsOf(one, [...at, Array.isArray(value) ? Number(key) : key]),
  );
}

function withHostile(keys: Keys): ReviewReport {
  const copy = structuredClone(FULL);
  let current = copy as unknown as Record<string | number, unknown>;
  for (const key of keys.slice(0, -1)) current = current[key] as Record<string | number, unknown>;
  current[keys.at(-1) ?? ''] = HOSTILE;
  return copy;
}

function isRead(report: ReviewReport): boolean {
  try {
    parseReview(JSON.stringify(report), 'x');
    return true;
  } catch {
    // Refused: nobody shows it.
    return false;
  }
}

/** What a review with this value does on a forge or in a terminal. */
function effects(report: ReviewReport): readonly string[] {
  const bodies = (['github', 'gitlab'] as const).map((forge) => reviewMarkdown(report, { forge }));
  const driven = reviewText(report)
    .split('\n')
    .filter((line) => /[\p{Cc}\u202e]/u.test(line));
  return [...bodies.flatMap(scanComment), ...driven];
}

it('does nothing, whichever of its fields is hostile', () => {
  expect(isRead(FULL)).toBe(true);
  expect(effects(FULL)).toEqual([]);
  const fields = textsOf(FULL).map((keys) => ({ name: keys.join('.'), keys, report: withHostile(keys) }));
  const read = fields.filter(({ report }) => isRead(report));
  const live = read.map(({ name, report }) => [name, ...effects(report)]).filter(({ length }) => length > 1);
  expect(live).toEqual([]);
  expect(read.length).toBeGreaterThan(100);
  // What is not read is one of a few words, and nobody can write anything else there.
  const last = ({ keys }: (typeof fields)[number]) => String(keys.findLast((key) => typeof key === 'string'));
  const refused = new Set(fields.filter((field) => !read.includes(field)).map(last));
  expect([...refused].sort()).toMatchInlineSnapshot(`
    [
      "addedCapacityTypes",
      "apiVersion",
      "at",
      "backend",
      "basis",
      "capacityTypes",
      "change",
      "changedInputs",
      "code",
      "failed",
      "from",
      "kind",
      "reason",
      "removedCapacityTypes",
      "scope",
      "severity",
      "side",
    ]
  `);
});

it('does nothing by its codes, should they ever get past who reads it', () => {
  const codes = textsOf(FULL).filter((keys) => keys.at(-1) === 'code');
  expect(codes.length).toBeGreaterThan(8);
  expect(codes.flatMap((keys) => effects(withHostile(keys)))).toEqual([]);
});
