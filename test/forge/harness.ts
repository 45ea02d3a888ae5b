import { networkTransport } from '../../src/cli/comment-transport.ts';
import { createGitHubApi } from '../../src/forge/github/github-api.ts';
import { githubComments } from '../../src/forge/github/github-comments.ts';
import { gitlabComments } from '../../src/forge/gitlab/gitlab-comments.ts';
import { createPatience, type PatienceOptions } from '../../src/forge/patience.ts';
import { digestOf, writeMarker } from '../../src/forge/review-marker.ts';
import { readRunOrder } from '../../src/forge/run-order.ts';
import type { Transport } from '../../src/forge/transport.ts';
import { type UpsertResult, upsertComment } from '../../src/forge/upsert-comment.ts';
import { GITLAB_TOKEN } from './gitlab-server.ts';
import { TOKEN } from './github-server.ts';

export interface RunOptions {
  readonly text: string;
  /** Default: `1`. */
  readonly order?: string;
  readonly set?: string;
  readonly commit?: string;
  readonly token?: string;
  readonly author?: string;
  readonly postsNew?: boolean;
  readonly transport?: Transport;
  readonly patience?: PatienceOptions;
}

/** The real network with waits that are written down instead of waited for. */
export function hastyTransport(timeoutMs = 2_000): Transport & { readonly waits: number[] } {
  const waits: number[] = [];
  const network = networkTransport(timeoutMs);
  let passedMs = 0;
  return {
    ...network,
    waits,
    random: () => 0.5,
    now: () => Date.UTC(2026, 7, 1) + passedMs,
    sleep: async (milliseconds) => {
      waits.push(milliseconds);
      passedMs += milliseconds;
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    },
  };
}

export const SETTLE_MS = 2_000;

export function onGitHub(baseUrl: string, options: RunOptions): Promise<UpsertResult> {
  const transport = options.transport ?? hastyTransport();
  const patience = createPatience(transport, options.patience);
  const { token = TOKEN, author } = options;
  const api = createGitHubApi({ baseUrl, repository: 'acme/clusters', token, transport, patience });
  const forge = githubComments({ api, pullRequest: 7, ...(author === undefined ? {} : { author }) });
  return upsertComment({ ...wanted(options), forge, patience, sleep: transport.sleep, settleMs: SETTLE_MS });
}

export function onGitLab(
  baseUrl: string,
  options: RunOptions & { readonly project?: string },
): Promise<UpsertResult> {
  const transport = options.transport ?? hastyTransport();
  const patience = createPatience(transport, options.patience);
  const { token = GITLAB_TOKEN, project = 'acme/clusters' } = options;
  const forge = gitlabComments({ baseUrl, project, mergeRequest: 3, token, transport, patience });
  return upsertComment({ ...wanted(options), forge, patience, sleep: transport.sleep, settleMs: SETTLE_MS });
}

/** What a run writes. */
export function bodyOf(options: RunOptions): string {
  return `${writeMarker(wanted(options).marker)}\n${options.text}`;
}

export function wanted({ text, order = '1', set = 'clusters', commit, postsNew = true }: RunOptions) {
  return {
    text,
    postsNew,
    marker: {
      set,
      order: readRunOrder(order) ?? [],
      ...(commit === undefined ? {} : { commit }),
      digest: digestOf(text),
    },
  };
}
