import { createHash } from 'node:crypto';

/**
 * Digest of a text file. Line breaks count as `\n`: a checkout that writes `\r\n` (git on Windows) holds the same file,
 * and must neither look stale nor edited.
 */
export function fileDigest(text: string): string {
  const normal = text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
  return `sha256:${createHash('sha256').update(normal, 'utf8').digest('hex')}`;
}
