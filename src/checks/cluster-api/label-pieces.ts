import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { labelKeyProblem, labelValueProblem } from '../../kubernetes/label.ts';
import { CAPACITY_KEYS } from '../../kubernetes/scale-from-zero/keys.ts';
import { readLabels } from '../../kubernetes/scale-from-zero/read-labels.ts';
import { quoted } from '../words.ts';
import { annotationScalar, annotationSpan, type MachineGroup } from './machine-group.ts';
import { groupRule } from './machine-rule.ts';
import { partFix, partSpan, type Piece, piecesOf } from './pieces.ts';

const KEY = CAPACITY_KEYS.labels;

/** Pieces of the labels annotation that the autoscaler drops, and those from which it makes a label that no node can have. */
export const labelPieces = groupRule(['PW9208'], function* (group) {
  const text = group.annotations[KEY];
  if (text === undefined) return;
  for (const [i, piece] of piecesOf(text).entries()) {
    if (piece.text.trim() === '') continue;
    const [label] = readLabels(piece.text);
    if (label === undefined) yield dropped(group, piece, i);
    else yield* judged(group, piece, label);
  }
});

function dropped(group: MachineGroup, piece: Piece, i: number): Diagnostic {
  const message = `${quoted(piece.text)} in the labels of ${group.title} has no \`=\`, and the autoscaler drops it`;
  return at(group, piece, message, {
    help:
      i === 0
        ? `Write \`${piece.text.trim()}=\` for a label without a value.`
        : `A comma always starts a new label, it cannot be part of a value. For a label without a value write \`${piece.text.trim()}=\`.`,
  });
}

function judged(
  group: MachineGroup,
  piece: Piece,
  [key, value]: readonly [string, string],
): readonly Diagnostic[] {
  const [trimmedKey, trimmedValue] = [key.trim(), value.trim()];
  const [keyProblem, valueProblem] = [labelKeyProblem(trimmedKey), labelValueProblem(trimmedValue)];
  if (keyProblem !== undefined) {
    const message = `the label ${quoted(key)} of ${group.title} ${keyProblem}, so no node can carry it`;
    return [
      at(group, piece, message, { help: 'Pods are promised a node that never comes. Correct the key.' }),
    ];
  }
  if (valueProblem !== undefined) {
    const message = `the value ${quoted(value)} of label ${quoted(trimmedKey)} of ${group.title} ${valueProblem}, so no node can carry it`;
    return [
      at(group, piece, message, { help: 'Pods are promised a node that never comes. Correct the value.' }),
    ];
  }
  if (key === trimmedKey && value === trimmedValue) return [];
  const message = `there is a space around ${quoted(piece.text.trim())} in the labels of ${group.title}, and it becomes part of the label`;
  return [
    at(group, piece, message, {
      help: 'Nothing is trimmed. Write `key=value,key=value` without spaces.',
      becomes: `${trimmedKey}=${trimmedValue}`,
    }),
  ];
}

function at(
  group: MachineGroup,
  piece: Piece,
  message: string,
  { help, becomes }: { readonly help: string; readonly becomes?: string },
): Diagnostic {
  const scalar = annotationScalar(group, KEY);
  const { length } = piece.text;
  return diagnostic('PW9208', partSpan(scalar, annotationSpan(group, KEY), piece.start, length), message, {
    help,
    fix: becomes === undefined ? undefined : partFix(scalar, { start: piece.start, length }, becomes),
  });
}
