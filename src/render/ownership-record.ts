import { fileDigest } from './file-digest.ts';
import type { OutputFile } from './output-file.ts';

/** Which files of a cluster's output folder are ours. A function of the output alone, so it can be rebuilt. */
export const RECORD_PATH = '.poolwright.json';

const API_VERSION = 'poolwright.dev/v1alpha1';
const KIND = 'OutputRecord';

/**
 * Argo CD reads every JSON file of a plain directory source as a manifest, and fails on this one, unless the file says
 * somewhere that it is none.
 */
export const NOT_A_MANIFEST = '+argocd:skip-file-rendering';

const COMMENT = `Files written by poolwright, so that it touches no others. ${NOT_A_MANIFEST}`;

type Digests = ReadonlyMap<string, string>;

export interface OwnershipRecord {
  /** Path to digest of what is, or was before an unfinished run, on disk. */
  readonly files: Digests;
  /** Path to digest of what an unfinished run was about to write. Empty when the last run finished. */
  readonly pending: Digests;
  /**
   * The definition the output comes from, as reports name it. While it exists, the output does not count as vanished.
   * Absent in records of versions that did not write it.
   */
  readonly source?: string;
  /** Whose fake nodes the output is for. Absent: it is for real ones. */
  readonly provider?: string;
  /** Templates of machines among the files, `<kind>/<namespace>/<name>`: nobody may delete them with their files. */
  readonly templates: readonly string[];
  /** Templates that are files no more and may still be in use. */
  readonly superseded: readonly string[];
  /** The text was not a record (a merge conflict, a newer format); digests were salvaged from it. */
  readonly damaged: boolean;
}

export interface RecordedOutput {
  readonly files: readonly OutputFile[];
  readonly source: string;
  readonly templates: readonly string[];
  /** @default it is for real nodes */
  readonly provider?: string;
}

/** The record of finished output, as if there had been none before. */
export function recordOf({ files, ...recorded }: RecordedOutput): OutputFile {
  const digests = new Map(files.map((file) => [file.path, fileDigest(file.text)]));
  const text = writeRecord({ ...recorded, files: digests, pending: new Map(), superseded: [] });
  return { path: RECORD_PATH, text };
}

export function writeRecord(record: Omit<OwnershipRecord, 'damaged'>): string {
  const content = {
    apiVersion: API_VERSION,
    kind: KIND,
    comment: COMMENT,
    ...(record.source === undefined ? {} : { source: record.source }),
    ...(record.provider === undefined ? {} : { provider: record.provider }),
    files: sorted(record.files),
    ...(record.pending.size === 0 ? {} : { pending: sorted(record.pending) }),
    ...(record.templates.length === 0 ? {} : { templates: record.templates }),
    ...(record.superseded.length === 0 ? {} : { superseded: record.superseded }),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** Never fails: what cannot be read as a record is searched for digests, both sides of a merge conflict included. */
export function readRecord(text: string): OwnershipRecord {
  const content = parse(text);
  if (content?.['apiVersion'] === API_VERSION && content['kind'] === KIND) {
    const files = digests(content['files']);
    const pending = digests(content['pending'] ?? {});
    const source = content['source'];
    const templates = names(content['templates'] ?? []);
    const superseded = names(content['superseded'] ?? []);
    if (files !== undefined && pending !== undefined && templates !== undefined && superseded !== undefined) {
      const known = {
        ...(typeof source === 'string' ? { source } : {}),
        ...(typeof content['provider'] === 'string' ? { provider: content['provider'] } : {}),
      };
      return { files, pending, templates, superseded, damaged: false, ...known };
    }
  }
  return { ...salvage(text), damaged: true };
}

/** Whether a text says itself that poolwright wrote it: an object by its annotation, the kustomization by its comment. */
export function saysGenerated(text: string): boolean {
  return (
    /^ {4}"?poolwright\.dev\/source"?: /m.test(text) ||
    new RegExp(`^---\\r?\\n# \\${NOT_A_MANIFEST}`).test(text)
  );
}

/** Whether a file with this digest is as we left it, or as an unfinished run of ours left it. */
export function isOurs(record: OwnershipRecord, path: string, digest: string): boolean {
  return record.files.get(path) === digest || record.pending.get(path) === digest;
}

export function owns(record: OwnershipRecord, path: string): boolean {
  return record.files.has(path) || record.pending.has(path);
}

function sorted(digests: Digests): Record<string, string> {
  return Object.fromEntries([...digests].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    // Not JSON: `readRecord` salvages what it can.
    return undefined;
  }
}

function digests(value: unknown): Digests | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value);
  return entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')
    ? new Map(entries)
    : undefined;
}

function names(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((name) => typeof name === 'string') ? value : undefined;
}

function salvage(text: string): Omit<OwnershipRecord, 'damaged'> {
  const files = new Map<string, string>();
  const pending = new Map<string, string>();
  for (const [, path = '', digest = ''] of text.matchAll(/"([^"\\]+)": "(sha256:[0-9a-f]{64})"/g)) {
    (files.has(path) ? pending : files).set(path, digest);
  }
  // Two sides of a conflict that disagree say nothing.
  const [source, ...others] = new Set([...text.matchAll(/"source": "([^"\\]+)"/g)].map((match) => match[1]));
  // Whether a template is a file or was one does not matter: both are compared with what is rendered.
  const templates = [...text.matchAll(/^\s*"([A-Za-z]+Template\/[a-z0-9-]+\/[a-z0-9.-]+)",?\r?$/gm)].flatMap(
    ([, name]) => name ?? [],
  );
  const provider = /"provider": "([a-z]+)"/.exec(text)?.[1];
  const known = {
    ...(source === undefined || others.length > 0 ? {} : { source }),
    ...(provider === undefined ? {} : { provider }),
  };
  return { files, pending, templates, superseded: [], ...known };
}
