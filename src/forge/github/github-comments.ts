import type { CommentForge, ForgeAuthor, ForgeComment } from '../comment-forge.ts';
import { orIfGone } from '../or-if-gone.ts';
import { readAuthor, readId, readObject, textOr } from '../read-answer.ts';
import type { GitHubApi } from './github-api.ts';
import { githubAuthor } from './github-author.ts';

export interface GitHubCommentsOptions {
  readonly api: GitHubApi;
  readonly pullRequest: number;
  /** Whose comments are ours. Absent: GitHub is asked. */
  readonly author?: string | undefined;
}

/** The comments below a pull request, which GitHub calls an issue here; not those on lines of code. */
export function githubComments({ api, pullRequest, author }: GitHubCommentsOptions): CommentForge {
  const { client, repositoryPath } = api;
  const all = `${repositoryPath}/issues/${pullRequest}/comments`;
  const one = (id: number) => `${repositoryPath}/issues/comments/${id}`;
  return {
    author: async () => (author === undefined ? githubAuthor(api) : { login: author }),
    list: async function* () {
      for await (const page of client.pages(`${all}?per_page=100`)) yield page.map(readComment);
    },
    read: (id) => orIfGone(async () => readComment(await client.get(one(id))), undefined),
    create: async (body) => readComment(await client.send('POST', all, { body })),
    update: (id, body) =>
      orIfGone(async () => {
        await client.send('PATCH', one(id), { body });
        return true;
      }, false),
    remove: (id) =>
      orIfGone(async () => {
        await client.send('DELETE', one(id));
      }, undefined),
  };
}

/** What GitHub shows for users that are gone. */
const NOBODY: ForgeAuthor = { login: 'ghost' };

function readComment(value: unknown): ForgeComment {
  const comment = readObject(value, 'a comment');
  const { html_url: url } = comment;
  return {
    id: readId(comment, 'a comment'),
    author: readAuthor(comment['user'], 'login') ?? NOBODY,
    body: textOr(comment['body'], ''),
    ...(typeof url === 'string' ? { url } : {}),
  };
}
