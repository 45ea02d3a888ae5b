import { type Annotations, MAX_SIZE_KEY, MIN_SIZE_KEY } from './keys.ts';
import { readInteger } from './read-integer.ts';

export type SizesResult =
  | { readonly ok: true; readonly min: number; readonly max: number }
  | {
      readonly ok: false;
      readonly which: 'min' | 'max';
      /** A phrase that completes "`value` ...". */
      readonly problem: string;
    };

/**
 * The bounds of a node group, as the Cluster Autoscaler reads them: absent is 0, empty is an error. A group with a
 * maximum of 0 does not exist. One failure anywhere makes the autoscaler see no node group at all in the whole cluster.
 */
export function readSizes(annotations: Annotations): SizesResult {
  const min = size(annotations, MIN_SIZE_KEY);
  if (typeof min === 'string') return { ok: false, which: 'min', problem: min };
  const max = size(annotations, MAX_SIZE_KEY);
  if (typeof max === 'string') return { ok: false, which: 'max', problem: max };
  if (max < min) return { ok: false, which: 'max', problem: `is less than the minimum of ${min}` };
  return { ok: true, min, max };
}

function size(annotations: Annotations, key: string): number | string {
  const text = Object.hasOwn(annotations, key) ? annotations[key] : undefined;
  if (text === undefined) return 0;
  if (text === '') return 'is empty';
  const value = readInteger(text);
  if (value === undefined) return 'is not a whole number';
  return value < 0n ? 'is negative' : Number(value);
}
