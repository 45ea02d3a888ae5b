import { ForgeError } from '../forge/forge-error.ts';
import type { CommentTarget, ForgeName } from './comment-target.ts';
import { UsageError } from './usage-error.ts';

export interface FailureContext {
  readonly forge: ForgeName;
  readonly target: CommentTarget;
  /** The variable that held the token. */
  readonly variable: string;
}

/** A failure of the forge, with the way out, as what the command ends with; any other error as it is. */
export function commentFailure(error: unknown, context: FailureContext): unknown {
  if (!(error instanceof ForgeError)) return error;
  const help = helpFor(error, context);
  return new UsageError(error.message, help === undefined ? {} : { help });
}

const TWO_STEPS = `The pull request comes from a fork, whose workflows only get a token that may not write. Do it in two steps:
  1. the workflow of \`pull_request\` runs \`poolwright diff --format json > review.json\` and uploads that as an artifact
  2. a workflow of \`workflow_run\` downloads it and runs \`poolwright comment review.json --forge github\`
Both are in docs/comment.md, under "Forks".`;

function helpFor(error: ForgeError, { forge, target, variable }: FailureContext): string | undefined {
  const { repository, pullRequest, fromFork } = target;
  switch (error.kind) {
    case 'unauthorised':
      return `The token in ${variable} is not valid, or not any more.`;
    case 'not-found':
      return `There is no pull request ${pullRequest ?? ''} in ${repository}, or the token in ${variable} may not see it.`;
    case 'forbidden':
      return forge === 'github' ? githubForbidden(error, fromFork) : gitlabForbidden(variable, fromFork);
    default:
      return undefined;
  }
}

function githubForbidden({ message }: ForgeError, fromFork: boolean): string | undefined {
  if (fromFork) return TWO_STEPS;
  if (/not accessible by personal access token/i.test(message))
    return 'The token needs the permission "Pull requests: write" for this repository.';
  return /not accessible by/i.test(message)
    ? `The token may not write to pull requests: give the job \`permissions: {pull-requests: write}\`.\nIf the pull request comes from a fork, its token never may; see "Forks" in docs/comment.md.`
    : undefined;
}

function gitlabForbidden(variable: string, fromFork: boolean): string {
  const needs = `The token in ${variable} needs the scope \`api\` and, in the project of the merge request, the role Reporter.`;
  return fromFork ? `${needs}\nThe merge request comes from a fork; see "Forks" in docs/comment.md.` : needs;
}
