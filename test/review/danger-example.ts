import { existsSync, readFileSync } from 'node:fs';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { review } from './harness.ts';

/** Files of docs/diagnostics/<code>/ that show a danger: two states, and a better second one. */
export type DangerFile = 'base.yaml' | 'head.yaml' | 'ok.yaml' | 'workloads.yaml' | 'nodes.yaml';

export function readExample(code: string, file: DangerFile): string | undefined {
  const path = `docs/diagnostics/${code}/${file}`;
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** What a review of the example finds: dangers, and errors of the state that is proposed. */
export function dangersOf(code: string, head: 'head.yaml' | 'ok.yaml'): readonly Diagnostic[] {
  const workloads = readExample(code, 'workloads.yaml');
  const live = readExample(code, 'nodes.yaml');
  const state = (file: DangerFile) => ({ definition: readExample(code, file) ?? '', workloads });
  const input = [state('base.yaml'), state(head), live === undefined ? {} : { live }] as const;
  const { dangers, nodePools, failed } = review(...input);
  if (failed.length > 0) throw new Error(`${code}: ${failed.join(' and ')} cannot be compiled`);
  return [...dangers, ...nodePools.flatMap((pool) => pool.dangers)].map(({ diagnostic }) => diagnostic);
}
