import { isJsonMap } from '../../diagnostics/json-value.ts';
import type { CommentForge, ForgeComment } from '../comment-forge.ts';
import { ForgeError } from '../forge-error.ts';
import { createHttpClient } from '../http-client.ts';
import { orIfGone } from '../or-if-gone.ts';
import type { Patience } from '../patience.ts';
import { readAuthor, readId, readObject, textOr } from '../read-answer.ts';
import type { Transport } from '../transport.ts';

export const GITLAB_API = 'https://gitlab.com/api/v4';

export interface GitLabCommentsOptions {
  /** `https://gitlab.com/api/v4`, or that of an instance of one's own. */
  readonly baseUrl: string;
  /** Number, or path with its groups. */
  readonly project: string;
  /** Its number within the project (`iid`). */
  readonly mergeRequest: number;
  readonly token: string;
  /** Whose notes are ours. Absent: GitLab is asked. */
  readonly author?: string | undefined;
  readonly transport: Transport;
  readonly patience: Patience;
}

/** The notes of a merge request. */
export function gitlabComments(options: GitLabCommentsOptions): CommentForge {
  const { baseUrl, project, mergeRequest, token, author, transport, patience } = options;
  const client = createHttpClient({
    baseUrl,
    transport,
    patience,
    secret: token,
    headers: { accept: 'application/json', 'private-token': token, 'user-agent': 'poolwright' },
  });
  const all = `/projects/${encodeURIComponent(project)}/merge_requests/${mergeRequest}/notes`;
  return {
    author: async () => {
      if (author !== undefined) return { login: author };
      const user = readAuthor(await client.get('/user'), 'username');
      if (user !== undefined) return user;
      throw new ForgeError('GitLab does not say whose token this is; pass --author', { kind: 'unexpected' });
    },
    list: async function* () {
      for await (const page of client.pages(`${all}?order_by=created_at&sort=asc&per_page=100`))
        yield page.filter((note) => !isJsonMap(note) || note['system'] !== true).map(readNote);
    },
    read: (id) => orIfGone(async () => readNote(await client.get(`${all}/${id}`)), undefined),
    create: async (body) => readNote(await client.send('POST', all, { body })),
    update: (id, body) =>
      orIfGone(async () => {
        await client.send('PUT', `${all}/${id}`, { body });
        return true;
      }, false),
    remove: (id) =>
      orIfGone(async () => {
        await client.send('DELETE', `${all}/${id}`);
      }, undefined),
  };
}

function readNote(value: unknown): ForgeComment {
  const note = readObject(value, 'a note');
  return {
    id: readId(note, 'a note'),
    author: readAuthor(note['author'], 'username') ?? { login: 'ghost' },
    body: textOr(note['body'], ''),
  };
}
