import { createHash } from 'node:crypto';

const LENGTH = 8;

/** The first 8 hexadecimal digits of the SHA-256 of a text. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex').slice(0, LENGTH);
}

/** The same of a JSON value, whatever the order of its keys; what is undefined is absent. */
export function contentHash(value: unknown): string {
  return shortHash(canonicalJson(value));
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
