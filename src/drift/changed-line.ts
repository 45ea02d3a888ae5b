import type { Span } from '../diagnostics/span.ts';
import type { Pool, PoolRequirement } from '../model/pool.ts';

/** Where something stands, by what it says. */
export type Lines = ReadonlyMap<string, Span>;

/** Head's first line that says something new, else base's that is gone. Undefined: they say the same. */
export function changedLine(before: Lines, after: Lines): Span | undefined {
  const added = [...after].find(([text]) => !before.has(text));
  const gone = [...before].find(([text]) => !after.has(text));
  return (added ?? gone)?.[1];
}

export function requirementLines({ requirements }: Pool): Lines {
  return new Map(requirements.map((one): [string, Span] => [requirementText(one), one.origin.span]));
}

function requirementText({ key, operator, values }: PoolRequirement): string {
  return [key.value, operator.value, ...values.map(({ value }) => value)].join(' ');
}
