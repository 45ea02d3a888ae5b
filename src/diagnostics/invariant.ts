/** Asserts what only a bug could break. Never for user input: that is a diagnostic. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${message}`);
}
