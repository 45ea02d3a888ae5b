import { type Pattern, type ReadPattern, readPattern } from '../../patterns/re2-pattern.ts';
import { CelError, CelList, type CelValue } from '../values.ts';
import { intAt, textAt } from './arguments.ts';

/** Patterns that an expression has read already. */
type Patterns = Map<string, ReadPattern>;
type RegexMethod = (patterns: Patterns, args: readonly CelValue[]) => CelValue;

const MAX_KEPT = 100;

function patternOf(patterns: Patterns, source: string): Pattern {
  const reading = patterns.get(source) ?? readPattern(source);
  if (patterns.size < MAX_KEPT) patterns.set(source, reading);
  if ('problem' in reading) throw new CelError(`error parsing regexp: the pattern ${reading.problem}`);
  return reading.pattern;
}

function findAll(patterns: Patterns, args: readonly CelValue[]): CelList {
  const limit = args.length > 2 ? intAt(args, 2) : -1n;
  const found = patternOf(patterns, textAt(args, 1)).findAll(textAt(args, 0));
  return CelList.of(limit < 0n ? found : found.slice(0, Number(limit)));
}

/** Methods with a pattern as their first argument, by name and number of arguments. */
export const REGEX_METHODS: ReadonlyMap<string, RegexMethod> = new Map<string, RegexMethod>([
  ['matches/1', (patterns, args) => patternOf(patterns, textAt(args, 1)).test(textAt(args, 0))],
  ['find/1', (patterns, args) => patternOf(patterns, textAt(args, 1)).find(textAt(args, 0)) ?? ''],
  ['findAll/1', findAll],
  ['findAll/2', findAll],
]);
