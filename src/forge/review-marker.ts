import { createHash } from 'node:crypto';
import { readRunOrder, type RunOrder, writeRunOrder } from './run-order.ts';

/** What a comment says about itself, where nobody sees it. */
export interface ReviewMarker {
  /** Which definitions it is about: comments of several sets stand side by side. */
  readonly set: string;
  readonly order: RunOrder;
  /** The commit that was reviewed, if known. */
  readonly commit?: string | undefined;
  /** Of the text below the marker. */
  readonly digest: string;
}

const FORMAT = 'v1';
const LINE = /^<!-- poolwright:review ((?:[a-z0-9]+(?:=[^\s<>]*)? )+)-->(?:\r?\n|$)/;

/** First line of a comment. */
export function writeMarker({ set, order, commit, digest }: ReviewMarker): string {
  const fields = [
    `set=${encoded(set)}`,
    `order=${writeRunOrder(order)}`,
    ...(commit === undefined ? [] : [`commit=${encoded(commit)}`]),
    `digest=${digest}`,
  ];
  return `<!-- poolwright:review ${FORMAT} ${fields.join(' ')} -->`;
}

/**
 * Undefined for comments of others. Only the very first line counts, so that a reply that quotes a comment is none. A
 * later format may say more; what is missing makes a comment the oldest, so that it is replaced.
 */
export function readMarker(body: string): ReviewMarker | undefined {
  const fields = LINE.exec(body)?.[1]?.trim().split(' ');
  if (fields === undefined) return undefined;
  const values = new Map(fields.map((field) => splitField(field)));
  const set = decoded(values.get('set'));
  if (set === undefined) return undefined;
  const commit = decoded(values.get('commit'));
  return {
    set,
    order: readRunOrder(values.get('order') ?? '') ?? [0n],
    ...(commit === undefined ? {} : { commit }),
    digest: values.get('digest') ?? '',
  };
}

/** Hexadecimal text. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function splitField(field: string): [string, string] {
  const at = field.indexOf('=');
  return at < 0 ? [field, ''] : [field.slice(0, at), field.slice(at + 1)];
}

/** Halves of characters, which only JSON can write, have no encoding. */
function encoded(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\ufffd'));
}

function decoded(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
