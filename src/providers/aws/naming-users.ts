import { usedHere } from '../../diagnostics/describe-origin.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { LocatedValue } from '../../diagnostics/located.ts';
import type { Origin } from '../../diagnostics/origin.ts';
import type { Span } from '../../diagnostics/span.ts';
import type { Pool } from '../../model/pool.ts';

/** Findings about inherited values, with the pool that inherits them as a second place. */
export function namingUsers(diagnostics: readonly Diagnostic[], pool: Pool): Diagnostic[] {
  if (diagnostics.length === 0) return [];
  const origins = [...writtenOrigins(pool)];
  return diagnostics.map((found) => {
    const origin = origins.find(({ span, keySpan }) => same(span, found.span) || same(keySpan, found.span));
    const users = origin === undefined ? [] : usedHere(origin, pool);
    const news = users.filter((user) => !found.related.some((known) => same(known.span, user.span)));
    return news.length === 0 ? found : { ...found, related: [...found.related, ...news] };
  });
}

function* writtenOrigins(pool: Pool): Generator<Origin> {
  const { rest, volumeSize, extraSecurityGroupIds } = pool.nodeClass;
  if (volumeSize !== undefined) yield volumeSize.origin;
  for (const { origin } of extraSecurityGroupIds) yield origin;
  yield* originsIn(rest);
}

function* originsIn(value: LocatedValue): Generator<Origin> {
  yield value.origin;
  if (value.kind === 'list') for (const item of value.items) yield* originsIn(item);
  if (value.kind === 'map') for (const entry of value.entries.values()) yield* originsIn(entry.value);
}

function same(a: Span | undefined, b: Span): boolean {
  return a !== undefined && a.source === b.source && a.start === b.start && a.end === b.end;
}
