import { ForgeError } from '../../../src/forge/forge-error.ts';
import { createCheckRun } from '../../../src/forge/github/check-run.ts';
import { findPullRequest } from '../../../src/forge/github/find-pull-request.ts';
import { createGitHubApi } from '../../../src/forge/github/github-api.ts';
import { githubComments } from '../../../src/forge/github/github-comments.ts';
import { gitlabComments } from '../../../src/forge/gitlab/gitlab-comments.ts';
import { createPatience } from '../../../src/forge/patience.ts';
import { digestOf, writeMarker } from '../../../src/forge/review-marker.ts';
import type { Transport } from '../../../src/forge/transport.ts';
import { upsertComment } from '../../../src/forge/upsert-comment.ts';
import { mutated } from '../mutate/mutate.ts';
import { must } from '../oracles.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { FuzzTarget } from '../target.ts';

/** What a server says to one request. The last answer of a script is that to all further ones. */
interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  /** The connection breaks after the body, or before it where that is empty. */
  readonly breaks?: boolean;
}

const SECRET = 'a-token-that-nobody-may-see';
const MARKER = { set: 'clusters', order: [17n], digest: digestOf('Text') };
const OWN = `${writeMarker({ ...MARKER, order: [16n] })}\nOld text`;

const BODIES: readonly string[] = [
  '{"login":"bot","id":7,"username":"bot"}',
  JSON.stringify([
    {
      id: 1,
      user: { login: 'bot', id: 7 },
      author: { username: 'bot', id: 7 },
      body: OWN,
      html_url: 'https://x/1',
    },
  ]),
  JSON.stringify([
    { id: 2, user: null, body: null },
    { id: 3, system: true, body: OWN, author: { username: 'bot' } },
  ]),
  JSON.stringify({ id: 1, user: { login: 'bot', id: 7 }, author: { username: 'bot', id: 7 }, body: OWN }),
  JSON.stringify({
    id: 9,
    user: { login: 'bot', id: 7 },
    author: { username: 'bot', id: 7 },
    body: `${writeMarker(MARKER)}\nText`,
  }),
  '{"message":"Bad credentials","documentation_url":"https://docs","errors":[{"code":"x"}]}',
  '{"data":{"viewer":{"login":"bot","databaseId":7}}}',
  '{"check_runs":[{"id":4,"external_id":"x"}]}',
  '[{"number":7,"head":{"sha":"abc"}}]',
  '[]',
  '',
  '<html>502</html>',
]; // prettier-ignore

const HEADERS: readonly (readonly [string, string])[] = [
  ['link', '<https://forge.example.com/api/v3/x?page=2>; rel="next"'],
  ['link', '<https://evil.example.com/x>; rel="next"'],
  ['link', '<<<>>>;rel=next'],
  ['x-next-page', '2'],
  ['x-next-page', '99999999999'],
  ['location', '/elsewhere'],
  ['location', 'https://evil.example.com/'],
  ['location', 'http://['],
  ['retry-after', '1'],
  ['retry-after', '-5'],
  ['retry-after', '1e300'],
  ['x-ratelimit-remaining', '0'],
  ['x-ratelimit-reset', '99999999999999999999'],
  ['content-type', 'text/html'],
  ['x-github-request-id', 'x'.repeat(5_000)],
];

const STATUSES = [
  200, 200, 200, 200, 201, 204, 206, 301, 302, 307, 308, 400, 401, 403, 404, 409, 410, 422, 429, 500, 502,
  503, 599,
];

/** What GitHub and GitLab, and whatever stands between, may answer: comments, check runs, pages, redirects, refusals. */
export function forgeTarget(): FuzzTarget {
  return {
    name: 'forge',
    make: (random) => {
      const answers = Array.from({ length: 1 + random.below(8) }, () => answer(random));
      const job = random.pick(Object.keys(JOBS));
      return JSON.stringify({ job, answers }, null, 1);
    },
    run: async (input) => {
      const { job, answers } = script(input);
      try {
        await JOBS[job]?.(transportOf(answers));
        return true;
      } catch (error) {
        if (!(error instanceof ForgeError)) throw error;
        must(!error.message.includes(SECRET), () => 'a message holds the token');
        must(error.message.trim() !== '', () => 'an error says nothing');
        return false;
      }
    },
  };
}

function answer(random: SeededRandom): Answer {
  const plain = random.pick(BODIES);
  const body =
    random.below(3) === 0 ? plain : mutated(BODIES, random, random.below(4) === 0 ? 'text' : 'json');
  return {
    status: random.pick(STATUSES),
    headers: Array.from({ length: random.below(3) }, () => random.pick(HEADERS)),
    body: random.below(20) === 0 ? body.replaceAll('bot', SECRET) : body,
    ...(random.below(20) === 0 ? { breaks: true } : {}),
  };
}

const JOBS: Readonly<Record<string, (transport: Transport) => Promise<unknown>>> = {
  github: (transport) => {
    const forge = githubComments({ api: github(transport), pullRequest: 7 });
    return upsert(forge, transport);
  },
  gitlab: (transport) => {
    const patience = createPatience(transport);
    const baseUrl = 'https://forge.example.com/api/v4';
    return upsert(
      gitlabComments({ baseUrl, project: 'a/b', mergeRequest: 3, token: SECRET, transport, patience }),
      transport,
    );
  },
  check: (transport) => {
    const annotation = {
      path: 'a.yaml',
      startLine: 1,
      endLine: 1,
      level: 'notice',
      title: 't',
      message: 'm',
    } as const;
    const run = {
      name: 'poolwright',
      headSha: 'abc',
      conclusion: 'success',
      title: 't',
      summary: 's',
      annotations: Array.from({ length: 120 }, () => annotation),
      externalId: 'x',
    } as const;
    return createCheckRun(github(transport), run, createPatience(transport));
  },
  head: (transport) => findPullRequest(github(transport), { owner: 'a', branch: 'b', commit: 'abc' }),
};

function github(transport: Transport) {
  const patience = createPatience(transport);
  const baseUrl = 'https://forge.example.com/api/v3';
  return createGitHubApi({ baseUrl, repository: 'a/b', token: SECRET, transport, patience });
}

function upsert(forge: Parameters<typeof upsertComment>[0]['forge'], transport: Transport) {
  const patience = createPatience(transport);
  const { sleep } = transport;
  return upsertComment({
    forge,
    marker: MARKER,
    text: 'Text',
    postsNew: true,
    patience,
    sleep,
    settleMs: 10,
  });
}

/** No network, and a clock that only waiting moves. */
function transportOf(answers: readonly Answer[]): Transport {
  let asked = 0;
  let passedMs = 0;
  return {
    fetch: (url) => {
      must(new URL(url).host === 'forge.example.com', () => `the token is sent to ${url}`);
      const given = answers[Math.min(asked, answers.length - 1)];
      asked++;
      must(asked < 5_000, () => 'it asks without end');
      return given === undefined ? Promise.reject(new TypeError('fetch failed')) : respond(given);
    },
    sleep: (milliseconds) => {
      must(milliseconds >= 0 && Number.isFinite(milliseconds), () => `waits for ${milliseconds} ms`);
      passedMs += milliseconds;
      return Promise.resolve();
    },
    now: () => Date.UTC(2026, 7, 1) + passedMs,
    random: () => 0.5,
  };
}

function respond({ status, headers, body, breaks }: Answer): Promise<Response> {
  if (breaks === true && body === '') return Promise.reject(new TypeError('fetch failed'));
  const isEmpty = [204, 205, 304].includes(status);
  const bytes = new TextEncoder().encode(body);
  const half = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(bytes.subarray(0, bytes.length / 2));
      if (breaks === true) controller.error(new TypeError('terminated'));
      else {
        controller.enqueue(bytes.subarray(bytes.length / 2));
        controller.close();
      }
    },
  });
  return Promise.resolve(
    new Response(isEmpty ? null : half, { status, headers: headers.map(([name, value]) => [name, value]) }),
  );
}

/** Shortening an input may have broken it. */
function script(input: string): { readonly job: string; readonly answers: readonly Answer[] } {
  try {
    return JSON.parse(input) as { readonly job: string; readonly answers: readonly Answer[] };
  } catch {
    return { job: 'none', answers: [] };
  }
}
