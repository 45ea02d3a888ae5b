import { createHash } from 'node:crypto';
import type { LoadedText } from '../load-definitions.ts';

export function textDigest(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

/** Over names and texts, in order of name. */
export function textsDigest(texts: ReadonlyMap<string, LoadedText>): string {
  const hash = createHash('sha256');
  const all = [...texts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [file, { source }] of all) hash.update(JSON.stringify([file, source.text]));
  return `sha256:${hash.digest('hex')}`;
}
