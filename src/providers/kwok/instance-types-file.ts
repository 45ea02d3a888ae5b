import { invariant } from '../../diagnostics/invariant.ts';
import type { KwokInstanceType } from './instance-type.ts';
import { fileProblem } from './file-problem.ts';

/** A ConfigMap holds 1 MiB, keys included. */
const CONFIG_MAP_BYTES = 1024 * 1024 - 1024;

/**
 * The file's text, a line for each type. Karpenter only logs that it cannot read a file and goes on without any type,
 * so a file that it could not read is a bug here.
 */
export function instanceTypesFile(types: readonly KwokInstanceType[]): string {
  const text =
    types.length === 0 ? '[]\n' : `[\n${types.map((type) => JSON.stringify(type)).join(',\n')}\n]\n`;
  const problem = fileProblem(JSON.parse(text));
  invariant(problem === undefined, `instance types for KWOK: ${problem ?? ''}`);
  return text;
}

export function exceedsConfigMap(text: string): boolean {
  return new TextEncoder().encode(text).length > CONFIG_MAP_BYTES;
}
