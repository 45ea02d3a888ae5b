import type { SeededRandom } from '../seeded-random.ts';
import { mutateBytes } from './mutate-bytes.ts';
import { mutateLines } from './mutate-lines.ts';
import { mutateTree } from './mutate-tree.ts';
import { addYamlFeature } from './yaml-features.ts';

export type InputFormat = 'yaml' | 'json' | 'text';

/** Sizes have tests of their own. */
const LONGEST = 200_000;

/** One of some texts, changed: by its meaning, its lines, its characters, and for YAML by features of it. */
export function mutated(corpus: readonly string[], random: SeededRandom, format: InputFormat): string {
  let text = random.pick(corpus);
  // Once in a while as it is: what is right must not fail either.
  if (random.below(50) === 0) return text;
  if (format !== 'text' && random.below(2) === 0) text = mutateTree(text, corpus, random, format) ?? text;
  else if (format === 'yaml') text = mutateLines(text, corpus, random);
  else text = mutateBytes(text, corpus, random);
  if (text.length > LONGEST) return random.pick(corpus);
  if (format === 'yaml' && random.below(4) === 0) text = addYamlFeature(text, random);
  if (random.below(4) === 0) text = mutateBytes(text, corpus, random);
  return text;
}
