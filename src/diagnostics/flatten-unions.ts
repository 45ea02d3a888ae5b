import { followPath, type PathSegment } from './located-path.ts';
import type { LocatedValue } from './located.ts';
import { type FlatIssue, type SchemaIssue, segments } from './schema-issue.ts';

/** Replaces every union issue by the issues of the branch that the author most likely meant. */
export function flattenUnions(
  root: LocatedValue,
  issues: readonly SchemaIssue[],
  base: readonly PathSegment[] = [],
): FlatIssue[] {
  return issues.flatMap((issue) => {
    const path = [...base, ...segments(issue.path)];
    if (issue.code === 'invalid_union' && issue.errors !== undefined && issue.errors.length > 0) {
      return flattenUnion(root, issue.errors, path);
    }
    if (issue.code === 'invalid_element' && issue.issues !== undefined) {
      const key = typeof issue.key === 'number' ? issue.key : String(issue.key);
      return flattenUnions(root, issue.issues, [...path, key]);
    }
    return [{ ...issue, path }];
  });
}

function flattenUnion(
  root: LocatedValue,
  errors: readonly (readonly SchemaIssue[])[],
  path: readonly PathSegment[],
): FlatIssue[] {
  const branches = errors.map((branch) => flattenUnions(root, branch, path));
  const entered = branches.filter((branch) => mismatchDepth(root, branch) > path.length);
  if (entered.length === 0) return [noBranch(branches, path)];
  return entered.reduce((best, branch) => (isNearer(root, path, branch, best) ? branch : best));
}

/** Whether a branch is more likely meant than another: it knows the keys, fits further down, or complains less. */
function isNearer(
  root: LocatedValue,
  path: readonly PathSegment[],
  branch: readonly FlatIssue[],
  best: readonly FlatIssue[],
): boolean {
  const strangeness = keyMismatch(root, path, branch) - keyMismatch(root, path, best);
  if (strangeness !== 0) return strangeness < 0;
  const depth = mismatchDepth(root, branch);
  const bestDepth = mismatchDepth(root, best);
  return depth === bestDepth ? branch.length < best.length : depth > bestDepth;
}

/** How badly the keys of a map fit a branch: missing, unknown, or (twice as bad) naming another branch. */
function keyMismatch(root: LocatedValue, path: readonly PathSegment[], branch: readonly FlatIssue[]): number {
  let mismatch = 0;
  for (const issue of branch) {
    if (issue.code === 'unrecognized_keys' && issue.path.length === path.length) {
      mismatch += issue.keys?.length ?? 0;
    } else if (issue.path.length === path.length + 1) {
      if (followPath(root, issue.path).value === undefined) mismatch += 1;
      else if (issue.code === 'invalid_value' && issue.values?.length === 1) mismatch += 2;
    }
  }
  return mismatch;
}

/** How far down a branch still fitted: the depth of its first value of a wrong kind. Missing keys do not count. */
function mismatchDepth(root: LocatedValue, branch: readonly FlatIssue[]): number {
  const mismatches = branch.filter(
    ({ code, path }) =>
      (code === 'invalid_type' || code === 'invalid_value') && followPath(root, path).value !== undefined,
  );
  return Math.min(...mismatches.map(({ path }) => path.length));
}

/** No branch accepts even the kind of value: one issue that lists what all of them accept. */
function noBranch(branches: readonly (readonly FlatIssue[])[], path: readonly PathSegment[]): FlatIssue {
  const here = branches.flat().filter((issue) => issue.path.length === path.length);
  const expected = new Set(here.flatMap((issue) => issue.expected?.split('|') ?? []));
  const values = here.flatMap((issue) => issue.values ?? []);
  return {
    code: expected.size === 0 ? 'invalid_value' : 'invalid_type',
    path,
    message: 'Invalid input',
    ...(expected.size === 0 ? {} : { expected: [...expected].join('|') }),
    ...(values.length === 0 ? {} : { values }),
  };
}
