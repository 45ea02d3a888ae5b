import { type Diagnostic, type Fix, diagnostic } from '../../diagnostics/diagnostic.ts';
import { scalarFix } from '../../diagnostics/replacement.ts';
import { MAX_SIZE_KEY, MIN_SIZE_KEY } from '../../kubernetes/scale-from-zero/keys.ts';
import { readInteger } from '../../kubernetes/scale-from-zero/read-integer.ts';
import { readSizes } from '../../kubernetes/scale-from-zero/read-sizes.ts';
import { quoted } from '../words.ts';
import {
  annotationKeySpan,
  annotationScalar,
  annotationSpan,
  hasSize,
  type MachineGroup,
} from './machine-group.ts';
import { groupRule } from './machine-rule.ts';

/** Cluster API's own webhook reads them as 32-bit integers. */
const MOST = 2 ** 31 - 1;

/** What is wrong with one of the two, and what comes of it. */
interface Flaw {
  readonly key: typeof MIN_SIZE_KEY | typeof MAX_SIZE_KEY;
  /** Completes "max-size `x` of … ". */
  readonly problem: string;
  readonly consequence?: string;
  /** @default what sizes are */
  readonly help?: string;
}

const SIZES = 'Both sizes are whole numbers of digits only, the minimum no more than the maximum.';

/** Sizes that do not parse or contradict each other, and a maximum with which there is no group. */
export const sizes = groupRule(['PW9202'], function* (group) {
  const flaw = hasSize(group) ? flawOf(group) : undefined;
  if (flaw !== undefined) yield finding(group, flaw);
});

function flawOf({ annotations, scaler }: MachineGroup): Flaw | undefined {
  const read = readSizes(annotations);
  if (!read.ok) {
    const { problem } = read;
    const key = read.which === 'min' ? MIN_SIZE_KEY : MAX_SIZE_KEY;
    if (scaler !== 'karpenter') {
      const consequence =
        'with one such group the autoscaler sees no node group at all, in the whole cluster';
      return { key, problem, consequence };
    }
    const isUnread = key === MAX_SIZE_KEY && readInteger(annotations[key] ?? '') === undefined;
    return { key, problem, ...(isUnread ? { consequence: 'Karpenter then knows no maximum' } : {}) };
  }
  if (Math.max(read.min, read.max) > MOST) {
    const key = read.max > MOST ? MAX_SIZE_KEY : MIN_SIZE_KEY;
    return { key, problem: 'is more than the 32 bits that Cluster API reads' };
  }
  if (read.max > 0 || !Object.hasOwn(annotations, MAX_SIZE_KEY)) return undefined;
  return {
    key: MAX_SIZE_KEY,
    problem: 'is zero',
    consequence: scaler === 'karpenter' ? 'Karpenter never takes it' : 'it is no node group, without a word',
    help: 'Give it a maximum of at least 1, or take both sizes away if nothing is to scale it.',
  };
}

function finding(group: MachineGroup, { key, problem, consequence, help = SIZES }: Flaw): Diagnostic {
  const text = group.annotations[key] ?? '';
  const message = [
    `${key.slice(-'max-size'.length)}${text === '' ? '' : ` ${quoted(text)}`} of ${group.title} ${problem}`,
    ...(consequence === undefined ? [] : [consequence]),
  ].join(': ');
  // A maximum below the minimum may be missing.
  const span =
    text === ''
      ? annotationKeySpan(group, Object.hasOwn(group.annotations, key) ? key : MIN_SIZE_KEY)
      : annotationSpan(group, key);
  return diagnostic('PW9202', span, message, { help, fix: digitsFix(group, key, text) });
}

/** Where a text is a whole number but for spaces or an empty fraction. */
function digitsFix(group: MachineGroup, key: string, text: string): Fix | undefined {
  const meant = /^\s*(\d{1,9})(?:\.0+)?\s*$/.exec(text)?.[1];
  if (meant === undefined || readInteger(text) !== undefined) return undefined;
  const scalar = annotationScalar(group, key);
  return scalar?.style === 'quoted' ? scalarFix(scalar, meant) : undefined;
}
