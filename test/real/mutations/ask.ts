import type { JsonValue } from '../../../src/diagnostics/json-value.ts';
import type { Case, Cause, Verdict } from '../../checks/admission/corpus/case.ts';
import { edited } from '../../checks/admission/corpus/edit.ts';
import { apiVersionOf, type CrdDocument } from '../../checks/admission/corpus/schema.ts';
import { wireText } from './wire-text.ts';

export interface Answer {
  readonly status: number;
  readonly body: JsonValue;
}

/** One request to an API server; `path` with its query. */
export type Send = (method: string, path: string, text?: string, contentType?: string) => Promise<Answer>;

interface Status {
  readonly message?: string;
  readonly details?: { readonly causes?: readonly { reason?: string; field?: string; message?: string }[] };
}

const APPLY = 'application/apply-patch+yaml';
const STRICT = 'fieldManager=poolwright&fieldValidation=Strict';

export const collectionOf = (crd: CrdDocument): string =>
  `/apis/${apiVersionOf(crd)}${crd.spec.scope === 'Namespaced' ? '/namespaces/default' : ''}/${crd.spec.names.plural}`;

/** The server's verdict on one case; nothing stays behind. Cases with an object before must be asked one at a time. */
export async function ask(send: Send, crd: CrdDocument, base: JsonValue, one: Case): Promise<Verdict> {
  const object = edited(base, one.edits);
  const collection = collectionOf(crd);
  if (one.before === undefined) {
    const answer = await send('POST', `${collection}?${STRICT}&dryRun=All`, wireText(object));
    return withApply(object, verdictOf(answer), await dryApply(send, collection, object));
  }
  const before = edited(base, one.before);
  const place = `${collection}/${nameOf(before)}`;
  // Applied, so that a second apply of the same manager takes fields away, as it does for those who use it.
  const made = await send('PATCH', `${place}?${STRICT}&force=true`, wireText(before), APPLY);
  if (made.status !== 201) throw new Error(`${one.title}: ${wireText(made.body).slice(0, 500)}`);
  try {
    const next = edited(object, [['/metadata/resourceVersion', resourceVersionOf(made.body)]]);
    const answer = await send('PUT', `${place}?${STRICT}&dryRun=All`, wireText(next));
    return withApply(object, verdictOf(answer), await dryApply(send, collection, object));
  } finally {
    await send('DELETE', place);
  }
}

async function dryApply(send: Send, collection: string, object: JsonValue): Promise<Verdict | undefined> {
  const name = nameOf(object);
  // A name that cannot stand in a path cannot be asked about in this way.
  if (name === undefined || ['', '.', '..'].includes(name) || /[/%]/.test(name)) return undefined;
  const place = `${collection}/${encodeURIComponent(name)}?${STRICT}&force=true&dryRun=All`;
  return verdictOf(await send('PATCH', place, wireText(object), APPLY));
}

/** What an apply says is kept where it decides otherwise, and of nulls: create drops them, apply keeps them. */
function withApply(object: JsonValue, verdict: Verdict, apply: Verdict | undefined): Verdict {
  const told =
    apply !== undefined && (apply.admitted !== verdict.admitted || JSON.stringify(object).includes('null'));
  return told ? { ...verdict, apply: { admitted: apply.admitted, causes: apply.causes } } : verdict;
}

function verdictOf({ status, body }: Answer): Verdict {
  if (status === 200 || status === 201) return { admitted: true, causes: [] };
  if (![400, 409, 422, 500].includes(status))
    throw new Error(`status ${status}: ${wireText(body).slice(0, 500)}`);
  const { message = '', details } = body as Status;
  const unknown = [...message.matchAll(/unknown field "((?:[^"\\]|\\.)*)"/g)].map((found) =>
    unknownField(found[1] ?? ''),
  );
  const causes = (details?.causes ?? []).map(({ reason = '', field = '', message: text = '' }) => ({
    reason,
    field,
    message: short(text),
  }));
  const all: Cause[] = message.includes('strict decoding error') ? [...unknown, ...causes] : causes;
  return {
    admitted: false,
    causes: all.length > 0 ? inOrder(all) : [{ reason: '', field: '', message: short(message) }],
  };
}

/** A server goes through maps in any order. */
const inOrder = (causes: readonly Cause[]): readonly Cause[] =>
  causes.toSorted((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1));

const unknownField = (quoted: string): Cause => ({
  reason: 'UnknownField',
  field: JSON.parse(`"${quoted}"`) as string,
  message: '',
});

/** Long values in the middle of a message say nothing more. */
const short = (text: string): string => {
  // A generated name ends with five letters that differ each time.
  const lasting = text.replaceAll(/([cC]ase[-_]|a{58,})[bcdfghjklmnpqrstvwxz2456789]{5}/g, '$1xxxxx');
  return lasting.length <= 400 ? lasting : `${lasting.slice(0, 150)} … ${lasting.slice(-200)}`;
};

const nameOf = (object: JsonValue): string | undefined => {
  const name = (object as { metadata?: { name?: unknown } | null } | null)?.metadata?.name;
  return typeof name === 'string' ? name : undefined;
};

const resourceVersionOf = (body: JsonValue): string =>
  (body as { metadata: { resourceVersion: string } }).metadata.resourceVersion;
