import * as fc from 'fast-check';
import type {
  ReviewReport,
  ReviewReportCluster,
  ReviewReportPool,
} from '../../src/report/review-contract.ts';
import { clusterReview, danger, monthlyCost, place, poolReview, review } from './review-fixtures.ts';

/** Everything that does something on a forge, or might break out of where it stands. */
const HOSTILE = [
  '@admin',
  '@org/team',
  '#12',
  '!3',
  'GH-1',
  'gh-7',
  'OPS-12',
  'org/repo#4',
  'user@c0ffee1',
  'deadbeef12',
  '<img src=x onerror=alert(1)>',
  '<b>',
  '</details>',
  '</summary>',
  '<details>',
  '<script>',
  '<!--',
  '-->',
  '<!-- poolwright:review v1 set=. digest=0 -->',
  '![x](http://e.example/a.png)',
  '[a](javascript:x)',
  '[a]: x',
  'http://e.example',
  'https://e.example/?a=1',
  'www.e.example',
  'ftp://x',
  'mailto:a@b.example',
  'a@b.example',
  '`',
  '``',
  '```',
  '````',
  '~~~',
  '```diff',
  '|',
  '\\|',
  '\\',
  '\\\\|',
  '\n',
  '\r\n',
  '\n\n',
  '\t',
  '\0',
  '/merge',
  '/approve',
  '\n/close',
  '> [!CAUTION]',
  '> quote',
  '- [ ] task',
  '- item',
  '1. one',
  '1)',
  '+ x',
  '# heading',
  '    code',
  '---',
  '===',
  '***',
  '*b*',
  '__u__',
  '_i_',
  '~~s~~',
  '~label',
  '%5',
  '%{x}',
  '&3',
  '^alert#1',
  '$1',
  '$$',
  '$x$',
  '&lt;',
  '&#64;admin',
  '&#x40;a',
  '&nbsp;',
  ':tada:',
  ':+1:',
  '[[_TOC_]]',
  '[TOC]',
  '::include{file=x}',
  '{{x}}',
  '[^1]',
  '\u202e',
  '\u200b',
  '\u2066',
  '\ufeff',
  '\ud800',
  '\u00ad',
  '\u{e0041}',
  '😀',
  'é',
  '名前',
  "'",
  '"',
  '(',
  ')',
  '.',
  ',',
  ':',
  'pool',
  'default',
  'eu-west-1a',
  'm7i-flex.xlarge',
  '`name`',
  '`a`b`',
  '12',
  '0.25',
  '100%',
  '→',
  'x'.repeat(3_000),
  '@x '.repeat(60),
];

const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
);

/** Text that somebody wrote into a file. */
export const hostileText = fc
  .array(fc.tuple(piece, fc.constantFrom('', ' ', '')), { minLength: 1, maxLength: 7 })
  .map((pieces) => pieces.map(([text, space]) => text + space).join(''));

const located = fc
  .tuple(hostileText, fc.integer({ min: 1, max: 9_999 }))
  .map(([file, line]) => place(file, line));
const few = <T>(of: fc.Arbitrary<T>) => fc.array(of, { maxLength: 3 });
const severity = fc.constantFrom('error' as const, 'warning' as const, 'info' as const);
const cost = fc
  .integer({ min: 0, max: 50_000 })
  .map((usd) => monthlyCost(usd, { nodes: usd % 40, atLimitsReason: 'x' }));
const costs = fc.record({ before: cost, after: cost }, { requiredKeys: [] });
const dangers = few(
  fc
    .tuple(severity, hostileText, hostileText, located)
    .map(([level, message, help, source]) => danger({ severity: level, message, help, source })),
);

const rotation = fc.record(
  {
    scope: fc.constantFrom('none' as const, 'all' as const, 'partial' as const),
    predicate: hostileText,
    causes: few(
      fc.record({
        kind: hostileText,
        path: hostileText,
        message: hostileText,
        scope: fc.constantFrom('all' as const, 'partial' as const),
        reason: hostileText,
        source: located,
      }),
    ),
    undecided: few(hostileText),
    nodes: fc.record({
      count: fc.nat(9),
      of: fc.nat(20),
      basis: fc.constantFrom('nodes' as const, 'plan' as const),
    }),
    calendar: fc.record({
      reason: fc.constant('Drifted' as const),
      windows: few(
        fc.record({ from: hostileText, to: hostileText, allowed: fc.nat(9), replaced: fc.nat(9) }),
      ),
      finishedAt: hostileText,
      replacementSeconds: fc.nat(900),
      notes: few(hostileText),
    }),
  },
  { requiredKeys: ['scope', 'causes', 'undecided'] },
);

const pool: fc.Arbitrary<ReviewReportPool> = fc
  .record({
    name: hostileText,
    change: fc.constantFrom('added' as const, 'removed' as const, 'renamed' as const, 'changed' as const),
    renamedFrom: hostileText,
    summary: few(hostileText),
    rotation,
    dangers,
    cost: costs,
    source: located,
  })
  .map((more) => poolReview(more));

const pods = fc.record(
  {
    owner: fc.record({ kind: hostileText, namespace: hostileText, name: hostileText }),
    pod: hostileText,
    count: fc.integer({ min: 1, max: 99 }),
    reasons: few(fc.record({ nodePool: hostileText, message: hostileText, source: located })),
  },
  { requiredKeys: ['pod', 'count', 'reasons'] },
);

const placement = fc.record({
  podsBefore: fc.nat(99),
  podsAfter: fc.nat(99),
  lost: few(pods),
  gained: few(pods),
  moved: few(
    fc.record({
      pod: hostileText,
      count: fc.integer({ min: 1, max: 9 }),
      from: hostileText,
      to: hostileText,
    }),
  ),
  unplacedNew: few(pods),
  unplacedBefore: fc.nat(9),
  unplacedAfter: fc.nat(9),
  waitingBefore: fc.nat(9),
  waitingAfter: fc.nat(9),
});

const objects = few(
  fc.record({
    key: hostileText,
    change: fc.constantFrom('added' as const, 'removed' as const, 'changed' as const),
    diff: few(hostileText).map((lines) => lines.map((line) => `+${line}\n`).join('')),
  }),
);

const result = fc.record({ unplaced: fc.nat(9), nodes: fc.nat(9), expectedPerHourUsd: fc.nat(9) });

const cluster: fc.Arbitrary<ReviewReportCluster> = fc
  .record({
    name: hostileText,
    file: hostileText,
    baseFile: hostileText,
    failed: fc.constantFrom([], ['base' as const], ['head' as const]),
    nodePools: few(pool),
    objects,
    dangers,
    cost: costs,
    placement,
    scenarios: few(
      fc.record({
        name: hostileText,
        change: fc.constant('changed' as const),
        before: result,
        after: result,
      }),
    ),
    overlaps: few(
      fc.record({
        pools: fc.tuple(hostileText, hostileText),
        change: fc.constant('added' as const),
        message: hostileText,
      }),
    ),
    notes: few(hostileText),
  })
  .map((more) => clusterReview(more));

const finding = fc
  .tuple(severity, hostileText, hostileText, located, fc.boolean())
  .map(([level, message, help, at, known]) => ({
    code: 'PW2001',
    severity: level,
    message,
    help,
    ...at,
    related: [],
    known,
  }));

/** A review in which everything that is text comes from somebody who means harm. */
export const hostileReview: fc.Arbitrary<ReviewReport> = fc
  .record({
    clusters: fc.array(cluster, { maxLength: 4 }),
    words: few(hostileText),
    base: hostileText,
    head: hostileText,
    commit: hostileText,
    findings: few(finding),
    resolved: few(finding),
    version: hostileText,
  })
  .map(({ clusters, words, base, head, commit, findings, resolved, version }) =>
    review(clusters, {
      poolwrightVersion: version,
      arguments: ['diff', ...words],
      base: { name: base, kind: 'git', commit },
      head: { name: head, kind: 'files' },
      findings,
      resolved,
    }),
  );
