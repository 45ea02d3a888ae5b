import type { Problem } from '../../../src/packer/karpenter/problem.ts';
import { corpusFiles } from '../../conformance/corpus.ts';
import type { RecordedCase } from '../../conformance/format.ts';
import { cataloguesBeside, readDocuments } from '../../conformance/read-documents.ts';
import { problemOf } from '../../conformance/scenario-to-problem.ts';

export interface RecordedProblem {
  readonly name: string;
  readonly problem: Problem;
}

/** The problems of all recorded cases of a file. */
export function recordedProblems(file: string): readonly RecordedProblem[] {
  const catalogue = cataloguesBeside(file);
  return readDocuments(file).map(({ value }) => {
    const { name, scenario } = value as RecordedCase;
    return { name, problem: problemOf(scenario, catalogue) };
  });
}

export function recordedFiles(): readonly string[] {
  return corpusFiles();
}

/** A few of a list, chosen by a seed: the same ones on every machine. */
export function sample<T>(items: readonly T[], count: number, seed: number): readonly T[] {
  if (items.length <= count) return items;
  let state = seed >>> 0 || 1;
  const chosen = new Set<number>();
  while (chosen.size < count) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    chosen.add(state % items.length);
  }
  return [...chosen].sort((a, b) => a - b).flatMap((at) => items[at] ?? []);
}
