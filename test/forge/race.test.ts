import { describe, expect, it } from 'vitest';
import { ACTIONS, type GitHubServer, githubServer } from './github-server.ts';
import { bodyOf, hastyTransport, onGitHub, SETTLE_MS } from './harness.ts';
import { barrier, type ServedRequest } from './server.ts';

/** Runs that wait for each other as real ones would: a run that has written does not look again before all have. */
function together(server: GitHubServer, count: number, isHeld: (request: ServedRequest) => boolean) {
  const atGate = barrier(count);
  const settled = barrier(count);
  let held = 0;
  server.intercept = async (request) => {
    if (isHeld(request) && held++ < count) await atGate();
    return undefined;
  };
  const transport = () => {
    const hasty = hastyTransport(10_000);
    const sleep = async (milliseconds: number) => {
      if (milliseconds === SETTLE_MS) await settled();
      await hasty.sleep(milliseconds);
    };
    return { ...hasty, sleep };
  };
  return transport;
}

const LIST = '/repos/acme/clusters/issues/7/comments';
const isCreate = ({ method, url }: ServedRequest) => method === 'POST' && url.pathname === LIST;
const isUpdate = ({ method }: ServedRequest) => method === 'PATCH';

describe('two runs at the same time', () => {
  it.each([
    ['1', '2'],
    ['2', '1'],
  ])('both create a comment (runs %s and %s): one is left, with the newer text', async (...orders) => {
    const server = await githubServer();
    const transport = together(server, 2, isCreate);
    await Promise.all(
      orders.map((order) =>
        onGitHub(server.baseUrl, { text: `run ${order}`, order, transport: transport() }),
      ),
    );
    expect(server.log().filter((line) => line === `POST ${LIST}`)).toHaveLength(2);
    expect(server.comments).toMatchObject([{ id: 1001, body: bodyOf({ text: 'run 2', order: '2' }) }]);
  });

  it.each([
    ['2', '3'],
    ['3', '2'],
  ])('both update one (runs %s and %s): the newer text wins, whoever writes last', async (...orders) => {
    const server = await githubServer();
    server.add(ACTIONS, bodyOf({ text: 'old' }));
    const transport = together(server, 2, isUpdate);
    await Promise.all(
      orders.map((order) =>
        onGitHub(server.baseUrl, { text: `run ${order}`, order, transport: transport() }),
      ),
    );
    expect(server.log().filter((line) => line.startsWith('PATCH')).length).toBeGreaterThanOrEqual(2);
    expect(server.comments).toMatchObject([{ id: 1001, body: bodyOf({ text: 'run 3', order: '3' }) }]);
  });

  it('two steps of one run end, with one comment', async () => {
    const server = await githubServer();
    const transport = together(server, 2, isCreate);
    await Promise.all(
      ['a', 'b'].map((text) => onGitHub(server.baseUrl, { text, order: '5', transport: transport() })),
    );
    expect(server.comments).toHaveLength(1);
  });
});
