import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UnreadableFile } from '../conformance/read-documents.ts';
import { measureFile } from './measure-file.ts';
import { packerOptions } from './packer-options.ts';

const FIXTURE = 'bench-diverse-500.json.gz';
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'poolwright-bench-'));
  copyFileSync(join('test/conformance/bench', FIXTURE), join(folder, FIXTURE));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function bench(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['run', '--silent', 'bench:packer', '--', '--runs', '1', ...args],
    { encoding: 'utf8' },
  );
  return { status, lines: stdout.split('\n').slice(0, -1), stderr };
}

describe('npm run bench:packer', () => {
  it('prints a line for each problem, and where it ran beside that', () => {
    const { status, lines, stderr } = bench(join(folder, FIXTURE));
    expect(stderr).toMatch(/^machine {2}.*\ncommit {3}.*\nseed {5}/);
    expect(status).toBe(0);
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      {
        name: 'bench/diverse-500',
        pods: 500,
        medianMs: expect.any(Number),
        minMs: expect.any(Number),
        podsPerSecond: expect.any(Number),
        claims: 100,
        unschedulable: 0,
        totalPricePerHour: expect.closeTo(171, 0),
      },
    ]);
  });

  it('fails where an outcome leaves the recorded range', () => {
    const one = { min: 1, max: 1 };
    const range = { claims: one, claimsPerPool: { default: one }, unschedulable: one, totalPrice: one };
    writeFileSync(join(folder, 'expected.json'), JSON.stringify({ [FIXTURE]: range }));
    const { status, lines } = bench(join(folder, FIXTURE));
    rmSync(join(folder, 'expected.json'));
    expect((JSON.parse(lines[0] ?? '') as { outsideRecorded: unknown }).outsideRecorded).toEqual([
      'claims: recorded 1 to 1, got 100',
      'unschedulable: recorded 1 to 1, got 0',
      expect.stringMatching(/^totalPricePerHour: recorded 1 to 1, got 17/),
      'claims of default: recorded 1 to 1, got 100',
    ]);
    expect(status).toBe(1);
  });

  it('refuses a file that is not there', () => {
    const { status, stderr } = bench('nowhere.json');
    expect(stderr).toMatch(/nowhere\.json: ENOENT/);
    expect(status).toBe(2);
  });

  it('refuses a file that is no scenario, and options that it does not know', () => {
    expect(() => measureFile('package.json', 1)).toThrow(
      new UnreadableFile('package.json: this is no scenario'),
    );
    for (const words of ['--fast', '--runs many', '--runs 0']) {
      expect(packerOptions(words.split(' '))).toBeUndefined();
    }
    expect(packerOptions(['--agree', 'a.json'])).toMatchObject({ files: ['a.json'], agree: true, runs: 9 });
  });
});
