import { compareNumbers, isNumber } from './order.ts';
import {
  CelAddress,
  CelDuration,
  CelFormat,
  CelList,
  type CelMap,
  CelOptional,
  CelPrefix,
  CelQuantity,
  CelSemver,
  CelTimestamp,
  CelType,
  CelUrl,
  type CelValue,
  isCelMap,
} from './values.ts';
import { compareSemver } from './library/semver.ts';

/** `==`: values of different types are not equal, but numbers are compared across types. */
export function equal(left: CelValue, right: CelValue): boolean {
  if (left === right) return true;
  if (isNumber(left) && isNumber(right)) return compareNumbers(left, right) === 0;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (left instanceof CelList) return right instanceof CelList && listsEqual(left, right);
  if (isCelMap(left)) return isCelMap(right) && mapsEqual(left, right);
  if (left instanceof Uint8Array) return right instanceof Uint8Array && bytesEqual(left, right);
  if (left instanceof CelOptional) return right instanceof CelOptional && optionalsEqual(left, right);
  return opaqueEqual(left, right);
}

function opaqueEqual(left: CelValue, right: CelValue): boolean {
  if (left instanceof CelTimestamp && right instanceof CelTimestamp)
    return left.nanoseconds === right.nanoseconds;
  if (left instanceof CelDuration && right instanceof CelDuration)
    return left.nanoseconds === right.nanoseconds;
  if (left instanceof CelType && right instanceof CelType) return left.name === right.name;
  if (left instanceof CelQuantity && right instanceof CelQuantity) return left.nano === right.nano;
  if (left instanceof CelUrl && right instanceof CelUrl) return left.parts.text === right.parts.text;
  if (left instanceof CelFormat && right instanceof CelFormat) return left.name === right.name;
  if (left instanceof CelSemver && right instanceof CelSemver) return compareSemver(left, right) === 0;
  if (left instanceof CelAddress && right instanceof CelAddress) {
    return left.address.bits === right.address.bits && left.address.value === right.address.value;
  }
  if (!(left instanceof CelPrefix && right instanceof CelPrefix)) return false;
  const [one, other] = [left.prefix, right.prefix];
  return (
    one.length === other.length &&
    one.address.bits === other.address.bits &&
    one.address.value === other.address.value
  );
}

function optionalsEqual(left: CelOptional, right: CelOptional): boolean {
  if (left.value === undefined || right.value === undefined) return left.value === right.value;
  return equal(left.value, right.value);
}

function bytesEqual(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

function mapsEqual(left: CelMap, right: CelMap): boolean {
  if (left.size !== right.size) return false;
  return left.keys().every((key) => {
    const [one, other] = [left.find(key), right.find(key)];
    if (one === undefined || other === undefined) return one === other;
    return equal(one, other);
  });
}

function listsEqual(left: CelList, right: CelList): boolean {
  if (left.size !== right.size) return false;
  const others = right.items();
  if (left.kind.type === 'set') {
    const mine = left.items();
    return others.every((other) => mine.some((one) => equal(one, other)));
  }
  if (left.kind.type === 'map') {
    const mine = left.items();
    return others.every((other) =>
      mine.some((one) => sameKey(one, other, left.kind.keys) && equal(one, other)),
    );
  }
  return others.every((other, index) => equal(left.at(index), other));
}

/** Whether two items of a list of the type `map` have the same values under its keys. */
export function sameKey(left: CelValue, right: CelValue, keys: readonly string[]): boolean {
  if (!isCelMap(left) || !isCelMap(right)) return false;
  const [one, other] = [left, right];
  return keys.every((key) => {
    const [mine, theirs] = [one.data?.[key] ?? null, other.data?.[key] ?? null];
    return mine === theirs;
  });
}

/** `in` for lists. */
export function contains(list: CelList, value: CelValue): boolean {
  for (let index = 0; index < list.size; index += 1) if (equal(list.at(index), value)) return true;
  return false;
}
