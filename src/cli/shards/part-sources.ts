import type { Source } from '../../diagnostics/source.ts';
import { sourcesOf } from '../../report/reporter.ts';
import type { DefinitionPart } from './definition-part.ts';

/** The texts that findings of a part point into, or may when it is joined with others; by file. */
export function partSources({ clusters, loose, added }: DefinitionPart): ReadonlyMap<string, Source> {
  const found = clusters.flatMap((cluster) => [...cluster.diagnostics, ...cluster.added]);
  const budgets = clusters.flatMap(({ organisationBudget }) => organisationBudget?.span.source ?? []);
  return new Map([
    ...budgets.map((source) => [source.file, source] as const),
    ...sourcesOf([...loose, ...added, ...found]),
  ]);
}
