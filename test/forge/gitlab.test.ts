import { describe, expect, it } from 'vitest';
import { ALICE, BOT, GITLAB_TOKEN, gitlabServer } from './gitlab-server.ts';
import { bodyOf, hastyTransport, onGitLab, SETTLE_MS } from './harness.ts';

const NOTES = '/api/v4/projects/acme%2Fclusters/merge_requests/3/notes';

describe('one note', () => {
  it('is created, left alone, updated in place, and left to a newer run', async () => {
    const server = await gitlabServer();
    expect(await onGitLab(server.baseUrl, { text: 'first', order: '5' })).toMatchObject({
      action: 'created',
    });
    expect(await onGitLab(server.baseUrl, { text: 'first', order: '6' })).toMatchObject({
      action: 'unchanged',
    });
    expect(await onGitLab(server.baseUrl, { text: 'second', order: '7.100' })).toMatchObject({
      action: 'updated',
    });
    expect(await onGitLab(server.baseUrl, { text: 'older', order: '7.99' })).toMatchObject({
      action: 'superseded',
    });
    expect(server.notes).toMatchObject([{ id: 501, body: bodyOf({ text: 'second', order: '7.100' }) }]);
    expect(server.log()).toContain(`PUT ${NOTES}/501`);
    for (const { headers, path } of server.requests) {
      expect(headers['private-token']).toBe(GITLAB_TOKEN);
      expect(path).not.toContain(GITLAB_TOKEN);
    }
  });

  it.each(['link', 'number'] as const)('is found on the third page, by %s', async (pagination) => {
    const server = await gitlabServer({ pagination });
    for (let i = 0; i < 120; i += 1) {
      server.add(ALICE, `note ${i}`);
      server.add(BOT, bodyOf({ text: `system ${i}`, order: '99' }), true);
    }
    server.add(ALICE, bodyOf({ text: 'forged', order: '99' }));
    server.add(BOT, bodyOf({ text: 'old' }));
    expect(await onGitLab(server.baseUrl, { text: 'new', order: '2' })).toMatchObject({ action: 'updated' });
    expect(server.notes).toHaveLength(242);
    expect(server.notes.at(-1)?.body).toBe(bodyOf({ text: 'new', order: '2' }));
  });

  it('in a project that is given by number', async () => {
    const server = await gitlabServer({ project: '42' });
    await onGitLab(server.baseUrl, { text: 'x', project: '42' });
    expect(server.log()).toContain('POST /api/v4/projects/42/merge_requests/3/notes');
  });

  it('is created anew if somebody deletes it between reading and writing', async () => {
    const server = await gitlabServer();
    server.add(BOT, bodyOf({ text: 'old' }));
    server.intercept = ({ method }) => {
      if (method === 'PUT') server.notes.length = 0;
      return undefined;
    };
    expect(await onGitLab(server.baseUrl, { text: 'new', order: '2' })).toMatchObject({ action: 'created' });
    expect(server.notes.map(({ body }) => body)).toEqual([bodyOf({ text: 'new', order: '2' })]);
  });
});

describe('failures', () => {
  it.each([
    ['429 with seconds', { 'retry-after': '4' }, 4_500],
    [
      '429 with a time',
      {
        'ratelimit-remaining': '0',
        'ratelimit-reset': '1000000005',
        date: new Date(1_000_000_000_000).toUTCString(),
      },
      6_500,
    ],
    ['429 without either', {}, 63_000],
  ])('%s: waits and goes on', async (_title, headers, waitMs) => {
    const server = await gitlabServer();
    let failures = 0;
    server.intercept = ({ method }) => {
      if (method !== 'POST' || failures > 0) return undefined;
      failures += 1;
      return {
        status: 429,
        headers,
        body: { message: { error: 'This endpoint has been requested too many times.' } },
      };
    };
    const transport = hastyTransport();
    expect(await onGitLab(server.baseUrl, { text: 'x', transport })).toMatchObject({ action: 'created' });
    expect(transport.waits).toEqual([waitMs, SETTLE_MS]);
  });

  it.each([
    [401, { message: '401 Unauthorized' }, 'unauthorised', '401 Unauthorized'],
    [
      403,
      { error: 'insufficient_scope', error_description: 'needs more', scope: 'api' },
      'forbidden',
      'insufficient_scope; needs more',
    ],
    [404, { message: '404 Project Not Found' }, 'not-found', '404 Project Not Found'],
    [400, { message: { note: ['is too long'] } }, 'rejected', 'note: is too long'],
  ])('%i is told with what GitLab says', async (status, body, kind, said) => {
    const server = await gitlabServer();
    server.intercept = ({ method }) =>
      method === 'POST' ? { status, headers: { 'x-request-id': '01ABC' }, body } : undefined;
    const transport = hastyTransport();
    await expect(onGitLab(server.baseUrl, { text: 'x', transport })).rejects.toMatchObject({
      kind,
      status,
      message: `POST ${server.origin}${NOTES} was answered with ${status}: ${said} (request id 01ABC)`,
    });
    expect(transport.waits).toEqual([]);
  });

  it('a body that is too long: what GitLab says is passed on', async () => {
    const server = await gitlabServer();
    await expect(onGitLab(server.baseUrl, { text: 'x'.repeat(1_000_000) })).rejects.toThrow(
      'note: is too long (maximum is 1000000 characters)',
    );
  });
});
