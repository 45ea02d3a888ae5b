import { isJsonMap } from '../../diagnostics/json-value.ts';
import type { ForgeAuthor } from '../comment-forge.ts';
import { ForgeError } from '../forge-error.ts';
import { readAuthor } from '../read-answer.ts';
import type { GitHubApi } from './github-api.ts';

/** Whose comments those of the token of a workflow are. */
const ACTIONS: ForgeAuthor = { login: 'github-actions[bot]' };

/**
 * Whose comments the token's are. A person's token may ask for its user; tokens of apps, and the `GITHUB_TOKEN` of a
 * workflow is one, may not, but GraphQL tells them. If neither answers, the token is taken for a workflow's: should
 * that be wrong, the first comment that is created shows it.
 */
export async function githubAuthor({ client, baseUrl }: GitHubApi): Promise<ForgeAuthor> {
  return (
    (await unlessRefused(async () => readAuthor(await client.get('/user'), 'login'))) ??
    (await unlessRefused(async () => viewerIn(await client.post(graphqlUrl(baseUrl), VIEWER)))) ??
    ACTIONS
  );
}

const VIEWER = { query: 'query { viewer { login databaseId } }' };

/** Beside `/api/v3` on a GitHub Enterprise Server, below the API elsewhere. */
function graphqlUrl(baseUrl: string): string {
  return baseUrl.endsWith('/api/v3') ? baseUrl.replace(/v3$/, 'graphql') : `${baseUrl}/graphql`;
}

function viewerIn(answer: unknown): ForgeAuthor | undefined {
  const data = isJsonMap(answer) ? answer['data'] : undefined;
  const viewer = isJsonMap(data) ? data['viewer'] : undefined;
  return isJsonMap(viewer)
    ? readAuthor({ login: viewer['login'] ?? '', id: viewer['databaseId'] ?? null }, 'login')
    : undefined;
}

/** A token that is not valid at all is an error here as it is everywhere. */
async function unlessRefused<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ForgeError && ['forbidden', 'not-found', 'rejected'].includes(error.kind))
      return undefined;
    throw error;
  }
}
