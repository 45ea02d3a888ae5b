import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BundledProgram, bundledProgram } from './bundled-program.ts';
import { CLEAN } from './harness.ts';

const HOOK = path.resolve('test/cli/deny-hook.mjs');
/** Neither processes nor addons nor threads; files are free. */
const PERMISSION = [
  process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission',
  '--allow-fs-read=*',
  '--allow-fs-write=*',
  '--no-warnings',
];
/** A network without a way out, where the system lets us make one. */
const WITHOUT_NETWORK = spawnSync('unshare', ['--net', 'true']).status === 0 ? ['unshare', '--net'] : [];

const POD = `apiVersion: v1
kind: Pod
metadata: {name: one}
spec: {containers: [{name: one, resources: {requests: {cpu: 1, memory: 1Gi}}}]}
`;

let program: BundledProgram;
let folder: string;

beforeAll(() => {
  program = bundledProgram({ commands: 'test/cli/commands.ts' });
  folder = mkdtempSync(path.join(tmpdir(), 'poolwright-denial-'));
  mkdirSync(path.join(folder, '.git'));
  mkdirSync(path.join(folder, 'clusters'));
  writeFileSync(path.join(folder, 'clusters/web.yaml'), CLEAN);
  writeFileSync(path.join(folder, 'pod.yaml'), POD);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  program.remove();
});

function denied(flags: readonly string[], args: readonly string[]) {
  const [command = '', ...rest] = [...WITHOUT_NETWORK, process.execPath, ...flags, ...args];
  const { status, stdout, stderr } = spawnSync(command, rest, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    env: { PATH: process.env['PATH'], NO_COLOR: '1' },
  });
  return { status, stdout, stderr };
}

const COMMANDS = {
  check: ['check'],
  synth: ['synth'],
  'synth --check': ['synth', '--check'],
  plan: ['plan', 'web', '-f', 'pod.yaml'],
  'explain pool': ['explain', 'pool', 'web/default'],
  explain: ['explain', 'PW3510'],
  schema: ['schema'],
  init: ['init', 'second', '--folder', 'more'],
  import: ['import', 'dist/web/karpenter', '--out', 'again.yaml'],
  'catalogue list': ['catalogue', 'list'],
};

describe('without network and without processes', () => {
  it('works as ever', () => {
    const args = [path.join(program.bin, 'commands.js'), JSON.stringify(COMMANDS)];
    const { status, stdout, stderr } = denied([...PERMISSION, '--import', HOOK], args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { results } = JSON.parse(stdout) as { results: Record<string, { code: number; stderr: string }> };
    expect(Object.keys(results)).toEqual(Object.keys(COMMANDS));
    const failed = Object.entries(results).filter(([, { code }]) => code !== 0);
    expect(failed).toEqual([]);
  });

  it('shares work among threads, which are no processes', () => {
    for (const name of ['a', 'b']) writeFileSync(path.join(folder, `more-${name}.yaml`), CLEAN);
    const args = [path.join(program.bin, 'main.js'), 'check', '--jobs', '2', 'more-a.yaml', 'more-b.yaml'];
    expect(denied(['--import', HOOK], args)).toMatchObject({ status: 0, stderr: '' });
  });

  it.each([
    ['a process', `(await import('node:child_process')).spawnSync('true')`],
    ['a request', `(await import('node:http')).get('http://192.0.2.1/')`],
    ['a connection', `(await import('node:net')).connect(80, '192.0.2.1')`],
    ['fetch', `await fetch('http://192.0.2.1/')`],
  ])('would be noticed: %s', (_what, code) => {
    const { status, stderr } = denied(['--import', HOOK, '--input-type=module', '--eval'], [code]);
    expect({ status, stderr }).toMatchObject({
      status: 66,
      stderr: expect.stringContaining('DENIED') as string,
    });
  });

  it('would be refused by Node, too', () => {
    const code = `require('node:child_process').spawnSync('true')`;
    expect(denied([...PERMISSION, '--eval'], [code]).stderr).toContain('ERR_ACCESS_DENIED');
  });
});
