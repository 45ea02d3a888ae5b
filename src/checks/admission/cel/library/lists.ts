import { calculate } from '../arithmetic.ts';
import { contains, equal } from '../equality.ts';
import { compare, isNumber } from '../order.ts';
import { CelDuration, CelError, CelList, CelOptional, type CelValue, NONE, NoOverload } from '../values.ts';
import { type CelFunction, type CelFunctions, intAt, listAt, valueAt } from './arguments.ts';

const MAX_RANGE = 1_000_000n;

export function firstPlace(args: readonly CelValue[]): bigint {
  const [list, value] = [listAt(args, 0), valueAt(args, 1)];
  return BigInt(list.items().findIndex((item) => equal(item, value)));
}

export function lastPlace(args: readonly CelValue[]): bigint {
  const [list, value] = [listAt(args, 0), valueAt(args, 1)];
  return BigInt(list.items().findLastIndex((item) => equal(item, value)));
}

function isSorted(args: readonly CelValue[]): boolean {
  const items = listAt(args, 0).items();
  return items.every((item, index) => index === 0 || (compare(items[index - 1] ?? null, item) ?? 0) <= 0);
}

function sum(args: readonly CelValue[]): CelValue {
  const items = listAt(args, 0).items();
  const [first] = items;
  if (first === undefined) return 0n;
  if (!isNumber(first) && !(first instanceof CelDuration)) throw new NoOverload();
  return items.slice(1).reduce((total, item) => calculate('+', total, item), first);
}

function extreme(args: readonly CelValue[], name: string, sign: number): CelValue {
  const items = listAt(args, 0).items();
  const [first] = items;
  if (first === undefined) throw new CelError(`${name} called on empty list`);
  return items.reduce((best, item) => ((compare(best, item) ?? 0) * sign < 0 ? item : best), first);
}

function slice(args: readonly CelValue[]): CelList {
  const list = listAt(args, 0);
  const [start, end] = [intAt(args, 1), intAt(args, 2)];
  if (start < 0n || end < 0n)
    throw new CelError(`cannot slice(${start}, ${end}), negative indexes not supported`);
  if (start > end)
    throw new CelError(`cannot slice(${start}, ${end}), start index must be less than or equal to end index`);
  if (end > BigInt(list.size))
    throw new CelError(`cannot slice(${start}, ${end}), list is length ${list.size}`);
  return CelList.of(list.items().slice(Number(start), Number(end)));
}

function flatten(list: CelList, depth: bigint): readonly CelValue[] {
  if (depth < 0n) throw new CelError('level must be non-negative');
  return list
    .items()
    .flatMap((item) => (item instanceof CelList && depth > 0n ? flatten(item, depth - 1n) : [item]));
}

function distinct(args: readonly CelValue[]): CelList {
  const kept: CelValue[] = [];
  for (const item of listAt(args, 0).items()) if (!contains(CelList.of(kept), item)) kept.push(item);
  return CelList.of(kept);
}

function sorted(args: readonly CelValue[]): CelList {
  return CelList.of(
    listAt(args, 0)
      .items()
      .toSorted((left, right) => compare(left, right) ?? 0),
  );
}

function range(args: readonly CelValue[]): CelList {
  const count = intAt(args, 0);
  if (count > MAX_RANGE) throw new CelError('operation cancelled: actual cost limit exceeded');
  return new CelList(count < 0n ? 0 : Number(count), (index) => BigInt(index));
}

function optionalItem(list: CelList, place: number): CelOptional {
  return list.size === 0 ? NONE : new CelOptional(list.at(place));
}

export const LIST_FUNCTIONS: CelFunctions = new Map<string, CelFunction>([['lists.range/1', range]]);

export const LIST_METHODS: CelFunctions = new Map<string, CelFunction>([
  ['isSorted/0', isSorted],
  ['sum/0', sum],
  ['min/0', (args) => extreme(args, 'min', -1)],
  ['max/0', (args) => extreme(args, 'max', 1)],
  ['slice/2', slice],
  ['flatten/0', (args) => CelList.of(flatten(listAt(args, 0), 1n))],
  ['flatten/1', (args) => CelList.of(flatten(listAt(args, 0), intAt(args, 1)))],
  ['distinct/0', distinct],
  ['sort/0', sorted],
  ['reverse/0', (args) => CelList.of(listAt(args, 0).items().toReversed())],
  ['first/0', (args) => optionalItem(listAt(args, 0), 0)],
  ['last/0', (args) => optionalItem(listAt(args, 0), listAt(args, 0).size - 1)],
]);
