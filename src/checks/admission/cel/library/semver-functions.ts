import { CelError, CelSemver, type CelValue } from '../values.ts';
import { booleanAt, type CelFunction, type CelFunctions, instanceAt, textAt } from './arguments.ts';
import { parseLooseSemver, parseSemver } from './semver.ts';

function read(args: readonly CelValue[]): CelSemver | undefined {
  const loose = args.length > 1 && booleanAt(args, 1);
  return loose ? parseLooseSemver(textAt(args, 0)) : parseSemver(textAt(args, 0));
}

function semver(args: readonly CelValue[]): CelSemver {
  const version = read(args);
  if (version === undefined) {
    const text = textAt(args, 0);
    const parts = text.split('.').length;
    throw new CelError(
      parts < 3
        ? 'No Major.Minor.Patch elements found'
        : `Invalid character(s) found in ${JSON.stringify(text)}`,
    );
  }
  return version;
}

const isSemver: CelFunction = (args) => read(args) !== undefined;

function number(args: readonly CelValue[], place: 0 | 1 | 2): bigint {
  return BigInt.asIntN(64, instanceAt(args, 0, CelSemver).numbers[place]);
}

export const SEMVER_FUNCTIONS: CelFunctions = new Map<string, CelFunction>([
  ['semver/1', semver],
  ['semver/2', semver],
  ['isSemver/1', isSemver],
  ['isSemver/2', isSemver],
]);

export const SEMVER_METHODS: CelFunctions = new Map<string, CelFunction>([
  ['major/0', (args) => number(args, 0)],
  ['minor/0', (args) => number(args, 1)],
  ['patch/0', (args) => number(args, 2)],
]);
