import {
  type Dirent,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileDigest } from '../render/file-digest.ts';
import { type FoundCluster, type FoundEntry, TEMPORARY_ENDING } from '../render/found-output.ts';
import type { OutputPlan, OutputStep } from '../render/output-plan.ts';
import { readRecord, RECORD_PATH, saysGenerated } from '../render/ownership-record.ts';

/** The file operations that a run may be interrupted between. */
export interface OutputFs {
  readonly makeFolder: (path: string) => void;
  readonly writeFile: (path: string, text: string) => void;
  readonly rename: (from: string, to: string) => void;
  readonly remove: (path: string) => void;
  readonly removeFolder: (path: string) => void;
}

const REAL_FS: OutputFs = {
  makeFolder,
  writeFile: (path, text) => writeFileSync(path, text),
  rename: renameSync,
  remove: (path) => rmSync(path, { force: true }),
  removeFolder: rmdirSync,
};

/** Folder by folder: the recursive `mkdir` of Node never ends where the system says ENOENT below an existing folder. */
function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let current = path; !existsSync(current) && current !== dirname(current); current = dirname(current)) {
    missing.push(current);
  }
  for (const folder of missing.reverse()) {
    try {
      mkdirSync(folder);
    } catch (error) {
      // Another run made it in the meantime; a dangling link makes the next step fail.
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

/**
 * What is on disk below the output folder: of the named clusters, or of all. A folder that is not there is empty.
 * Throws what the file system throws.
 */
export function readOutputFolder(folder: string, clusters?: readonly string[]): readonly FoundCluster[] {
  const names =
    clusters ??
    listFolder(folder)
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  return names.toSorted().map((cluster) => readCluster(join(folder, cluster), cluster));
}

export interface RecordedSource {
  readonly cluster: string;
  /** The definition, as its record names it. */
  readonly source?: string;
}

/** The clusters' folders that have a record, in order of name. Throws what the file system throws. */
export function recordedSources(folder: string): readonly RecordedSource[] {
  return listFolder(folder)
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: cluster }): RecordedSource[] => {
      const file = join(folder, cluster, RECORD_PATH);
      if (!existsSync(file)) return [];
      const { source } = readRecord(readFileSync(file, 'utf8'));
      return [{ cluster, ...(source === undefined ? {} : { source }) }];
    })
    .sort((a, b) => (a.cluster < b.cluster ? -1 : 1));
}

function readCluster(folder: string, cluster: string): FoundCluster {
  const entries: FoundEntry[] = [];
  let record: string | undefined;
  const walk = (below: string): void => {
    for (const entry of listFolder(join(folder, below))) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) {
        entries.push({ kind: 'folder', path });
        walk(path);
      } else if (!entry.isFile()) {
        entries.push({ kind: 'other', path });
      } else if (path === RECORD_PATH) {
        record = readFileSync(join(folder, path), 'utf8');
      } else {
        entries.push(readEntry(join(folder, path), path));
      }
    }
  };
  try {
    walk('');
  } catch (error) {
    if (codeOf(error) !== 'ENOTDIR') throw error;
    // Something that is no folder has the cluster's name.
    entries.push({ kind: 'other', path: '' });
  }
  return { cluster, entries, ...(record === undefined ? {} : { record }) };
}

function readEntry(file: string, path: string): FoundEntry {
  const text = readFileSync(file, 'utf8');
  return {
    kind: 'file',
    path,
    digest: fileDigest(text),
    conflicted: /^(<{7}|>{7}) /m.test(text),
    generated: saysGenerated(text),
  };
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

/** Carries out a plan, cluster by cluster, step by step. Throws what the file system throws; a later run completes it. */
export function applyOutputPlan(folder: string, plan: OutputPlan, fs: OutputFs = REAL_FS): void {
  for (const { cluster, steps } of plan.clusters) {
    const made = new Set<string>();
    for (const step of steps) applyStep(join(folder, cluster), step, made, fs);
    const emptied = steps
      .filter(({ kind }) => kind === 'remove')
      .map(({ path }) => dirname(join(cluster, path)));
    for (const path of new Set(emptied)) removeEmpty(folder, path, fs);
  }
}

function applyStep(folder: string, step: OutputStep, made: Set<string>, fs: OutputFs): void {
  const path = join(folder, step.path);
  if (step.kind === 'remove') {
    fs.remove(path);
    return;
  }
  const parent = dirname(path);
  if (!made.has(parent)) {
    fs.makeFolder(parent);
    made.add(parent);
  }
  // Renaming within a folder is atomic: a reader sees the old file or the new one, never half of it.
  const temporary = join(parent, `.${basename(path)}.${process.pid}${TEMPORARY_ENDING}`);
  fs.writeFile(temporary, step.text);
  fs.rename(temporary, path);
}

/** Removes folders that a removal left empty, from `start` up to but without the output folder. */
function removeEmpty(folder: string, start: string, fs: OutputFs): void {
  for (let current = start; current !== '.'; current = dirname(current)) {
    const path = join(folder, current);
    if (!existsSync(path)) continue;
    if (listFolder(path).length > 0) return;
    fs.removeFolder(path);
  }
}
