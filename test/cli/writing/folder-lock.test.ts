import {
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Host } from '../../../src/cli/host.ts';
import { LOCK_NAME, withLock, withoutWriter } from '../../../src/cli/writing/folder-lock.ts';
import { type ProcessIdentity, stateOf, thisProcess } from '../../../src/cli/writing/process-identity.ts';

const NOBODY = { ...thisProcess(), pid: 99_999_999 };
const ELSEWHERE = { pid: 7, host: 'laptop pid:[1]' };
const HOST = { stderr: { write: () => {} } } as unknown as Host;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'poolwright-lock-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function hold(holder: ProcessIdentity, name: string = LOCK_NAME): void {
  writeFileSync(path.join(folder, name), JSON.stringify(holder));
}

function lock(waitMs = 100) {
  return withLock({ folder, name: 'dist', waitMs }, HOST, (turn) => {
    expect(existsSync(path.join(folder, LOCK_NAME))).toBe(true);
    return turn;
  });
}

describe('the lock of an output folder', () => {
  it('is there while something is done, and not afterwards', async () => {
    expect(await lock()).toEqual({ interrupted: false });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is gone when what was done fails', async () => {
    const failing = withLock({ folder, name: 'dist' }, HOST, () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('of a dead process is taken over, and told', async () => {
    hold(NOBODY);
    expect(await withoutWriter({ folder, name: 'dist' }, HOST)).toEqual({ interrupted: true });
    expect(await lock()).toEqual({ interrupted: true });
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([1, 2, 3])('of a dead process is taken over where %i more died of that', async (depth) => {
    for (let i = 0; i <= depth; i++) hold(NOBODY, LOCK_NAME + '-taken-over'.repeat(i));
    expect(await lock()).toEqual({ interrupted: true });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('loses what died while it took over, whatever came of that', async () => {
    hold(NOBODY, `${LOCK_NAME}-taken-over`);
    expect(await lock()).toEqual({ interrupted: false });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('of a living process is waited for, and not for ever', async () => {
    hold(thisProcess());
    setTimeout(() => rmSync(path.join(folder, LOCK_NAME)), 120);
    expect(await lock(5_000)).toEqual({ interrupted: false });
    hold(thisProcess());
    const says = `another run (process ${process.pid}) writes to dist: run again when it has ended`;
    await expect(lock()).rejects.toThrow(says);
    await expect(withoutWriter({ folder, name: 'dist', waitMs: 100 }, HOST)).rejects.toThrow(says);
  });

  it('of another machine is not taken over, and the way out is told', async () => {
    hold(ELSEWHERE);
    await expect(lock()).rejects.toThrow(
      'another run (process 7 on laptop) writes to dist, or was killed while it did: if none is running, delete `dist/.poolwright-lock` and run again',
    );
    expect(readdirSync(folder)).toEqual([LOCK_NAME]);
  });

  it.each(['', 'nonsense', '{}', '{"pid":-1,"host":"x"}', 'null'])(
    'that says %j is nobody’s to remove',
    async (text) => {
      writeFileSync(path.join(folder, LOCK_NAME), text);
      await expect(lock()).rejects.toThrow('delete `dist/.poolwright-lock`');
    },
  );

  it('is not read further than ours are long, nor waited for longer than it is said', async () => {
    const file = path.join(folder, LOCK_NAME);
    // Even if it begins as one of ours.
    writeFileSync(file, JSON.stringify(NOBODY));
    truncateSync(file, 100_000_000);
    const startMs = performance.now();
    await expect(lock()).rejects.toThrow('delete `dist/.poolwright-lock`');
    await expect(withoutWriter({ folder, name: 'dist', waitMs: 300 }, HOST)).rejects.toThrow('another run');
    expect(performance.now() - startMs).toBeLessThan(1_500);
  });

  it.skipIf(process.platform === 'win32')('is not a link to nothing', async () => {
    symlinkSync('nowhere', path.join(folder, LOCK_NAME));
    await expect(lock()).rejects.toThrow('delete `dist/.poolwright-lock`');
  });

  /** Of several processes this is tested in `test/matrix/kill.test.ts`. */
  it('goes to all who wait in one process, and is there for each of them', async () => {
    hold(NOBODY);
    const turns = await Promise.all(Array.from({ length: 8 }, () => lock(10_000)));
    expect(turns).toHaveLength(8);
    expect(turns).toContainEqual({ interrupted: true });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a process', () => {
  it('is alive, dead, or elsewhere', () => {
    expect(stateOf(thisProcess())).toBe('alive');
    expect(stateOf(NOBODY)).toBe('dead');
    expect(stateOf(ELSEWHERE)).toBe('elsewhere');
  });

  it.runIf(process.platform === 'linux')('is not a later one with its number', () => {
    expect(stateOf({ ...thisProcess(), started: 'before' })).toBe('dead');
  });
});
