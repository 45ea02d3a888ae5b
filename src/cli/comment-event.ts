import { type JsonMap, isJsonMap, type JsonValue } from '../diagnostics/json-value.ts';
import type { PullRequestHead } from '../forge/github/find-pull-request.ts';
import { readSource } from './read-source.ts';
import { UsageError } from './usage-error.ts';

/** GitHub's events have at most this. */
const MAX_BYTES = 32 * 1024 * 1024;

/** What the event that started a workflow says of a pull request. */
export interface GitHubEvent {
  readonly pullRequest?: number;
  /** Where its commits are, if the event does not name the pull request. */
  readonly head?: PullRequestHead;
  readonly commit?: string;
  readonly fromFork: boolean;
  /** Run and attempt of the workflow that did the review, if this is one that follows it. */
  readonly reviewedBy?: readonly [number, number];
}

/** Reads the file of GITHUB_EVENT_PATH. @throws UsageError if it is no event */
export function readGitHubEvent(file: string): GitHubEvent {
  const { source } = readSource(file, 'the event of GITHUB_EVENT_PATH', MAX_BYTES);
  let event: unknown;
  try {
    event = JSON.parse(source.text);
  } catch {
    throw new UsageError('the file of GITHUB_EVENT_PATH is not JSON; pass --pull-request');
  }
  if (!isJsonMap(event)) return { fromFork: false };
  const run = event['workflow_run'];
  if (isJsonMap(run)) return eventOfRun(run, event['repository']);
  const pullRequest = event['pull_request'];
  if (isJsonMap(pullRequest)) return eventOfPullRequest(pullRequest);
  const issue = event['issue'];
  // Comments on pull requests are events of issues.
  return isJsonMap(issue) && isJsonMap(issue['pull_request'])
    ? { ...numberOf(issue['number']), fromFork: false }
    : { fromFork: false };
}

function eventOfPullRequest(pullRequest: JsonMap): GitHubEvent {
  const commit = at(pullRequest, 'head', 'sha');
  return {
    ...numberOf(pullRequest['number']),
    ...(typeof commit === 'string' ? { commit } : {}),
    fromFork: at(pullRequest, 'head', 'repo', 'id') !== at(pullRequest, 'base', 'repo', 'id'),
  };
}

/** A workflow that follows another one. It runs with the rights of the repository, whoever opened the pull request. */
function eventOfRun(run: JsonMap, repository: JsonValue | undefined): GitHubEvent {
  const { id, run_attempt: attempt, head_sha: commit, head_branch: branch } = run;
  const owner = at(run, 'head_repository', 'owner', 'login');
  const all = Array.isArray(run['pull_requests']) ? (run['pull_requests'] as readonly JsonValue[]) : [];
  const here = all.filter((one) => at(one, 'base', 'repo', 'id') === at(repository, 'id'));
  const [only] = here;
  return {
    ...(here.length === 1 && isJsonMap(only) ? numberOf(only['number']) : {}),
    ...(typeof commit === 'string' ? { commit } : {}),
    ...(typeof owner === 'string' && typeof branch === 'string' && typeof commit === 'string'
      ? { head: { owner, branch, commit } }
      : {}),
    // What follows may write, also for a fork.
    fromFork: false,
    ...(typeof id === 'number' ? { reviewedBy: [id, typeof attempt === 'number' ? attempt : 1] } : {}),
  };
}

function numberOf(value: JsonValue | undefined): { readonly pullRequest?: number } {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? { pullRequest: value } : {};
}

function at(value: JsonValue | undefined, ...path: readonly string[]): JsonValue | undefined {
  let current = value;
  for (const key of path) current = isJsonMap(current) ? current[key] : undefined;
  return current;
}
