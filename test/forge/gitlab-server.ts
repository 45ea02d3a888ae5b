import { type Interceptor, type LoopbackServer, type Reply, serve, type ServedRequest } from './server.ts';

export interface GitLabUser {
  readonly username: string;
  readonly id: number;
}

export interface StoredNote {
  readonly id: number;
  readonly author: GitLabUser;
  readonly system: boolean;
  body: string;
}

export const BOT: GitLabUser = { username: 'project_42_bot_a1b2', id: 4242 };
export const ALICE: GitLabUser = { username: 'alice', id: 7 };
export const GITLAB_TOKEN = 'glpat-S3cretTokenThatMustNeverBeSeen';

export interface GitLabServer extends LoopbackServer {
  readonly baseUrl: string;
  readonly notes: StoredNote[];
  intercept: Interceptor;
  readonly add: (author: GitLabUser, body: string, system?: boolean) => StoredNote;
}

export interface GitLabServerOptions {
  readonly project?: string;
  /** How it says where the next page is: lists that are long have no `Link` on some instances. */
  readonly pagination?: 'link' | 'number';
}

/** Behaves like GitLab's REST API as far as notes of a merge request and the token's user go. */
export async function gitlabServer({
  project = 'acme/clusters',
  pagination = 'link',
}: GitLabServerOptions = {}): Promise<GitLabServer> {
  let nextId = 501;
  const notes: StoredNote[] = [];
  const state: Pick<GitLabServer, 'notes' | 'intercept' | 'add'> = {
    notes,
    intercept: () => undefined,
    add: (author, body, system = false) => {
      const note = { id: nextId++, author, body, system };
      notes.push(note);
      return note;
    },
  };
  const all = `/api/v4/projects/${encodeURIComponent(project)}/merge_requests/3/notes`;
  const server = await serve(
    async (request, origin) => (await state.intercept(request)) ?? handle(request, origin),
  );
  return Object.assign(state, server, { baseUrl: `${server.origin}/api/v4` });

  function handle(request: ServedRequest, origin: string): Reply {
    if (request.headers['private-token'] !== GITLAB_TOKEN)
      return { status: 401, body: { message: '401 Unauthorized' } };
    const { pathname } = request.url;
    if (pathname === '/api/v4/user') return { status: 200, body: { ...BOT, state: 'active' } };
    if (pathname === all) return list(request, origin);
    const id = pathname.startsWith(`${all}/`) ? Number(pathname.slice(all.length + 1)) : undefined;
    return id === undefined ? { status: 404, body: { message: '404 Project Not Found' } } : one(request, id);
  }

  function list({ method, url, body }: ServedRequest, origin: string): Reply {
    if (method === 'POST') {
      const text = (body as { readonly body: string }).body;
      return tooLong(text) ?? { status: 201, body: state.add(BOT, text) };
    }
    // Without `sort` the newest come first.
    const sorted = url.searchParams.get('sort') === 'asc' ? notes : notes.toReversed();
    const size = Math.min(100, Number(url.searchParams.get('per_page') ?? 20));
    const page = Number(url.searchParams.get('page') ?? 1);
    const next = new URL(url.pathname + url.search, origin);
    next.searchParams.set('page', String(page + 1));
    const more = page * size < sorted.length;
    return {
      status: 200,
      headers: {
        'x-next-page': more ? String(page + 1) : '',
        ...(more && pagination === 'link' ? { link: `<${next.href}>; rel="next"` } : {}),
      },
      body: sorted.slice((page - 1) * size, page * size),
    };
  }

  function one({ method, body }: ServedRequest, id: number): Reply {
    const note = notes.find((one) => one.id === id);
    if (note === undefined) return { status: 404, body: { message: '404 Note Not Found' } };
    if (method === 'GET') return { status: 200, body: note };
    if (note.author.id !== BOT.id) return { status: 403, body: { message: '403 Forbidden' } };
    if (method === 'DELETE') {
      notes.splice(notes.indexOf(note), 1);
      return { status: 204 };
    }
    if (method !== 'PUT') return { status: 405, body: { error: '405 Not Allowed' } };
    const text = (body as { readonly body: string }).body;
    const refused = tooLong(text);
    if (refused !== undefined) return refused;
    note.body = text;
    return { status: 200, body: note };
  }
}

function tooLong(text: string): Reply | undefined {
  return text.length > 1_000_000
    ? { status: 400, body: { message: { note: ['is too long (maximum is 1000000 characters)'] } } }
    : undefined;
}
