import type { JsonValue } from '../../../diagnostics/json-value.ts';
import type { Address, Prefix } from '../formats/ip-address.ts';

/** A value of the Common Expression Language. Integers are bigint, doubles are number. */
export type CelValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | CelUint
  | CelTimestamp
  | CelDuration
  | CelList
  | CelMap
  | CelType
  | CelOptional
  | CelQuantity
  | CelAddress
  | CelPrefix
  | CelUrl
  | CelSemver
  | CelFormat;

/** Evaluating went wrong: the message in the API server's words. */
export class CelError extends Error {}

/** No function of that name takes such values. */
export class NoOverload extends CelError {
  constructor() {
    super('no such overload');
  }
}

export class CelUint {
  readonly value: bigint;
  constructor(value: bigint) {
    this.value = value;
  }
}

/** Nanoseconds since 1970, UTC, and the offset that it is written with. */
export class CelTimestamp {
  readonly nanoseconds: bigint;
  readonly offsetMinutes: number;
  constructor(nanoseconds: bigint, offsetMinutes: number) {
    this.nanoseconds = nanoseconds;
    this.offsetMinutes = offsetMinutes;
  }
}

export class CelDuration {
  readonly nanoseconds: bigint;
  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }
}

export class CelType {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export class CelOptional {
  readonly value: CelValue | undefined;
  constructor(value: CelValue | undefined) {
    this.value = value;
  }
}

export const NONE = new CelOptional(undefined);

/** How items of a list belong together: in order, as a set, or by their keys. */
export interface ListKind {
  readonly type: 'atomic' | 'set' | 'map';
  readonly keys: readonly string[];
}

export const ATOMIC: ListKind = { type: 'atomic', keys: [] };

/** A list whose items are made when they are asked for. */
export class CelList {
  readonly size: number;
  readonly kind: ListKind;
  private readonly make: (index: number) => CelValue;
  private readonly made: (CelValue | undefined)[] = [];

  constructor(size: number, make: (index: number) => CelValue, kind: ListKind = ATOMIC) {
    this.size = size;
    this.make = make;
    this.kind = kind;
  }

  static of(items: readonly CelValue[], kind: ListKind = ATOMIC): CelList {
    return new CelList(items.length, (index) => items[index] ?? null, kind);
  }

  at(index: number): CelValue {
    const known = this.made[index];
    if (known !== undefined) return known;
    const item = this.make(index);
    this.made[index] = item;
    return item;
  }

  items(): CelValue[] {
    return Array.from({ length: this.size }, (_, index) => this.at(index));
  }
}

export interface CelMap {
  readonly isCelMap: true;
  readonly size: number;
  keys(): readonly CelValue[];
  /** Undefined for an absent key. */
  find(key: CelValue): CelValue | undefined;
  /** Of a map that comes from the object: its data. */
  readonly data?: { readonly [key: string]: JsonValue };
}

export function isCelMap(value: CelValue): value is CelMap {
  return typeof value === 'object' && value !== null && 'isCelMap' in value;
}

/** A map written in an expression, or made by a function. */
export class CelEntries implements CelMap {
  readonly isCelMap = true;
  private readonly entries: ReadonlyMap<string, readonly [CelValue, CelValue]>;

  constructor(entries: readonly (readonly [CelValue, CelValue])[]) {
    this.entries = new Map(entries.map((entry) => [keyText(entry[0]), entry]));
  }

  get size(): number {
    return this.entries.size;
  }

  keys(): readonly CelValue[] {
    return [...this.entries.values()].map(([key]) => key);
  }

  find(key: CelValue): CelValue | undefined {
    return this.entries.get(keyText(key))?.[1];
  }
}

/** Numbers of all types are the same key. */
export function keyText(key: CelValue): string {
  if (typeof key === 'string') return `s${key}`;
  if (typeof key === 'boolean') return `b${key}`;
  if (typeof key === 'bigint') return `n${key}`;
  if (key instanceof CelUint) return `n${key.value}`;
  if (typeof key === 'number' && Number.isInteger(key)) return `n${BigInt(key)}`;
  if (typeof key === 'number') return `d${key}`;
  throw new CelError(`unsupported key type: ${typeName(key)}`);
}

/** Exact: an integer and the power of ten that it is multiplied by, which is -9 or more. */
export class CelQuantity {
  readonly unscaled: bigint;
  readonly scale: number;
  /** Whether it is kept as an integer that fits 64 bits. */
  readonly short: boolean;
  constructor({ unscaled, scale, short }: Pick<CelQuantity, 'unscaled' | 'scale' | 'short'>) {
    this.unscaled = unscaled;
    this.scale = scale;
    this.short = short;
  }

  get nano(): bigint {
    return this.unscaled * 10n ** BigInt(this.scale + 9);
  }
}

export class CelAddress {
  readonly address: Address;
  constructor(address: Address) {
    this.address = address;
  }
}

export class CelPrefix {
  readonly prefix: Prefix;
  constructor(prefix: Prefix) {
    this.prefix = prefix;
  }
}

export class CelUrl {
  readonly parts: UrlParts;
  constructor(parts: UrlParts) {
    this.parts = parts;
  }
}

export interface UrlParts {
  readonly text: string;
  readonly scheme: string;
  readonly host: string;
  readonly path: string;
  readonly query: string;
}

export class CelSemver {
  readonly numbers: readonly [bigint, bigint, bigint];
  readonly preRelease: readonly string[];
  readonly build: string;
  constructor(numbers: readonly [bigint, bigint, bigint], preRelease: readonly string[], build: string) {
    this.numbers = numbers;
    this.preRelease = preRelease;
    this.build = build;
  }
}

/** A named format of texts, with what it says of a text. */
export class CelFormat {
  readonly name: string;
  readonly messages: (text: string) => readonly string[];
  constructor(name: string, messages: (text: string) => readonly string[]) {
    this.name = name;
    this.messages = messages;
  }
}

const CLASS_NAMES: readonly (readonly [new (...args: never[]) => object, string])[] = [
  [CelUint, 'uint'],
  [Uint8Array, 'bytes'],
  [CelTimestamp, 'google.protobuf.Timestamp'],
  [CelDuration, 'google.protobuf.Duration'],
  [CelList, 'list'],
  [CelType, 'type'],
  [CelOptional, 'optional_type'],
  [CelQuantity, 'kubernetes.Quantity'],
  [CelAddress, 'net.IP'],
  [CelPrefix, 'net.CIDR'],
  [CelUrl, 'kubernetes.URL'],
  [CelSemver, 'kubernetes.Semver'],
  [CelFormat, 'kubernetes.NamedFormat'],
];

/** The name of a value's type, as `type()` gives it. */
export function typeName(value: CelValue): string {
  if (value === null) return 'null_type';
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int';
    case 'number':
      return 'double';
    case 'string':
      return 'string';
    default:
      return CLASS_NAMES.find(([made]) => value instanceof made)?.[1] ?? 'map';
  }
}
