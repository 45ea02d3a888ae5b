import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BundledProgram, bundledProgram } from '../cli/bundled-program.ts';

let program: BundledProgram;
let folder: string;

beforeAll(() => {
  program = bundledProgram();
  folder = mkdtempSync(path.join(tmpdir(), 'poolwright-crlf-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  program.remove();
});

function git(cwd: string, ...args: readonly string[]): void {
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
  execFileSync('git', [...identity, ...args], { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
}

it('a checkout as git makes it on Windows is up to date, and synth has nothing to write', () => {
  const origin = path.join(folder, 'origin');
  for (const name of ['clusters', 'dist', 'cdk8s.yaml'])
    cpSync(name, path.join(origin, name), { recursive: true });
  git(origin, 'init', '--quiet');
  git(origin, 'add', '--all');
  git(origin, 'commit', '--quiet', '--message=all');
  git(folder, 'clone', '--quiet', '--config=core.autocrlf=true', 'origin', 'clone');
  const clone = path.join(folder, 'clone');
  expect(readFileSync(path.join(clone, 'clusters/lab.yaml'), 'utf8')).toContain('\r\n');
  expect(readFileSync(path.join(clone, 'dist/lab/.poolwright.json'), 'utf8')).toContain('\r\n');

  const synth = (...args: readonly string[]) =>
    spawnSync(process.execPath, [path.join(program.bin, 'main.js'), 'synth', ...args], {
      cwd: clone,
      encoding: 'utf8',
    });
  expect(synth('--check')).toMatchObject({ status: 0, stderr: '' });
  expect(synth().stderr).toMatch(/^dist: 0 files written, 0 removed, \d+ unchanged\n/);
});
