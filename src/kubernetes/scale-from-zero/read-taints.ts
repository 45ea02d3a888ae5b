import { labelKeyProblem, labelValueProblem } from '../label.ts';

/** A taint as the Cluster Autoscaler holds it: an absent value is empty, and an effect may be any text. */
export interface ReadTaint {
  readonly key: string;
  readonly value: string;
  readonly effect: string;
}

/**
 * The taints annotation (`k=v:Effect,k:Effect`) as the Cluster Autoscaler reads it: a piece it cannot read is dropped
 * without a word, an effect is not validated, and of equal (key, effect) the last one stands where the first one stood.
 */
export function readTaints(text: string): readonly ReadTaint[] {
  return mergeTaints([], text.split(',').flatMap(readTaint));
}

/** `spec` overlaid with `annotation`: the same (key, effect) is replaced in place, others follow. */
export function mergeTaints(
  spec: readonly ReadTaint[],
  annotation: readonly ReadTaint[],
): readonly ReadTaint[] {
  const merged = [...spec];
  for (const taint of annotation) {
    const at = merged.findIndex(({ key, effect }) => key === taint.key && effect === taint.effect);
    if (at < 0) merged.push(taint);
    else merged[at] = taint;
  }
  return merged;
}

function readTaint(piece: string): readonly ReadTaint[] {
  const [assignment = '', effect, ...further] = piece.split(':');
  if (further.length > 0) return [];
  // Without an effect all of it is the key, `=` included, and no key has one.
  const [key = '', value, ...more] = effect === undefined ? [assignment] : assignment.split('=');
  if (more.length > 0 || labelKeyProblem(key) !== undefined) return [];
  if (value !== undefined && labelValueProblem(value) !== undefined) return [];
  return [{ key, value: value ?? '', effect: effect ?? '' }];
}
