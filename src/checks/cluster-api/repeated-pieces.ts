import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { taintIdentity } from '../../kubernetes/taint.ts';
import { CAPACITY_KEYS } from '../../kubernetes/scale-from-zero/keys.ts';
import { readLabels } from '../../kubernetes/scale-from-zero/read-labels.ts';
import { readTaints } from '../../kubernetes/scale-from-zero/read-taints.ts';
import { quoted } from '../words.ts';
import { annotationScalar, annotationSpan } from './machine-group.ts';
import { groupRule } from './machine-rule.ts';
import { partSpan, type Piece, piecesOf } from './pieces.ts';

/** Of labels with one key, and of taints with one key and effect, the last one counts. */
export const repeatedPieces = groupRule(['PW9211'], function* (group) {
  for (const what of ['labels', 'taints'] as const) {
    const key = CAPACITY_KEYS[what];
    const seen = new Map<string, Piece>();
    for (const piece of piecesOf(group.annotations[key] ?? '')) {
      const identity = identityOf(what, piece);
      const first = identity === undefined ? undefined : seen.get(identity);
      if (identity !== undefined) seen.set(identity, piece);
      if (identity === undefined || first === undefined) continue;
      const scalar = annotationScalar(group, key);
      const whole = annotationSpan(group, key);
      const message = `${quoted(identity)} is given twice in the ${what} of ${group.title}; the last one counts`;
      yield diagnostic('PW9211', partSpan(scalar, whole, piece.start, piece.text.length), message, {
        related: [
          { span: partSpan(scalar, whole, first.start, first.text.length), message: 'given before here' },
        ],
        help: 'Remove one of them.',
      });
    }
  }
});

function identityOf(what: 'labels' | 'taints', { text }: Piece): string | undefined {
  if (what === 'labels') return [...readLabels(text).keys()][0];
  const [taint] = readTaints(text);
  return taint === undefined ? undefined : taintIdentity(taint);
}
