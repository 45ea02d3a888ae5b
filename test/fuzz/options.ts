import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { TARGETS } from './targets.ts';

export interface FuzzOptions {
  readonly inputs: number;
  readonly seed: number;
  readonly targets: readonly string[];
  readonly jobs: number;
  /** Where findings are written. */
  readonly out: string;
  /** Runs this input of the one target, and no others. */
  readonly file: string | undefined;
}

export const USAGE = `npm run fuzz -- [--inputs N] [--seed S] [--target T]… [--jobs N] [--out DIR]
npm run fuzz -- --target T --file INPUT

targets: ${Object.keys(TARGETS).join(', ')}`;

/** @throws Error with what is wrong */
export function readOptions(args: readonly string[]): FuzzOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      inputs: { type: 'string', default: '50000' },
      seed: { type: 'string', default: '1' },
      target: { type: 'string', multiple: true },
      jobs: { type: 'string', default: String(Math.min(availableParallelism(), 8)) },
      out: { type: 'string', default: path.join(tmpdir(), 'poolwright-fuzz-findings') },
      file: { type: 'string' },
    },
  });
  const { target: targets = Object.keys(TARGETS), out, file } = values;
  const strange = targets.find((name) => !Object.hasOwn(TARGETS, name));
  if (strange !== undefined) throw new Error(`there is no target \`${strange}\``);
  if (file !== undefined && targets.length !== 1) throw new Error('--file is for one --target');
  return {
    inputs: whole('inputs', values.inputs),
    seed: whole('seed', values.seed),
    jobs: Math.max(1, whole('jobs', values.jobs)),
    targets,
    out,
    file,
  };
}

function whole(name: string, text: string): number {
  const number = Number(text.replaceAll(/[_,]/g, ''));
  if (!Number.isSafeInteger(number) || number < 0)
    throw new Error(`--${name} must be a whole number, not ${text}`);
  return number;
}
