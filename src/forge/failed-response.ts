import { isJsonMap } from '../diagnostics/json-value.ts';
import { ForgeError, type ForgeErrorKind } from './forge-error.ts';
import { isExhausted, requestedWait } from './requested-wait.ts';

export interface FailedResponse {
  /** `POST https://api.github.com/…`. */
  readonly request: string;
  readonly response: Response;
  /** The body, if it was JSON. */
  readonly body: unknown;
  readonly nowMs: number;
}

/** An answer that is no success, as an error that says what to make of it. */
export function failedResponse({ request, response, body, nowMs }: FailedResponse): ForgeError {
  const { status, headers } = response;
  const said = messageIn(body);
  const kind = kindOf(response, said);
  const requestId = headers.get('x-github-request-id') ?? headers.get('x-request-id') ?? undefined;
  const message = [
    `${request} was answered with ${status}`,
    ...(said === undefined ? [] : [`: ${said}`]),
    ...(requestId === undefined ? [] : [` (request id ${printable(requestId, 100)})`]),
  ].join('');
  const waitMs = kind === 'rate-limit' || kind === 'server' ? requestedWait(headers, nowMs) : undefined;
  return new ForgeError(message, { kind, status, requestId, waitMs });
}

/** GitHub answers with 403, too, when there were too many requests; then a header or the message says so. */
function kindOf({ status, headers }: Response, said: string | undefined): ForgeErrorKind {
  if (status === 429) return 'rate-limit';
  if (status === 403) {
    const limited =
      headers.has('retry-after') || isExhausted(headers) || /rate limit|abuse detection/i.test(said ?? '');
    return limited ? 'rate-limit' : 'forbidden';
  }
  if (status >= 500 || status === 408) return 'server';
  if (status === 401) return 'unauthorised';
  if (status === 404 || status === 410) return 'not-found';
  return status >= 400 ? 'rejected' : 'unexpected';
}

/** What the forge says: `message` (a text, or texts by field), `error`, `error_description`, `errors`. */
function messageIn(body: unknown): string | undefined {
  if (!isJsonMap(body)) return undefined;
  const said = [body['message'] ?? body['error'], body['error_description'], body['errors']].flatMap(textsIn);
  return said.length === 0 ? undefined : printable([...new Set(said)].join('; '), 500);
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isJsonMap(value) && value['message'] !== undefined
    ? textsIn(value['message'])
    : isJsonMap(value)
      ? Object.entries(value).flatMap(([key, one]) => textsIn(one).map((text) => `${key}: ${text}`))
      : [];
}

/** On one line, and without what could steer a terminal. */
function printable(text: string, maxLength: number): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return plain.length > maxLength ? `${plain.slice(0, maxLength)}…` : plain;
}
