import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Source } from '../diagnostics/source.ts';
import { loadBuiltInCatalogue } from './built-in.ts';
import type { AwsCatalogue } from './catalogue.ts';
import { decodeSnapshot } from './decode-snapshot.ts';
import { issueText } from './issue-text.ts';
import { type JsonPath, readJson, spanOfPath } from './json-text.ts';
import { snapshotDigest } from './snapshot-digest.ts';
import {
  SNAPSHOT_API_VERSION,
  SNAPSHOT_KIND,
  SNAPSHOT_VERSION,
  type SnapshotFile,
} from './snapshot-format.ts';
import { factsSchema, snapshotSchema } from './snapshot-schema.ts';

export interface ParsedSnapshot {
  /** Absent if there is any finding: a catalogue that is wrong in part would give wrong prices silently. */
  readonly catalogue?: AwsCatalogue;
  readonly diagnostics: readonly Diagnostic[];
}

/** More findings about one file help nobody. */
const MOST_FINDINGS = 10;
const AGAIN = 'Run `poolwright catalogue import` again.';

/** Reads a snapshot that a definition names with `catalogue`. What it leaves out comes from the built-in one. */
export function parseSnapshot(source: Source): ParsedSnapshot {
  const read = readJson(source, 'PW5001');
  if ('problem' in read) return { diagnostics: [{ ...read.problem, help: AGAIN }] };
  const { value } = read;
  const at = (path: JsonPath) => spanOfPath(source, path);
  const strange = checkHead(value, at, source);
  if (strange !== undefined) return { diagnostics: [strange] };
  const diagnostics = [...checkDigest(value as SnapshotFile, at), ...checkShape(value, at)];
  if (diagnostics.length > 0) return { diagnostics: diagnostics.slice(0, MOST_FINDINGS) };
  const file = value as SnapshotFile;
  const base = file.extends === undefined ? undefined : loadBuiltInCatalogue();
  return { catalogue: decodeSnapshot(file, source.file, base), diagnostics: [] };
}

type At = (path: JsonPath) => ReturnType<typeof spanOfPath>;

/** Whether it is a snapshot at all, and one that this version can read. Nothing else is said if it is not. */
function checkHead(value: unknown, at: At, source: Source): Diagnostic | undefined {
  const head: Partial<Record<string, unknown>> = isObject(value) ? value : {};
  if (head['kind'] !== SNAPSHOT_KIND || head['apiVersion'] !== SNAPSHOT_API_VERSION) {
    const has = head['kind'] === undefined ? at([]) : at(['kind']);
    return diagnostic(
      'PW5002',
      { ...has, end: Math.min(has.end, has.start + 1) },
      `\`${source.file}\` is no catalogue snapshot`,
      {
        help: 'AWS output becomes a snapshot with `poolwright catalogue import`.',
      },
    );
  }
  if (head['provider'] !== 'aws') {
    return diagnostic(
      'PW5005',
      at(['provider']),
      `the snapshot is for ${shown(head['provider'])}, not for \`aws\``,
    );
  }
  if (head['version'] !== SNAPSHOT_VERSION) {
    return diagnostic(
      'PW5003',
      at(['version']),
      `the snapshot has version ${shown(head['version'])}, and this poolwright reads version \`${SNAPSHOT_VERSION}\``,
      { help: AGAIN },
    );
  }
  return undefined;
}

function checkDigest(file: SnapshotFile, at: At): Diagnostic[] {
  if (file.digest === snapshotDigest(file)) return [];
  return [
    diagnostic(
      'PW5004',
      at(['digest']),
      'the snapshot was changed after it was written: its digest does not match',
      {
        help: `${AGAIN} Own prices and discounts belong into \`price_adjustments\` of the definition.`,
      },
    ),
  ];
}

function checkShape(value: unknown, at: At): Diagnostic[] {
  const result = snapshotSchema.safeParse(value);
  if (!result.success) {
    return result.error.issues.map((issue) => wrongShape(issue.path as JsonPath, issueText(issue), at));
  }
  const { types } = result.data;
  if (types === undefined) return [];
  const seen = new Set<string>();
  return types.rows.flatMap((row, i) => checkRow({ row, i, columns: types.columns, seen, at }));
}

function checkRow(input: {
  readonly row: readonly unknown[];
  readonly i: number;
  readonly columns: readonly string[];
  readonly seen: Set<string>;
  readonly at: At;
}): Diagnostic[] {
  const { row, i, columns, seen, at } = input;
  const path: JsonPath = ['types', 'rows', i];
  if (row.length > columns.length)
    return [wrongShape(path, 'the row has more cells than there are columns', at)];
  const facts = Object.fromEntries(
    columns.flatMap((column, k) => (row[k] === null || row[k] === undefined ? [] : [[column, row[k]]])),
  );
  const result = factsSchema.safeParse(facts);
  if (!result.success) {
    return result.error.issues.map((issue) => {
      const [column, ...rest] = issue.path as (string | number)[];
      const k = columns.indexOf(String(column));
      const cell = k < 0 || row[k] === undefined ? path : [...path, k, ...rest];
      return wrongShape(cell, issueText(issue), at);
    });
  }
  if (seen.has(result.data.name)) return [wrongShape(path, `\`${result.data.name}\` is there twice`, at)];
  seen.add(result.data.name);
  return [];
}

function wrongShape(path: JsonPath, problem: string, at: At): Diagnostic {
  return diagnostic('PW5002', at(path), `the snapshot cannot be used: ${problem}`, { help: AGAIN });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `\`${value}\`` : 'something else';
}
