import { describe, expect, it } from 'vitest';
import { readMarker } from '../../src/forge/review-marker.ts';
import type { ReviewReport } from '../../src/report/review-contract.ts';
import { ACTIONS, failure, type GitHubServer, githubServer, OCTOCAT, TOKEN } from '../forge/github-server.ts';
import { BOT, GITLAB_TOKEN, type GitLabServer, gitlabServer } from '../forge/gitlab-server.ts';
import { clusterReview, danger, poolReview, review } from '../report/review-fixtures.ts';
import { type CliResult, type CliRun, poolwright } from './harness.ts';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const CHANGED = review([clusterReview({ nodePools: [poolReview({ dangers: [danger()] })] })]);
const SAME = review([clusterReview({ change: 'unchanged', nodePools: [] })]);

interface CommentRun extends Pick<CliRun, 'env'> {
  readonly report?: ReviewReport;
}

/** Runs the command, in the environment of a CI job; its output never has a token in it. */
async function comment(args: readonly string[], options: CommentRun): Promise<CliResult> {
  const { report = CHANGED, env = {} } = options;
  const result = await poolwright(['comment', 'review.json', '--settle', '0', ...args], {
    files: { 'review.json': JSON.stringify(report) },
    env,
  });
  return withoutToken(result);
}

function withoutToken(result: CliResult): CliResult {
  for (const secret of [TOKEN, GITLAB_TOKEN]) expect(result.stdout + result.stderr).not.toContain(secret);
  return result;
}

const github = (server: GitHubServer, more: Readonly<Record<string, string>> = {}) => ({
  GITHUB_ACTIONS: 'true',
  GITHUB_API_URL: server.baseUrl,
  GITHUB_REPOSITORY: 'acme/clusters',
  GITHUB_REF: 'refs/pull/7/merge',
  GITHUB_RUN_ID: '17000000001',
  GITHUB_RUN_ATTEMPT: '1',
  GITHUB_TOKEN: TOKEN,
  ...more,
});

const gitlab = (server: GitLabServer, more: Readonly<Record<string, string>> = {}) => ({
  GITLAB_CI: 'true',
  CI_API_V4_URL: server.baseUrl,
  CI_PROJECT_ID: '42',
  CI_MERGE_REQUEST_PROJECT_ID: '42',
  CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '42',
  CI_MERGE_REQUEST_IID: '3',
  CI_PIPELINE_ID: '1000',
  CI_JOB_ID: '5',
  CI_COMMIT_SHA: COMMIT,
  GITLAB_TOKEN,
  ...more,
});

describe('on GitHub', () => {
  it('creates a comment, then leaves it, then updates it', async () => {
    const server = await githubServer();
    const first = await comment(['--forge', 'github'], { env: github(server) });
    expect(first).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'created the comment https://github.com/acme/clusters/pull/7#issuecomment-1001\n',
    });
    expect(readMarker(server.comments[0]?.body ?? '')).toMatchObject({
      set: 'clusters',
      order: [17000000001n, 1n],
    });
    expect(server.comments[0]?.body).toContain('PW9601');

    const again = await comment(['--forge', 'github'], { env: github(server, { GITHUB_RUN_ATTEMPT: '2' }) });
    expect(again.stderr).toMatch(/^the comment https:\S+ is up to date\n$/);
    const older = await comment(['--forge', 'github'], {
      report: SAME,
      env: github(server, { GITHUB_RUN_ID: '16999999999' }),
    });
    expect(older).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^a newer run has written/) as unknown,
    });
    const newer = await comment(['--forge', 'github'], {
      report: SAME,
      env: github(server, { GITHUB_RUN_ID: '17000000002' }),
    });
    expect(newer.stderr).toMatch(/^updated the comment/);
    expect(server.comments).toHaveLength(1);
    expect(server.comments[0]?.body).toMatch(/othing changes/);
  });

  it('creates none where nothing changes, unless told to', async () => {
    const server = await githubServer();
    const none = await comment(['--forge', 'github'], { report: SAME, env: github(server) });
    expect(none).toMatchObject({
      code: 0,
      stderr: 'nothing changes and there is no comment: none is created (--always creates one)\n',
    });
    expect(server.comments).toEqual([]);
    await comment(['--forge', 'github', '--always'], { report: SAME, env: github(server) });
    expect(server.comments).toHaveLength(1);
  });

  it('takes everything from flags, and the review from the standard input', async () => {
    const server = await githubServer({ tokens: { [TOKEN]: OCTOCAT } });
    const flags =
      `comment --forge github --repository acme/clusters --pull-request 7 --sequence 3 --set mine` +
      ` --commit ${COMMIT} --api-url ${server.baseUrl} --token-env MY_TOKEN --settle 0`;
    const result = await poolwright(flags.split(' '), {
      stdin: JSON.stringify(CHANGED),
      env: { MY_TOKEN: `${TOKEN}\n` },
    });
    expect(result).toMatchObject({ code: 0, stderr: expect.stringMatching(/^created/) as unknown });
    expect(readMarker(server.comments[0]?.body ?? '')).toMatchObject({
      set: 'mine',
      order: [3n],
      commit: COMMIT,
    });
  });

  it('says that a run without a number counts as the newest', async () => {
    const server = await githubServer();
    const { stderr } = await comment(['--forge', 'github'], { env: github(server, { GITHUB_RUN_ID: '' }) });
    expect(stderr).toMatch(
      /^note: nothing says which run this is, so it counts as the newest; see --sequence\n/,
    );
  });

  it('fits into what GitHub takes, marker included', async () => {
    const server = await githubServer();
    const clusters = Array.from({ length: 60 }, (_, i) =>
      clusterReview({
        name: `c${i}`,
        objects: [{ key: `NodePool/${i}`, change: 'changed', diff: '+ ä\n'.repeat(2_000) }],
      }),
    );
    const result = await comment(['--forge', 'github', '--set', 'ü'.repeat(200)], {
      report: review(clusters),
      env: github(server),
    });
    expect(result).toMatchObject({ code: 0 });
    const bytes = Buffer.byteLength(server.comments[0]?.body ?? '');
    expect(bytes).toBeLessThanOrEqual(65_536);
    expect(bytes).toBeGreaterThan(30_000);
  });
});

describe('--dry-run', () => {
  it('prints the body and says what would be done, and writes nothing', async () => {
    const server = await githubServer();
    const run = (more: Readonly<Record<string, string>> = {}) =>
      comment(['--forge', 'github', '--dry-run'], { env: github(server, more) });
    const first = await run();
    expect(first).toMatchObject({ code: 0, stderr: 'would create a comment\n' });
    server.add(ACTIONS, first.stdout);
    expect((await run()).stderr).toMatch(/^would leave the comment, which is up to date: https:/);
    expect((await run({ GITHUB_RUN_ID: '1' })).stderr).toMatch(
      /^would leave the comment of a newer run: https:/,
    );
    expect(new Set(server.requests.map(({ method, path }) => `${method} ${path}`))).toEqual(
      new Set(['GET /user', 'POST /graphql', 'GET /repos/acme/clusters/issues/7/comments?per_page=100']),
    );
  });

  it('needs no token', async () => {
    const result = await comment(
      ['--forge', 'gitlab', '--repository', 'a/b', '--pull-request', '1', '--sequence', '5', '--dry-run'],
      {},
    );
    expect(result).toMatchObject({
      code: 0,
      stderr: 'would create or update a comment; without a token nobody looked which\n',
    });
    expect(result.stdout).toMatch(
      /^<!-- poolwright:review v1 set=clusters order=5 digest=[0-9a-f]{64} -->\n/,
    );
  });
});

describe('which pull request and run', () => {
  const repo = { id: 1 };
  const fork = { id: 2, owner: { login: 'stranger' } };

  async function withEvent(
    event: unknown,
    server: GitHubServer,
    more: Readonly<Record<string, string>> = {},
  ) {
    const first = await poolwright(['--version'], {
      files: { 'event.json': JSON.stringify(event), 'review.json': JSON.stringify(CHANGED) },
    });
    return first.again(['comment', 'review.json', '--forge', 'github', '--settle', '0'], {
      env: github(server, {
        GITHUB_REF: 'refs/heads/main',
        GITHUB_EVENT_PATH: `${first.root}/event.json`,
        ...more,
      }),
    });
  }

  it('of an event `pull_request`', async () => {
    const server = await githubServer();
    const head = { sha: COMMIT, repo };
    await withEvent({ pull_request: { number: 7, head, base: { repo } } }, server);
    expect(readMarker(server.comments[0]?.body ?? '')).toMatchObject({
      commit: COMMIT,
      order: [17000000001n, 1n],
    });
  });

  it('of a comment on a pull request', async () => {
    const server = await githubServer();
    expect(await withEvent({ issue: { number: 7, pull_request: { url: 'x' } } }, server)).toMatchObject({
      code: 0,
    });
    const issue = await withEvent({ issue: { number: 7 } }, server);
    expect(issue).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/which pull request it is/) as unknown,
    });
  });

  it('of an event `workflow_run` in the repository: the order is that of the run that reviewed', async () => {
    const server = await githubServer();
    const run = { id: 500, run_attempt: 3, head_sha: COMMIT, head_branch: 'x', head_repository: repo };
    await withEvent(
      { repository: repo, workflow_run: { ...run, pull_requests: [{ number: 7, base: { repo } }] } },
      server,
    );
    expect(readMarker(server.comments[0]?.body ?? '')).toMatchObject({ commit: COMMIT, order: [500n, 3n] });
  });

  it('of an event `workflow_run` of a fork: GitHub is asked', async () => {
    const server = await githubServer();
    server.pulls.push(
      { number: 6, head: { label: 'stranger:other', sha: COMMIT } },
      { number: 7, head: { label: 'stranger:x#1', sha: COMMIT } },
    );
    const run = { id: 500, head_sha: COMMIT, head_branch: 'x#1', head_repository: fork, pull_requests: [] };
    expect(await withEvent({ repository: repo, workflow_run: run }, server)).toMatchObject({ code: 0 });
    expect(server.log()).toContain('POST /repos/acme/clusters/issues/7/comments');
    server.pulls.length = 0;
    expect(await withEvent({ repository: repo, workflow_run: run }, server)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /there is no single open pull request for the commit 0123\S+ of stranger/,
      ) as unknown,
    });
  });

  it('of an event that is broken', async () => {
    const server = await githubServer();
    expect(await withEvent('nonsense', server, {})).toMatchObject({ code: 2 });
    expect(await withEvent({ pull_request: { number: '7; rm -rf' } }, server)).toMatchObject({ code: 2 });
  });

  it('of a merge request pipeline', async () => {
    const server = await gitlabServer({ project: '42' });
    const { stderr } = await comment(['--forge', 'gitlab'], {
      env: gitlab(server, { CI_PROJECT_ID: '43', CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: '' }),
    });
    expect(stderr).toBe('created the comment (501)\n');
    expect(readMarker(server.notes[0]?.body ?? '')).toMatchObject({ order: [1000n, 5n], commit: COMMIT });
    expect(server.notes[0]?.author).toEqual(BOT);
  });

  it('of a branch pipeline with one open merge request', async () => {
    const server = await gitlabServer();
    const env = gitlab(server, { CI_MERGE_REQUEST_IID: '', CI_MERGE_REQUEST_PROJECT_ID: '' });
    const one = await comment(['--forge', 'gitlab'], {
      env: { ...env, CI_OPEN_MERGE_REQUESTS: 'acme/clusters!3' },
    });
    expect(one).toMatchObject({ code: 0 });
    const two = await comment(['--forge', 'gitlab'], {
      env: { ...env, CI_OPEN_MERGE_REQUESTS: 'acme/clusters!3,acme/clusters!4' },
    });
    expect(two).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/which pull request it is/) as unknown,
    });
  });
});

describe('--check-run', () => {
  it('reports the verdict, and every danger and new finding, fifty at a time', async () => {
    const server = await githubServer();
    const dangers = Array.from({ length: 120 }, (_, i) => danger({ message: `danger ${i}` }));
    // A line of base is no place in the commit.
    const gone = danger({ message: 'gone', source: { ...danger({}).source, side: 'base' } });
    const report = review([clusterReview({ nodePools: [poolReview({ dangers: [gone, ...dangers] })] })]);
    let lost = 0;
    server.after = ({ method, url }) =>
      method !== 'GET' && url.pathname.includes('/check-runs') && lost++ === 0 ? 'drop' : undefined;
    const { code, stderr } = await comment(
      ['--forge', 'github', '--check-run', '--commit', COMMIT, '--no-comment'],
      {
        report,
        env: github(server),
      },
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: `reported a check on ${COMMIT}\n` });
    expect(server.checkRuns).toHaveLength(1);
    expect(server.checkRuns[0]).toMatchObject({
      annotations: 120,
      body: {
        name: 'poolwright (clusters)',
        head_sha: COMMIT,
        status: 'completed',
        conclusion: 'neutral',
        output: {
          annotations: expect.arrayContaining([
            {
              path: 'clusters/web.yaml',
              start_line: 12,
              end_line: 12,
              start_column: 5,
              end_column: 11,
              annotation_level: 'warning',
              title: 'PW9601',
              message: 'danger 0\nMove its pods first.',
            },
          ]) as unknown,
        },
      },
    });
    expect(server.comments).toEqual([]);
  });

  it('is a warning where the token may not', async () => {
    const server = await githubServer();
    server.intercept = ({ url }) =>
      url.pathname.includes('/check-runs')
        ? failure(403, 'You must authenticate via a GitHub App.')
        : undefined;
    const { code, stderr } = await comment(['--forge', 'github', '--check-run', '--commit', COMMIT], {
      env: github(server),
    });
    expect(code).toBe(0);
    expect(stderr).toMatch(/created the comment[^]*warning: no check is reported: [^]*checks: write/);
  });
});

describe('--step-summary', () => {
  it('adds to the file, within a megabyte', async () => {
    const first = await poolwright(['--version'], {
      files: { 'review.json': JSON.stringify(CHANGED), summary: 'from another command\n' },
    });
    const run = () =>
      first.again(['comment', 'review.json', '--forge', 'github', '--step-summary', '--no-comment'], {
        env: { GITHUB_STEP_SUMMARY: `${first.root}/summary` },
      });
    expect(await run()).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(first.read('summary')).toMatch(/^from another command\n.*PW9601/s);
    const full = await poolwright(['--version'], {
      files: { 'review.json': JSON.stringify(CHANGED), summary: 'x'.repeat(1024 * 1024 - 100) },
    });
    expect(
      await full.again(['comment', 'review.json', '--forge', 'github', '--step-summary', '--no-comment'], {
        env: { GITHUB_STEP_SUMMARY: `${full.root}/summary` },
      }),
    ).toMatchObject({ code: 0, stderr: expect.stringMatching(/summary of the step is full/) as unknown });
    expect(full.read('summary')).toHaveLength(1024 * 1024 - 100);
  });
});

describe('wrong usage', () => {
  const anywhere = { GITHUB_REPOSITORY: 'a/b', GITHUB_REF: 'refs/pull/1/merge' };

  it.each([
    [[], {}, /option '--forge <forge>' not specified/],
    [['--forge', 'gitea'], {}, /Allowed choices are github, gitlab/],
    [['--forge', 'github'], {}, /nothing says which repository it is: pass --repository owner\/name/],
    [['--forge', 'github'], { GITHUB_REPOSITORY: 'a/b' }, /nothing says which pull request it is/],
    [['--forge', 'github', '--repository', 'a/../b'], anywhere, /`a\/..\/b` is not a repository/],
    [['--forge', 'github', '--repository', 'a/..'], anywhere, /`a\/..` is not a repository/],
    [['--forge', 'github', '--pull-request', '0'], anywhere, /It must be a whole number, 1 or more/],
    [['--forge', 'github', '--sequence', 'x'], anywhere, /`--sequence x` is not a number such as 17/],
    [['--forge', 'github', '--commit', 'main'], anywhere, /`--commit` needs the full id of a commit/],
    [['--forge', 'github', '--set', ''], anywhere, /the name of `--set` must have 1 to 200 characters/],
    [['--forge', 'github', '--api-url', 'http://x'], anywhere, /the address in --api-url cannot be used/],
    [
      ['--forge', 'github'],
      { ...anywhere, GITHUB_API_URL: 'https://u:pw@x' },
      /GITHUB_API_URL cannot be used/,
    ],
    [['--forge', 'github', '--no-comment'], anywhere, /--no-comment leaves nothing to do/],
    [['--forge', 'gitlab', '--check-run'], {}, /--check-run is for GitHub/],
    [['--forge', 'github', '--step-summary'], anywhere, /--step-summary needs GITHUB_STEP_SUMMARY/],
    [['--forge', 'github'], anywhere, /there is no token: set GITHUB_TOKEN or GH_TOKEN to a token/],
    [
      ['--forge', 'github'],
      { ...anywhere, GITHUB_ACTIONS: 'true' },
      /`permissions: \{pull-requests: write\}` on the job/,
    ],
    [['--forge', 'github', '--token-env', 'MINE'], { ...anywhere, GITHUB_TOKEN: 'x' }, /set MINE/],
    [
      ['--forge', 'github'],
      { ...anywhere, GITHUB_TOKEN: `${TOKEN}\nx: y` },
      /GITHUB_TOKEN does not hold a token/,
    ],
    [
      ['--forge', 'gitlab'],
      { CI_PROJECT_ID: '1', CI_MERGE_REQUEST_IID: '2', CI_JOB_TOKEN: 'job' },
      /set GITLAB_TOKEN to a project access token .*CI_JOB_TOKEN will not do/,
    ],
    [
      ['--forge', 'gitlab'],
      {
        CI_MERGE_REQUEST_PROJECT_ID: '1',
        CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '2',
        CI_MERGE_REQUEST_IID: '2',
      },
      /pipelines of a fork do not get the variables of this project/,
    ],
  ])('%j with %j', async (args, env, message) => {
    const { code, stdout, stderr } = await comment(args, { env });
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('pw@x');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});

describe('failures of the forge', () => {
  it('the token of a fork: the two steps are told', async () => {
    const server = await githubServer();
    server.intercept = ({ method, url }) =>
      method === 'POST' && url.pathname !== '/graphql'
        ? failure(403, 'Resource not accessible by integration')
        : undefined;
    const direct = await comment(['--forge', 'github'], { env: github(server) });
    expect(direct).toMatchObject({ code: 2, stdout: '' });
    expect(direct.stderr).toMatch(/give the job `permissions: \{pull-requests: write\}`/);

    const event = {
      pull_request: { number: 7, head: { sha: COMMIT, repo: { id: 2 } }, base: { repo: { id: 1 } } },
    };
    const first = await poolwright(['--version'], {
      files: { 'event.json': JSON.stringify(event), 'review.json': JSON.stringify(CHANGED) },
    });
    const { code, stderr } = await first.again(['comment', 'review.json', '--forge', 'github'], {
      env: github(server, { GITHUB_EVENT_PATH: `${first.root}/event.json` }),
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^poolwright: POST \S+ was answered with 403: Resource not accessible by integration/,
    );
    expect(stderr).toMatch(
      /uploads that as an artifact\n.*`workflow_run`.*\n.*docs\/comment.md, under "Forks"/,
    );
  });

  it.each([
    [
      failure(403, 'Resource not accessible by personal access token'),
      /needs the permission "Pull requests: write" for this repository/,
    ],
    [failure(401, 'Bad credentials'), /The token in GITHUB_TOKEN is not valid/],
    [
      failure(404, 'Not Found'),
      /There is no pull request 7 in acme\/clusters, or the token in GITHUB_TOKEN may not see it/,
    ],
  ])('%j', async (reply, message) => {
    const server = await githubServer();
    server.intercept = ({ url }) => (url.pathname.endsWith('/comments') ? reply : undefined);
    const { code, stderr } = await comment(['--forge', 'github', '--debug'], { env: github(server) });
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  it('do not fail the job if told so; wrong usage still does', async () => {
    const server = await githubServer();
    server.intercept = () => failure(401, 'Bad credentials');
    const soft = await comment(['--forge', 'github', '--soft-fail'], { env: github(server) });
    expect(soft).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^warning: GET /) as unknown,
    });
    expect(await comment(['--forge', 'github', '--soft-fail'], { env: {} })).toMatchObject({ code: 2 });
  });

  it('of GitLab: what the token needs', async () => {
    const server = await gitlabServer({ project: '42' });
    server.intercept = ({ method }) =>
      method === 'POST' ? { status: 403, body: { error: 'insufficient_scope' } } : undefined;
    const { code, stderr } = await comment(['--forge', 'gitlab'], { env: gitlab(server) });
    expect(code).toBe(2);
    expect(stderr).toMatch(/The token in GITLAB_TOKEN needs the scope `api` and, .*the role Reporter/);
  });
});
