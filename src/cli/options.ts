import { type Command, InvalidArgumentError, Option } from 'commander';
import { REPORT_FORMATS } from './emit-report.ts';
import { parseShard } from './shards/shard.ts';

export const DEFAULT_MAX_FINDINGS = 100;

/** Colour and debugging, on every command. */
export function commonOptions(command: Command): Command {
  return command
    .option('--color', 'colour the output (default: on a terminal, unless NO_COLOR is set)')
    .option('--no-color', 'never colour the output')
    .option('--debug', 'show the stack of an internal error');
}

/** How findings are reported. */
export function reportOptions(command: Command): Command {
  return severityOption(
    command.addOption(
      new Option('--format <format>', 'how findings are printed').choices(REPORT_FORMATS).default('text'),
    ),
  ).option('--max-findings <n>', 'most findings that text shows; 0 is all', count, DEFAULT_MAX_FINDINGS);
}

/** Which findings count. */
export function severityOption(command: Command): Command {
  return command.addOption(
    new Option('--fail-on <severity>', 'the mildest finding that makes the run fail').choices([
      'error',
      'warning',
      'info',
    ]),
  );
}

/** What definitions are read with. */
export function definitionOptions(command: Command): Command {
  return command
    .option('--defaults <file>', 'settings to inherit, instead of the _defaults.yaml beside each definition')
    .option(
      '--name <cluster>',
      'name of the cluster, for a single definition that says no `cluster` itself (default: the file name)',
    );
}

/** How work on many definitions is divided. */
export function shardOptions(command: Command): Command {
  return command
    .option(
      '--shard <i/n>',
      'do only the ith of n shares of the definitions; `poolwright merge` joins the reports',
      parseShard,
    )
    .option('--jobs <n>', 'how many threads share the work (default: as many as pay)', positive);
}

function positive(text: string): number {
  const number = count(text);
  if (number === 0) throw new InvalidArgumentError('It must be a whole number, 1 or more.');
  return number;
}

/** Parses a count for commander. */
export function count(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 0 or more.');
  return Number(text);
}

/** Parses an option that may be given several times. */
export function collect(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}
