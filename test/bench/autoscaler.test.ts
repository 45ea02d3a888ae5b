import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { autoscalerOptions } from './autoscaler-options.ts';

function bench(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['run', '--silent', 'bench:autoscaler', '--', ...args],
    { encoding: 'utf8' },
  );
  return { status, lines: stdout.split('\n').slice(0, -1), stderr };
}

/** Times, and the large problems, are left to whoever runs it on a machine with nothing else to do. */
it('npm run bench:autoscaler prints a line for the problem that is named, and where it ran beside that', () => {
  const name = 'autoscaler/500-pods-claims-200-groups';
  const { lines, stderr } = bench(name, '--runs', '1');
  expect(stderr).toMatch(/^machine {2}.*\ncommit {3}.*\nseed {5}/);
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    {
      name,
      medianMs: expect.any(Number) as number,
      minMs: expect.any(Number) as number,
      mostMs: 1000,
      scaleUps: 1,
      nodes: 63,
      podsLeft: 0,
    },
  ]);
});

it('refuses a problem that it does not know', () => {
  const { status, stderr } = bench('a');
  expect(stderr).toMatch(/^usage: /);
  expect(status).toBe(2);
});

it.each([['--fast'], ['--runs many'], ['--runs 0'], ['b --runs 1.5']])('refuses %s', (words) => {
  expect(autoscalerOptions(words.split(' '), ['a', 'b'])).toBeUndefined();
});

it('measures all problems unless some are named', () => {
  expect(autoscalerOptions(['--runs', '2'], ['a', 'b'])).toEqual({ names: ['a', 'b'], runs: 2 });
  expect(autoscalerOptions(['b'], ['a', 'b'])).toEqual({ names: ['b'], runs: 9 });
});
