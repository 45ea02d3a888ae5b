/**
 * The candidate a person probably meant, or undefined. Case-insensitive equality wins, then the smallest
 * Damerau-Levenshtein distance up to a third of the length; ties go to the alphabetically first. What has no
 * character in common is no suggestion: one letter would match every other.
 */
export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  const lower = name.toLowerCase();
  const limit = Math.max(1, Math.floor(name.length / 3));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of [...candidates].sort()) {
    if (candidate === name) continue;
    const other = candidate.toLowerCase();
    if (Math.abs(other.length - lower.length) >= bestDistance) continue;
    const distance = other === lower ? 0 : editDistance(lower, other);
    if (distance < bestDistance && distance < Math.max(lower.length, other.length)) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, substitution);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (beforePrevious[j - 2] ?? 0) + 1);
      }
      current.push(cost);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}
