import type { DefinitionFile } from '../../compile.ts';
import { stem } from '../../definition/cluster-name.ts';
import { readDefinition } from '../../definition/read-definition.ts';

/**
 * What the clusters of a file may be called: those that it names, or the one that is named after it, if there is any. Only
 * files that name clusters themselves are read for it.
 */
export function possibleNames(definition: DefinitionFile): readonly string[] {
  const { source, clusterName } = definition;
  if (!mayNameItself(source.text)) return [clusterName ?? stem(source.file)];
  return readDefinition(definition).clusters.map(({ name }) => name);
}

/** Whether the text has the keys `poolwright` and `cluster`; an escape may hide them. */
function mayNameItself(text: string): boolean {
  return text.includes('\\') || (text.includes('poolwright') && /(?<![\w-])cluster(?![\w-])/.test(text));
}
