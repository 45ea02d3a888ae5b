import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../diagnostics/did-you-mean.ts';
import { labelKeyProblem, labelValueProblem } from '../../kubernetes/label.ts';
import { CAPACITY_KEYS } from '../../kubernetes/scale-from-zero/keys.ts';
import { readTaints } from '../../kubernetes/scale-from-zero/read-taints.ts';
import { isTaintEffect, TAINT_EFFECTS } from '../../kubernetes/taint.ts';
import { listed, quoted } from '../words.ts';
import { annotationScalar, annotationSpan, type MachineGroup } from './machine-group.ts';
import { groupRule } from './machine-rule.ts';
import { partFix, partSpan, type Piece, piecesOf } from './pieces.ts';

const KEY = CAPACITY_KEYS.taints;
const FORM = 'Write `key=value:Effect` or `key:Effect`, with commas and no spaces between taints.';

/** Pieces of the taints annotation that the autoscaler drops, and effects that do not exist, which it keeps. */
export const taintPieces = groupRule(['PW9209', 'PW9210'], function* (group) {
  const text = group.annotations[KEY];
  if (text === undefined) return;
  for (const piece of piecesOf(text)) {
    if (piece.text === '') continue;
    const [taint] = readTaints(piece.text);
    if (taint === undefined) yield dropped(group, piece);
    else if (!isTaintEffect(taint.effect)) yield badEffect(group, piece, taint.effect);
  }
});

function dropped(group: MachineGroup, piece: Piece): Diagnostic {
  const trimmed = piece.text.trim().replace(/\s*([=:])\s*/g, '$1');
  const isSpaced = trimmed !== piece.text && readTaints(trimmed).length > 0;
  const why = isSpaced ? 'has a space before or behind one of its parts' : problemOf(trimmed);
  const message = `the taint ${quoted(piece.text)} of ${group.title} ${why}, and the autoscaler drops it without a word`;
  return at('PW9209', group, piece, {
    message,
    help: `${FORM} Without it, pods that do not tolerate the real node’s taint make the group grow in vain.`,
    ...(isSpaced ? { becomes: trimmed } : {}),
  });
}

function problemOf(text: string): string {
  const parts = text.split(':');
  if (parts.length > 2) return 'has more than one `:`';
  const [key = '', value, ...more] = (parts[0] ?? '').split('=');
  if (parts.length === 1 && value !== undefined) return 'has no effect';
  if (more.length > 0) return 'has more than one `=`';
  const keyProblem = labelKeyProblem(key);
  if (keyProblem !== undefined) return `has a key that ${keyProblem}`;
  const valueProblem = value === undefined ? undefined : labelValueProblem(value);
  return valueProblem === undefined ? 'cannot be read' : `has a value that ${valueProblem}`;
}

function badEffect(group: MachineGroup, piece: Piece, effect: string): Diagnostic {
  const guess = effect === '' ? undefined : didYouMean(effect.trim(), TAINT_EFFECTS);
  const what = effect === '' ? 'no effect' : `the effect ${quoted(effect)}, which does not exist`;
  const message = `the taint ${quoted(piece.text)} of ${group.title} has ${what}; the autoscaler keeps it as it is`;
  return at('PW9210', group, piece, {
    message,
    help: `${guess === undefined ? '' : `Did you mean \`${guess}\`? `}Effects are ${listed(TAINT_EFFECTS)}.`,
    ...(guess === undefined || guess.toLowerCase() !== effect.trim().toLowerCase()
      ? {}
      : { becomes: piece.text.slice(0, piece.text.indexOf(':') + 1) + guess }),
  });
}

interface Said {
  readonly message: string;
  readonly help: string;
  readonly becomes?: string;
}

function at(code: 'PW9209' | 'PW9210', group: MachineGroup, piece: Piece, said: Said): Diagnostic {
  const scalar = annotationScalar(group, KEY);
  const { length } = piece.text;
  return diagnostic(code, partSpan(scalar, annotationSpan(group, KEY), piece.start, length), said.message, {
    help: said.help,
    fix:
      said.becomes === undefined ? undefined : partFix(scalar, { start: piece.start, length }, said.becomes),
  });
}
