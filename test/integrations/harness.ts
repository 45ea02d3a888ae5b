import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { parse } from 'yaml';

/** The built command, as a package has it. */
const MAIN = path.resolve('lib/src/bin/main.js');

export const INTEGRATIONS = path.resolve('integrations');

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder of its own, with `poolwright` on the path and an `npm` that only writes down what it was asked. */
export class Workspace {
  readonly folder: string;
  readonly repository: string;
  readonly #env: Record<string, string>;

  constructor() {
    this.folder = mkdtempSync(path.join(tmpdir(), 'poolwright-integrations-'));
    onTestFinished(() => rmSync(this.folder, { recursive: true, force: true }));
    this.repository = path.join(this.folder, 'repository');
    mkdirSync(this.repository);
    writeFileSync(path.join(this.folder, '.gitconfig'), '[user]\nname = a\nemail = a@example.com\n');
    this.command('poolwright', `exec "${process.execPath}" "${MAIN}" "$@"`);
    this.command('npm', `echo "$@" >>"${path.join(this.folder, 'npm.log')}"`);
    this.#env = {
      PATH: `${path.join(this.folder, 'bin')}:${process.env['PATH'] ?? ''}`,
      HOME: this.folder,
      GIT_CONFIG_NOSYSTEM: '1',
    };
  }

  command(name: string, script: string): void {
    const file = path.join(this.folder, 'bin', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
  }

  write(file: string, text: string): void {
    const at = path.join(this.repository, file);
    mkdirSync(path.dirname(at), { recursive: true });
    writeFileSync(at, text);
  }

  copy(folder: string, to: string): void {
    cpSync(folder, path.join(this.repository, to), { recursive: true });
  }

  read(file: string): string {
    return readFileSync(path.join(this.folder, file), 'utf8');
  }

  run(
    command: string,
    args: readonly string[],
    { cwd = this.repository, env = {} }: { cwd?: string; env?: Readonly<Record<string, string>> } = {},
  ): Ran {
    const { status, stdout, stderr, error } = spawnSync(command, args, {
      cwd,
      env: { ...this.#env, ...env },
      encoding: 'utf8',
    });
    if (error !== undefined) throw error;
    return { code: status ?? -1, stdout, stderr };
  }

  /** @throws Error if it fails */
  git(...args: readonly string[]): string {
    const { code, stdout, stderr } = this.run('git', args);
    if (code !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
    return stdout.trim();
  }
}

/** The caller says what is in the file. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export function yamlOf<T>(file: string): T {
  return parse(readFileSync(path.join(INTEGRATIONS, file), 'utf8')) as T;
}

/** Below `integrations/`, sorted. */
export function integrationFiles(): readonly string[] {
  return readdirSync(INTEGRATIONS, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(INTEGRATIONS, path.join(entry.parentPath, entry.name)))
    .sort();
}
