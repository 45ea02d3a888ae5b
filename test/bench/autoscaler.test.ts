import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

function bench(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['run', '--silent', 'bench:autoscaler', '--', ...args],
    { encoding: 'utf8' },
  );
  return { status, lines: stdout.split('\n').slice(0, -1), stderr };
}

/** Times are left to whoever runs it on a machine with nothing else to do. */
it('npm run bench:autoscaler prints a line for each problem, and where it ran beside that', () => {
  const { lines, stderr } = bench('--runs', '1');
  expect(stderr).toMatch(/^machine {2}.*\ncommit {3}.*\nseed {5}/);
  const times = { medianMs: expect.any(Number) as number, minMs: expect.any(Number) as number };
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    {
      name: 'autoscaler/5000-pods-50-shapes-200-groups',
      ...times,
      mostMs: 1000,
      scaleUps: 81,
      nodes: 1815,
      podsLeft: 0,
    },
    { name: 'autoscaler/51000-identical-pods', ...times, mostMs: 50, scaleUps: 1, nodes: 468, podsLeft: 0 },
    {
      name: 'autoscaler/5000-pods-zone-spread-200-groups',
      ...times,
      mostMs: 1000,
      scaleUps: 78,
      nodes: 953,
      podsLeft: 0,
    },
    {
      name: 'autoscaler/5000-pods-hostname-spread-200-groups',
      ...times,
      mostMs: 1000,
      scaleUps: 6,
      nodes: 1450,
      podsLeft: 0,
    },
    {
      name: 'autoscaler/5000-pods-mixed-200-groups',
      ...times,
      mostMs: 3000,
      scaleUps: 205,
      nodes: 1664,
      podsLeft: 0,
    },
    {
      name: 'autoscaler/500-pods-claims-200-groups',
      ...times,
      mostMs: 1000,
      scaleUps: 1,
      nodes: 63,
      podsLeft: 0,
    },
  ]);
});

it.each([['--fast'], ['--runs', 'many'], ['--runs', '0']])('refuses %s', (...args) => {
  const { status, stderr } = bench(...args);
  expect(stderr).toMatch(/^usage: /);
  expect(status).toBe(2);
});
