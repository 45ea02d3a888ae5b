import { createHttpClient, type HttpClient } from '../http-client.ts';
import type { Patience } from '../patience.ts';
import type { Transport } from '../transport.ts';

export const GITHUB_API = 'https://api.github.com';

/** The API, and where in it the repository is. */
export interface GitHubApi {
  readonly client: HttpClient;
  readonly baseUrl: string;
  /** `/repos/<owner>/<name>`. */
  readonly repositoryPath: string;
}

export interface GitHubApiOptions {
  /** `https://api.github.com`, or `https://<host>/api/v3` of a GitHub Enterprise Server. */
  readonly baseUrl: string;
  /** `<owner>/<name>`. */
  readonly repository: string;
  readonly token: string;
  readonly transport: Transport;
  readonly patience: Patience;
}

export function createGitHubApi(options: GitHubApiOptions): GitHubApi {
  const { baseUrl, repository, token, transport, patience } = options;
  const client = createHttpClient({
    baseUrl,
    transport,
    patience,
    secret: token,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'user-agent': 'poolwright',
      'x-github-api-version': '2022-11-28',
    },
  });
  const repositoryPath = `/repos/${repository.split('/').map(encodeURIComponent).join('/')}`;
  return { client, baseUrl, repositoryPath };
}
