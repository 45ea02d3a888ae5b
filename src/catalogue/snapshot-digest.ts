import { createHash } from 'node:crypto';
import type { SnapshotFile } from './snapshot-format.ts';

/**
 * `sha256:` over the content without the digest itself. Taken over the values rather than the bytes, so that line
 * endings and a reformatting tool do not matter, while an edited price does.
 */
export function snapshotDigest(content: Omit<SnapshotFile, 'digest'>): string {
  const { digest: _, ...rest } = content as SnapshotFile;
  return `sha256:${createHash('sha256').update(JSON.stringify(rest), 'utf8').digest('hex')}`;
}
