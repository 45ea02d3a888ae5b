import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ServedRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
}

/** `drop`: the connection is cut without an answer. `hang`: there is none. */
export type Answer = Reply | 'drop' | 'hang';

/** Looked at before the forge sees a request: gives another answer, or waits. */
export type Interceptor = (request: ServedRequest) => Answer | undefined | Promise<Answer | undefined>;

export interface LoopbackServer {
  readonly origin: string;
  readonly requests: ServedRequest[];
  /** `GET /user`, …; queries are left out. */
  readonly log: () => readonly string[];
}

/** A server on this machine that lives as long as the test. */
export async function serve(
  handle: (request: ServedRequest, origin: string) => Answer | Promise<Answer>,
): Promise<LoopbackServer> {
  const requests: ServedRequest[] = [];
  let origin = '';
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const request = await readRequest(incoming, origin);
      requests.push(request);
      answer(await handle(request, origin), incoming, outgoing);
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, requests, log: () => requests.map(({ method, url }) => `${method} ${url.pathname}`) };
}

async function readRequest(incoming: IncomingMessage, origin: string): Promise<ServedRequest> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming as AsyncIterable<Uint8Array>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    url: new URL(incoming.url ?? '', origin),
    headers: incoming.headers,
    body: text === '' ? undefined : (JSON.parse(text) as unknown),
  };
}

function answer(reply: Answer, incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (reply === 'hang') return;
  if (reply === 'drop') {
    incoming.socket.destroy();
    return;
  }
  const { status, headers = {}, body } = reply;
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
  outgoing.end(text);
}

/** Lets requests through only when `count` of them are there: whoever is first waits for the others. */
export function barrier(count: number): () => Promise<void> {
  let waiting = 0;
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return async () => {
    waiting += 1;
    if (waiting >= count) open();
    await opened;
  };
}
