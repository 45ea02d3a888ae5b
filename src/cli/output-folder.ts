import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileDigest } from '../render/file-digest.ts';
import type { FoundCluster, FoundEntry } from '../render/found-output.ts';
import { readRecord, RECORD_PATH, saysGenerated } from '../render/ownership-record.ts';
import { readBytes } from './files/read-bytes.ts';
import { UsageError } from './usage-error.ts';

/** No file that poolwright writes has more: what is larger is not ours, or not any more. */
const MOST_BYTES = 32 * 1024 * 1024;
const TOO_LARGE = 'too large';
/** Of all files that are read at a time. */
const MOST_IN_ALL_BYTES = 512 * 1024 * 1024;
const TOO_MUCH =
  'the files of the output folder have more than 512 MiB, the most that is read: move away what poolwright did not write, or divide the clusters among runs with `--shard`';

/**
 * What is on disk below the output folder: of the named clusters, or of all. A folder that is not there is empty.
 * Links below it are not followed: they are what stands in the place of a cluster, as a file may.
 * Throws what the file system throws, and UsageError if there is more than anybody should wait for.
 */
export function readOutputFolder(folder: string, clusters?: readonly string[]): readonly FoundCluster[] {
  const names = clusters ?? listFolder(folder).map(({ name }) => name);
  const sum = new ReadingSum();
  return names.toSorted().map((cluster) => readCluster(join(folder, cluster), cluster, sum));
}

export interface RecordedSource {
  readonly cluster: string;
  /** The definition, as its record names it. */
  readonly source?: string;
  /** Whose fake nodes the output is for. Absent: it is for real ones. */
  readonly provider?: string;
}

/** The clusters' folders that have a record, in order of name. Throws as `readOutputFolder` does. */
export function recordedSources(folder: string): readonly RecordedSource[] {
  const sum = new ReadingSum();
  return listFolder(folder)
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => {
      sum.add(join(folder, name, RECORD_PATH));
      return recordedSource(join(folder, name)) ?? [];
    })
    .sort((a, b) => (a.cluster < b.cluster ? -1 : 1));
}

/** What the record in a cluster's folder says; undefined: it has none. Throws what the file system throws. */
export function recordedSource(folder: string): RecordedSource | undefined {
  const text = textOf(join(folder, RECORD_PATH));
  if (text === undefined) return undefined;
  const { source, provider } = readRecord(text);
  return {
    cluster: basename(folder),
    ...(source === undefined ? {} : { source }),
    ...(provider === undefined ? {} : { provider }),
  };
}

function readCluster(folder: string, cluster: string, sum: ReadingSum): FoundCluster {
  // Something that is no folder may have the cluster's name: a link to one is not followed.
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) {
    return { cluster, entries: [{ kind: 'other', path: '' }] };
  }
  const entries: FoundEntry[] = [];
  const files: string[] = [];
  let record: string | undefined;
  const walk = (below: string): void => {
    for (const entry of listFolder(join(folder, below))) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) {
        entries.push({ kind: 'folder', path });
        walk(path);
      } else if (!entry.isFile()) {
        entries.push({ kind: 'other', path });
      } else {
        files.push(path);
        sum.add(join(folder, path));
      }
    }
  };
  walk('');
  for (const path of files) {
    const text = textOf(join(folder, path));
    if (text === undefined) continue;
    if (path === RECORD_PATH) record = text;
    else entries.push(entryOf(path, text));
  }
  return { cluster, entries, ...(record === undefined ? {} : { record }) };
}

function entryOf(path: string, text: string): FoundEntry {
  // Nothing that was rendered has such a digest.
  if (text === TOO_LARGE)
    return { kind: 'file', path, digest: TOO_LARGE, conflicted: false, generated: false };
  return {
    kind: 'file',
    path,
    digest: fileDigest(text),
    conflicted: /^(<{7}|>{7}) /m.test(text),
    generated: saysGenerated(text),
  };
}

/** Files that are to be read, before any is. */
class ReadingSum {
  #leftBytes = MOST_IN_ALL_BYTES;

  /** @throws UsageError if that is too much */
  add(file: string): void {
    const size = lstatSync(file, { throwIfNoEntry: false })?.size ?? 0;
    // What is too large to be ours is not read.
    this.#leftBytes -= size > MOST_BYTES ? 0 : size;
    if (this.#leftBytes < 0) throw new UsageError(TOO_MUCH);
  }
}

/** Undefined: there is no plain file of that name, or not any more. Of what is too large to be ours, `TOO_LARGE`. */
function textOf(file: string): string | undefined {
  try {
    const entry = lstatSync(file);
    if (!entry.isFile()) return undefined;
    if (entry.size > MOST_BYTES) return TOO_LARGE;
    const bytes = readBytes(file, MOST_BYTES);
    return bytes.length > MOST_BYTES ? TOO_LARGE : Buffer.from(bytes).toString('utf8');
  } catch (error) {
    // Above a folder that is still to be made, a file may stand in its way: that is told when it is made.
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

function listFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
