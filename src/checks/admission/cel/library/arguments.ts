import { CelList, CelOptional, type CelValue, NoOverload } from '../values.ts';

/** A function of an expression; methods get their receiver first. */
export type CelFunction = (args: readonly CelValue[]) => CelValue;
/** By name and number of arguments, without the receiver: `split/1`. */
export type CelFunctions = ReadonlyMap<string, CelFunction>;

type Class<T> = new (...args: never[]) => T;

export function textAt(args: readonly CelValue[], place: number): string {
  const value = args[place];
  if (typeof value !== 'string') throw new NoOverload();
  return value;
}

export function intAt(args: readonly CelValue[], place: number): bigint {
  const value = args[place];
  if (typeof value !== 'bigint') throw new NoOverload();
  return value;
}

export function booleanAt(args: readonly CelValue[], place: number): boolean {
  const value = args[place];
  if (typeof value !== 'boolean') throw new NoOverload();
  return value;
}

export function listAt(args: readonly CelValue[], place: number): CelList {
  return instanceAt(args, place, CelList);
}

export function optionalAt(args: readonly CelValue[], place: number): CelOptional {
  return instanceAt(args, place, CelOptional);
}

export function instanceAt<T>(args: readonly CelValue[], place: number, of: Class<T>): T {
  const value = args[place];
  if (!(value instanceof of)) throw new NoOverload();
  return value;
}

export function valueAt(args: readonly CelValue[], place: number): CelValue {
  const value = args[place];
  if (value === undefined) throw new NoOverload();
  return value;
}
