import { importAws } from '../../../src/catalogue/import-aws.ts';
import { checkRunOf } from '../../../src/cli/comment-check-run.ts';
import { commentBody } from '../../../src/cli/comment-body.ts';
import { readGitHubEvent } from '../../../src/cli/comment-event.ts';
import { parseReview } from '../../../src/cli/comment-review.ts';
import { UsageError } from '../../../src/cli/usage-error.ts';
import { invariant } from '../../../src/diagnostics/invariant.ts';
import { Source } from '../../../src/diagnostics/source.ts';
import { COMMENT_LIMITS } from '../../../src/report/review-markdown.ts';
import { reviewText } from '../../../src/report/review-text.ts';
import { AWS_ANSWERS, DEFINITIONS, OBJECTS, OUTPUTS } from '../corpus.ts';
import { mutated } from '../mutate/mutate.ts';
import { must } from '../oracles.ts';
import { type FuzzTarget, joinParts, splitParts } from '../target.ts';
import { Workspace } from '../workspace.ts';

/** Reports that the program writes and reads again. */
interface Written {
  readonly definitions: readonly string[];
  readonly compilations: readonly string[];
  readonly reviews: readonly string[];
  readonly shards: readonly string[];
}

let written: Promise<Written> | undefined;

async function writtenReports(): Promise<Written> {
  const workspace = new Workspace();
  const definitions = DEFINITIONS.filter(
    (text) => text.includes('node_pools') && !text.includes('workloads'),
  ).slice(-40);
  const compilations: string[] = [];
  const reviews: string[] = [];
  const shards: string[] = [];
  try {
    for (const [i, text] of definitions.entries()) {
      workspace.write('a.yaml', text);
      workspace.write('b.yaml', definitions[(i * 7 + 3) % definitions.length] ?? '');
      const commands: readonly (readonly [string[], string[]])[] = [
        [compilations, ['synth', 'a.yaml', '--format', 'json', '--out', 'out']],
        [reviews, ['diff', 'a.yaml', 'b.yaml', '--format', 'json', '--name', 'x']],
        [shards, ['check', 'a.yaml', 'b.yaml', '--shard', '1/2', '--format', 'json']],
        [shards, ['diff', 'a.yaml', 'b.yaml', '--shard', '1/1', '--format', 'json']],
      ];
      for (const [into, args] of i < 5 ? commands : []) {
        const { stdout } = await workspace.run(args);
        if (stdout.startsWith('{') && stdout.length < 60_000) into.push(stdout);
      }
    }
  } finally {
    workspace.remove();
  }
  for (const list of [definitions, compilations, reviews, shards]) {
    invariant(list.length > 0, 'the corpus holds every kind of report');
  }
  return { definitions, compilations, reviews, shards };
}

/** A review from a stranger's pull request: checked, then told as a comment, a check run and text. */
export async function reviewTarget(): Promise<FuzzTarget> {
  const { reviews } = await (written ??= writtenReports());
  return {
    name: 'review',
    make: (random) => mutated(reviews, random, 'json'),
    run: (input) => {
      try {
        const report = parseReview(input, 'fuzz.json');
        for (const forge of ['github', 'gitlab'] as const) {
          const body = commentBody({ report, set: 'clusters', target: {}, flags: { forge }, nowMs: 0 });
          must(Buffer.byteLength(body.text) <= COMMENT_LIMITS[forge], () => 'the comment is too long');
        }
        const { title, annotations } = checkRunOf(report, { set: '.', commit: 'abc', externalId: 'x' });
        must(
          title.trim() !== '' && annotations.every(({ path }) => !path.includes('..')),
          () => 'a bad check run',
        );
        must(reviewText(report) !== '', () => 'the review says nothing');
        return true;
      } catch (error) {
        if (error instanceof UsageError) return false;
        throw error;
      }
    },
  };
}

const EVENTS = [
  { pull_request: { number: 7, head: { sha: 'abc', repo: { id: 1 } }, base: { repo: { id: 1 } } } },
  { issue: { number: 7, pull_request: {} }, comment: {} },
  {
    repository: { id: 1 },
    workflow_run: {
      id: 5,
      run_attempt: 2,
      head_sha: 'abc',
      head_branch: 'x',
      head_repository: { owner: { login: 'o' } },
      pull_requests: [{ number: 3, base: { repo: { id: 1 } } }],
    },
  },
].map((event) => JSON.stringify(event));

/** Events of GitHub, from files, as a workflow has them. */
export function eventTarget(): FuzzTarget {
  const workspace = new Workspace();
  process.once('exit', () => workspace.remove());
  return {
    name: 'event',
    make: (random) => mutated(EVENTS, random, 'json'),
    run: (input) => {
      workspace.write('event.json', input);
      try {
        const { pullRequest } = readGitHubEvent(`${workspace.root}/event.json`);
        must(
          pullRequest === undefined || (Number.isSafeInteger(pullRequest) && pullRequest > 0),
          () => `number ${pullRequest}`,
        );
        return pullRequest !== undefined;
      } catch (error) {
        if (error instanceof UsageError) return false;
        throw error;
      }
    },
  };
}

/** Command lines over files `a` and `b`, whose content may be anything that some command reads. */
const COMMANDS: readonly string[] = [
  'diff a b --format json --name x',
  'diff a b --name x --hpa min',
  'diff a b --name x --nodes b --format markdown',
  'merge a b',
  'merge a --format json',
  'merge a b --format sarif',
  'plan a -f b --format json',
  'plan a -f b --nodes b',
  'check a b --format json',
  'check --manifests a --base b',
  'synth a --check --out out',
  'import a --cluster x',
  'import a b',
  'catalogue import a b --out own.json',
  'catalogue show a',
  'catalogue list --catalogue a --region eu-west-1',
  'comment a --forge github --repository o/r --pull-request 7 --dry-run --set x',
  'comment a --forge github --repository o/r --dry-run --always',
  'explain pod a default/web-0 -f b',
  'explain unschedulable a -f b',
  'explain pool a/default --fields',
];

/** The command line itself: whatever is in the files, it ends with a code that means something, and says why. */
export async function commandsTarget(): Promise<FuzzTarget> {
  const { definitions, compilations, reviews, shards } = await (written ??= writtenReports());
  const snapshot =
    importAws({ date: '2026-08-01', files: AWS_ANSWERS.map((text, i) => new Source(`${i}.json`, text)) })
      .snapshotText ?? '';
  const json = [compilations, compilations, reviews, shards, shards, AWS_ANSWERS, [snapshot], EVENTS];
  const yaml = [definitions, definitions, OBJECTS, OUTPUTS];
  const workspace = new Workspace();
  process.once('exit', () => workspace.remove());
  return {
    name: 'commands',
    make: (random) => {
      const text = () =>
        random.below(2) === 0
          ? mutated(random.pick(json), random, 'json')
          : mutated(random.pick(yaml), random, 'yaml');
      return joinParts([
        [`$ ${random.pick(COMMANDS)}`, ''],
        ['a', text()],
        ['b', text()],
      ]);
    },
    run: async (input) => {
      const parts = splitParts(input);
      const command = [...parts.keys()].find((name) => name.startsWith('$ '))?.slice(2);
      if (command === undefined) return false;
      workspace.write('a', parts.get('a') ?? '');
      workspace.write('b', parts.get('b') ?? '');
      workspace.write('event.json', parts.get('a') ?? '');
      const env = { GITHUB_EVENT_PATH: `${workspace.root}/event.json` };
      const { code, stdout, stderr } = await workspace.run([...command.split(' '), '--debug'], env);
      must([0, 1, 2, 3, 4].includes(code), () => `exit code ${code}: ${stderr}`);
      must(code === 0 || stdout + stderr !== '', () => `exit code ${code} without a word`);
      return code !== 2;
    },
  };
}
