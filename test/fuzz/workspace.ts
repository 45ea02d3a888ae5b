import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Host, Terminal } from '../../src/cli/host.ts';
import { run } from '../../src/cli/run.ts';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A repository of its own in which commands are run, in process. */
export class Workspace {
  readonly root = mkdtempSync(path.join(tmpdir(), 'poolwright-fuzz-'));

  constructor() {
    mkdirSync(path.join(this.root, '.git'));
  }

  write(file: string, text: string): void {
    writeFileSync(path.join(this.root, file), text);
  }

  async run(args: readonly string[], env: Host['env'] = {}): Promise<Ran> {
    const stdout = capture();
    const stderr = capture();
    const host: Host = {
      cwd: this.root,
      env,
      stdout: stdout.terminal,
      stderr: stderr.terminal,
      readStdin: () => Promise.resolve(new Uint8Array()),
      today: () => '2026-08-01',
    };
    const code = await run(args, host);
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

function capture(): { readonly terminal: Terminal; readonly text: () => string } {
  const written: string[] = [];
  return {
    terminal: { write: (text) => void written.push(text), isTTY: false },
    text: () => written.join(''),
  };
}
