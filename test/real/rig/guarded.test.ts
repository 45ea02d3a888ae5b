import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startGuarded } from './guarded.ts';

const newFolder = () => mkdtempSync(path.join(tmpdir(), 'poolwright-real-guarded-'));

describe('a program that is guarded', () => {
  it('ends with the process that started it, even if that is killed, and leaves no folder behind', async () => {
    const folder = newFolder();
    const args = ['test/run-typescript.mjs', 'test/real/rig/start-and-die.ts', folder];
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    const pid = Number(stdout.trim());
    expect(pid).toBeGreaterThan(1);
    await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
    await expect.poll(() => existsSync(folder), { timeout: 10_000 }).toBe(false);
  });

  it('ends when it is stopped', async () => {
    const folder = newFolder();
    const program = startGuarded('sleep', ['100000'], { log: path.join(folder, 'log'), folder });
    await sleep(200);
    expect(program.alive()).toBe(true);
    await program.stop();
    expect(program.alive()).toBe(false);
    await expect.poll(() => existsSync(folder), { timeout: 10_000 }).toBe(false);
  });

  it('that ends on its own is seen to have ended, with what it said', async () => {
    const folder = newFolder();
    const program = startGuarded('sh', ['-c', 'echo address already in use; exit 1'], {
      log: path.join(folder, 'log'),
      folder,
    });
    await expect.poll(() => program.alive(), { timeout: 10_000 }).toBe(false);
    expect(program.tail()).toContain('address already in use');
    await program.stop();
    await expect.poll(() => existsSync(folder), { timeout: 10_000 }).toBe(false);
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
