import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { partFindings } from '../shards/part-sources.ts';
import type { FinishedPair } from './pair-reviewer.ts';

/**
 * Of base's findings that head does not have those that are gone. Where head fails nobody can tell: what follows from a
 * definition is not found as long as it has errors. What reading a dump has found is no matter of head at all.
 */
export function resolvedFindings(
  missing: readonly Diagnostic[],
  finished: readonly FinishedPair[],
): readonly Diagnostic[] {
  const unsure = new Set(finished.flatMap((pair) => unsureFindings(pair)).map(placeOf));
  return missing.filter((found) => !found.code.startsWith(OF_DUMPS) && !unsure.has(placeOf(found)));
}

const OF_DUMPS = 'PW93';

/** Of clusters that fail in head and do not in base. */
function unsureFindings({ base, clusters }: FinishedPair): readonly Diagnostic[] {
  if (base === undefined) return [];
  const failing = new Set(
    clusters
      .filter(({ review: { failed } }) => failed.includes('head') && !failed.includes('base'))
      .map(({ review }) => review.name),
  );
  if (failing.size === 0) return [];
  // Of two files that are named, the clusters may have names of their own.
  const isOne = clusters.length === 1 && base.clusters.length === 1;
  return partFindings({
    ...base,
    loose: [],
    added: [],
    clusters: base.clusters.filter(({ report }) => isOne || failing.has(report.name)),
  });
}

/** Findings that are folded into one have the place of the first. */
function placeOf({ code, span: { source, start } }: Diagnostic): string {
  return `${code}\n${source.file}\n${start}`;
}
