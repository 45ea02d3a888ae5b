import {
  type Answer,
  type Interceptor,
  type LoopbackServer,
  type Reply,
  serve,
  type ServedRequest,
} from './server.ts';

export interface User {
  readonly login: string;
  readonly id: number;
  /** Tokens of apps may not ask who they are. */
  readonly isApp?: boolean;
}

export interface StoredComment {
  readonly id: number;
  readonly user: User;
  body: string;
}

export const ACTIONS: User = { login: 'github-actions[bot]', id: 41898282, isApp: true };
export const OCTOCAT: User = { login: 'octocat', id: 583231 };

/** Long enough to look like one, and found in no other text. */
export const TOKEN = 'ghs_S3cretTokenThatMustNeverBeSeen00000000';

export interface GitHubServer extends LoopbackServer {
  /** For `--api-url`. */
  readonly baseUrl: string;
  readonly comments: StoredComment[];
  readonly checkRuns: { readonly id: number; readonly body: unknown; annotations: number }[];
  readonly pulls: {
    readonly number: number;
    readonly head: { readonly label: string; readonly sha: string };
  }[];
  intercept: Interceptor;
  /** The same after the forge has done what was asked. */
  after: Interceptor;
  /** As somebody wrote it. */
  readonly add: (user: User, body: string) => StoredComment;
}

export interface GitHubServerOptions {
  readonly tokens?: Readonly<Record<string, User>>;
  readonly pullRequest?: number;
  /** `/api/v3` of a GitHub Enterprise Server. */
  readonly prefix?: string;
}

const REPOSITORY = '/repos/acme/clusters';

/** Behaves like GitHub's REST API as far as comments, checks and the token's user go. */
export async function githubServer(options: GitHubServerOptions = {}): Promise<GitHubServer> {
  const { tokens = { [TOKEN]: ACTIONS }, pullRequest = 7, prefix = '' } = options;
  let nextId = 1001;
  const comments: StoredComment[] = [];
  const state: Pick<GitHubServer, 'comments' | 'checkRuns' | 'pulls' | 'intercept' | 'after' | 'add'> = {
    comments,
    checkRuns: [],
    pulls: [],
    intercept: () => undefined,
    after: () => undefined,
    add: (user, body) => {
      const comment = { id: nextId++, user, body };
      comments.push(comment);
      return comment;
    },
  };
  const server = await serve(async (request, origin) => {
    const early = await state.intercept(request);
    if (early !== undefined) return early;
    const reply = handle(request, origin);
    return (await state.after(request)) ?? reply;
  });
  return Object.assign(state, server, { baseUrl: `${server.origin}${prefix}` });

  function handle(request: ServedRequest, origin: string): Reply {
    if (request.headers['user-agent'] === undefined) return { status: 403, body: 'Request forbidden' };
    const user = tokens[/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''];
    if (user === undefined) return failure(401, 'Bad credentials');
    if (request.url.pathname === graphqlPath(prefix)) return graphql(request, user);
    if (!request.url.pathname.startsWith(prefix)) return failure(404, 'Not Found');
    const path = request.url.pathname.slice(prefix.length);
    if (path === '/user')
      return user.isApp === true
        ? failure(403, 'Resource not accessible by integration')
        : { status: 200, body: shown(user) };
    if (path === `${REPOSITORY}/issues/${pullRequest}/comments`) return list(request, user, origin);
    const id = new RegExp(`^${REPOSITORY}/issues/comments/(\\d+)$`).exec(path)?.[1];
    if (id !== undefined) return one(request, Number(id), user);
    if (path === `${REPOSITORY}/pulls`) return { status: 200, body: pullsOf(request) };
    if (path.startsWith(`${REPOSITORY}/`)) return checks(request, path.slice(REPOSITORY.length));
    return failure(404, 'Not Found');
  }

  function list({ method, url, body }: ServedRequest, user: User, origin: string): Reply {
    if (method === 'GET') return paged(url, comments.map(commentBody), origin);
    const text = (body as { readonly body: string }).body;
    return tooLong(text) ?? { status: 201, body: commentBody(state.add(user, text)) };
  }

  function one({ method, body }: ServedRequest, id: number, user: User): Reply {
    const comment = comments.find((one) => one.id === id);
    if (comment === undefined) return failure(404, 'Not Found');
    if (method === 'GET') return { status: 200, body: commentBody(comment) };
    if (comment.user.id !== user.id && user.isApp !== true) return failure(403, 'Must have admin rights');
    if (method === 'DELETE') {
      comments.splice(comments.indexOf(comment), 1);
      return { status: 204 };
    }
    const text = (body as { readonly body: string }).body;
    const refused = tooLong(text);
    if (refused !== undefined) return refused;
    comment.body = text;
    return { status: 200, body: commentBody(comment) };
  }

  function pullsOf({ url }: ServedRequest): unknown {
    const head = url.searchParams.get('head');
    return state.pulls.filter((pull) => head === null || pull.head.label === head);
  }

  function checks({ method, body }: ServedRequest, path: string): Answer & Reply {
    const output = (body as { readonly output?: { readonly annotations?: readonly unknown[] } } | undefined)
      ?.output;
    const annotations = output?.annotations?.length ?? 0;
    if (annotations > 50) return failure(422, 'No more than 50 annotations');
    if (method === 'POST' && path === '/check-runs') {
      const run = { id: nextId++, body, annotations };
      state.checkRuns.push(run);
      return { status: 201, body: { id: run.id } };
    }
    const run = state.checkRuns.find(({ id }) => path === `/check-runs/${id}`);
    if (run !== undefined) {
      if (method === 'PATCH') run.annotations += annotations;
      return { status: 200, body: { id: run.id, output: { annotations_count: run.annotations } } };
    }
    if (/^\/commits\/[0-9a-f]+\/check-runs$/.test(path))
      return {
        status: 200,
        body: { check_runs: state.checkRuns.map(({ id, body: sent }) => ({ ...(sent as object), id })) },
      };
    return failure(404, 'Not Found');
  }
}

function graphqlPath(prefix: string): string {
  return prefix === '/api/v3' ? '/api/graphql' : '/graphql';
}

function graphql({ body }: ServedRequest, user: User): Reply {
  const { query } = body as { readonly query: string };
  if (!query.includes('viewer')) return { status: 200, body: { errors: [{ message: 'unknown query' }] } };
  return { status: 200, body: { data: { viewer: { login: user.login, databaseId: user.id } } } };
}

function paged(url: URL, all: readonly unknown[], origin: string): Reply {
  const size = Math.min(100, Number(url.searchParams.get('per_page') ?? 30));
  const page = Number(url.searchParams.get('page') ?? 1);
  const next = new URL(url.pathname + url.search, origin);
  next.searchParams.set('page', String(page + 1));
  const link =
    page * size < all.length ? `<${next.href}>; rel="next", <${next.href}>; rel="last"` : undefined;
  return {
    status: 200,
    body: all.slice((page - 1) * size, page * size),
    ...(link === undefined ? {} : { headers: { link } }),
  };
}

function commentBody({ id, user, body }: StoredComment): unknown {
  return {
    id,
    body,
    user: shown(user),
    html_url: `https://github.com/acme/clusters/pull/7#issuecomment-${id}`,
    performed_via_github_app: user.isApp === true ? { slug: user.login.replace('[bot]', '') } : null,
  };
}

function shown({ login, id, isApp }: User): unknown {
  return { login, id, type: isApp === true ? 'Bot' : 'User' };
}

function tooLong(text: string): Reply | undefined {
  return [...text].length > 65_536
    ? {
        status: 422,
        body: {
          message: 'Validation Failed',
          errors: [
            {
              resource: 'IssueComment',
              code: 'unprocessable',
              field: 'data',
              message: 'Body is too long (maximum is 65536 characters)',
            },
          ],
        },
      }
    : undefined;
}

export function failure(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return {
    status,
    headers: { 'x-github-request-id': 'C0DE:1234', ...headers },
    body: { message, documentation_url: 'https://docs.github.com/rest', status: String(status) },
  };
}
