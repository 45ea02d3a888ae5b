import { isJsonMap } from '../../diagnostics/json-value.ts';
import { readId, readObject } from '../read-answer.ts';
import type { Patience } from '../patience.ts';
import type { GitHubApi } from './github-api.ts';

/** The result of a check on a commit, as GitHub's checks API takes it. */
export interface CheckRun {
  readonly name: string;
  readonly headSha: string;
  readonly conclusion: 'success' | 'neutral' | 'failure';
  readonly title: string;
  /** Markdown, at most 65,535 characters. */
  readonly summary: string;
  readonly annotations: readonly CheckRunAnnotation[];
  /** The same for the same run, whatever happens to its requests. */
  readonly externalId: string;
}

/** Lines and columns are 1-based, the end is inclusive; columns only where one line is annotated. */
export interface CheckRunAnnotation {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly startColumn?: number;
  readonly endColumn?: number;
  readonly level: 'notice' | 'warning' | 'failure';
  readonly title: string;
  readonly message: string;
}

/** GitHub takes no more with one request; the next ones are added to them. */
const BATCH = 50;

/** Creates the check run, with all its annotations. @throws ForgeError */
export async function createCheckRun(api: GitHubApi, run: CheckRun, patience: Patience): Promise<void> {
  const { client, repositoryPath } = api;
  const path = `${repositoryPath}/check-runs`;
  const first = run.annotations.slice(0, BATCH);
  const id = await persistently(patience, async (attempt) => {
    // An attempt that got no answer may have been heard.
    const existing = attempt === 1 ? undefined : await findCheckRun(api, run);
    return (
      existing ?? readId(readObject(await client.send('POST', path, bodyOf(run, first)), 'a check run'), 'it')
    );
  });
  for (let from = BATCH; from < run.annotations.length; from += BATCH) {
    const batch = run.annotations.slice(from, from + BATCH);
    await persistently(patience, async (attempt) => {
      if (attempt > 1 && (await countAnnotations(api, id)) > from) return;
      await client.send('PATCH', `${path}/${id}`, { output: outputOf(run, batch) });
    });
  }
}

async function persistently<T>(patience: Patience, doing: (attempt: number) => Promise<T>): Promise<T> {
  const attempts = patience.attempts();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await doing(attempt);
    } catch (error) {
      await attempts.waitAfter(error);
    }
  }
}

async function findCheckRun(
  { client, repositoryPath }: GitHubApi,
  run: CheckRun,
): Promise<number | undefined> {
  const name = encodeURIComponent(run.name);
  const found = await client.get(
    `${repositoryPath}/commits/${run.headSha}/check-runs?check_name=${name}&per_page=100`,
  );
  const runs =
    isJsonMap(found) && Array.isArray(found['check_runs']) ? (found['check_runs'] as unknown[]) : [];
  const same = runs.find((one) => isJsonMap(one) && one['external_id'] === run.externalId);
  return same === undefined ? undefined : readId(readObject(same, 'a check run'), 'it');
}

/** Each update adds to them, so one that got no answer must not simply be repeated. */
async function countAnnotations({ client, repositoryPath }: GitHubApi, id: number): Promise<number> {
  const { output } = readObject(await client.get(`${repositoryPath}/check-runs/${id}`), 'a check run');
  const count = isJsonMap(output) ? output['annotations_count'] : undefined;
  return typeof count === 'number' ? count : 0;
}

function bodyOf(run: CheckRun, annotations: readonly CheckRunAnnotation[]): object {
  return {
    name: run.name,
    head_sha: run.headSha,
    external_id: run.externalId,
    status: 'completed',
    conclusion: run.conclusion,
    output: outputOf(run, annotations),
  };
}

function outputOf({ title, summary }: CheckRun, annotations: readonly CheckRunAnnotation[]): object {
  return { title, summary, annotations: annotations.map(annotationOf) };
}

function annotationOf({ path, level, title, message, ...range }: CheckRunAnnotation): object {
  const oneLine = range.startLine === range.endLine;
  return {
    path,
    start_line: range.startLine,
    end_line: range.endLine,
    ...(oneLine && range.startColumn !== undefined && range.endColumn !== undefined
      ? { start_column: range.startColumn, end_column: range.endColumn }
      : {}),
    annotation_level: level,
    title,
    message,
  };
}
