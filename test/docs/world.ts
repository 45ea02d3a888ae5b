import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
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
import type { Host, Terminal } from '../../src/cli/host.ts';
import { run } from '../../src/cli/run.ts';

/** As wide as a page of documentation reads well. */
const COLUMNS = 110;

const RECORDED = path.resolve('test/catalogue/data');
/** By the first resource that is asked for. */
const CLUSTERS: Readonly<Record<string, string>> = {
  nodepools: path.resolve('test/e2e/import/live-dump/input'),
  machinedeployments: path.resolve('dist/edge/cluster-api/management'),
};

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
    const [, asked, piped] = /^(kubectl get .*) \| (poolwright .*)$/.exec(command) ?? [];
    if (asked !== undefined && piped !== undefined) {
      const { words, output } = splitCommand(piped);
      return this.#poolwright(words.slice(1), output, objectsOf(asked));
    }
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

  async #poolwright(args: readonly string[], output: string | undefined, input = ''): Promise<string> {
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
      readStdin: () => Promise.resolve(new TextEncoder().encode(input)),
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

/** What kubectl prints of a cluster: a dump, or the files of a folder as documents. */
function objectsOf(command: string): string {
  const [, resource = ''] = /^kubectl get (\w+)/.exec(command) ?? [];
  const folder = CLUSTERS[resource];
  if (folder === undefined) throw new Error(`there is no answer to \`${command}\``);
  const files = readdirSync(folder).filter((file) => /\.(yaml|json)$/.test(file));
  return files.map((file) => readFileSync(path.join(folder, file), 'utf8')).join('\n---\n');
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
