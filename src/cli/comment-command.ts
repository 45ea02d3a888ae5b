import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CommentFlags } from './comment.ts';
import type { Done } from './exit-code.ts';
import type { Host } from './host.ts';
import { commonOptions, count } from './options.ts';

const EXAMPLES = `
The review is what poolwright diff --format json wrote. In the CI of the forge
everything else is in the environment: where the API is, which repository, which
pull request, which run. The token is in GITHUB_TOKEN or GH_TOKEN, or in
GITLAB_TOKEN; it is never an argument and never printed.

A comment is found again by a hidden line and its author, and updated in place.
An older run never overwrites what a newer one wrote.

Examples:
  $ poolwright comment review.json --forge github
  $ poolwright diff origin/main --format json | poolwright comment --forge gitlab
  $ poolwright comment review.json --forge github --check-run --step-summary
  $ poolwright comment review.json --forge github --repository acme/clusters \\
      --pull-request 12 --sequence 40 --dry-run
`;

export function addCommentCommand(program: Command, host: Host, done: Done): void {
  const command = program
    .command('comment')
    .description('show a review as a comment on a pull or merge request, and keep it up to date')
    .argument('[review]', 'JSON of `poolwright diff`: a file or -', '-')
    .addOption(
      new Option('--forge <forge>', 'where the pull request is')
        .choices(['github', 'gitlab'])
        .makeOptionMandatory(),
    )
    .option(
      '--set <name>',
      'tells comments on one pull request apart (default: the folder of the definitions)',
    )
    .option('--repository <name>', 'owner/name on GitHub; path or number of the project on GitLab')
    .option('--pull-request <number>', 'number of the pull or merge request', positive)
    .option('--sequence <number>', 'a number that is greater for newer runs, such as 17 or 17.2')
    .option('--commit <id>', 'the commit that was reviewed')
    .option('--api-url <url>', 'address of the API, of a server of your own')
    .option('--insecure-http', 'send the token unencrypted to an http:// address')
    .option('--token-env <variable>', 'environment variable that holds the token')
    .option('--author <login>', "whose comments the token's are, if the forge does not say")
    .option('--always', 'create a comment even if nothing changes')
    .option('--no-comment', 'leave the comment alone: for --check-run or --step-summary by themselves')
    .option('--check-run', 'also report as a check on the commit (GitHub, needs checks: write)')
    .option('--step-summary', 'also add to the summary of the job ($GITHUB_STEP_SUMMARY)')
    .option(
      '--settle <seconds>',
      'after writing, wait before looking for a run that wrote meanwhile',
      count,
      2,
    )
    .option('--soft-fail', 'end with 0 even if the forge cannot be reached or refuses')
    .option('--dry-run', 'print the body and say what would be done; write nothing')
    .addHelpText('after', EXAMPLES)
    .action(async (review: string, flags: CommentFlags) => {
      const { comment } = await import('./comment.ts');
      done(await comment(review, flags, host));
    });
  commonOptions(command);
}

function positive(text: string): number {
  const number = count(text);
  if (number === 0) throw new InvalidArgumentError('It must be a whole number, 1 or more.');
  return number;
}
