import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { CAPACITY_KEYS } from '../../kubernetes/scale-from-zero/keys.ts';
import { readCsiDrivers } from '../../kubernetes/scale-from-zero/read-csi-drivers.ts';
import { quoted } from '../words.ts';
import { annotationScalar, annotationSpan } from './machine-group.ts';
import { groupRule } from './machine-rule.ts';
import { partSpan, piecesOf } from './pieces.ts';

const KEY = CAPACITY_KEYS.csiDriver;

/** Drivers that the autoscaler passes over. */
export const csiPieces = groupRule(['PW9233'], function* (group) {
  for (const { text, start } of piecesOf(group.annotations[KEY] ?? '')) {
    if (text.trim() === '' || readCsiDrivers(text).length > 0) continue;
    const span = partSpan(annotationScalar(group, KEY), annotationSpan(group, KEY), start, text.length);
    yield diagnostic(
      'PW9233',
      span,
      `${quoted(text.trim())} in the CSI drivers of ${group.title} is dropped`,
      {
        help: 'Write `name=limit`, such as `ebs.csi.aws.com=25`; 0 is a driver without a limit.',
      },
    );
  }
});
