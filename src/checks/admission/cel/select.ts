import { CelError, CelList, CelOptional, type CelValue, isCelMap, NONE, NoOverload } from './values.ts';

/** `value.name`. Behind an optional value the result is optional, too. */
export function select(value: CelValue, name: string): CelValue {
  if (value instanceof CelOptional) return optionalSelect(value, name);
  const found = isCelMap(value) ? value.find(name) : undefined;
  if (found === undefined) throw new CelError(`no such key: ${name}`);
  return found;
}

/** `value.?name`. */
export function optionalSelect(value: CelValue, name: string): CelOptional {
  const of = value instanceof CelOptional ? value.value : value;
  if (of === undefined) return NONE;
  if (!isCelMap(of)) throw new NoOverload();
  const found = of.find(name);
  return found === undefined ? NONE : new CelOptional(found);
}

/** `has(value.name)`. */
export function hasField(value: CelValue, name: string): boolean {
  return optionalSelect(value, name).value !== undefined;
}

/** `value[key]`. */
export function index(value: CelValue, key: CelValue): CelValue {
  if (value instanceof CelOptional) return optionalIndex(value, key);
  const found = at(value, key);
  if (found !== undefined) return found;
  const text = typeof key === 'object' ? '' : String(key);
  throw new CelError(value instanceof CelList ? `index out of bounds: ${text}` : `no such key: ${text}`);
}

/** `value[?key]`. */
export function optionalIndex(value: CelValue, key: CelValue): CelOptional {
  const of = value instanceof CelOptional ? value.value : value;
  if (of === undefined) return NONE;
  const found = at(of, key);
  return found === undefined ? NONE : new CelOptional(found);
}

function at(value: CelValue, key: CelValue): CelValue | undefined {
  if (isCelMap(value)) return value.find(key);
  if (!(value instanceof CelList)) throw new NoOverload();
  const place = typeof key === 'number' && Number.isInteger(key) ? BigInt(key) : key;
  if (typeof place !== 'bigint') throw new CelError('unsupported index');
  return place >= 0n && place < BigInt(value.size) ? value.at(Number(place)) : undefined;
}
