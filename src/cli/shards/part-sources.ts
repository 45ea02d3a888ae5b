import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Source } from '../../diagnostics/source.ts';
import { sourcesOf } from '../../report/reporter.ts';
import type { DefinitionPart } from './definition-part.ts';

/** All findings of a part, in no particular order, with those that are only counted. */
export function partFindings({ clusters, loose, added }: DefinitionPart): readonly Diagnostic[] {
  return [
    ...loose,
    ...added,
    ...clusters.flatMap((cluster) => [
      ...cluster.diagnostics,
      ...cluster.added,
      ...(cluster.forgiven?.refusals ?? []),
    ]),
  ];
}

/** The texts that findings of a part point into, or may when it is joined with others; by file. */
export function partSources(part: DefinitionPart): ReadonlyMap<string, Source> {
  const places = part.clusters.flatMap(({ organisationBudget: budget, unjudged = [] }) => [
    ...(budget === undefined ? [] : [budget.span.source]),
    ...unjudged.map(({ span }) => span.source),
  ]);
  return new Map([
    ...places.map((source) => [source.file, source] as const),
    ...sourcesOf(partFindings(part)),
  ]);
}
