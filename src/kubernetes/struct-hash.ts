import { parseDuration } from './duration.ts';

/**
 * How one Go type is hashed by `github.com/mitchellh/hashstructure/v2` (2.0.2) in `FormatV2` with the options
 * `SlicesAsSets`, `IgnoreZeroValue` and `ZeroNil`: what Karpenter makes its drift hashes with. Values are plain JSON as
 * the API server stores it; an absent field is `undefined` or `null`.
 */
export interface Hashed {
  /**
   * 64 bits, unsigned.
   *
   * @throws TypeError where the value is not of the type: who hashes has validated before.
   */
  readonly hash: (value: unknown) => bigint;
  /** Whether a field with this value is as good as not there. An empty list or map that is there counts. */
  readonly isZero: (value: unknown) => boolean;
}

/** A field of a Go struct. `ignored` fields are not hashed, but decide whether the struct is empty. */
export interface HashedField {
  readonly goName: string;
  readonly jsonName: string;
  readonly of: Hashed;
  /** @default false */
  readonly ignored?: boolean;
}

/** Of the start value 0xcbf29ce484222325. */
const OFFSET_BASIS_HIGH = 0xcbf29ce4;
const OFFSET_BASIS_LOW = 0x84222325;
/** The prime is 2^40 and this. */
const PRIME_LOW = 0x1b3;
const WORD = 2 ** 32;
const UTF8 = new TextEncoder();
const FIRST_OF_TWO_BYTES = 0x80;

/** 64-bit FNV-1 (not FNV-1a): multiply, then xor. In halves of 32 bits, which is much faster than with bigints. */
class Fnv1 {
  #high = OFFSET_BASIS_HIGH;
  #low = OFFSET_BASIS_LOW;

  add(byte: number): void {
    const product = this.#low * PRIME_LOW;
    this.#high = (Math.imul(this.#high, PRIME_LOW) + (this.#low << 8) + Math.floor(product / WORD)) >>> 0;
    this.#low = ((product >>> 0) ^ byte) >>> 0;
  }

  /** The two's complement, least byte first. */
  addInteger(value: bigint, byteCount: number): void {
    const low = Number(BigInt.asUintN(32, value));
    const high = Number(BigInt.asUintN(32, value >> 32n));
    for (let i = 0; i < byteCount; i++) this.add(((i < 4 ? low : high) >>> (8 * (i & 3))) & 0xff);
  }

  get value(): bigint {
    return (BigInt(this.#high) << 32n) | BigInt(this.#low);
  }
}

export function fnv1(bytes: Iterable<number>): bigint {
  const hash = new Fnv1();
  for (const byte of bytes) hash.add(byte);
  return hash.value;
}

/** The hash of a text: of its UTF-8 bytes. */
export function hashText(text: string): bigint {
  const hash = new Fnv1();
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= FIRST_OF_TWO_BYTES) return fnv1(UTF8.encode(text));
    hash.add(unit);
  }
  return hash.value;
}

/** `string`, and named types of it. */
export const TEXT: Hashed = {
  hash: (value) => hashText(expectText(value)),
  isZero: (value) => isAbsent(value) || value === '',
};

export const BOOL: Hashed = {
  hash: (value) => {
    if (typeof value !== 'boolean') throw mistyped('a boolean', value);
    return fnv1([value ? 1 : 0]);
  },
  isZero: (value) => isAbsent(value) || value === false,
};

export const INT32: Hashed = integer(4);
/** Also `int`. */
export const INT64: Hashed = integer(8);

/** The pointer leaves no trace in the hash, but what it points to counts even when it is empty, 0 or false. */
export function pointerTo(target: Hashed): Hashed {
  return { hash: target.hash, isZero: isAbsent };
}

/** The order plays no part, and equal items cancel each other in pairs. */
export function listOf(item: Hashed): Hashed {
  return {
    hash: (value) => {
      if (!Array.isArray(value)) throw mistyped('a list', value);
      return value.reduce<bigint>((hash, one: unknown) => hash ^ item.hash(one), 0n);
    },
    isZero: isAbsent,
  };
}

/** `map[string]…` */
export function mapOf(item: Hashed): Hashed {
  return {
    hash: (value) => {
      let hash = 0n;
      for (const [key, one] of Object.entries(expectMap(value))) {
        hash ^= hashPair(hashText(key), item.hash(one));
      }
      return finish(hash);
    },
    isZero: isAbsent,
  };
}

/** A struct by its Go type name without the package, fields in the order of the Go source. */
export function structOf(typeName: string, fields: readonly HashedField[]): Hashed {
  const counted = fields
    .filter(({ ignored }) => ignored !== true)
    .map((field) => ({ ...field, nameHash: hashText(field.goName) }));
  const typeHash = hashText(typeName);
  return {
    hash: (value) => {
      const map = expectMap(value);
      let hash = typeHash;
      for (const { nameHash, jsonName, of } of counted) {
        const field = map[jsonName];
        if (!of.isZero(field)) hash = finish(hash ^ hashPair(nameHash, of.hash(field)));
      }
      return hash;
    },
    isZero: (value) =>
      isAbsent(value) || fields.every(({ jsonName, of }) => of.isZero(expectMap(value)[jsonName])),
  };
}

/** `metav1.Duration`, from its Go text. `60m` and `1h` are the same. */
export const DURATION: Hashed = {
  hash: (value) => {
    const nanoseconds = expectDuration(value);
    // A struct with one plain field, so that 0s is an empty struct.
    return hashWrapped('Duration', 'Duration', nanoseconds === 0n ? undefined : hashInteger(nanoseconds, 8));
  },
  isZero: (value) => isAbsent(value) || expectDuration(value) === 0n,
};

/** `metav1.Time`, from its RFC 3339 text, hashed by a controller whose clock is in UTC, as in its container. */
export const TIME: Hashed = {
  hash: (value) => {
    const text = expectText(value);
    const milliseconds = Date.parse(text);
    if (Number.isNaN(milliseconds)) throw mistyped('a time', value);
    const seconds = BigInt(Math.floor(milliseconds / 1000)) + SECONDS_BEFORE_1970;
    const fraction = /[.,]([0-9]{1,9})/.exec(text)?.[1] ?? '';
    const bigEndian = [
      ...bytesOf(seconds, 8).reverse(),
      ...bytesOf(BigInt(fraction.padEnd(9, '0')), 4).reverse(),
    ];
    return hashWrapped('Time', 'Time', fnv1([1, ...bigEndian, 0, 0]));
  },
  isZero: isAbsent,
};

/** From the first day of the year 1 to that of 1970. */
const SECONDS_BEFORE_1970 = 62_135_596_800n;

/** A struct with one field, which is left out when it has no hash. */
export function hashWrapped(typeName: string, goName: string, field: bigint | undefined): bigint {
  const hash = hashText(typeName);
  return field === undefined ? hash : finish(hash ^ hashPair(hashText(goName), field));
}

/** The two's complement of an integer, least byte first. */
export function hashInteger(value: bigint, byteCount: number): bigint {
  const hash = new Fnv1();
  hash.addInteger(value, byteCount);
  return hash.value;
}

/** The text as data that are no texts (an absent field, a number) give a TypeError. */
export function expectText(value: unknown): string {
  if (typeof value !== 'string') throw mistyped('text', value);
  return value;
}

export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function integer(byteCount: number): Hashed {
  return {
    hash: (value) => {
      if (typeof value !== 'number' || !Number.isInteger(value)) throw mistyped('an integer', value);
      return hashInteger(BigInt(value), byteCount);
    },
    isZero: (value) => isAbsent(value) || value === 0,
  };
}

function expectDuration(value: unknown): bigint {
  const nanoseconds = parseDuration(expectText(value));
  if (nanoseconds === undefined) throw mistyped('a duration', value);
  return nanoseconds;
}

function expectMap(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw mistyped('a map', value);
  return value as Readonly<Record<string, unknown>>;
}

function bytesOf(value: bigint, byteCount: number): number[] {
  const words = [Number(BigInt.asUintN(32, value)), Number(BigInt.asUintN(32, value >> 32n))];
  return Array.from({ length: byteCount }, (_, i) => ((words[i >> 2] ?? 0) >>> (8 * (i & 3))) & 0xff);
}

function hashPair(a: bigint, b: bigint): bigint {
  const hash = new Fnv1();
  hash.addInteger(a, 8);
  hash.addInteger(b, 8);
  return hash.value;
}

function finish(hash: bigint): bigint {
  return hashInteger(hash, 8);
}

function mistyped(wanted: string, value: unknown): TypeError {
  return new TypeError(`the value to hash is not ${wanted}: ${JSON.stringify(value)}`);
}
