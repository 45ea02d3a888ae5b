import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Host, Terminal } from '../../src/cli/host.ts';
import { run } from '../../src/cli/run.ts';

/** As wide as a page of documentation reads well. */
const COLUMNS = 110;

const RECORDED = path.resolve('test/catalogue/data');

/** Commits of pages have the same ids everywhere. */
const GIT: Readonly<Record<string, string>> = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  ...Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'Ada'],
      [`GIT_${who}_EMAIL`, 'ada@example.org'],
      [`GIT_${who}_DATE`, '2026-09-02T09:00:00Z'],
    ]),
  ),
};

/** The repository a page plays in: what one of its blocks wrote, the next one finds. Gone when the test is over. */
export class World {
  readonly #root = mkdtempSync(path.join(tmpdir(), 'poolwright-docs-'));
  #code = 0;

  constructor() {
    onTestFinished(() => rmSync(this.#root, { recursive: true, force: true }));
    for (const folder of ['.git', 'clusters']) mkdirSync(path.join(this.#root, folder));
  }

  write(file: string, text: string): void {
    const target = path.join(this.#root, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }

  /** The exit code of the last command. */
  get code(): number {
    return this.#code;
  }

  /** Everything a command prints on a terminal, both streams in the order in which they were written. */
  async run(command: string): Promise<string> {
    if (command.trim() === 'echo $?') return `${this.#code}\n`;
    const { words, output } = splitCommand(command);
    if (words[0] === 'npx') words.shift();
    const [program = '', ...args] = words;
    if (program === 'poolwright') return this.#poolwright(args, output);
    if (output !== undefined && (program === 'aws' || program === 'curl')) {
      copyFileSync(recordedAnswer(program, args), path.join(this.#root, output));
      return '';
    }
    return this.#shell(command);
  }

  async #poolwright(args: readonly string[], output: string | undefined): Promise<string> {
    const printed: string[] = [];
    const data: string[] = [];
    const terminal = (into: string[]): Terminal => ({
      write: (text) => void into.push(text),
      isTTY: false,
      columns: COLUMNS,
    });
    const host: Host = {
      cwd: this.#root,
      env: { NO_COLOR: '1', PATH: process.env['PATH'], ...GIT },
      stdout: terminal(output === undefined ? printed : data),
      stderr: terminal(printed),
      readStdin: () => Promise.resolve(new Uint8Array()),
      today: () => '2026-09-02',
    };
    this.#code = await run(args, host);
    if (output !== undefined) this.write(output, data.join(''));
    return printed.join('');
  }

  #shell(command: string): string {
    try {
      const env = { PATH: process.env['PATH'], LC_ALL: 'C', ...GIT };
      const printed = execFileSync('sh', ['-c', command], { cwd: this.#root, env, encoding: 'utf8' });
      this.#code = 0;
      return printed;
    } catch (error) {
      throw new Error(`\`${command}\` does not run`, { cause: error });
    }
  }
}

/** What AWS answered once; a page shows the command, the test has its answer. */
function recordedAnswer(program: string, args: readonly string[]): string {
  if (program === 'curl') return path.join(RECORDED, 'price-list-eu-west-1.json');
  return path.join(RECORDED, `${args.find((arg) => /^(describe|get)-/.test(arg)) ?? ''}.json`);
}

/** The words of a command and the file that `>` sends its data to. Knows quotes, and nothing else of a shell. */
export function splitCommand(command: string): { readonly words: string[]; readonly output?: string } {
  const words: string[] = [];
  let output: string | undefined;
  for (const [word] of command.replaceAll('\\\n', ' ').matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)) {
    const bare = word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2');
    if (words.at(-1) === '>') {
      words.pop();
      output = bare;
    } else words.push(bare);
  }
  return output === undefined ? { words } : { words, output };
}
