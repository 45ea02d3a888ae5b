import type { Span } from '../../diagnostics/span.ts';
import { CAPACITY_KEYS } from '../../kubernetes/scale-from-zero/keys.ts';
import { readLabels } from '../../kubernetes/scale-from-zero/read-labels.ts';
import { annotationScalar, annotationSpan, type MachineGroup } from './machine-group.ts';
import { partSpan, piecesOf } from './pieces.ts';

/** Where the labels annotation of a group gives a label that it has. */
export function labelSpan(group: MachineGroup, key: string): Span {
  const whole = annotationSpan(group, CAPACITY_KEYS.labels);
  const piece = piecesOf(group.annotations[CAPACITY_KEYS.labels] ?? '').findLast(({ text }) =>
    readLabels(text).has(key),
  );
  if (piece === undefined) return whole;
  return partSpan(annotationScalar(group, CAPACITY_KEYS.labels), whole, piece.start, piece.text.length);
}
