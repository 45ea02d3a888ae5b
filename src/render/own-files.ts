import { fileDigest } from './file-digest.ts';
import { type FoundCluster, type FoundEntry, TEMPORARY_ENDING } from './found-output.ts';
import type { ReplaceOptions } from './output-plan.ts';
import { isOurs, type OwnershipRecord, owns, readRecord } from './ownership-record.ts';

const EMPTY_DIGEST = fileDigest('');

type FoundFile = Extract<FoundEntry, { kind: 'file' }>;

/** A missing record is an empty one: what is on disk and equal to what is rendered becomes ours. */
export function readFound(found: FoundCluster): OwnershipRecord {
  return found.record === undefined
    ? { files: new Map(), pending: new Map(), templates: [], superseded: [], damaged: false }
    : readRecord(found.record);
}

/** Files on disk that are ours by the record, or without one by what they say; and what an interrupted atomic write left behind. */
export function leftOver(found: FoundCluster, record: OwnershipRecord) {
  return found.entries.filter(
    (entry): entry is FoundFile =>
      entry.kind === 'file' &&
      (owns(record, entry.path) || entry.path.endsWith(TEMPORARY_ENDING) || isLost(entry, found)),
  );
}

/** A generated file of a folder that has no record any more. It may have been edited, nobody can tell. */
export function isLost(entry: FoundEntry, { record }: FoundCluster): boolean {
  return record === undefined && entry.kind === 'file' && entry.generated === true;
}

/** Whether a file may be overwritten or removed: it is as we left it, or nobody can have meant it to be as it is. */
export function mayReplace(entry: FoundFile, record: OwnershipRecord, options: ReplaceOptions): boolean {
  if (entry.path.endsWith(TEMPORARY_ENDING)) return true;
  if (!owns(record, entry.path)) return options.overwriteEdited === true && entry.generated === true;
  return (
    isOurs(record, entry.path, entry.digest) ||
    entry.conflicted ||
    // A machine that lost power can leave a renamed file without content.
    entry.digest === EMPTY_DIGEST ||
    options.overwriteEdited === true
  );
}
