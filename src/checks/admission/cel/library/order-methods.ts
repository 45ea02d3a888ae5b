import { type CelValue, CelList, CelQuantity, CelSemver, NoOverload } from '../values.ts';
import { type CelFunction, type CelFunctions, valueAt } from './arguments.ts';
import { firstPlace, lastPlace } from './lists.ts';
import { compareSemver } from './semver.ts';
import { textIndex, textLastIndex } from './text-index.ts';

function compareLike(args: readonly CelValue[]): number {
  const [left, right] = [valueAt(args, 0), valueAt(args, 1)];
  if (left instanceof CelSemver && right instanceof CelSemver) return compareSemver(left, right);
  if (!(left instanceof CelQuantity && right instanceof CelQuantity)) throw new NoOverload();
  if (left.nano === right.nano) return 0;
  return left.nano < right.nano ? -1 : 1;
}

/** Methods that exist for more than one type. */
export const ORDER_METHODS: CelFunctions = new Map<string, CelFunction>([
  ['isGreaterThan/1', (args) => compareLike(args) > 0],
  ['isLessThan/1', (args) => compareLike(args) < 0],
  ['compareTo/1', (args) => BigInt(Math.sign(compareLike(args)))],
  ['indexOf/1', (args) => (args[0] instanceof CelList ? firstPlace(args) : textIndex(args))],
  ['lastIndexOf/1', (args) => (args[0] instanceof CelList ? lastPlace(args) : textLastIndex(args))],
]);
