import { countCharacters } from '../../values/go-text.ts';
import { CelList, type CelValue, isCelMap, NoOverload } from '../values.ts';
import { valueAt } from './arguments.ts';

/** `size(value)` and `value.size()`. */
export function size(args: readonly CelValue[]): bigint {
  const value = valueAt(args, 0);
  if (typeof value === 'string') return BigInt(countCharacters(value));
  if (value instanceof Uint8Array) return BigInt(value.length);
  if (value instanceof CelList || isCelMap(value)) return BigInt(value.size);
  throw new NoOverload();
}
