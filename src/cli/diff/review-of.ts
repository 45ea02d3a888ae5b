import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { ClusterReview, Review } from '../../model/review.ts';
import type { Host } from '../host.ts';
import type { Judged, JudgedCluster } from '../judged.ts';
import { progress } from '../progress.ts';
import type { DefinitionPart } from '../shards/definition-part.ts';
import { joinParts } from '../shards/join-parts.ts';
import type { LoadedSide } from '../sides/side.ts';
import { compareFindings, type OwnerOf } from './known-findings.ts';
import { type PairedSides, pairUnits, type UnitPair } from './pair-units.ts';
import { type FinishedPair, PairReviewer } from './pair-reviewer.ts';
import type { ReviewOptions } from './review-options.ts';
import { totalCost } from './total-cost.ts';

export interface ReviewResult {
  readonly review: Review;
  /** Head's findings and all dangers: what decides how the run ends. */
  readonly judged: readonly Pick<Judged, 'clusters' | 'diagnostics'>[];
}

/** Compares two sides, a pair of definition files at a time: nothing is kept of it but its review. */
export async function reviewOf(
  sides: PairedSides,
  options: ReviewOptions,
  host: Host,
): Promise<ReviewResult> {
  return gatherReview(sides, options, await reviewPairs(sides, await pairUnits(sides), options, host));
}

/** Some of the pairs. Clusters that move between files are found where both files are among them. */
export async function reviewPairs(
  sides: PairedSides,
  pairs: readonly UnitPair[],
  options: ReviewOptions,
  host: Host,
): Promise<readonly FinishedPair[]> {
  const reviewer = new PairReviewer(sides, options, await namesOf(sides));
  const shown = progress(host);
  const finished: FinishedPair[] = [];
  // What has moved from one file to another is found when those with a partner are through.
  const numbered = pairs.map((pair, index) => ({ pair, index }));
  const ordered = [
    ...numbered.filter(({ pair }) => isWhole(pair)),
    ...numbered.filter(({ pair }) => !isWhole(pair)),
  ];
  for (const { pair, index } of ordered) {
    shown.show(`comparing ${(pair.head ?? pair.base)?.file ?? ''}`);
    finished.push(await reviewer.review(pair, index));
  }
  finished.push(...(await reviewer.leftOver()));
  shown.clear();
  return finished;
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

/** What all pairs together come to. */
export async function gatherReview(
  { base, head }: PairedSides,
  { atMs }: ReviewOptions,
  finished: readonly FinishedPair[],
): Promise<ReviewResult> {
  const parts = { base: partsOf(finished, 'base', base), head: partsOf(finished, 'head', head) };
  const judged = { base: await joinParts(parts.base), head: await joinParts(parts.head) };
  const clusters = finished
    .flatMap((one) => one.clusters)
    .toSorted((a, b) => a.order - b.order)
    .map(({ review }) => review);
  const compared = compareFindings(
    { diagnostics: judged.base.diagnostics, ownerOf: ownerOf(parts.base, base) },
    { diagnostics: judged.head.diagnostics, ownerOf: ownerOf(parts.head, head) },
  );
  const review: Review = {
    base: base.state,
    head: head.state,
    ...(atMs === undefined ? {} : { at: new Date(atMs).toISOString().replace('.000Z', 'Z') }),
    clusters,
    ...compared,
    cost: totalCost(
      clusters.map(({ cost }) => cost),
      { before: budgetOf(parts.base), after: budgetOf(parts.head) },
    ),
  };
  return { review, judged: [judged.head, judgedDangers(finished)] };
}

function partsOf(
  finished: readonly FinishedPair[],
  which: 'base' | 'head',
  { problems = [] }: LoadedSide,
): readonly DefinitionPart[] {
  const parts = finished.flatMap((one) => one[which] ?? []);
  return problems.length === 0 ? parts : [...parts, { index: 0, clusters: [], loose: [], added: problems }];
}

function budgetOf(parts: readonly DefinitionPart[]): number | undefined {
  return parts.flatMap(({ clusters }) => clusters.flatMap((one) => one.organisationBudget?.value ?? []))[0];
}

function judgedDangers(finished: readonly FinishedPair[]): Pick<Judged, 'clusters' | 'diagnostics'> {
  const clusters = finished
    .flatMap((one) => one.clusters)
    .map(({ review, failOn, report }): JudgedCluster => ({ failOn, report, diagnostics: dangersOf(review) }));
  return { clusters, diagnostics: clusters.flatMap(({ diagnostics }) => diagnostics) };
}

function dangersOf({ dangers, nodePools }: ClusterReview): readonly Diagnostic[] {
  return [...dangers, ...nodePools.flatMap((pool) => pool.dangers)].map(({ diagnostic }) => diagnostic);
}

/** A definition belongs to its clusters, wherever the file is; other files are where they are below what was named. */
function ownerOf(parts: readonly DefinitionPart[], { units }: LoadedSide): OwnerOf {
  const names = new Map<string, string>();
  for (const { name, file } of parts.flatMap(({ clusters }) => clusters.map(({ report }) => report))) {
    // Two files that are compared with each other are one cluster by any name.
    const isOneFile = units.some((unit) => unit.key === '' && unit.file === file);
    names.set(file, isOneFile ? '' : `${names.get(file) ?? ''}\n${name}`);
  }
  const one = units.find(({ key, file }) => key !== file && file.endsWith(key));
  const prefix = one === undefined ? '' : one.file.slice(0, one.file.length - one.key.length);
  return ({ span: { source } }) => {
    const { file } = source;
    return names.get(file) ?? (file.startsWith(prefix) ? file.slice(prefix.length) : file);
  };
}
