import type { Severity } from '../diagnostics/severity.ts';
import { HOURS_PER_MONTH } from './money.ts';
import type {
  ReviewReport,
  ReviewReportCluster,
  ReviewReportCost,
  ReviewReportCostChange,
  ReviewReportPool,
} from './review-contract.ts';
import { counted } from './words.ts';

/** What the text and the comment of a review have in common. */

export interface ReviewVerdict {
  /** Whether there is something to stop for, something to look at, or neither. */
  readonly level: 'error' | 'warning' | 'ok';
  /** What matters most, without a full stop; names in backticks. */
  readonly headline: string;
  /** What else there is to say in one breath, without a full stop. May be empty. */
  readonly rest: string;
}

export function reviewVerdict(report: ReviewReport): ReviewVerdict {
  const { summary } = report;
  const changes = changeText(report);
  const problems = problemTexts(report);
  const stops = summary.errors > 0 || summary.podsLost > 0;
  const level = stops ? 'error' : isWorrying(report) ? 'warning' : 'ok';
  if (changes === undefined) {
    const same = `nothing changes: ${sameText(report)}`;
    if (problems.length === 0) return { level, headline: same, rest: knownText(report) };
    return { level, headline: problems.join('; '), rest: joined([same, knownText(report)]) };
  }
  const rest = [rotationText(report), costText(report), knownText(report)];
  if (problems.length === 0) return { level, headline: changes, rest: joined(rest) };
  return { level, headline: problems.join('; '), rest: joined([changes, ...rest]) };
}

function isWorrying({ summary }: ReviewReport): boolean {
  const { dangers, newFindings, rotatingNodePools } = summary;
  return dangers.warnings > 0 || newFindings.warnings > 0 || rotatingNodePools > 0;
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('; ');
}

/** What stands against it, the worst first. */
function problemTexts(report: ReviewReport): string[] {
  const { clusters, summary } = report;
  const failed = clusters.filter(({ failed: states }) => states.includes('head'));
  const isNew = failed.filter(({ failed: states }) => !states.includes('base'));
  const unplaced = sumOf(clusters, ({ placement }) =>
    sumOf(placement?.unplacedNew ?? [], ({ count }) => count),
  );
  const dangers = summary.dangers.errors;
  // Those of a definition that fails are what it fails with.
  const errors = failed.length > 0 ? 0 : summary.newFindings.errors;
  return [
    ...(isNew.length === 0
      ? []
      : [`${clusterNames(isNew)} ${isNew.length === 1 ? 'has' : 'have'} errors now`]),
    ...(summary.podsLost === 0
      ? []
      : [`${counted(summary.podsLost, 'pod')} ${summary.podsLost === 1 ? 'loses its' : 'lose their'} place`]),
    ...(unplaced === 0
      ? []
      : [`${counted(unplaced, 'new pod')} ${unplaced === 1 ? 'has' : 'have'} no place`]),
    ...(dangers === 0 ? [] : [counted(dangers, 'blocking danger')]),
    ...(errors === 0 || summary.podsLost > 0 || unplaced > 0 ? [] : [errorText(report, errors)]),
  ];
}

/** A single error says itself what is wrong. */
function errorText({ findings }: ReviewReport, errors: number): string {
  const found = findings.find(({ known, severity }) => !known && severity === 'error');
  return errors === 1 && found !== undefined ? found.message : counted(errors, 'new error');
}

function clusterNames(clusters: readonly ReviewReportCluster[]): string {
  const [first, second] = clusters;
  if (first === undefined) return '';
  if (second === undefined) return `\`${first.name}\``;
  return clusters.length === 2 ? `\`${first.name}\` and \`${second.name}\`` : `${clusters.length} clusters`;
}

/** `2 pools of `web` change`; undefined: nothing does. */
function changeText({ clusters, summary }: ReviewReport): string | undefined {
  const changed = clusters.filter(({ change }) => change !== 'unchanged');
  const [only] = changed;
  if (only === undefined) return undefined;
  const where =
    clusters.length > changed.length ? `${changed.length} of ${clusters.length}` : `${changed.length}`;
  if (changed.length > 1) {
    const { added, removed, renamed, changed: altered } = summary.nodePools;
    return `${counted(added + removed + renamed + altered, 'pool')} of ${where} clusters change`;
  }
  if (only.change === 'added' || only.change === 'removed')
    return `cluster \`${only.name}\` ${only.change === 'added' ? 'is new' : 'is gone'}`;
  const pools = only.nodePools.filter(({ change }) => change !== 'unchanged');
  const [pool] = pools;
  if (pool === undefined) return `objects of \`${only.name}\` change`;
  if (pools.length > 1) return `${pools.length} pools of \`${only.name}\` change`;
  const { name, change, renamedFrom } = pool;
  const what =
    change === 'added'
      ? 'is new'
      : change === 'removed'
        ? 'is gone'
        : change === 'renamed'
          ? `is \`${renamedFrom ?? ''}\` with another name`
          : 'changes';
  return `pool \`${name}\` of \`${only.name}\` ${what}`;
}

function sameText({ clusters }: ReviewReport): string {
  if (clusters.length === 0) return 'there is no cluster on either side';
  return clusters.length === 1
    ? `\`${clusters[0]?.name ?? ''}\` compiles to the same objects`
    : `${clusters.length} clusters compile to the same objects`;
}

/** Errors that base has as well. */
function knownText({ findings }: ReviewReport): string {
  const known = findings.filter(({ known: is, severity }) => is && severity === 'error').length;
  if (known === 0) return '';
  return `${counted(known, 'error')} ${known === 1 ? 'was' : 'were'} there before`;
}

function rotationText({ clusters, summary }: ReviewReport): string {
  const rotating = clusters.flatMap(({ nodePools }) =>
    nodePools.filter(({ rotation }) => rotation.scope !== 'none'),
  );
  const [only] = rotating;
  if (only === undefined) {
    const open = clusters.some(({ nodePools }) =>
      nodePools.some(({ rotation }) => rotation.undecided.length > 0),
    );
    return `no node is replaced${open ? ', as far as can be told without the cloud' : ''}`;
  }
  if (rotating.every(({ rotation }) => rotation.nodes !== undefined)) {
    const { rotatingNodes } = summary;
    const exact = rotating.every(({ rotation }) => rotation.scope === 'all');
    if (rotatingNodes === 0) return 'no node that is known is replaced';
    return `${exact ? '' : 'up to '}${counted(rotatingNodes, 'node')} ${rotatingNodes === 1 && exact ? 'is' : 'are'} replaced`;
  }
  if (rotating.length > 1) return `nodes of ${rotating.length} pools are replaced`;
  return `${only.rotation.scope === 'all' ? 'all' : 'some'} nodes of \`${only.name}\` are replaced`;
}

function costText({ cost, clusters }: ReviewReport): string {
  // What a definition with errors costs is not known, so nothing is that is summed up with it.
  if (clusters.length === 0 || clusters.some(({ failed }) => failed.length > 0)) return '';
  const { key, title: measure } = costMeasure(cost);
  // It falls, too, because pods have no place, or none yet.
  const fewer = clusters.some(
    ({ placement: of }) =>
      of !== undefined && of.unplacedAfter + of.waitingAfter > of.unplacedBefore + of.waitingBefore,
  );
  const title = fewer && key === 'expectedPerHourUsd' ? `${measure} of what fits` : measure;
  const before = monthlyOf(cost.before, key);
  const after = monthlyOf(cost.after, key);
  if (before === undefined || after === undefined) return '';
  if (before === null && after === null) return `${title} has no bound`;
  if (before === null || after === null) {
    return `${title} ${before === null ? 'gets a bound' : 'has no bound any more'}`;
  }
  if (before === after) return `${title} stays ${usdText(after)} $/month`;
  return `${title} ${usdText(before)} → ${usdText(after)} $/month (${signed(shown(after) - shown(before))})`;
}

export interface CostMeasure {
  readonly key: 'expectedPerHourUsd' | 'atLimitsPerHourUsd';
  readonly title: string;
}

/** What pools are compared by: what they are expected to cost, or without workloads what they may come to. */
export function costMeasure({ before, after }: ReviewReportCostChange): CostMeasure {
  const isKnown = [before, after].some((side) => side?.expectedPerHourUsd !== undefined);
  return isKnown
    ? { key: 'expectedPerHourUsd', title: 'expected cost' }
    : { key: 'atLimitsPerHourUsd', title: 'cost at limits' };
}

/** Title of the column: short, for a narrow screen. */
export function costTitle(key: CostMeasure['key']): string {
  return key === 'expectedPerHourUsd' ? '$/month' : 'at limits';
}

export function unitOf(key: CostMeasure['key']): string {
  return key === 'expectedPerHourUsd' ? '$/month' : '$/month at limits';
}

/** Null: without bound. Undefined: not known, or there is nothing there. */
export function monthlyOf(
  cost: ReviewReportCost | undefined,
  key: CostMeasure['key'],
): number | null | undefined {
  const perHour = cost?.[key];
  return perHour === undefined || perHour === null ? perHour : perHour * HOURS_PER_MONTH;
}

/** `612 → 744`, `612` where nothing changes, `0 → 744` of what is new. Empty: not known. */
export function costCell({ before, after }: ReviewReportCostChange, key: CostMeasure['key']): string {
  if (before === undefined && after === undefined) return '';
  const texts = [before, after].map((side) => {
    const usd = side === undefined ? 0 : monthlyOf(side, key);
    return usd === null ? 'unbounded' : usd === undefined ? '' : usdText(usd);
  });
  const [from = '', to = ''] = texts;
  if (from === to) return from;
  return `${from === '' ? '?' : from} → ${to === '' ? '?' : to}`;
}

/** Whole dollars, in groups of three digits; cents of what is small. */
export function usdText(usd: number): string {
  if (Math.abs(usd) < 10 && usd !== 0) return usd.toFixed(2);
  return String(Math.round(usd)).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

/** As precise as it is shown, so that the difference is that of the figures beside it. */
function shown(usd: number): number {
  return Number(usdText(usd).replaceAll(',', ''));
}

function signed(usd: number): string {
  return `${usd < 0 ? '−' : '+'}${usdText(Math.abs(usd))}`;
}

/** Of a pool that changes, or that something happens to. */
export function isShown(pool: ReviewReportPool): boolean {
  if (pool.change !== 'unchanged' || pool.rotation.scope !== 'none' || pool.dangers.length > 0) return true;
  const { before, after } = pool.cost;
  if (before === undefined || after === undefined) return false;
  return before.expectedPerHourUsd !== after.expectedPerHourUsd;
}

/** `all 14`, `≤ 3 of 14`, `some`; empty where none is replaced. */
export function replacedCell({ rotation, change }: ReviewReportPool): string {
  const { scope, nodes } = rotation;
  if (change === 'added') return '';
  if (scope === 'none') return 'none';
  if (nodes === undefined) return scope === 'all' ? 'all' : 'some';
  if (scope === 'all') return nodes.of === 0 ? 'all' : `all ${nodes.of}`;
  return `≤ ${nodes.count} of ${nodes.of}`;
}

/** Of many clauses those that matter most. */
const MOST_CLAUSES = 4;

/** What changes, in a few words. */
export function changeCell(pool: ReviewReportPool): string {
  const { summary, fields } = pool;
  const lead = summary.length > 0 ? [] : leadOf(pool);
  const clauses = [...new Set(summary.length > 0 ? summary : fields.map(({ message }) => message))];
  const shown = clauses.slice(0, MOST_CLAUSES);
  const more = clauses.length - shown.length;
  const all = [...lead, ...shown, ...(more === 0 ? [] : [`${more} more`])];
  return all.length === 0 ? 'unchanged' : all.join('; ');
}

function leadOf({ change, renamedFrom }: ReviewReportPool): string[] {
  if (change === 'renamed') return [`renamed from \`${renamedFrom ?? ''}\``];
  return change === 'added' ? ['new'] : change === 'removed' ? ['removed'] : [];
}

/** `nodes 14 → 16`, of the dry run. Empty: nothing is known, or nothing changes. */
export function nodesText({ cost: { before, after } }: Pick<ReviewReportCluster, 'cost'>): string {
  if (after?.nodes === undefined && before?.nodes === undefined) return '';
  const [from, to] = [before?.nodes ?? 0, after?.nodes ?? 0];
  return from === to ? counted(to, 'new node') : `${from} → ${to} new nodes`;
}

export const SEVERITY_RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

export function sumOf<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((sum, one) => sum + of(one), 0);
}
