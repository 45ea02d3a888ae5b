import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLEAN } from '../cli/harness.ts';

/** The real binary: what only a process of its own shows. Everything else is tested in process. */
const MAIN = path.resolve('lib/src/bin/main.js');
let folder: string;

beforeAll(() => {
  if (!existsSync(MAIN)) throw new Error('lib/ is missing: run `npm run build` first');
  folder = mkdtempSync(path.join(tmpdir(), 'poolwright-binary-'));
  mkdirSync(path.join(folder, '.git'));
  mkdirSync(path.join(folder, 'clusters'));
  writeFileSync(path.join(folder, 'clusters/production.yaml'), CLEAN);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function poolwright(args: readonly string[], input?: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    ...(input === undefined ? {} : { input }),
  });
  return { status, stdout, stderr };
}

describe('the binary', () => {
  test('checks a folder', () => {
    const { status, stdout, stderr } = poolwright(['check', '--format', 'json']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'CheckReport',
      clusters: [{ name: 'production', nodePools: [{ name: 'default', instanceTypes: 338 }] }],
    });
  });

  test('reads the standard input', () => {
    const { status, stdout } = poolwright(['check', '-', '--name', 'live', '--format', 'json'], CLEAN);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ clusters: [{ name: 'live', file: '<stdin>' }] });
  });

  test('ends with the code of its findings, and of wrong usage', () => {
    expect(poolwright(['check', '-', '--name', 'live'], CLEAN.replace('400Gi', '400GB')).status).toBe(1);
    expect(poolwright(['check', 'nothing']).status).toBe(2);
  });

  test('writes a large output out to the end', () => {
    const { status, stdout } = poolwright(['catalogue', 'list', '--format', 'json']);
    expect(status).toBe(0);
    expect(stdout.length).toBeGreaterThan(500_000);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'InstanceTypeList' });
  });

  test.runIf(existsSync('/dev/full'))('says in a line that the output could not be written', () => {
    const full = openSync('/dev/full', 'w');
    try {
      const { status, stderr } = spawnSync(process.execPath, [MAIN, 'check'], {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', full, 'pipe'],
      });
      expect({ status, stderr }).toEqual({
        status: 2,
        stderr: 'poolwright: cannot write the output: no space left on the device\n',
      });
    } finally {
      closeSync(full);
    }
  });

  test('says nothing when its reader has seen enough', () => {
    const command = `'${process.execPath}' '${MAIN}' catalogue list --format json | head -c 10`;
    const { stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: '{\n  "apiVe', stderr: '' });
  });

  test('renders what it then finds up to date', () => {
    expect(poolwright(['synth']).status).toBe(0);
    expect(poolwright(['synth', '--check'])).toMatchObject({ status: 0, stderr: '' });
  });
});
