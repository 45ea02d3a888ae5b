import { createCheckRun } from '../forge/github/check-run.ts';
import type { CommentForge } from '../forge/comment-forge.ts';
import { ForgeError } from '../forge/forge-error.ts';
import { findPullRequest } from '../forge/github/find-pull-request.ts';
import { createGitHubApi, type GitHubApi } from '../forge/github/github-api.ts';
import { githubComments } from '../forge/github/github-comments.ts';
import { gitlabComments } from '../forge/gitlab/gitlab-comments.ts';
import { createPatience, type Patience } from '../forge/patience.ts';
import { digestOf, writeMarker } from '../forge/review-marker.ts';
import { writeRunOrder } from '../forge/run-order.ts';
import type { Transport } from '../forge/transport.ts';
import { planUpsert, upsertComment } from '../forge/upsert-comment.ts';
import type { ReviewReport } from '../report/review-contract.ts';
import { commentBody, reviewedCommit } from './comment-body.ts';
import { checkRunOf } from './comment-check-run.ts';
import { commentFailure } from './comment-failure.ts';
import { outcomeText, outlookText } from './comment-outcome.ts';
import { readReview } from './comment-review.ts';
import { commentSet } from './comment-set.ts';
import { addToStepSummary } from './comment-step-summary.ts';
import { type CommentTarget, commentTarget, type TargetFlags } from './comment-target.ts';
import { type CommentToken, findToken, noToken } from './comment-token.ts';
import { networkTransport } from './comment-transport.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { Host } from './host.ts';
import { UsageError } from './usage-error.ts';
import { say } from './say.ts';

export interface CommentFlags extends TargetFlags {
  readonly set?: string | undefined;
  readonly tokenEnv?: string | undefined;
  readonly author?: string | undefined;
  readonly always?: boolean | undefined;
  readonly comment: boolean;
  readonly checkRun?: boolean | undefined;
  readonly stepSummary?: boolean | undefined;
  /** Seconds. */
  readonly settle: number;
  readonly softFail?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
}

/** `poolwright comment`: one comment on a pull request, kept up to date. */
export async function comment(file: string, flags: CommentFlags, host: Host): Promise<ExitCode> {
  const report = await readReview(file, host);
  const set = commentSet(flags.set, report);
  if (flags.checkRun === true && flags.forge !== 'github')
    throw new UsageError('--check-run is for GitHub; GitLab shows the result of the job itself');
  if (!flags.comment && flags.checkRun !== true && flags.stepSummary !== true)
    throw new UsageError('--no-comment leaves nothing to do without --check-run or --step-summary');
  if (flags.stepSummary === true && flags.dryRun !== true && !addToStepSummary(report, host))
    host.stderr.write('warning: the summary of the step is full; the review is not in it\n');
  if (!flags.comment && flags.checkRun !== true) return EXIT.ok;
  return onForge({ report, set, flags, host, target: commentTarget(flags, host) });
}

interface Run {
  readonly report: ReviewReport;
  readonly set: string;
  readonly flags: CommentFlags;
  readonly host: Host;
  readonly target: CommentTarget;
}

async function onForge(run: Run): Promise<ExitCode> {
  const { flags, host, target } = run;
  const token = findToken(flags, host);
  if (flags.dryRun === true) return dryRun(run, token);
  if (token === undefined) throw noToken({ ...flags, fromFork: target.fromFork }, host);
  try {
    const session = await openSession(run, token);
    if (flags.comment) await writeComment(run, session);
    if (flags.checkRun === true) await writeCheckRun(run, session);
    return EXIT.ok;
  } catch (error) {
    const failure = commentFailure(error, { forge: flags.forge, target, variable: token.variable });
    if (flags.softFail !== true || !(error instanceof ForgeError)) throw failure;
    say(`warning: ${failure instanceof Error ? failure.message : error.message}`, host);
    if (failure instanceof UsageError && failure.help !== undefined) host.stderr.write(`${failure.help}\n`);
    return EXIT.ok;
  }
}

interface Session {
  readonly transport: Transport;
  readonly patience: Patience;
  readonly forge: CommentForge;
  /** Absent on GitLab. */
  readonly github?: GitHubApi;
}

async function openSession({ flags, target }: Run, { token }: CommentToken): Promise<Session> {
  const transport = networkTransport();
  const patience = createPatience(transport);
  const { baseUrl, repository } = target;
  const { author } = flags;
  if (flags.forge === 'github') {
    const github = createGitHubApi({ baseUrl, repository, token, transport, patience });
    const pullRequest = target.pullRequest ?? (await pullRequestOf(github, target));
    return { transport, patience, github, forge: githubComments({ api: github, pullRequest, author }) };
  }
  const { pullRequest: mergeRequest = 0 } = target;
  const forge = gitlabComments({
    baseUrl,
    project: repository,
    mergeRequest,
    token,
    author,
    transport,
    patience,
  });
  return { transport, patience, forge };
}

async function pullRequestOf(github: GitHubApi, { head }: CommentTarget): Promise<number> {
  const found = head === undefined ? undefined : await findPullRequest(github, head);
  if (found !== undefined) return found;
  throw new UsageError(
    `there is no single open pull request for the commit ${head?.commit ?? ''} of ${head?.owner ?? ''}; it may be closed by now; pass --pull-request`,
  );
}

async function writeComment(run: Run, { transport, patience, forge }: Session): Promise<void> {
  const { flags, host, target } = run;
  if (target.order === undefined)
    host.stderr.write('note: nothing says which run this is, so it counts as the newest; see --sequence\n');
  const result = await upsertComment({
    forge,
    ...commentBody({ ...run, nowMs: transport.now() }),
    patience,
    sleep: transport.sleep,
    settleMs: flags.settle * 1_000,
  });
  for (const note of result.notes) say(`warning: ${note}`, host);
  host.stderr.write(`${outcomeText(result)}\n`);
}

async function writeCheckRun(run: Run, { github, patience }: Session): Promise<void> {
  const { host, report, set, target } = run;
  const commit = reviewedCommit(target, report);
  if (commit === undefined) throw new UsageError('--check-run needs a commit: pass --commit');
  if (github === undefined) return;
  const externalId = digestOf([set, writeRunOrder(target.order ?? []), commit].join('\n')).slice(0, 40);
  try {
    await createCheckRun(github, checkRunOf(report, { set, commit, externalId }), patience);
    host.stderr.write(`reported a check on ${commit}\n`);
  } catch (error) {
    if (!(error instanceof ForgeError) || !['forbidden', 'not-found', 'rejected'].includes(error.kind))
      throw error;
    host.stderr.write(
      `warning: no check is reported: ${error.message}\nOnly workflows and apps may, with \`permissions: {checks: write}\`.\n`,
    );
  }
}

async function dryRun(run: Run, token: CommentToken | undefined): Promise<ExitCode> {
  const { flags, host, target } = run;
  const body = commentBody({ ...run, nowMs: networkTransport().now() });
  host.stdout.write(`${writeMarker(body.marker)}\n${body.text}`);
  if (token === undefined) {
    host.stderr.write('would create or update a comment; without a token nobody looked which\n');
    return EXIT.ok;
  }
  try {
    const { forge } = await openSession(run, token);
    host.stderr.write(`${outlookText(await planUpsert({ forge, ...body }))}\n`);
    return EXIT.ok;
  } catch (error) {
    throw commentFailure(error, { forge: flags.forge, target, variable: token.variable });
  }
}
