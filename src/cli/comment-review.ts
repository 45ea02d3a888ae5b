import path from 'node:path';
import type { ReviewReport } from '../report/review-contract.ts';
import { REVIEW_SHAPE } from './comment-review-shape.ts';
import type { Host } from './host.ts';
import { decodeSource, readSource, type ReadSource } from './read-source.ts';
import { UsageError } from './usage-error.ts';

/** A thousand clusters with every object changed have less. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Objects of Kubernetes are a dozen deep. */
const MAX_DEPTH = 100;

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
  if (depthOf(json) > MAX_DEPTH)
    throw new UsageError(`${name} is nested more than ${MAX_DEPTH} levels deep, which no review is`);
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

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Nesting of lists and objects, counted on the text, before anything that recurs could see it. */
function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let i = 0; i < json.length; i += 1) {
    const unit = json.charCodeAt(i);
    if (unit === QUOTE) quoted = !quoted;
    else if (quoted) i += unit === BACKSLASH ? 1 : 0;
    // `[` and `{`, `]` and `}`: they differ in one bit.
    else if ((unit & ~0x20) === 0x5b) deepest = Math.max(deepest, (depth += 1));
    else if ((unit & ~0x20) === 0x5d) depth -= 1;
  }
  return deepest;
}
