import type { Command } from 'commander';
import type { Host } from '../../src/cli/host.ts';
import { createProgram } from '../../src/cli/program.ts';
import { blocksOf, codeSpans } from './markdown.ts';
import { splitCommand } from './world.ts';

const nowhere = { write: () => undefined, isTTY: false };
const HOST: Host = {
  cwd: '/',
  env: {},
  stdout: nowhere,
  stderr: nowhere,
  readStdin: () => Promise.resolve(new Uint8Array()),
  today: () => '2026-09-02',
};

const PROGRAM = createProgram(HOST, () => undefined);

/** Every way in which a page calls the command line: in consoles, in YAML of CI systems, in the text. */
export function commandLines(markdown: string): readonly string[] {
  const blocks = blocksOf(markdown).flatMap(({ language, text }) => {
    const lines = text.replaceAll('\\\n', ' ').split('\n');
    return language === 'console'
      ? lines.filter((line) => line.startsWith('$ ')).map((line) => line.slice(2))
      : lines.flatMap((line) => line.split(/(?=npx poolwright )/).slice(1));
  });
  return [...blocks, ...codeSpans(markdown)].flatMap((line) => callsIn(line));
}

/** What is behind `poolwright` where a text is such a command. */
export function callsIn(line: string): readonly string[] {
  return /^(?:npx )?poolwright (?=[a-z-])/.test(line) ? [line.replace(/^(?:npx )?poolwright /, '')] : [];
}

/** What of a command line does not exist: a command, an option, a choice. */
export function unknownIn(line: string): readonly string[] {
  const { words } = splitCommand(line.replace(/ (?:>|<|\|\||&&|2>).*$/, ''));
  let command: Command = PROGRAM;
  while (words[0] !== undefined) {
    const next = command.commands.find((one) => one.name() === words[0]);
    if (next === undefined) break;
    command = next;
    words.shift();
  }
  if (command === PROGRAM && words[0]?.startsWith('--') !== true) return [`command ${words[0] ?? ''}`];
  return words.flatMap((word, i) => optionProblems(word, words[i + 1], command));
}

function optionProblems(word: string, next: string | undefined, command: Command): readonly string[] {
  const name = /^\[?(--[a-z-]+)/.exec(word)?.[1];
  if (name === undefined || name === '--help' || name === '--version') return [];
  const option = command.options.find(({ long }) => long === name);
  if (option === undefined) return [`${command.name()} ${name}`];
  const { argChoices } = option;
  const wrong = argChoices !== undefined && !argChoices.includes(next ?? '');
  return wrong ? [`${command.name()} ${name} ${next ?? ''}`] : [];
}

/** `--format` and all the others, of any command. */
export const OPTIONS: ReadonlySet<string> = new Set(optionsBelow(PROGRAM));

function optionsBelow(command: Command): readonly string[] {
  return [
    ...command.options.flatMap(({ long }) => long ?? []),
    ...command.commands.flatMap((one) => optionsBelow(one)),
  ];
}

/** All commands, as they are typed. */
export const COMMANDS: readonly string[] = commandsBelow(PROGRAM, '');

function commandsBelow(command: Command, path: string): readonly string[] {
  return command.commands.flatMap((one) => {
    const name = `${path}${one.name()}`;
    return [name, ...commandsBelow(one, `${name} `)];
  });
}
