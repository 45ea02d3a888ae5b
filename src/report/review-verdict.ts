import { changeTexts } from './review-change-texts.ts';
import type { ReviewReport, ReviewReportCluster, ReviewReportPool } from './review-contract.ts';
import { costMeasure, monthlyOf, usdText } from './review-cost-text.ts';
import { namesText } from './review-names.ts';
import { worsenedScenarios } from './review-scenarios.ts';
import { isUnread } from './review-unread.ts';
import { isUndecided, sumOf } from './review-view.ts';
import { counted } from './words.ts';

export interface ReviewVerdict {
  /** Whether there is something to stop for, something to look at, or neither. */
  readonly level: 'error' | 'warning' | 'ok';
  /** What matters most, without a full stop; names in backticks. */
  readonly headline: string;
  /** What else there is to say in one breath, without a full stop. May be empty. */
  readonly rest: string;
}

/** A review in two sentences. */
export function reviewVerdict(report: ReviewReport): ReviewVerdict {
  const { summary } = report;
  const changes = changeTexts(report);
  const noticed = [...problemTexts(report), ...concernTexts(report)];
  const stops = summary.errors > 0 || summary.podsLost > 0;
  const level = stops ? 'error' : isWorrying(report) ? 'warning' : 'ok';
  if (changes === undefined) {
    const same = `nothing changes: ${sameText(report)}`;
    if (noticed.length === 0) return { level, headline: same, rest: knownText(report) };
    return { level, headline: noticed.join('; '), rest: joined([same, knownText(report)]) };
  }
  const rest = [rotationText(report), costText(report), knownText(report)];
  if (noticed.length === 0) return { level, headline: joined(changes), rest: joined(rest) };
  return { level, headline: noticed.join('; '), rest: joined([...changes, ...rest]) };
}

function isWorrying(report: ReviewReport): boolean {
  const { dangers, newFindings, rotatingNodePools } = report.summary;
  return (
    dangers.warnings > 0 ||
    newFindings.warnings > 0 ||
    rotatingNodePools > 0 ||
    report.clusters.some(({ nodePools }) => nodePools.some(isUndecided)) ||
    report.clusters.some((cluster) => worsenedScenarios(cluster).length > 0) ||
    concernTexts(report).length > 0
  );
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('; ');
}

/** What stands against it, the worst first. */
function problemTexts(report: ReviewReport): string[] {
  const { clusters, summary } = report;
  const failed = clusters.filter(({ failed: states }) => states.includes('head'));
  const isNew = failed.filter(({ failed: states }) => !states.includes('base'));
  const unplaced = sumOf(clusters, unplacedNew);
  const dangers = summary.dangers.errors;
  // Those of a definition that fails are what it fails with.
  const errors = failed.length > 0 ? 0 : summary.newFindings.errors;
  return [
    ...(isNew.length === 0
      ? []
      : [`${namesText(isNew.map(subjectOf))} ${isNew.length === 1 ? 'has' : 'have'} errors now`]),
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

/** Of a cluster of which nothing can be read the file says more. */
function subjectOf(cluster: ReviewReportCluster): string {
  return isUnread(cluster) ? cluster.file : cluster.name;
}

/** A single error says itself what is wrong. */
function errorText({ findings }: ReviewReport, errors: number): string {
  const found = findings.find(({ known, severity }) => !known && severity === 'error');
  return errors === 1 && found !== undefined ? found.message : counted(errors, 'new error');
}

/** What nothing fails of, and what nobody may overlook. */
function concernTexts({ clusters }: ReviewReport): string[] {
  const idle = clusters.filter(
    ({ change, failed, pods }) =>
      change === 'changed' && failed.length === 0 && pods !== undefined && pods.after === 0,
  );
  const before = sumOf(idle, ({ pods }) => pods?.before ?? 0);
  // Of a new cluster, and where pods have no place anyway, scenarios tell no news.
  const worse = clusters
    .filter(
      (one) => one.change === 'changed' && (one.placement?.lost ?? []).length === 0 && unplacedNew(one) === 0,
    )
    .flatMap(worsenedScenarios)
    .sort((a, b) => b.more - a.more);
  const [worst, ...others] = worse;
  return [
    ...(idle.length === 0
      ? []
      : [
          `${namesText(idle.map(({ name }) => name))} ${idle.length === 1 ? 'has' : 'have'} nothing to place any more: ${counted(before, 'pod')} ${before === 1 ? 'is' : 'are'} not planned`,
        ]),
    ...(worst === undefined
      ? []
      : [
          `scenario \`${worst.name}\`: ${counted(worst.more, 'pod')}${worst.isNew ? '' : ' more'} without a place${
            others.length === 0 ? '' : `, and ${counted(others.length, 'scenario')} more that got worse`
          }`,
        ]),
  ];
}

function unplacedNew({ placement }: { readonly placement?: ReviewReportCluster['placement'] }): number {
  return sumOf(placement?.unplacedNew ?? [], ({ count }) => count);
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

function rotationText(report: ReviewReport): string {
  const pools = report.clusters.flatMap(({ nodePools }) => nodePools);
  const rotating = pools.filter(({ rotation }) => rotation.scope !== 'none');
  const isSound = report.clusters.every(({ failed }) => failed.length === 0);
  // What errors leave open is not for the cloud to decide.
  const open = report.clusters
    .filter(({ failed }) => failed.length === 0)
    .flatMap(({ nodePools }) => nodePools.filter(isUndecided));
  const [one] = open;
  if (one === undefined) return rotating.length > 0 || isSound ? replacedText(rotating, report) : '';
  const which = open.length === 1 ? `\`${one.name}\`` : `${open.length} pools`;
  const told = rotating.length === 0 ? '' : `${replacedText(rotating, report)}; `;
  return `${told}whether nodes of ${which} are replaced depends on the cloud`;
}

function replacedText(rotating: readonly ReviewReportPool[], { summary }: ReviewReport): string {
  const [only] = rotating;
  if (only === undefined) return 'no node is replaced';
  if (rotating.every(({ rotation }) => rotation.nodes !== undefined)) {
    const { rotatingNodes } = summary;
    const exact = rotating.every(({ rotation }) => rotation.scope === 'all');
    if (rotatingNodes === 0) return 'no node that is known is replaced';
    return `${exact ? '' : 'up to '}${counted(rotatingNodes, 'node')} ${rotatingNodes === 1 ? 'is' : 'are'} replaced`;
  }
  if (rotating.length > 1) return `nodes of ${rotating.length} pools are replaced`;
  return `${only.rotation.scope === 'all' ? 'all' : 'some'} nodes of \`${only.name}\` are replaced`;
}

function costText({ cost, clusters }: ReviewReport): string {
  const { key, title: measure } = costMeasure(cost);
  const [before, after] = [cost.before, cost.after].map((side) => {
    const usd = monthlyOf(side, key);
    // Both sides are about the same clusters: what has no sum has no part in it.
    return usd === undefined ? 0 : usd;
  });
  if (before === undefined || after === undefined) return '';
  if (cost.before === undefined && cost.after === undefined) return '';
  // It falls, too, because pods have no place, or none yet.
  const fewer = clusters.some(
    ({ placement: of }) =>
      of !== undefined && of.unplacedAfter + of.waitingAfter > of.unplacedBefore + of.waitingBefore,
  );
  const title = fewer && key === 'expectedPerHourUsd' ? `${measure} of what fits` : measure;
  const left =
    key === 'expectedPerHourUsd'
      ? (cost.without ?? [])
      : clusters.filter(({ failed }) => failed.length > 0).map(({ name }) => name);
  const without = left.length === 0 ? '' : ` without ${namesText(left)}`;
  if (before === null && after === null) return `${title} has no bound${without}`;
  if (before === null || after === null) {
    return `${title} ${before === null ? 'gets a bound' : 'has no bound any more'}${without}`;
  }
  if (before === after) return `${title} stays ${usdText(after)} $/month${without}`;
  return `${title} ${usdText(before)} → ${usdText(after)} $/month (${signed(shown(after) - shown(before))})${without}`;
}

/** As precise as it is shown, so that the difference is that of the figures beside it. */
function shown(usd: number): number {
  return Number(usdText(usd).replaceAll(',', ''));
}

function signed(usd: number): string {
  return `${usd < 0 ? '−' : '+'}${usdText(Math.abs(usd))}`;
}
