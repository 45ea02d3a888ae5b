import { isJsonMap } from '../../diagnostics/json-value.ts';
import type { GitHubApi } from './github-api.ts';

/** Where the commits of a pull request come from, as an event of GitHub says. */
export interface PullRequestHead {
  /** Owner of the repository, which may be a fork. */
  readonly owner: string;
  readonly branch: string;
  readonly commit: string;
}

/**
 * The open pull request that a commit belongs to. The event `workflow_run` names it only if it does not come from a
 * fork. That of the branch counts even if it has a newer commit by now, as long as there is just one.
 */
export async function findPullRequest(
  { client, repositoryPath }: GitHubApi,
  { owner, branch, commit }: PullRequestHead,
): Promise<number | undefined> {
  const head = encodeURIComponent(`${owner}:${branch}`);
  const found: { readonly number: number; readonly commit: unknown }[] = [];
  for await (const page of client.pages(`${repositoryPath}/pulls?state=open&head=${head}&per_page=100`)) {
    for (const entry of page) {
      if (!isJsonMap(entry) || typeof entry['number'] !== 'number') continue;
      const { head: itsHead } = entry;
      found.push({ number: entry['number'], commit: isJsonMap(itsHead) ? itsHead['sha'] : undefined });
    }
  }
  const exact = found.filter((one) => one.commit === commit);
  const candidates = exact.length > 0 ? exact : found;
  return candidates.length === 1 ? candidates[0]?.number : undefined;
}
