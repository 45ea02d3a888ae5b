import { type BaseUrlProblem, readBaseUrl } from '../forge/base-url.ts';
import type { PullRequestHead } from '../forge/github/find-pull-request.ts';
import { GITHUB_API } from '../forge/github/github-api.ts';
import { GITLAB_API } from '../forge/gitlab/gitlab-comments.ts';
import { readRunOrder, type RunOrder } from '../forge/run-order.ts';
import { type GitHubEvent, readGitHubEvent } from './comment-event.ts';
import type { Host } from './host.ts';
import { UsageError } from './usage-error.ts';

export type ForgeName = 'github' | 'gitlab';

export interface TargetFlags {
  readonly forge: ForgeName;
  readonly repository?: string | undefined;
  readonly pullRequest?: number | undefined;
  readonly sequence?: string | undefined;
  readonly commit?: string | undefined;
  readonly apiUrl?: string | undefined;
  readonly insecureHttp?: boolean | undefined;
}

/** Where the comment belongs, and which run it is of. */
export interface CommentTarget {
  readonly baseUrl: string;
  readonly repository: string;
  /** Absent: GitHub has to be asked which one `head` is of. */
  readonly pullRequest?: number;
  readonly head?: PullRequestHead;
  /** Absent: nothing says so. */
  readonly order?: RunOrder;
  /** The commit that was reviewed. */
  readonly commit?: string;
  /** The pull request comes from another repository, and the token of this run is the fork's. */
  readonly fromFork: boolean;
}

/** From the flags, and what they leave open from the environment of a CI job. @throws UsageError */
export function commentTarget(flags: TargetFlags, { env }: Pick<Host, 'env'>): CommentTarget {
  const found = flags.forge === 'github' ? fromGitHub(flags, env) : fromGitLab(env);
  const repository = flags.repository ?? found.repository;
  if (repository === undefined)
    throw new UsageError(`nothing says which repository it is: pass --repository ${EXAMPLE[flags.forge]}`);
  checkRepository(flags.forge, repository);
  const pullRequest = flags.pullRequest ?? found.pullRequest;
  if (pullRequest === undefined && found.head === undefined)
    throw new UsageError(
      `nothing says which pull request it is: pass --pull-request, or run in ${flags.forge === 'github' ? 'a workflow of `pull_request`' : 'a merge request pipeline'}`,
    );
  const order = readOrder(flags.sequence) ?? found.order;
  const commit = readCommit(flags.commit) ?? found.commit;
  return {
    baseUrl: baseUrlOf(flags, found.apiUrl),
    repository,
    ...(pullRequest === undefined ? {} : { pullRequest }),
    ...(found.head === undefined ? {} : { head: found.head }),
    ...(order === undefined ? {} : { order }),
    ...(commit === undefined ? {} : { commit }),
    fromFork: found.fromFork,
  };
}

const EXAMPLE: Readonly<Record<ForgeName, string>> = { github: 'owner/name', gitlab: 'group/project' };

type Found = Partial<Omit<CommentTarget, 'baseUrl'>> & {
  readonly apiUrl?: string | undefined;
  readonly fromFork: boolean;
};

function fromGitHub(flags: TargetFlags, env: Host['env']): Found {
  const { GITHUB_EVENT_PATH: path = '', GITHUB_REPOSITORY: repository, GITHUB_API_URL: apiUrl } = env;
  const event: GitHubEvent = path === '' ? { fromFork: false } : readGitHubEvent(path);
  const number = event.pullRequest ?? numberInRef(env['GITHUB_REF']);
  const order = event.reviewedBy?.join('.') ?? joined(env['GITHUB_RUN_ID'], env['GITHUB_RUN_ATTEMPT']);
  return {
    apiUrl,
    ...(isSet(repository) ? { repository } : {}),
    ...(number === undefined || flags.pullRequest !== undefined ? {} : { pullRequest: number }),
    ...(event.head === undefined ? {} : { head: event.head }),
    ...orderOf(order),
    ...(commitId(event.commit) === undefined ? {} : { commit: event.commit }),
    fromFork: event.fromFork,
  };
}

function fromGitLab(env: Host['env']): Found {
  const source = env['CI_MERGE_REQUEST_SOURCE_PROJECT_ID'];
  const target = env['CI_MERGE_REQUEST_PROJECT_ID'];
  const open = onlyOpenMergeRequest(env['CI_OPEN_MERGE_REQUESTS']);
  const number = numberIn(env['CI_MERGE_REQUEST_IID']) ?? open?.pullRequest;
  const repository = isSet(target) ? target : (open?.repository ?? env['CI_PROJECT_ID']);
  // Set in pipelines for merged results, where the commit of the pipeline is one of GitLab's own.
  const head = env['CI_MERGE_REQUEST_SOURCE_BRANCH_SHA'];
  const commit = isSet(head) ? head : env['CI_COMMIT_SHA'];
  return {
    apiUrl: env['CI_API_V4_URL'],
    ...(isSet(repository) ? { repository } : {}),
    ...(number === undefined ? {} : { pullRequest: number }),
    // Numbers of pipelines count within the instance, those with `IID` within a project, which may be a fork.
    ...orderOf(joined(env['CI_PIPELINE_ID'], env['CI_JOB_ID'])),
    ...(isSet(commit) ? { commit } : {}),
    fromFork: isSet(source) && isSet(target) && source !== target,
  };
}

/** `group/project!12`, of pipelines for branches. Several: nothing says which of them is meant. */
function onlyOpenMergeRequest(
  text: string | undefined,
): { readonly repository: string; readonly pullRequest: number } | undefined {
  const [, repository, number] = /^([^!,]+)!(\d{1,9})$/.exec(text ?? '') ?? [];
  return repository === undefined || number === undefined
    ? undefined
    : { repository, pullRequest: Number(number) };
}

function numberInRef(ref: string | undefined): number | undefined {
  return numberIn(/^refs\/pull\/(\d+)\/(?:merge|head)$/.exec(ref ?? '')?.[1]);
}

function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
}

function isSet(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}

function joined(run: string | undefined, attempt: string | undefined): string | undefined {
  return isSet(run) ? [run, ...(isSet(attempt) ? [attempt] : [])].join('.') : undefined;
}

function orderOf(text: string | undefined): { readonly order?: RunOrder } {
  const order = text === undefined ? undefined : readRunOrder(text);
  return order === undefined ? {} : { order };
}

function readOrder(sequence: string | undefined): RunOrder | undefined {
  if (sequence === undefined) return undefined;
  const order = readRunOrder(sequence);
  if (order === undefined)
    throw new UsageError(`\`--sequence ${sequence}\` is not a number such as 17, or 17.2 with an attempt`);
  return order;
}

/** Full, by SHA-1 or SHA-256. */
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** What a review or an event calls a commit, if it is the id of one. */
export function commitId(text: unknown): string | undefined {
  return typeof text === 'string' && COMMIT.test(text) ? text : undefined;
}

function readCommit(text: string | undefined): string | undefined {
  if (text === undefined || commitId(text) !== undefined) return text;
  throw new UsageError('`--commit` needs the full id of a commit, as `git rev-parse HEAD` prints it');
}

function checkRepository(forge: ForgeName, repository: string): void {
  const isOne =
    forge === 'github'
      ? /^[\w.-]+\/[\w.-]+$/.test(repository)
      : /^\d+$|^[^/\s]+(\/[^/\s]+)+$/.test(repository);
  if (isOne && !repository.split('/').some((part) => part === '.' || part === '..')) return;
  throw new UsageError(`\`${repository}\` is not a repository: write ${EXAMPLE[forge]}`);
}

function baseUrlOf({ forge, apiUrl, insecureHttp }: TargetFlags, fromEnv: string | undefined): string {
  const text = apiUrl ?? (isSet(fromEnv) ? fromEnv : forge === 'github' ? GITHUB_API : GITLAB_API);
  const result: { readonly baseUrl: string } | BaseUrlProblem = readBaseUrl(text, {
    allowHttp: insecureHttp === true,
  });
  if ('baseUrl' in result) return result.baseUrl;
  const where =
    apiUrl === undefined ? (forge === 'github' ? 'GITHUB_API_URL' : 'CI_API_V4_URL') : '--api-url';
  throw new UsageError(`the address in ${where} cannot be used: ${result.problem}`);
}
