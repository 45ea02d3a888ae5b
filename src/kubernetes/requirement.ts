import type { RequirementOperator } from './api/node-pool.ts';

/** A requirement as people write it. */
export interface RequirementInput {
  readonly key: string;
  readonly operator: RequirementOperator;
  readonly values?: readonly string[] | undefined;
  readonly minValues?: number | undefined;
}

/** What a requirement amounts to once bounds are set aside: `Gt 5` is an `Exists` with a bound. */
export type DerivedOperator = 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';

/** A signed 64-bit integer: a number when it is short, which is much faster, else a bigint. The two compare exactly. */
export type IntegerBound = number | bigint;

const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);
const NO_VALUES: ReadonlySet<string> = new Set();
const NO_ALIASES: ReadonlyMap<string, string> = new Map();

/**
 * The values one label key may have: a finite set, or everything but a finite set, optionally within inclusive
 * integer bounds. Immutable. Follows Karpenter 1.14, pkg/scheduling/requirement.go, recorded results included.
 */
export class Requirement {
  readonly key: string;
  /** True: everything except `values`. False: exactly `values`. */
  readonly complement: boolean;
  readonly values: ReadonlySet<string>;
  /** Only complements have bounds. */
  readonly gte: IntegerBound | undefined;
  readonly lte: IntegerBound | undefined;
  readonly minValues: number | undefined;
  /** The value of an `In` with just one, by far the most frequent kind: spares walking a set. */
  readonly #only: string | undefined;

  constructor(fields: {
    readonly key: string;
    readonly complement: boolean;
    readonly values: ReadonlySet<string>;
    readonly gte?: IntegerBound | undefined;
    readonly lte?: IntegerBound | undefined;
    readonly minValues?: number | undefined;
  }) {
    this.key = fields.key;
    this.complement = fields.complement;
    this.values = fields.values;
    this.gte = fields.gte;
    this.lte = fields.lte;
    this.minValues = fields.minValues;
    this.#only = this.complement || this.values.size !== 1 ? undefined : [...this.values][0];
  }

  operator(): DerivedOperator {
    if (this.complement) return this.values.size > 0 ? 'NotIn' : 'Exists';
    return this.values.size > 0 ? 'In' : 'DoesNotExist';
  }

  /** `NotIn` and `DoesNotExist`: what a node without the label satisfies. */
  isNegative(): boolean {
    return this.complement === this.values.size > 0;
  }

  has(value: string): boolean {
    return this.values.has(value) !== this.complement && withinBounds(value, this.gte, this.lte);
  }

  /** What both allow. Returns `this` where the other side changes nothing. */
  intersection(other: Requirement): Requirement {
    const gte = larger(this.gte, other.gte);
    const lte = smaller(this.lte, other.lte);
    const minValues = larger(this.minValues, other.minValues);
    if (gte !== undefined && lte !== undefined && gte > lte) {
      return new Requirement({ key: this.key, complement: false, values: NO_VALUES, minValues });
    }
    const complement = this.complement && other.complement;
    const values = combineValues(this, other, (value) => withinBounds(value, gte, lte));
    const bounds = complement ? { gte, lte } : {};
    if (
      values === this.values &&
      complement === this.complement &&
      bounds.gte === this.gte &&
      bounds.lte === this.lte &&
      minValues === this.minValues
    ) {
      return this;
    }
    return new Requirement({ key: this.key, complement, values, ...bounds, minValues });
  }

  /**
   * Whether some value satisfies both, without building the intersection. Two complements always meet unless their
   * bounds are disjoint, even if every integer between the bounds is excluded.
   */
  hasIntersection(other: Requirement): boolean {
    if (this.#only !== undefined)
      return other.#only === undefined ? other.has(this.#only) : other.#only === this.#only;
    if (other.#only !== undefined) return this.has(other.#only);
    const gte = larger(this.gte, other.gte);
    const lte = smaller(this.lte, other.lte);
    if (gte !== undefined && lte !== undefined && gte > lte) return false;
    if (this.complement && other.complement) return true;
    const listed =
      this.complement || (!other.complement && other.values.size < this.values.size) ? other : this;
    const allowing = listed === this ? other : this;
    for (const value of listed.values) {
      if (allowing.values.has(value) !== allowing.complement && withinBounds(value, gte, lte)) return true;
    }
    return false;
  }
}

/** `aliases` maps deprecated keys to current ones (`beta.kubernetes.io/arch`). */
export function requirementOf(
  input: RequirementInput,
  aliases: ReadonlyMap<string, string> = NO_ALIASES,
): Requirement {
  const key = aliases.get(input.key) ?? input.key;
  const { operator, minValues } = input;
  const values = input.values ?? [];
  if (operator === 'In' || operator === 'NotIn') {
    const set = values.length === 0 ? NO_VALUES : new Set(values);
    return new Requirement({ key, complement: operator === 'NotIn', values: set, minValues });
  }
  if (operator === 'Exists' || operator === 'DoesNotExist') {
    return new Requirement({ key, complement: operator === 'Exists', values: NO_VALUES, minValues });
  }
  return boundOf({ key, operator, bound: parseBound(values[0] ?? ''), minValues });
}

/** What labels amount to, each as its only value. */
export function labelRequirements(
  labels: Readonly<Record<string, string>> | undefined,
  aliases: ReadonlyMap<string, string> = NO_ALIASES,
): Requirement[] {
  return Object.entries(labels ?? {}).map(([key, value]) =>
    requirementOf({ key, operator: 'In', values: [value] }, aliases),
  );
}

function boundOf(input: {
  readonly key: string;
  readonly operator: 'Gt' | 'Lt' | 'Gte' | 'Lte';
  readonly bound: IntegerBound;
  readonly minValues: number | undefined;
}): Requirement {
  const { key, operator, bound, minValues } = input;
  if (operator === 'Gt' && bound === MAX_INT64) {
    // Nothing is greater. Karpenter forgets minValues here, so we do too.
    return new Requirement({ key, complement: false, values: NO_VALUES });
  }
  const gte = operator === 'Gt' ? shift(bound, 1) : operator === 'Gte' ? bound : undefined;
  // At the smallest integer this wraps around as in Go; admission refuses negative bounds, so nobody meets it.
  const lte = operator === 'Lt' ? shift(bound, -1) : operator === 'Lte' ? bound : undefined;
  return new Requirement({ key, complement: true, values: NO_VALUES, gte, lte, minValues });
}

function shift(bound: IntegerBound, by: 1 | -1): IntegerBound {
  return typeof bound === 'number' ? bound + by : BigInt.asIntN(64, bound + BigInt(by));
}

/** Go's `strconv.Atoi` with its error ignored: zero for what is no integer, the nearest bound for what is too large. */
function parseBound(text: string): IntegerBound {
  const integer = parseIntegerValue(text);
  if (integer !== undefined) return integer;
  if (!INTEGER.test(text)) return 0;
  return text.startsWith('-') ? MIN_INT64 : MAX_INT64;
}

const INTEGER = /^[+-]?[0-9]+$/;
const SHORT_INTEGER = 15;

function withinBounds(value: string, gte: IntegerBound | undefined, lte: IntegerBound | undefined): boolean {
  if (gte === undefined && lte === undefined) return true;
  const integer = parseIntegerValue(value);
  if (integer === undefined) return false;
  return (gte === undefined || integer >= gte) && (lte === undefined || integer <= lte);
}

/** A label value as the integer that bounds see: base 10, an optional sign, 64 bits. Undefined for anything else. */
export function parseIntegerValue(value: string): IntegerBound | undefined {
  if (!INTEGER.test(value)) return undefined;
  if (value.length <= SHORT_INTEGER) return Number(value);
  const integer = parseInteger(value);
  return integer > MAX_INT64 || integer < MIN_INT64 ? undefined : integer;
}

function parseInteger(text: string): bigint {
  // BigInt() does not take a plus sign.
  return BigInt(text.startsWith('+') ? text.slice(1) : text);
}

function larger<T extends IntegerBound>(a: T | undefined, b: T | undefined): T | undefined {
  if (a === undefined) return b;
  return b === undefined || a >= b ? a : b;
}

function smaller<T extends IntegerBound>(a: T | undefined, b: T | undefined): T | undefined {
  if (a === undefined) return b;
  return b === undefined || a <= b ? a : b;
}

/** The value set of the intersection; `a.values` itself when nothing changes. */
function combineValues(
  a: Requirement,
  b: Requirement,
  inBounds: (value: string) => boolean,
): ReadonlySet<string> {
  const union = a.complement && b.complement;
  const listed = union || !a.complement ? a : b;
  const other = listed === a ? b : a;
  const kept: string[] = [];
  for (const value of listed.values) {
    if ((union || other.values.has(value) !== other.complement) && inBounds(value)) kept.push(value);
  }
  const fromListed = kept.length;
  if (union) {
    for (const value of other.values) {
      if (!listed.values.has(value) && inBounds(value)) kept.push(value);
    }
  }
  if (kept.length === 0) return NO_VALUES;
  return kept.length === fromListed && fromListed === listed.values.size ? listed.values : new Set(kept);
}
