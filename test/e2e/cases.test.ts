import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CliResult, poolwright } from '../cli/harness.ts';

/**
 * One folder per case, `<command>/<case>/`: `args` holds the command line (one argument a line), `stdin` what is piped
 * in, `input/` the repository. `expected.txt` has the exit code, both streams and the files that were made or changed.
 */
const FOLDER = import.meta.dirname;
const NOT_CASES = new Set(['install']);

for (const command of folders(FOLDER).filter((name) => !NOT_CASES.has(name))) {
  describe(command, () => {
    for (const name of folders(path.join(FOLDER, command))) {
      const folder = path.join(FOLDER, command, name);
      test(name, async () => {
        const result = await runCase(folder);
        await expect(transcript(folder, result)).toMatchFileSnapshot(path.join(folder, 'expected.txt'));
      });
    }
  });
}

function folders(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

function argumentsOf(folder: string): string[] {
  return readFileSync(path.join(folder, 'args'), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

function runCase(folder: string): Promise<CliResult> {
  const input = path.join(folder, 'input');
  const stdin = path.join(folder, 'stdin');
  return poolwright(argumentsOf(folder), {
    ...(existsSync(input) ? { folder: input } : {}),
    ...(existsSync(stdin) ? { stdin: readFileSync(stdin, 'utf8') } : {}),
  });
}

function transcript(folder: string, { code, stdout, stderr, files, read }: CliResult): string {
  const input = path.join(folder, 'input');
  const changed = files()
    .map((file) => ({ file, text: read(file) ?? '' }))
    .filter(({ file, text }) => {
      const before = path.join(input, file);
      return !existsSync(before) || readFileSync(before, 'utf8') !== text;
    });
  return [
    `$ poolwright ${argumentsOf(folder).map(quote).join(' ')}`,
    `exit code ${code}`,
    ...section('standard output', stdout),
    ...section('standard error', stderr),
    ...changed.flatMap(({ file, text }) => section(file, text === '' ? '(empty)' : text)),
    '',
  ].join('\n');
}

function section(title: string, text: string): string[] {
  return text === '' ? [] : ['', `──── ${title}`, text.replace(/\n$/, '')];
}

function quote(argument: string): string {
  return /^[\w./:=,-]+$/.test(argument) ? argument : `'${argument}'`;
}
