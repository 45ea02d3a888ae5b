/**
 * The labels annotation (`k=v,k=v`) as the Cluster Autoscaler reads it: nothing is trimmed or validated, a piece without
 * `=` is dropped, a value may hold `=`, of equal keys the last one counts.
 */
export function readLabels(text: string): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  for (const piece of text.split(',')) {
    const at = piece.indexOf('=');
    if (at >= 0) labels.set(piece.slice(0, at), piece.slice(at + 1));
  }
  return labels;
}
