import type { ReviewedState } from '../../model/review.ts';
import { reportDiagnostic } from '../../report/check-report.ts';
import type { ReviewParts } from '../../report/review-whole.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { foldRefusals } from '../crds/fold-refusals.ts';
import type { Judged, JudgedCluster } from '../judged.ts';
import type { DefinitionPart } from '../shards/definition-part.ts';
import { joinParts } from '../shards/join-parts.ts';
import type { LoadedSide } from '../sides/side.ts';
import { compareFindings } from './known-findings.ts';
import { type FileOwners, fileOwners, ownerOf } from './file-owners.ts';
import type { PairedSides, UnitPair } from './pair-units.ts';
import { type FinishedPair, PairReviewer } from './pair-reviewer.ts';
import { resolvedFindings } from './resolved-findings.ts';
import type { ReviewOptions } from './review-options.ts';

/** A pair with its place among all pairs of the run. */
export interface NumberedPair {
  readonly pair: UnitPair;
  readonly index: number;
}

/** Some of the pairs. Clusters that move between files are found where both files are among them. */
export async function reviewPairs(
  sides: PairedSides,
  numbered: readonly NumberedPair[],
  { onPair, ...options }: ReviewOptions & { readonly onPair: (finished: FinishedPair) => void },
): Promise<void> {
  const reviewer = new PairReviewer(sides, options, await namesOf(sides));
  // What has moved from one file to another is found when those with a partner are through.
  const ordered = [
    ...numbered.filter(({ pair }) => isWhole(pair)),
    ...numbered.filter(({ pair }) => !isWhole(pair)),
  ];
  for (const { pair, index } of ordered) onPair(await reviewer.review(pair, index));
  for (const pair of await reviewer.leftOver()) onPair(pair);
}

function isWhole({ base, head }: UnitPair): boolean {
  return base !== undefined && head !== undefined;
}

/** The clusters that are compared, if not all are. */
async function namesOf({ only, ...sides }: PairedSides): Promise<ReadonlySet<string> | undefined> {
  if (only === undefined || sides[only].nameless === true) return undefined;
  const names = await Promise.all(sides[only].units.map((unit) => unit.names()));
  return new Set(names.flat());
}

export interface ReviewResult extends Omit<ReviewParts, 'poolwrightVersion' | 'arguments'> {
  /** Head's findings and all dangers: what decides how the run ends. */
  readonly judged: readonly Pick<Judged, 'clusters' | 'diagnostics'>[];
}

/** What is known of a side besides its pairs. */
export interface GatheredSide {
  readonly state: ReviewedState;
  readonly owners: FileOwners;
  /** Findings about files that are no text. */
  readonly problems: DefinitionPart['added'];
}

export function gatheredSide(side: LoadedSide): GatheredSide {
  return { state: side.state, owners: fileOwners(side), problems: side.problems ?? [] };
}

/** What all pairs together come to. */
export async function gatherReview(
  { base, head }: { readonly base: GatheredSide; readonly head: GatheredSide },
  { atMs }: Pick<ReviewOptions, 'atMs'>,
  finished: readonly FinishedPair[],
): Promise<ReviewResult> {
  const parts = { base: partsOf(finished, 'base', base), head: partsOf(finished, 'head', head) };
  const judged = { base: await joinParts(parts.base), head: await joinParts(parts.head) };
  const owners = { base: ownerOf(parts.base, base.owners), head: ownerOf(parts.head, head.owners) };
  const { findings, resolved } = compareFindings(
    { diagnostics: judged.base.diagnostics, ownerOf: owners.base },
    { diagnostics: judged.head.diagnostics, ownerOf: owners.head },
  );
  // What objects are only forgiven is still there.
  const { resolved: missing } = compareFindings(
    { diagnostics: resolved, ownerOf: owners.base },
    { diagnostics: forgivenIn(parts.head), ownerOf: owners.head },
  );
  return {
    base: base.state,
    head: head.state,
    ...(atMs === undefined ? {} : { at: new Date(atMs).toISOString().replace('.000Z', 'Z') }),
    clusters: finished
      .flatMap((one) => one.clusters)
      .toSorted((a, b) => a.order - b.order)
      .map(({ review }) => review),
    findings: findings.map(({ diagnostic, known }) => ({ ...reportDiagnostic(diagnostic), known })),
    resolved: resolvedFindings(missing, finished).map(reportDiagnostic),
    budgets: { before: budgetOf(parts.base), after: budgetOf(parts.head) },
    judged: [judged.head, judgedDangers(finished)],
  };
}

function partsOf(
  finished: readonly FinishedPair[],
  which: 'base' | 'head',
  { problems }: GatheredSide,
): readonly DefinitionPart[] {
  const parts = finished.flatMap((one) => one[which] ?? []);
  return problems.length === 0 ? parts : [...parts, { index: 0, clusters: [], loose: [], added: problems }];
}

function forgivenIn(parts: readonly DefinitionPart[]): readonly Diagnostic[] {
  return foldRefusals(
    parts.flatMap(({ clusters }) => clusters.flatMap(({ forgiven }) => forgiven?.refusals ?? [])),
  );
}

function budgetOf(parts: readonly DefinitionPart[]): { readonly maxMonthlyUsd?: number } {
  const [value] = parts.flatMap(({ clusters }) =>
    clusters.flatMap((one) => one.organisationBudget?.value ?? []),
  );
  return value === undefined ? {} : { maxMonthlyUsd: value };
}

function judgedDangers(finished: readonly FinishedPair[]): Pick<Judged, 'clusters' | 'diagnostics'> {
  const clusters = finished
    .flatMap((one) => one.clusters)
    .map(({ dangers: diagnostics, failOn, report }): JudgedCluster => ({ failOn, report, diagnostics }));
  return { clusters, diagnostics: clusters.flatMap(({ diagnostics }) => diagnostics) };
}
