import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { invariant } from '../diagnostics/invariant.ts';
import { fileDigest } from './file-digest.ts';
import { type FoundCluster, type FoundEntry, TEMPORARY_ENDING } from './found-output.ts';
import { isLost, leftOver, mayReplace, readFound } from './own-files.ts';
import type { OutputFile } from './output-file.ts';
import { OutputFindings } from './output-findings.ts';
import type { OutputChange, OutputStep, PlannedCluster, ReplaceOptions } from './output-plan.ts';
import { type OwnershipRecord, owns, RECORD_PATH, readRecord, writeRecord } from './ownership-record.ts';
import { supersededTemplates } from './superseded-templates.ts';

/** Plans one rendered cluster against what is on disk. */
export function planCluster(
  rendered: readonly OutputFile[],
  found: FoundCluster,
  options: ReplaceOptions,
): PlannedCluster {
  const findings = new OutputFindings(`${options.folder}/${found.cluster}`);
  const record = readFound(found);
  const text = rendered.find(({ path }) => path === RECORD_PATH)?.text;
  invariant(text !== undefined, `the output of \`${found.cluster}\` comes without its record`);
  const after = readRecord(text);
  const superseded = supersededTemplates(record, after, options);
  const final: OwnershipRecord = { ...after, superseded };
  const wanted = withDigests(rendered, after);
  const entries: Entries = new Map(found.entries.map((entry) => [entry.path, entry]));
  const changes: OutputChange[] = [];
  const blocked: Diagnostic[] = [];
  let unchanged = 0;

  for (const [path, { digest }] of wanted) {
    const verdict = judge(path, digest, entries, record, options);
    if (verdict === 'unchanged') unchanged++;
    else if (verdict === 'edited') blocked.push(findings.edited(path));
    else if (verdict === 'lost') blocked.push(findings.lost(path));
    else if (typeof verdict === 'string') changes.push({ path, change: verdict });
    else blocked.push(findings.inTheWay(verdict.path, OBSTACLE_WORDS[verdict.kind]));
  }
  const inPlace = entries.get(RECORD_PATH);
  if (inPlace !== undefined) blocked.push(findings.inTheWay(RECORD_PATH, OBSTACLE_WORDS[inPlace.kind]));
  for (const entry of leftOver(found, record)) {
    if (wanted.has(entry.path)) continue;
    if (mayReplace(entry, record, options)) changes.push({ path: entry.path, change: 'left over' });
    else blocked.push(isLost(entry, found) ? findings.lost(entry.path) : findings.edited(entry.path));
  }

  const recordChange = changeOfRecord(found.record, writeRecord(final));
  return {
    plan: {
      cluster: found.cluster,
      changes: recordChange === undefined ? changes : [...changes, recordChange],
      unchanged: unchanged + (recordChange === undefined ? 1 : 0),
      superseded,
      steps: blocked.length > 0 ? [] : orderSteps({ changes, wanted, entries, record, recordChange, final }),
    },
    diagnostics: [...blocked, ...stateFindings(found, record, findings)],
  };
}

type Wanted = ReadonlyMap<string, { readonly text: string; readonly digest: string }>;
type Entries = ReadonlyMap<string, FoundEntry>;

/** The files in order of path; their record has the digests already. */
function withDigests(rendered: readonly OutputFile[], { files: digests }: OwnershipRecord): Wanted {
  const files = rendered
    .filter(({ path }) => path !== RECORD_PATH)
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return new Map(
    files.map(({ path, text }) => {
      const digest = digests.get(path);
      invariant(digest !== undefined, `the record does not know \`${path}\``);
      return [path, { text, digest }];
    }),
  );
}

/** How a path on disk stands to what was rendered for it; an entry when that is in the way. */
function judge(
  path: string,
  digest: string,
  entries: Entries,
  record: OwnershipRecord,
  options: ReplaceOptions,
): 'unchanged' | 'missing' | 'differs' | 'edited' | 'lost' | FoundEntry {
  const obstacle = findObstacle(path, entries);
  if (obstacle !== undefined) return obstacle;
  const entry = entries.get(path);
  if (entry?.kind !== 'file') return 'missing';
  if (entry.digest === digest) return 'unchanged';
  if (mayReplace(entry, record, options)) return 'differs';
  if (owns(record, path)) return 'edited';
  return entry.generated === true ? 'lost' : entry;
}

const OBSTACLE_WORDS = { file: 'file', folder: 'folder', other: 'link' } as const;

/** Something other than a folder on the way to `path`, or something other than a file at `path`. */
function findObstacle(path: string, entries: Entries): FoundEntry | undefined {
  const root = entries.get('');
  if (root !== undefined) return root;
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
    const parent = entries.get(path.slice(0, slash));
    if (parent !== undefined && parent.kind !== 'folder') return parent;
  }
  const entry = entries.get(path);
  return entry === undefined || entry.kind === 'file' ? undefined : entry;
}

function changeOfRecord(before: string | undefined, after: string): OutputChange | undefined {
  if (before === undefined) return { path: RECORD_PATH, change: 'missing' };
  return fileDigest(before) === fileDigest(after) ? undefined : { path: RECORD_PATH, change: 'differs' };
}

interface StepInput {
  readonly changes: readonly OutputChange[];
  readonly wanted: Wanted;
  readonly entries: Entries;
  readonly record: OwnershipRecord;
  readonly recordChange: OutputChange | undefined;
  readonly final: OwnershipRecord;
}

/**
 * First a record that knows both what is on disk and what is about to be written, then the files, then the record of
 * the finished output. Whatever an interruption leaves on disk, the record of that moment knows it as ours.
 */
function orderSteps(input: StepInput): readonly OutputStep[] {
  const { changes, wanted, entries, record, recordChange, final } = input;
  const last =
    recordChange === undefined && changes.length === 0 ? [] : [write(RECORD_PATH, writeRecord(final))];
  if (changes.length === 0) return last;
  const touched = new Set(changes.map(({ path }) => path));
  const files = new Map<string, string>();
  for (const [path, entry] of entries) {
    const ours = wanted.has(path) || owns(record, path) || touched.has(path);
    if (entry.kind === 'file' && ours) files.set(path, entry.digest);
  }
  const pending = new Map<string, string>();
  const writes: OutputStep[] = [];
  const removals: OutputStep[] = [];
  for (const { path, change } of changes) {
    const file = wanted.get(path);
    if (change === 'left over' || file === undefined) {
      removals.push({ kind: 'remove', path });
    } else {
      pending.set(path, file.digest);
      writes.push(write(path, file.text));
    }
  }
  return [
    // Either list of templates may be what is on disk, so none of them may be lost.
    write(RECORD_PATH, writeRecord({ ...final, files, pending, templates: union(record, final) })),
    ...writes,
    ...removals,
    ...last,
  ];
}

function union(before: OwnershipRecord, after: OwnershipRecord): readonly string[] {
  return [...new Set([...before.templates, ...after.templates])].sort();
}

function write(path: string, text: string): OutputStep {
  return { kind: 'write', path, text };
}

/** What is true of the folder as a whole, worth a word but no obstacle. */
function stateFindings(
  found: FoundCluster,
  record: OwnershipRecord,
  findings: OutputFindings,
): readonly Diagnostic[] {
  const interrupted =
    (record.pending.size > 0 && !record.damaged) ||
    found.entries.some(({ path }) => path.endsWith(TEMPORARY_ENDING));
  return [...(interrupted ? [findings.interrupted()] : []), ...(record.damaged ? [findings.rebuilt()] : [])];
}
