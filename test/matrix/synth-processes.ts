import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BundledProgram, bundledProgram } from '../cli/bundled-program.ts';
import { CLEAN } from '../cli/harness.ts';
import { textsBelow } from './checkout.ts';

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
}

export interface Killing {
  /** Number of the change on disk that the process dies of. */
  readonly killAt?: number;
  readonly killAfterMs?: number;
  /** File that gets the number of changes on disk. */
  readonly stepsFile?: string;
}

const HOOK = path.resolve('test/disk/fs-hook.mjs');

/** Two definitions of the clusters `web` and `edge`, and real runs of `synth` that render one or the other into `dist`. */
export class SynthProcesses {
  readonly root: string;
  readonly #program: BundledProgram;

  constructor() {
    this.#program = bundledProgram();
    this.root = mkdtempSync(path.join(tmpdir(), 'poolwright-kill-'));
    mkdirSync(path.join(this.root, '.git'));
    const more = CLEAN.replace('    default:\n', '    second:\n').split('node_pools:\n')[1] ?? '';
    const texts = { one: CLEAN, two: `${CLEAN.replace('cpu: 100', 'cpu: 200')}${more}` };
    for (const [folder, text] of Object.entries(texts)) {
      mkdirSync(path.join(this.root, folder));
      for (const name of ['web', 'edge']) writeFileSync(path.join(this.root, folder, `${name}.yaml`), text);
    }
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
    this.#program.remove();
  }

  /** `--check` and the like after the folder. */
  run(
    folder: 'one' | 'two',
    { killAfterMs, ...hooked }: Killing = {},
    ...flags: readonly string[]
  ): Promise<Ended> {
    const isHooked = Object.keys(hooked).length > 0;
    const hook = isHooked ? ['--import', HOOK] : [];
    const main = path.join(this.#program.bin, 'main.js');
    const child = spawn(process.execPath, [...hook, main, 'synth', folder, '--out', 'dist', ...flags], {
      cwd: this.root,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        ...(isHooked ? { FS_HOOK: JSON.stringify(hooked) } : {}),
      },
    });
    if (killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    return new Promise((resolve, reject) => {
      child.on('error', reject).on('close', (code, signal) => resolve({ code, signal, stderr }));
    });
  }

  /** The number of changes on disk that a run makes, which is done. */
  async steps(folder: 'one' | 'two'): Promise<number> {
    const stepsFile = path.join(this.root, 'steps');
    await this.run(folder, { stepsFile });
    return Number(readFileSync(stepsFile, 'utf8'));
  }

  output(): Readonly<Record<string, string>> {
    try {
      return textsBelow(path.join(this.root, 'dist'));
    } catch {
      // Nothing has been written yet.
      return {};
    }
  }

  forget(): void {
    rmSync(path.join(this.root, 'dist'), { recursive: true, force: true });
  }
}
