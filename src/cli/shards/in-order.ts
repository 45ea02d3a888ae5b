import type { DefinitionPart } from './definition-part.ts';

/** As one thread would have made them. */
export function inOrder(parts: readonly DefinitionPart[]): readonly DefinitionPart[] {
  return parts.toSorted((a, b) => a.index - b.index);
}
