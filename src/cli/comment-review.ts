import path from 'node:path';
import { JSON_DEPTH_MAX, tooDeepOffset } from '../diagnostics/json-depth.ts';
import type { ReviewReport } from '../report/review-contract.ts';
import { REVIEW_SHAPE } from './comment-review-shape.ts';
import type { Host } from './host.ts';
import { decodeSource, readSource, type ReadSource } from './read-source.ts';
import { UsageError } from './usage-error.ts';

/** A thousand clusters with every object changed have less. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads what `poolwright diff --format json` wrote. It may come from a stranger's pull request, so its size, depth and
 * every field that is read later are checked first.
 *
 * @param file path, or `-` for the standard input
 * @throws UsageError if it is not a review
 */
export async function readReview(file: string, host: Host): Promise<ReviewReport> {
  const name = file === '-' ? '<stdin>' : file;
  const { source, problem } = await readText(file, host);
  if (problem !== undefined) throw new UsageError(`${name}: ${problem.message}`);
  return parseReview(source.text, name);
}

/** @throws UsageError if it is not a review */
export function parseReview(json: string, name: string): ReviewReport {
  if (tooDeepOffset(json) !== undefined)
    throw new UsageError(`${name} is nested more than ${JSON_DEPTH_MAX} levels deep, which no review is`);
  const value = parse(json, name);
  const problem = REVIEW_SHAPE.problem(value, '');
  if (problem === undefined) return whole(value as ReviewReport, name);
  const { path: where, expected } = problem;
  const isOther = ['', 'kind', 'apiVersion'].includes(where);
  throw new UsageError(
    isOther
      ? `${name} is not a review that this version reads: ${where === '' ? 'it' : `\`${where}\``} should be ${expected}; write one with \`poolwright diff --format json\``
      : `${name} is not a valid review: \`${where}\` should be ${expected}`,
  );
}

function whole(review: ReviewReport, name: string): ReviewReport {
  if (review.shard === undefined) return review;
  const { index, of } = review.shard;
  throw new UsageError(
    `${name} is the review of shard ${index}/${of}: join all of them with \`poolwright merge\` first`,
  );
}

async function readText(file: string, host: Host): Promise<ReadSource> {
  if (file !== '-') return readSource(path.resolve(host.cwd, file), file, MAX_BYTES);
  return decodeSource(await host.readStdin(MAX_BYTES), '<stdin>', MAX_BYTES);
}

function parse(json: string, name: string): unknown {
  if (json.trim() === '')
    throw new UsageError(`${name} is empty; did \`poolwright diff --format json\` fail before?`);
  try {
    return JSON.parse(json) as unknown;
  } catch {
    throw new UsageError(`${name} is not JSON; write it with \`poolwright diff --format json\``);
  }
}
