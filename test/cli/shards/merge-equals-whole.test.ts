import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REPORT_FORMATS } from '../../../src/cli/emit-report.ts';
import { type CliResult, poolwright } from '../harness.ts';
import { repositories } from './random-repository.ts';
import { atDepth } from '../../at-depth.ts';

const RUNS = atDepth(8);

/** Runs a command in shards and keeps their reports. */
async function inShards(
  command: readonly string[],
  of: number,
  repository: CliResult,
): Promise<readonly string[]> {
  const names: string[] = [];
  for (let i = 1; i <= of; i++) {
    const args = [...command, '--shard', `${i}/${of}`, '--format', 'json'];
    const { stdout } = await repository.again(args);
    const name = `reports/${i}.json`;
    repository.write(name, stdout);
    names.push(name);
  }
  return names;
}

describe.each([['check'], ['synth']])('%s in shards, merged, says what the whole run says', (command) => {
  test('in every format, with the same exit code', async () => {
    await fc.assert(
      fc.asyncProperty(repositories, fc.integer({ min: 1, max: 5 }), async (files, of) => {
        const repository = await poolwright(['--version'], { files });
        const wholes = new Map<string, CliResult>();
        for (const format of REPORT_FORMATS) {
          const print = format === 'json' ? [] : command === 'synth' ? ['--check'] : [];
          wholes.set(format, await repository.again([command, ...print, '--format', format]));
        }
        const reports = await inShards(
          command === 'synth' ? [command, '--check'] : [command],
          of,
          repository,
        );
        for (const format of REPORT_FORMATS) {
          const whole = wholes.get(format);
          if (command === 'synth' && format === 'json') continue;
          const merged = await repository.again(['merge', ...reports, '--format', format]);
          expect(merged.stderr).toBe('');
          expect(merged.stdout).toBe(whole?.stdout);
          expect(merged.code).toBe(whole?.code);
        }
      }),
      { numRuns: RUNS },
    );
  }, 300_000);
});

test('the compilation of shards, merged, is the compilation of the whole run', async () => {
  await fc.assert(
    fc.asyncProperty(repositories, fc.integer({ min: 1, max: 5 }), async (files, of) => {
      const repository = await poolwright(['--version'], { files });
      const whole = await repository.again(['synth', '--format', 'json']);
      const reports = await inShards(['synth'], of, repository);
      const merged = await repository.again(['merge', ...reports, '--format', 'json']);
      expect(merged.stdout).toBe(whole.stdout);
      expect(merged.code).toBe(whole.code);
    }),
    { numRuns: RUNS },
  );
}, 300_000);
