import { isJsonMap, type JsonMap, type JsonValue } from '../../../diagnostics/json-value.ts';
import { parseDateTime } from '../cel/date-time.ts';
import { listOf, textOf } from '../schema/read-fields.ts';
import { type Finding, invalid, tooLong } from '../values/finding.ts';
import { childOf, type Path } from '../values/path.ts';
import { goQuote } from '../values/go-text.ts';

const TIMES = ['creationTimestamp', 'deletionTimestamp'];
const OPERATIONS = ['Apply', 'Update'];
const MAX_MANAGER = 128;
const MAX_SUBRESOURCE = 256;

/** Times in metadata that an API server cannot read: the metadata as a whole is refused. */
export function timeFindings(metadata: JsonMap, path: Path): readonly Finding[] {
  const managed = listOf(metadata, 'managedFields').flatMap((entry) =>
    isJsonMap(entry) ? [entry['time'] ?? null] : [],
  );
  const times = [...TIMES.map((key) => metadata[key] ?? null), ...managed];
  const unread = times.find((time) => typeof time === 'string' && !isTime(time));
  if (typeof unread !== 'string') return [];
  const message = `parsing time ${goQuote(unread)} as "2006-01-02T15:04:05Z07:00": cannot parse it`;
  return asMetadata([invalid(path, metadata, message)]);
}

function isTime(text: string): boolean {
  return /(?:Z|[+-][0-9]{2}:[0-9]{2})$/.test(text) && parseDateTime(text) !== undefined;
}

/** What an API server refuses in `managedFields`. */
export function managedFieldsFindings(metadata: JsonMap, path: Path): readonly Finding[] {
  const at = childOf(path, 'managedFields');
  const found = listOf(metadata, 'managedFields').map((entry, index) =>
    entryFindings(entry, childOf(at, index)),
  );
  return asMetadata(found.flat());
}

function entryFindings(entry: JsonValue, path: Path): readonly Finding[] {
  if (!isJsonMap(entry)) return [];
  const [operation, fieldsType] = [textOf(entry, 'operation'), textOf(entry, 'fieldsType')];
  const found: Finding[] = [];
  if (!OPERATIONS.includes(operation)) {
    found.push(invalid(childOf(path, 'operation'), operation, 'must be `Apply` or `Update`'));
  }
  if (fieldsType !== '' && fieldsType !== 'FieldsV1') {
    found.push(invalid(childOf(path, 'fieldsType'), fieldsType, 'must be `FieldsV1`'));
  }
  found.push(...lengthFindings(entry, 'manager', MAX_MANAGER, path));
  found.push(...lengthFindings(entry, 'subresource', MAX_SUBRESOURCE, path));
  return found;
}

function lengthFindings(entry: JsonMap, key: string, limit: number, path: Path): readonly Finding[] {
  const bytes = new TextEncoder().encode(textOf(entry, key)).length;
  return bytes > limit ? [tooLong(childOf(path, key), limit)] : [];
}

function asMetadata(findings: readonly Finding[]): readonly Finding[] {
  return findings.map((finding) => ({ ...finding, reason: 'metadata' as const }));
}
