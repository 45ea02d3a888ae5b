import type { DiagnosticCode } from './codes.ts';
import { alternatives } from './describe-value.ts';
import { type Diagnostic, diagnostic, type Fix, type Related } from './diagnostic.ts';
import { didYouMean } from './did-you-mean.ts';
import { flattenUnions } from './flatten-unions.ts';
import { issuePhrase } from './issue-phrase.ts';
import type { LocatedValue } from './located.ts';
import { followPath, headSpan, type PathSegment } from './located-path.ts';
import { scalarFix } from './replacement.ts';
import type { FlatIssue, SchemaIssue } from './schema-issue.ts';
import type { Span } from './span.ts';

export type { SchemaIssue } from './schema-issue.ts';

export type SchemaProblemKind = 'unknown-key' | 'missing-key' | 'bad-key' | 'wrong-type' | 'bad-value';

/** One finding before it becomes a diagnostic: what `rewrite` sees and may change. */
export interface SchemaProblem {
  readonly kind: SchemaProblemKind;
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly span: Span;
  readonly related: readonly Related[];
  readonly help?: string | undefined;
  readonly fix?: Fix | undefined;
}

export interface SchemaProblemContext {
  readonly issue: FlatIssue;
  /** From the root of the validated value; for an unknown key it ends with that key. */
  readonly path: readonly PathSegment[];
  /** The value at `path`; absent when it is missing. */
  readonly value: LocatedValue | undefined;
}

export interface SchemaDiagnosticOptions {
  readonly codes: {
    readonly unknownKey: DiagnosticCode;
    readonly missingKey: DiagnosticCode;
    readonly wrongType: DiagnosticCode;
    readonly badValue: DiagnosticCode;
    /** @default the code of a bad value */
    readonly badKey?: DiagnosticCode;
  };
  /** The keys the map at this path may have, for "did you mean". @default no suggestions */
  readonly allowedKeys?: (path: readonly PathSegment[]) => Iterable<string> | undefined;
  /** What messages call the validated value itself. @default `the value` */
  readonly rootName?: string;
  /** Changes a finding, or drops it with `undefined`. @default every finding stays as it is */
  readonly rewrite?: (problem: SchemaProblem, context: SchemaProblemContext) => SchemaProblem | undefined;
}

/**
 * Maps the issues of a failed validation to the places in the file: missing keys blame the key of the map that lacks
 * them, unknown and malformed keys the key itself, bad values the value. What came through an alias or a merge is
 * blamed there, with the place where it is written as a related one.
 *
 * ```ts
 * const result = nodeClassSchema.safeParse(toPlain(located));
 * if (!result.success) {
 *   diagnostics.push(
 *     ...schemaDiagnostics(located, result.error.issues, {
 *       codes: { unknownKey: 'PW3001', missingKey: 'PW3002', wrongType: 'PW3003', badValue: 'PW3004' },
 *       allowedKeys: (path) => (path.length === 0 ? Object.keys(nodeClassSchema.shape) : undefined),
 *       rewrite: (problem, { path }) =>
 *         path.at(-1) === 'volume_size' ? { ...problem, help: 'The documented key is `volumeSize`.' } : problem,
 *     }),
 *   );
 * }
 * // error[PW3004]: `arch` must be one of `amd64`, `arm64`, not `amd46`
 * //   = help: Did you mean `amd64`?
 * ```
 *
 * A schema's own messages (`.refine(…, 'must not be spot')`, `.regex(…, 'must be a DNS label')`) are phrases that
 * complete "`key` …".
 */
export function schemaDiagnostics(
  root: LocatedValue,
  issues: readonly SchemaIssue[],
  options: SchemaDiagnosticOptions,
): Diagnostic[] {
  return flattenUnions(root, issues).flatMap((issue) =>
    problemsOf(root, issue, options).flatMap(([problem, context]) => {
      const final = options.rewrite === undefined ? problem : options.rewrite(problem, context);
      return final === undefined ? [] : [diagnostic(final.code, final.span, final.message, final)];
    }),
  );
}

type Finding = readonly [SchemaProblem, SchemaProblemContext];

function problemsOf(root: LocatedValue, issue: FlatIssue, options: SchemaDiagnosticOptions): Finding[] {
  const target = followPath(root, issue.path);
  const context = { issue, path: issue.path, value: target.value };
  if (issue.code === 'unrecognized_keys') {
    return (issue.keys ?? []).map((key) => unknownKey(root, issue, key, options));
  }
  if (issue.code === 'invalid_key') return [[badKey(root, issue, options), context]];
  if (target.value === undefined) return [[missingKey(root, issue, options), context]];
  return [[badValue(issue, target.value, options), context]];
}

function unknownKey(
  root: LocatedValue,
  issue: FlatIssue,
  key: string,
  options: SchemaDiagnosticOptions,
): Finding {
  const path = [...issue.path, key];
  const { entry, value, nearest } = followPath(root, path);
  const allowed = [...(options.allowedKeys?.(issue.path) ?? [])];
  const guess = didYouMean(key, allowed);
  const problem: SchemaProblem = {
    kind: 'unknown-key',
    code: options.codes.unknownKey,
    message: `unknown key \`${key}\`${within(issue.path)}`,
    span: entry?.keySpan ?? headSpan(nearest),
    related: writtenAt(value),
    help: guess === undefined ? knownKeys(allowed) : `Did you mean \`${guess}\`?`,
  };
  return [problem, { issue, path, value }];
}

function badKey(root: LocatedValue, issue: FlatIssue, options: SchemaDiagnosticOptions): SchemaProblem {
  const { entry, nearest } = followPath(root, issue.path);
  const [inner] = flattenUnions(root, issue.issues ?? []);
  const key = String(issue.path.at(-1));
  return {
    kind: 'bad-key',
    code: options.codes.badKey ?? options.codes.badValue,
    message: `the key \`${key}\` ${inner === undefined ? 'is not valid' : issuePhrase(inner, undefined)}`,
    span: entry?.keySpan ?? headSpan(nearest),
    related: writtenAt(entry?.value),
    help: guessAmong(key, inner?.values),
  };
}

function missingKey(root: LocatedValue, issue: FlatIssue, options: SchemaDiagnosticOptions): SchemaProblem {
  const { nearest } = followPath(root, issue.path);
  const own = issue.code === 'custom' ? issuePhrase(issue, undefined) : undefined;
  const key = String(issue.path.at(-1) ?? '');
  return {
    kind: 'missing-key',
    code: own === undefined ? options.codes.missingKey : options.codes.badValue,
    message:
      own === undefined ? `\`${key}\` is missing${within(issue.path.slice(0, -1))}` : `\`${key}\` ${own}`,
    span: headSpan(nearest),
    related: writtenAt(nearest),
    help: issue.values === undefined ? undefined : `It ${issuePhrase(issue, undefined)}.`,
  };
}

function badValue(issue: FlatIssue, value: LocatedValue, options: SchemaDiagnosticOptions): SchemaProblem {
  const wrongType = issue.code === 'invalid_type';
  const retyped = wrongType && wantsString(issue) && isRetyped(value);
  const text = value.kind === 'scalar' ? value.text : '';
  return {
    kind: wrongType ? 'wrong-type' : 'bad-value',
    code: wrongType ? options.codes.wrongType : options.codes.badValue,
    message: `${subject(issue.path, options)} ${issuePhrase(issue, value)}`,
    span: valueSpan(value),
    related: writtenAt(value),
    help: retyped ? 'Put it in quotes.' : guessAmong(text, issue.values ?? issue.options),
    fix: retyped && value.kind === 'scalar' ? scalarFix(value, text) : undefined,
  };
}

/** An empty value has no extent to point at, and one of several lines would fill the screen: then its key. */
function valueSpan(value: LocatedValue): Span {
  const { span } = value.origin;
  const written = span.source.text.slice(span.start, span.end);
  return written === '' || (value.kind !== 'scalar' && written.includes('\n')) ? headSpan(value) : span;
}

function wantsString(issue: FlatIssue): boolean {
  return issue.expected?.split('|').includes('string') === true;
}

/** A number or boolean only because it is not quoted. */
function isRetyped(value: LocatedValue): boolean {
  return value.kind === 'scalar' && value.style === 'plain' && value.value !== null;
}

function guessAmong(text: string, values: readonly unknown[] | undefined): string | undefined {
  const names = values?.filter((value) => typeof value === 'string') ?? [];
  const guess = didYouMean(text, names);
  return guess === undefined ? undefined : `Did you mean \`${guess}\`?`;
}

/** Above this a list of all keys is no help. */
const KEYS_LISTED_MAX = 16;

function knownKeys(keys: readonly string[]): string | undefined {
  if (keys.length === 0 || keys.length > KEYS_LISTED_MAX) return undefined;
  const names = keys.toSorted().map((key) => `\`${key}\``);
  return `Known here: ${alternatives(names, 'and')}.`;
}

function subject(path: readonly PathSegment[], options: SchemaDiagnosticOptions): string {
  if (path.length === 0) return options.rootName ?? 'the value';
  const last = path.at(-1);
  if (typeof last === 'string') return `\`${last}\``;
  const list = lastKey(path);
  return list === undefined ? 'an item' : `an item of \`${list}\``;
}

function within(path: readonly PathSegment[]): string {
  const key = lastKey(path);
  if (key === undefined) return '';
  return typeof path.at(-1) === 'number' ? ` in this item of \`${key}\`` : ` in \`${key}\``;
}

function lastKey(path: readonly PathSegment[]): string | undefined {
  return path.findLast((segment): segment is string => typeof segment === 'string');
}

function writtenAt(value: LocatedValue | undefined): Related[] {
  const span = value?.origin.definedAt;
  return span === undefined ? [] : [{ span, message: 'the alias stands for this value' }];
}
