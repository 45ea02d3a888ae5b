import { describe, expect, it } from 'vitest';
import { ForgeError } from '../../src/forge/forge-error.ts';
import { ACTIONS, failure, githubServer, OCTOCAT, TOKEN } from './github-server.ts';
import { bodyOf, hastyTransport, onGitHub, SETTLE_MS } from './harness.ts';
import { serve, type ServedRequest } from './server.ts';

const LIST = '/repos/acme/clusters/issues/7/comments';
const isWrite = ({ method, url }: ServedRequest) => method !== 'GET' && !url.pathname.endsWith('/graphql');

async function failureOf(doing: Promise<unknown>): Promise<ForgeError> {
  const error = await doing.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ForgeError);
  const failed = error as ForgeError;
  expect(`${failed.message}\n${failed.stack}`).not.toContain(TOKEN);
  return failed;
}

describe('one comment', () => {
  it('is created, left alone, and updated in place', async () => {
    const server = await githubServer();
    expect(await onGitHub(server.baseUrl, { text: 'first' })).toMatchObject({
      action: 'created',
      comment: { url: 'https://github.com/acme/clusters/pull/7#issuecomment-1001' },
    });
    expect(server.comments.map(({ body }) => body)).toEqual([bodyOf({ text: 'first' })]);

    const before = server.requests.length;
    expect(await onGitHub(server.baseUrl, { text: 'first', order: '2' })).toMatchObject({
      action: 'unchanged',
    });
    expect(server.requests.slice(before).filter(isWrite)).toEqual([]);

    expect(await onGitHub(server.baseUrl, { text: 'second', order: '2' })).toMatchObject({
      action: 'updated',
    });
    expect(server.comments).toMatchObject([{ id: 1001, body: bodyOf({ text: 'second', order: '2' }) }]);
  });

  it('is updated for a newer commit even if the text is the same, so that a run between them is recognised', async () => {
    const server = await githubServer();
    await onGitHub(server.baseUrl, { text: 'same', order: '1', commit: 'aaa' });
    expect(await onGitHub(server.baseUrl, { text: 'same', order: '3', commit: 'ccc' })).toMatchObject({
      action: 'updated',
    });
    expect(await onGitHub(server.baseUrl, { text: 'other', order: '2', commit: 'bbb' })).toMatchObject({
      action: 'superseded',
    });
    expect(server.comments.map(({ body }) => body)).toEqual([
      bodyOf({ text: 'same', order: '3', commit: 'ccc' }),
    ]);
  });

  it('is not created if it would say nothing, and updated all the same', async () => {
    const server = await githubServer();
    const nothing = { text: 'nothing changes', postsNew: false };
    expect(await onGitHub(server.baseUrl, nothing)).toMatchObject({ action: 'nothing' });
    expect(server.comments).toEqual([]);
    await onGitHub(server.baseUrl, { text: 'something' });
    expect(await onGitHub(server.baseUrl, { ...nothing, order: '2' })).toMatchObject({ action: 'updated' });
    expect(server.comments[0]?.body).toContain('nothing changes');
  });

  it('stands beside those of other sets', async () => {
    const server = await githubServer();
    await onGitHub(server.baseUrl, { text: 'a', set: 'eu west/ümläut --> x' });
    await onGitHub(server.baseUrl, { text: 'b', set: 'us' });
    await onGitHub(server.baseUrl, { text: 'c', order: '2', set: 'eu west/ümläut --> x' });
    expect(server.comments.map(({ body }) => body.split('\n').slice(1).join())).toEqual(['c', 'b']);
    expect(server.comments[0]?.body.split('\n')[0]).toMatch(/^<!-- [^<>]+ -->$/);
  });

  it('is found on the third page', async () => {
    const server = await githubServer();
    for (let i = 0; i < 230; i += 1) server.add(OCTOCAT, `comment ${i}`);
    server.add(ACTIONS, bodyOf({ text: 'old' }));
    expect(await onGitHub(server.baseUrl, { text: 'new', order: '2' })).toMatchObject({ action: 'updated' });
    const pages = server.requests.filter(({ method, url }) => method === 'GET' && url.pathname === LIST);
    expect(pages.slice(0, 3).map(({ url }) => url.search)).toEqual([
      '?per_page=100',
      '?per_page=100&page=2',
      '?per_page=100&page=3',
    ]);
    expect(server.comments).toHaveLength(231);
  });

  it('is created anew if somebody deletes it between reading and writing', async () => {
    const server = await githubServer();
    await onGitHub(server.baseUrl, { text: 'first' });
    server.intercept = ({ method }) => {
      if (method === 'PATCH') server.comments.length = 0;
      return undefined;
    };
    expect(await onGitHub(server.baseUrl, { text: 'second', order: '2' })).toMatchObject({
      action: 'created',
    });
    expect(server.comments.map(({ body }) => body)).toEqual([bodyOf({ text: 'second', order: '2' })]);
  });

  it('of which there are several: the oldest is kept, the others go', async () => {
    const server = await githubServer();
    for (const order of ['1', '3', '2']) server.add(ACTIONS, bodyOf({ text: `run ${order}`, order }));
    expect(await onGitHub(server.baseUrl, { text: 'run 4', order: '4' })).toMatchObject({ removed: 2 });
    expect(server.comments).toMatchObject([{ id: 1001, body: bodyOf({ text: 'run 4', order: '4' }) }]);
  });

  it('says so if others cannot be removed', async () => {
    const server = await githubServer();
    for (const order of ['1', '2']) server.add(ACTIONS, bodyOf({ text: 'x', order }));
    server.intercept = ({ method }) => (method === 'DELETE' ? failure(403, 'Forbidden') : undefined);
    const { action, notes } = await onGitHub(server.baseUrl, { text: 'y', order: '3' });
    expect({ action, notes }).toEqual({
      action: 'updated',
      notes: [
        'a second comment cannot be removed, please do: https://github.com/acme/clusters/pull/7#issuecomment-1002',
      ],
    });
  });

  it('of a newer run is left as it is', async () => {
    const server = await githubServer();
    await onGitHub(server.baseUrl, { text: 'newer', order: '10' });
    const before = server.requests.length;
    for (const order of ['9', '9.7', '2'])
      expect(await onGitHub(server.baseUrl, { text: 'older', order })).toMatchObject({
        action: 'superseded',
      });
    expect(server.requests.slice(before).filter(isWrite)).toEqual([]);
    expect(await onGitHub(server.baseUrl, { text: 'second attempt', order: '10.2' })).toMatchObject({
      action: 'updated',
    });
  });

  it('is not one that quotes it, or one of a person', async () => {
    const server = await githubServer();
    const quoted = server.add(ACTIONS, `> ${bodyOf({ text: 'quoted' })}`);
    const foreign = server.add(OCTOCAT, bodyOf({ text: 'forged', order: '999' }));
    const bodies = [quoted.body, foreign.body];
    expect(await onGitHub(server.baseUrl, { text: 'mine' })).toMatchObject({ action: 'created' });
    expect(await onGitHub(server.baseUrl, { text: 'mine again', order: '2' })).toMatchObject({
      action: 'updated',
      comment: { id: 1003 },
    });
    expect(server.comments.map(({ body }) => body)).toEqual([
      ...bodies,
      bodyOf({ text: 'mine again', order: '2' }),
    ]);
  });
});

describe('whose comment it is', () => {
  it.each([
    ['a person, by /user', OCTOCAT, ['GET /user']],
    ['an app, by GraphQL', { login: 'acme-bot[bot]', id: 99, isApp: true }, ['GET /user', 'POST /graphql']],
  ])('%s', async (_title, user, asked) => {
    const server = await githubServer({ tokens: { [TOKEN]: user } });
    server.add(ACTIONS, bodyOf({ text: 'of another bot' }));
    server.add(user, bodyOf({ text: 'old' }));
    expect(await onGitHub(server.baseUrl, { text: 'new', order: '2' })).toMatchObject({
      comment: { id: 1002 },
    });
    expect(server.log().slice(0, asked.length)).toEqual(asked);
  });

  it('on a GitHub Enterprise Server', async () => {
    const server = await githubServer({ prefix: '/api/v3' });
    await onGitHub(server.baseUrl, { text: 'x' });
    expect(server.log().slice(0, 3)).toEqual(['GET /api/v3/user', 'POST /api/graphql', `GET /api/v3${LIST}`]);
  });

  it('by name, if that is given', async () => {
    const server = await githubServer();
    server.add(ACTIONS, bodyOf({ text: 'old' }));
    const run = { text: 'new', order: '2', author: 'GitHub-Actions[bot]' };
    expect(await onGitHub(server.baseUrl, run)).toMatchObject({ action: 'updated' });
    expect(server.log()).not.toContain('GET /user');
  });

  it('survives that a user is renamed', async () => {
    const server = await githubServer({ tokens: { [TOKEN]: { ...OCTOCAT, login: 'hexacat' } } });
    server.add(OCTOCAT, bodyOf({ text: 'old' }));
    expect(await onGitHub(server.baseUrl, { text: 'new', order: '2' })).toMatchObject({ action: 'updated' });
  });

  it('is learned from the first comment if nothing else says it, and earlier ones are found then', async () => {
    const app = { login: 'acme-bot[bot]', id: 99, isApp: true };
    const server = await githubServer({ tokens: { [TOKEN]: app } });
    server.add(app, bodyOf({ text: 'old' }));
    server.intercept = ({ url }) => (url.pathname === '/graphql' ? failure(404, 'Not Found') : undefined);
    const { notes, removed } = await onGitHub(server.baseUrl, { text: 'new', order: '2' });
    expect({ notes, removed }).toEqual({
      removed: 1,
      notes: [
        'the comment is one of `acme-bot[bot]`, not of `github-actions[bot]`, whose comments were looked at; pass --author if that is not right',
      ],
    });
    expect(server.comments).toMatchObject([{ id: 1001, body: bodyOf({ text: 'new', order: '2' }) }]);
  });
});

describe('failures that pass', () => {
  it.each([
    ['500', failure(500, 'Server Error'), 750],
    ['502 with a page of a proxy', { status: 502, body: '<html>Bad Gateway</html>' }, 750],
    ['503 with a time', failure(503, 'Unavailable', { 'retry-after': '7' }), 7_500],
    ['429', failure(429, 'Too many requests', { 'retry-after': '3' }), 3_500],
    [
      'a secondary rate limit',
      failure(403, 'You have exceeded a secondary rate limit.', { 'retry-after': '5' }),
      5_500,
    ],
    [
      'a secondary rate limit that says no time',
      failure(403, 'You have exceeded a secondary rate limit'),
      63_000,
    ],
    [
      'the primary rate limit, by the clock of the forge',
      failure(403, 'API rate limit exceeded', {
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': '1000000020',
        date: new Date(1_000_000_000_000).toUTCString(),
      }),
      21_500,
    ],
    ['a connection that is cut', 'drop' as const, 750],
    ['a server that hangs', 'hang' as const, 750],
  ])('%s: reading and writing go on', async (_title, reply, waitMs) => {
    const server = await githubServer();
    let left = 3;
    const failed = new Set<string>();
    server.intercept = ({ method, path }) => {
      // Each request once: the user, the list, the comment.
      if (left === 0 || failed.has(method + path) || path === '/graphql') return undefined;
      failed.add(method + path);
      left -= 1;
      return reply;
    };
    const transport = hastyTransport(1_000);
    expect(await onGitHub(server.baseUrl, { text: 'x', transport })).toMatchObject({ action: 'created' });
    expect(transport.waits).toEqual([waitMs, waitMs, waitMs, SETTLE_MS]);
    expect(server.comments).toHaveLength(1);
  });

  it.each(['drop', 'hang'] as const)(
    'a comment that was created although the answer is lost (%s) is not created again',
    async (how) => {
      const server = await githubServer();
      let lost = 0;
      server.after = ({ method, url }) =>
        method === 'POST' && url.pathname === LIST && lost++ === 0 ? how : undefined;
      expect(await onGitHub(server.baseUrl, { text: 'x', transport: hastyTransport(1_000) })).toMatchObject({
        action: 'unchanged',
      });
      expect(server.comments).toHaveLength(1);
    },
  );

  it('waits longer each time, and gives up', async () => {
    const server = await githubServer();
    server.intercept = ({ method }) => (method === 'POST' ? failure(502, 'Bad Gateway') : undefined);
    const transport = hastyTransport();
    const error = await failureOf(onGitHub(server.baseUrl, { text: 'x', transport, author: 'a' }));
    expect(transport.waits).toEqual([750, 1_500, 3_000, 6_000, 12_000]);
    expect(error).toMatchObject({ kind: 'server', status: 502, requestId: 'C0DE:1234' });
    expect(error.message).toContain(
      `${LIST} was answered with 502: Bad Gateway (request id C0DE:1234) (gave up after 6 attempts)`,
    );
  });

  it('does not sleep for longer than it may take', async () => {
    const server = await githubServer();
    server.intercept = () => failure(429, 'Too many requests', { 'retry-after': '3600' });
    const transport = hastyTransport();
    const error = await failureOf(onGitHub(server.baseUrl, { text: 'x', transport }));
    expect(error.message).toMatch(/gave up: the next attempt would be in 3601 s/);
    expect(transport.waits).toEqual([]);
  });

  it('looks again before each attempt: a newer run that wrote in between is not overwritten', async () => {
    const server = await githubServer();
    const old = server.add(ACTIONS, bodyOf({ text: 'old', order: '1' }));
    server.intercept = ({ method }) => {
      if (method !== 'PATCH') return undefined;
      old.body = bodyOf({ text: 'newest', order: '3' });
      return failure(502, 'Bad Gateway');
    };
    expect(await onGitHub(server.baseUrl, { text: 'older', order: '2' })).toMatchObject({
      action: 'superseded',
    });
    expect(server.comments.map(({ body }) => body)).toEqual([bodyOf({ text: 'newest', order: '3' })]);
  });
});

describe('failures that stay', () => {
  it.each([
    ['a token that is not valid', failure(401, 'Bad credentials'), 'unauthorised'],
    ['the token of a fork', failure(403, 'Resource not accessible by integration'), 'forbidden'],
    ['a pull request that is not there', failure(404, 'Not Found'), 'not-found'],
    ['a locked conversation', failure(403, 'Unable to create comment because issue is locked.'), 'forbidden'],
    ['an answer that is not JSON', { status: 200, body: '[{"id": 1' }, 'unexpected'],
    ['a page of a portal', { status: 200, body: '<html>Sign in</html>' }, 'unexpected'],
    ['an answer of another shape', { status: 200, body: { hello: 1 } }, 'unexpected'],
  ])('%s', async (_title, reply, kind) => {
    const server = await githubServer();
    server.intercept = ({ url }) => (url.pathname === LIST ? reply : undefined);
    const transport = hastyTransport();
    expect(await failureOf(onGitHub(server.baseUrl, { text: 'x', transport }))).toMatchObject({ kind });
    expect(transport.waits).toEqual([]);
  });

  it('a body that is too long: what GitHub says is passed on', async () => {
    const server = await githubServer();
    const error = await failureOf(onGitHub(server.baseUrl, { text: 'x'.repeat(65_536) }));
    expect(error.message).toMatch(
      /answered with 422: Validation Failed; Body is too long \(maximum is 65536 characters\)/,
    );
  });

  it('what the forge says cannot steer a terminal, and the token does not come back in it', async () => {
    const server = await githubServer();
    server.intercept = ({ url }) =>
      url.pathname === LIST ? failure(422, `\u001b[31mno\n${TOKEN}\u202e`) : undefined;
    const { message } = await failureOf(onGitHub(server.baseUrl, { text: 'x' }));
    expect(message).toMatch(/: \[31mno \*\*\* \(request id/);
  });
});

describe('where the token goes', () => {
  it('never to another host, by redirect or by a link to a next page', async () => {
    const elsewhere = await serve(() => ({ status: 200, body: [] }));
    const server = await githubServer();
    for (const reply of [
      { status: 301, headers: { location: `${elsewhere.origin}/repos` } },
      { status: 307, headers: { location: '//evil.example/x' } },
      { status: 200, body: [], headers: { link: `<${elsewhere.origin}/page/2>; rel="next"` } },
    ]) {
      server.intercept = ({ url }) => (url.pathname === LIST ? reply : undefined);
      const { message } = await failureOf(onGitHub(server.baseUrl, { text: 'x' }));
      expect(message).toMatch(
        /where the token is not sent; if that is the forge, give its address with --api-url/,
      );
    }
    expect(elsewhere.requests).toEqual([]);
  });

  it('follows GitHub to a renamed repository, with the same method and body', async () => {
    const server = await githubServer();
    server.intercept = ({ url }) =>
      url.pathname === LIST && !url.searchParams.has('moved')
        ? { status: 307, headers: { location: `${url.pathname}?moved` } }
        : undefined;
    expect(await onGitHub(server.baseUrl, { text: 'x' })).toMatchObject({ action: 'created' });
    expect(server.comments.map(({ body }) => body)).toEqual([bodyOf({ text: 'x' })]);
  });

  it('notices redirects and pages without an end', async () => {
    const server = await githubServer();
    server.intercept = ({ url }) =>
      url.pathname === LIST ? { status: 302, headers: { location: url.pathname } } : undefined;
    expect((await failureOf(onGitHub(server.baseUrl, { text: 'x' }))).message).toMatch(/more than 3 times/);
    server.intercept = ({ url }) =>
      url.pathname === LIST
        ? { status: 200, body: [], headers: { link: `<${url.href}>; rel="next"` } }
        : undefined;
    expect((await failureOf(onGitHub(server.baseUrl, { text: 'x' }))).message).toMatch(/more than 200 pages/);
  });

  it('is in a header, in every request, and in no address or body', async () => {
    const server = await githubServer();
    await onGitHub(server.baseUrl, { text: 'x' });
    await onGitHub(server.baseUrl, { text: 'y', order: '2' });
    for (const { path, headers, body } of server.requests) {
      expect(headers.authorization).toBe(`Bearer ${TOKEN}`);
      expect(path + JSON.stringify(body)).not.toContain(TOKEN);
    }
  });
});
