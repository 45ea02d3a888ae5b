import type { ReviewedState } from '../../model/review.ts';
import type { DiffArguments, DiffFlags } from './diff-flags.ts';
import type { ReviewResult } from './review-of.ts';

/** How `poolwright` is asked for the same review again, on another machine. */
export function reproduceArguments(
  args: DiffArguments,
  flags: DiffFlags,
  { base, head, at }: Pick<ReviewResult, 'base' | 'head' | 'at'>,
): readonly string[] {
  const { definitions = [], nodes = [], crds = [], replacementTime, hpa, defaults, name } = flags;
  // What is ambiguous there may not be so here.
  const named = (arg: string, { kind, name: state }: ReviewedState) => (kind === 'git' ? state : arg);
  const isRange = args.head === undefined && head.kind === 'git';
  return [
    'diff',
    named(args.base, base),
    ...(args.head === undefined || isRange ? [] : [named(args.head, head)]),
    ...definitions.flatMap((one) => ['--definitions', one]),
    ...nodes.flatMap((one) => ['--nodes', one]),
    ...crds.flatMap((one) => ['--crds', one]),
    ...(at === undefined ? [] : ['--at', at]),
    ...(replacementTime === DEFAULT_REPLACEMENT_SECONDS ? [] : ['--replacement-time', `${replacementTime}s`]),
    ...(hpa === 'max' ? [] : ['--hpa', hpa]),
    ...(defaults === undefined ? [] : ['--defaults', defaults]),
    ...(name === undefined ? [] : ['--name', name]),
  ];
}

/** What is assumed where nothing is said: a node starts, and pods move, in about five minutes. */
export const DEFAULT_REPLACEMENT_SECONDS = 300;
