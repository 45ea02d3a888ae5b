import type { RequirementOperator } from '../kubernetes/api/node-pool.ts';

const MAX_QUOTED = 80;
const MAX_VALUES = 8;

/** A name or value in backticks; a very long one is cut, so that a message stays readable. */
export function quoted(text: string): string {
  return `\`${text.length <= MAX_QUOTED ? text : `${text.slice(0, MAX_QUOTED - 1)}…`}\``;
}

/** `1 instance type`, `12 instance types`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** "`a`, `b` and `c`"; beyond `max` names, "`a`, `b` and 7 more". */
export function listed(names: readonly string[], max = 5): string {
  if (names.length <= max) return joined(names.map(quoted));
  return joined([...names.slice(0, max - 1).map(quoted), `${names.length - max + 1} more`]);
}

function joined(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}

/** The name of a label without its domain: enough to recognise a well-known one. */
export function nameOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

/** A requirement in one line: "`instance-category In [c, m]`". */
export function requirementText(requirement: {
  readonly key: string;
  readonly operator: RequirementOperator;
  readonly values: readonly string[];
}): string {
  const { key, operator, values } = requirement;
  const name = key.includes('.') ? nameOf(key) : key;
  if (operator === 'Exists' || operator === 'DoesNotExist') return `\`${name} ${operator}\``;
  if (operator !== 'In' && operator !== 'NotIn') return `\`${name} ${operator} ${values.join(' ')}\``;
  const shown =
    values.length <= MAX_VALUES
      ? values
      : [...values.slice(0, MAX_VALUES - 1), `${values.length - MAX_VALUES + 1} more`];
  return `\`${name} ${operator} [${shown.join(', ')}]\``;
}

/** `49 %`, rounded down. */
export function percentText(part: number, whole: number): string {
  return `${Math.floor((part / whole) * 100)} %`;
}
