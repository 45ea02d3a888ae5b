import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** What loads slowly and only some commands need; `await import(…)` brings it where it is needed. */
const HEAVY = [
  'ajv',
  'ajv-formats',
  '@marcbachmann/cel-js',
  'nanotar',
  'cdk8s',
  'cdk8s-plus-28',
  'constructs',
];

describe('what is loaded before anything is asked for', () => {
  it.each([
    'src/cli/main.ts',
    'src/cli/program.ts',
    'src/cli/check.ts',
    'src/cli/plan.ts',
    'src/cli/diff.ts',
    'src/cli/explain-code.ts',
  ])('%s brings no heavy package', (entry) => {
    const { files, packages } = reached(entry);
    expect(files.size).toBeGreaterThan(5);
    expect(HEAVY.filter((name) => packages.has(name))).toEqual([]);
  });

  it('follows imports: the engine for CRDs is heavy', () => {
    expect([...reached('src/check-admission.ts').packages]).toContain('@marcbachmann/cel-js');
  });
});

/** Everything that the imports of a file bring, without types and without what is imported later. */
function reached(entry: string): { readonly files: Set<string>; readonly packages: Set<string> } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const open = [entry];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    const text = readFileSync(file, 'utf8');
    for (const [, clause = '', from = ''] of text.matchAll(/^(?:import|export) ([^;]*?)from '([^']+)';/gm)) {
      if (clause.startsWith('type ')) continue;
      if (from.startsWith('.')) open.push(join(dirname(file), from));
      else packages.add(from);
    }
  }
  return { files, packages };
}
