/** How much of the random tests runs: 0.3 of it unless `TEST_DEPTH` says otherwise. `TEST_DEPTH=1 npm test` takes its time. */
const DEPTH = Number(process.env['TEST_DEPTH'] ?? 0.3);

/** The number of runs of a random test that is worth so many. At least one. */
export function atDepth(runs: number): number {
  return Math.max(1, Math.round(runs * DEPTH));
}
