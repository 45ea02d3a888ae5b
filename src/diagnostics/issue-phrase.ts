import { alternatives, describeValue, shorten } from './describe-value.ts';
import type { LocatedValue } from './located.ts';
import type { FlatIssue } from './schema-issue.ts';

/** More allowed values than this are not listed in full. */
const VALUES_LISTED_MAX = 12;

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  bigint: 'an integer',
  boolean: '`true` or `false`',
  array: 'a list',
  tuple: 'a list',
  object: 'a map',
  record: 'a map',
  map: 'a map',
  null: 'null',
};

/** Messages that the schema library wrote; any other was written by the schema's author and is used as it is. */
const STANDARD_MESSAGE = /^(?:Invalid|Too (?:small|big)|Unrecognized)/;

/**
 * The rule an issue says was broken, as a phrase that completes "`key` …". An author's own message (`custom` issues,
 * `z.string().regex(…, 'must be …')`) is expected to be such a phrase already.
 */
export function issuePhrase(issue: FlatIssue, value: LocatedValue | undefined): string {
  if (issue.code === 'custom' || !STANDARD_MESSAGE.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${expectedTypes(issue)}${foundKind(value)}`;
    case 'invalid_value':
      return `must be ${allowedValues(issue.values ?? [])}${foundValue(value)}`;
    case 'invalid_union':
      return `must be ${allowedValues(issue.options ?? [])}${foundValue(value)}`;
    case 'too_small':
      return `must ${lowerBound(issue)}${measured(issue, value)}`;
    case 'too_big':
      return `must ${upperBound(issue)}${measured(issue, value)}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}${foundValue(value)}`;
    default:
      return `is not valid (${issue.message.toLowerCase()})`;
  }
}

function expectedTypes(issue: FlatIssue): string {
  if (issue.expected === 'never') return 'absent';
  const names = (issue.expected ?? '').split('|').map((name) => TYPE_NAMES[name] ?? `a ${name}`);
  const values = (issue.values ?? []).map((value) => `\`${String(value)}\``);
  return alternatives([...new Set([...names, ...values])]);
}

function allowedValues(values: readonly unknown[]): string {
  const names = values.map((value) => `\`${String(value)}\``);
  if (names.length === 0) return 'something else';
  if (names.length === 1) return names[0] ?? '';
  if (names.length <= VALUES_LISTED_MAX) return `one of ${names.join(', ')}`;
  return `one of ${names.slice(0, VALUES_LISTED_MAX).join(', ')} and ${names.length - VALUES_LISTED_MAX} more`;
}

function foundKind(value: LocatedValue | undefined): string {
  if (value === undefined) return '';
  return isAbsent(value) ? ', but has no value' : `, not ${describeValue(value)}`;
}

/** Among allowed values the kind of what was found says nothing; only the text matters. */
function foundValue(value: LocatedValue | undefined): string {
  if (value?.kind !== 'scalar' || value.text === '') return foundKind(value);
  return `, not \`${shorten(value.text)}\``;
}

function isAbsent(value: LocatedValue): boolean {
  return value.kind === 'scalar' && value.value === null && value.text === '';
}

function measured(issue: FlatIssue, value: LocatedValue | undefined): string {
  return isCounted(issue) ? '' : foundValue(value);
}

function isCounted(issue: FlatIssue): boolean {
  return issue.origin !== 'number' && issue.origin !== 'int' && issue.origin !== 'bigint';
}

function lowerBound(issue: FlatIssue): string {
  const minimum = Number(issue.minimum);
  if (isCounted(issue)) {
    if (issue.exact === true) return `have exactly ${counted(issue, minimum)}`;
    return minimum === 1 ? 'not be empty' : `have at least ${counted(issue, minimum)}`;
  }
  return issue.inclusive === false ? `be greater than ${issue.minimum}` : `be at least ${issue.minimum}`;
}

function upperBound(issue: FlatIssue): string {
  const maximum = Number(issue.maximum);
  if (isCounted(issue)) {
    return `have ${issue.exact === true ? 'exactly' : 'at most'} ${counted(issue, maximum)}`;
  }
  return issue.inclusive === false ? `be less than ${issue.maximum}` : `be at most ${issue.maximum}`;
}

function counted(issue: FlatIssue, count: number): string {
  const unit = issue.origin === 'string' ? 'character' : issue.origin === 'array' ? 'item' : 'key';
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
