import { failedResponse } from './failed-response.ts';
import { ForgeError } from './forge-error.ts';
import { nextLink } from './link-header.ts';
import type { Patience } from './patience.ts';
import { readJsonBody } from './read-json-body.ts';
import type { HttpMethod, Transport } from './transport.ts';

/** One API, with the token in its requests. */
export interface HttpClient {
  /** Tries again as long as there is patience: reading twice does no harm. `path` starts with a slash. */
  readonly get: (path: string) => Promise<unknown>;
  /** Entries of a list, page by page. */
  readonly pages: (path: string) => AsyncIterable<readonly unknown[]>;
  /** Sends once. What to make of a failure, after which the effect may be there or not, only the caller knows. */
  readonly send: (method: Exclude<HttpMethod, 'GET'>, path: string, body?: object) => Promise<unknown>;
  /** The same on another path of the same host: GitHub's GraphQL. */
  readonly post: (url: string, body: object) => Promise<unknown>;
}

export interface HttpClientOptions {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly patience: Patience;
  /** Sent with every request, to this host alone. */
  readonly headers: Readonly<Record<string, string>>;
  /** Taken out of every message, whoever wrote it there. */
  readonly secret: string;
}

interface Answer {
  readonly body: unknown;
  readonly headers: Headers;
}

const MAX_REDIRECTS = 3;
/** 20,000 comments. More than any forge takes, so that a server that always names a next page is noticed. */
const MAX_PAGES = 200;

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { baseUrl, patience } = options;
  const read = async (url: string): Promise<Answer> => {
    const attempts = patience.attempts();
    for (;;) {
      try {
        return await request(options, 'GET', url);
      } catch (error) {
        await attempts.waitAfter(error);
      }
    }
  };
  return {
    get: async (path) => (await read(`${baseUrl}${path}`)).body,
    pages: (path) => pages(`${baseUrl}${path}`, options, read),
    send: async (method, path, body) => (await request(options, method, `${baseUrl}${path}`, body)).body,
    post: async (url, body) => (await request(options, 'POST', url, body)).body,
  };
}

async function* pages(
  first: string,
  { baseUrl }: HttpClientOptions,
  read: (url: string) => Promise<Answer>,
): AsyncGenerator<readonly unknown[]> {
  let url: string | undefined = first;
  for (let page = 0; url !== undefined; page += 1) {
    if (page === MAX_PAGES) throw unexpected(`${first} has more than ${MAX_PAGES} pages`);
    const { body, headers }: Answer = await read(url);
    if (!Array.isArray(body))
      throw unexpected(`GET ${first} did not give a list; is this the address of the API?`);
    yield body;
    url = nextPage(url, headers, baseUrl);
  }
}

/** `Link` is what both forges ask clients to use; GitLab leaves it out of some lists and numbers the page instead. */
function nextPage(current: string, headers: Headers, baseUrl: string): string | undefined {
  const link = nextLink(headers.get('link'));
  if (link !== undefined) return sameHost(link, current, baseUrl);
  const number = headers.get('x-next-page')?.trim() ?? '';
  if (!/^\d{1,9}$/.test(number)) return undefined;
  const url = new URL(current);
  url.searchParams.set('page', number);
  return url.href;
}

async function request(
  options: HttpClientOptions,
  method: HttpMethod,
  url: string,
  body?: object,
): Promise<Answer> {
  let target = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await fetchOnce(options, method, target, body);
    const location = response.headers.get('location');
    if (![301, 302, 307, 308].includes(response.status) || location === null)
      return await answerOf(options, `${method} ${target}`, response);
    // Its body is of no interest, nor whether it broke off.
    await response.body?.cancel().catch(() => undefined);
    // GitHub redirects where a repository was renamed, and wants the same request again, whatever its method.
    target = sameHost(location, target, options.baseUrl);
  }
  throw unexpected(`${method} ${url} is redirected more than ${MAX_REDIRECTS} times`);
}

async function fetchOnce(
  { transport, headers, secret }: HttpClientOptions,
  method: HttpMethod,
  url: string,
  body: object | undefined,
): Promise<Response> {
  try {
    return await transport.fetch(url, {
      method,
      redirect: 'manual',
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    throw noAnswer(`${method} ${url}`, error, secret);
  }
}

async function answerOf(
  { transport, secret }: HttpClientOptions,
  request: string,
  response: Response,
): Promise<Answer> {
  const ok = response.status >= 200 && response.status < 300;
  let body: unknown;
  try {
    body = await readJsonBody(response);
  } catch (error) {
    if (!(error instanceof ForgeError)) throw noAnswer(request, error, secret);
    // Proxies answer with pages of their own; then the status says enough.
    if (ok) throw unexpected(`${request}: ${error.message}`, response.status);
  }
  if (ok) return { body, headers: response.headers };
  const failed = failedResponse({ request, response, body, nowMs: transport.now() });
  const { kind, status, requestId, waitMs } = failed;
  throw new ForgeError(withoutSecret(failed.message, secret), { kind, status, requestId, waitMs });
}

/** The token goes to the host that the user named and to no other, whatever an answer says. */
function sameHost(target: string, current: string, baseUrl: string): string {
  const url = URL.canParse(target, current) ? new URL(target, current) : undefined;
  const { origin } = new URL(baseUrl);
  if (url?.origin === origin && url.username === '' && url.password === '') return url.href;
  const host = url === undefined ? 'somewhere unreadable' : url.origin;
  throw unexpected(
    `${origin} refers to ${host}, where the token is not sent; if that is the forge, give its address with --api-url`,
  );
}

function noAnswer(request: string, error: unknown, secret: string): ForgeError {
  const message = withoutSecret(`${request} got no answer: ${reasonOf(error)}`, secret);
  return new ForgeError(message, { kind: 'network' });
}

/** `fetch` hides what went wrong in the cause of its error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'it took too long';
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
  return cause.message === '' ? (code ?? error.message) : cause.message;
}

function withoutSecret(text: string, secret: string): string {
  return secret === '' ? text : text.replaceAll(secret, '***');
}

function unexpected(message: string, status?: number): ForgeError {
  return new ForgeError(message, { kind: 'unexpected', status });
}
