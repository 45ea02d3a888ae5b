import { snapshotDigest } from './snapshot-digest.ts';
import type { SnapshotFile, Table } from './snapshot-format.ts';

/** The snapshot's text with its digest: stable bytes, one line per type, ends with a newline. */
export function writeSnapshot(content: Omit<SnapshotFile, 'digest'>): string {
  const { apiVersion, kind, provider, version, date, ...rest } = content;
  const head = { apiVersion, kind, provider, version, date };
  // The digest is over the values in the order in which they stand in the file.
  const ordered: Omit<SnapshotFile, 'digest'> = { ...head, ...rest };
  const all: SnapshotFile = { ...head, digest: snapshotDigest(ordered), ...rest };
  const members = Object.entries(all).map(([key, value]) => `${JSON.stringify(key)}: ${member(value)}`);
  return `{\n${members.join(',\n')}\n}\n`;
}

function member(value: unknown): string {
  if (isTable(value)) {
    const { rows, ...about } = value;
    return `${JSON.stringify(about).slice(0, -1)},"rows":${lines(rows)}}`;
  }
  return Array.isArray(value) ? lines(value) : JSON.stringify(value);
}

function lines(items: readonly unknown[]): string {
  return items.length === 0 ? '[]' : `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]`;
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && 'rows' in value;
}
