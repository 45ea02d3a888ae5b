import type { ForgeName } from './comment-target.ts';
import type { Host } from './host.ts';
import { UsageError } from './usage-error.ts';

const VARIABLES: Readonly<Record<ForgeName, readonly string[]>> = {
  github: ['GITHUB_TOKEN', 'GH_TOKEN'],
  gitlab: ['GITLAB_TOKEN'],
};

export interface CommentToken {
  readonly token: string;
  /** The variable that held it. */
  readonly variable: string;
}

/** The token of the environment; undefined if there is none. @throws UsageError if it cannot be one */
export function findToken(
  { forge, tokenEnv }: { readonly forge: ForgeName; readonly tokenEnv?: string | undefined },
  { env }: Pick<Host, 'env'>,
): CommentToken | undefined {
  const variables = tokenEnv === undefined ? VARIABLES[forge] : [tokenEnv];
  const variable = variables.find((name) => (env[name] ?? '').trim() !== '');
  if (variable === undefined) return undefined;
  const token = (env[variable] ?? '').trim();
  // What the network says about such a header would contain it.
  if (!/^[\u0021-\u007e]+$/.test(token))
    throw new UsageError(
      `${variable} does not hold a token: there are blanks or other characters in it that no token has`,
    );
  return { token, variable };
}

/** What to say where a token is needed and there is none. */
export function noToken(
  {
    forge,
    tokenEnv,
    fromFork,
  }: { readonly forge: ForgeName; readonly tokenEnv?: string | undefined; readonly fromFork: boolean },
  { env }: Pick<Host, 'env'>,
): UsageError {
  const missing = `there is no token: set ${tokenEnv ?? VARIABLES[forge].join(' or ')}`;
  if (forge === 'github')
    return new UsageError(
      env['GITHUB_ACTIONS'] === 'true'
        ? `${missing}; in a workflow: \`env: {GITHUB_TOKEN: "\${{ github.token }}"}\` on the step and \`permissions: {pull-requests: write}\` on the job`
        : `${missing} to a token that may write to pull requests`,
    );
  if (fromFork)
    return new UsageError(
      `${missing}; pipelines of a fork do not get the variables of this project, see "Forks" in docs/comment.md`,
    );
  const jobToken =
    (env['CI_JOB_TOKEN'] ?? '') === '' ? '' : ' (CI_JOB_TOKEN will not do: GitLab lets it read, not comment)';
  return new UsageError(
    `${missing} to a project access token with the scope \`api\` and the role Reporter, as a masked CI/CD variable${jobToken}`,
  );
}
