import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** With it, one of the first 20 inputs of each target breaks. */
const SEED = '215';

let out: string;

beforeAll(() => {
  out = mkdtempSync(path.join(tmpdir(), 'poolwright-fuzzer-'));
});

afterAll(() => {
  rmSync(out, { recursive: true, force: true });
});

const start = (...args: string[]): ChildProcess =>
  spawn(process.execPath, ['test/run-typescript.mjs', 'test/matrix/fuzzer/broken-targets.ts', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });

interface Ended {
  readonly code: unknown;
  readonly said: string;
}

async function ended(child: ChildProcess): Promise<Ended> {
  let said = '';
  child.stdout?.on('data', (data: Buffer) => (said += data.toString('utf8')));
  const [code] = (await once(child, 'close')) as readonly unknown[];
  return { code, said };
}

it.each([
  ['throws', /input \d+: TypeError: it breaks/, 'TypeError: it breaks'],
  ['hoards', /input \d+: the worker dies: .*memory limit/, ''],
  ['hangs', /input \d+: hangs: works for 10000 ms/, ''],
])(
  'an input at which the program %s is a finding, in a file, with the command for it',
  async (name, says, again) => {
    const args = ['--inputs', '20', '--seed', SEED, '--target', name, '--jobs', '2', '--out', out];
    const { code, said } = await ended(start(...args));
    expect(code).toBe(1);
    expect(said).toMatch(says);
    expect(said).toMatch(/GiB, Node v\S+, (no commit|commit [0-9a-f]{7,})/);
    expect(said).toMatch(/\n20 inputs in [\d.]+ s, \d+ inputs\/s, seed 215: 1 findings\n$/);
    const file = readdirSync(out).find((one) => one.startsWith(`${name}-${SEED}-`)) ?? '';
    expect(readFileSync(path.join(out, file), 'utf8')).toMatch(/^7/);
    const command = `--target ${name} --file ${path.join(out, file)}`;
    expect(said).toContain(`again with: npm run fuzz -- ${command}`);
    if (again !== '') expect(await ended(start(...command.split(' ')))).toMatchObject({ code: 1 });
  },
);

it('waiting is not working: a machine without time for it makes no finding', async () => {
  const { code, said } = await ended(start('--inputs', '20', '--seed', '6', '--target', 'sleeps'));
  expect([code, said]).toEqual([0, expect.stringMatching(/\n20 inputs in .* 0 findings\n$/)]);
});

it('Ctrl-C ends it with what is known by then, and nothing is left behind', async () => {
  const child = start('--inputs', '100', '--seed', '6', '--target', 'sleeps', '--target', 'throws');
  const end = ended(child);
  await new Promise((resolve) => child.stdout?.once('data', resolve));
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  // A terminal tells all processes of the group.
  process.kill(-(child.pid ?? 0), 'SIGINT');
  const { code, said } = await end;
  expect(said).toMatch(/\ninterrupted: \d+ inputs in [\d.]+ s, /);
  expect([1, 130]).toContain(code);
  // What bundled the program ends by itself, a moment later.
  await expect.poll(() => isAlive(-(child.pid ?? 0)), { timeout: 20_000 }).toBe(false);
});

function isAlive(group: number): boolean {
  try {
    return process.kill(group, 0);
  } catch {
    return false;
  }
}
