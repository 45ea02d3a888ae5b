import type { Diagnostic, Related } from './diagnostic.ts';

const OTHERS = ' (other pools too)';
const MAX_RELATED = 5;

/**
 * Findings at one place that differ in the pool they name, folded into one: a mistake in a profile or in shared
 * defaults is one mistake, however many pools and clusters inherit it. The order is kept.
 */
export function foldPools(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const groups = new Map<string, [Diagnostic, ...Diagnostic[]]>();
  for (const found of diagnostics) {
    const key = `${found.severity}\n${placeAndKind(found)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [found]);
    else group.push(found);
  }
  return [...groups.values()].map(([first, ...others]) =>
    others.length === 0
      ? first
      : { ...first, message: first.message + OTHERS, related: merged([first, ...others]) },
  );
}

/** The same for findings that `foldPools` makes one of, and for that one. */
export function placeAndKind({ code, span, message }: Diagnostic): string {
  const anyPool = message.replace(OTHERS, '').replaceAll(/\bpool `[^`]+`/g, 'pool');
  return `${code}\n${span.source.file}\n${span.start}\n${span.end}\n${anyPool}`;
}

function merged(findings: readonly Diagnostic[]): Related[] {
  const related: Related[] = [];
  for (const one of findings.flatMap((found) => found.related)) {
    if (related.length === MAX_RELATED) break;
    const known = related.some(
      ({ span, message }) =>
        message === one.message && span.source === one.span.source && span.start === one.span.start,
    );
    if (!known) related.push(one);
  }
  return related;
}
