import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

/** The checkers a person would otherwise have to remember. Each runs as it does on the command line. */
describe('the code passes', () => {
  it.each([
    ['dependency-cruiser: the import table', 'depcruise', ['src', 'constructs']],
    [
      'oxlint: correctness, suspicious code, floating promises',
      'oxlint',
      ['--type-aware', '--deny-warnings'],
    ],
    ['biome: one format', 'biome', ['format', '.']],
    ['knip: nothing unused', 'knip', ['--no-progress']],
    [
      'publint: what the package says it exports, it exports',
      'publint',
      ['run', '--strict', '--pack', 'false'],
    ],
  ])('%s', (_title, tool, args) => {
    expect(run(tool, args)).toEqual({ status: 0, output: expect.any(String) });
  });
});

function run(tool: string, args: readonly string[]): { status: number; output: string } {
  try {
    return {
      status: 0,
      output: execFileSync(`node_modules/.bin/${tool}`, args, { encoding: 'utf8', stdio: 'pipe' }),
    };
  } catch (error) {
    const failed = error as { status?: number; stdout?: string; stderr?: string };
    return { status: failed.status ?? -1, output: `${failed.stdout ?? ''}${failed.stderr ?? ''}` };
  }
}
