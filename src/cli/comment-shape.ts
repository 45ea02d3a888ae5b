import { isJsonMap, type JsonValue } from '../diagnostics/json-value.ts';

/** Where a value is not what it should be. */
export interface ShapeProblem {
  /** `clusters[0].nodePools[1].name`; empty: the value itself. */
  readonly path: string;
  /** What it should be: `a text`. */
  readonly expected: string;
}

/** Whether a value is a `T`. Fields that it does not know pass: a later version may have more. */
export interface Shape<T> {
  readonly problem: (value: unknown, path: string) => ShapeProblem | undefined;
  /** Never there: it makes the type exact, so that a shape cannot leave out one of several values. */
  readonly exactly?: (value: T) => T;
}

export interface OptionalShape<T> extends Shape<T> {
  readonly optional: true;
}

type OptionalKey<T, K extends keyof T> = object extends Pick<T, K> ? K : never;

/** A shape for each field, so that a contract cannot grow a field that nobody checks. */
type Fields<T> = {
  readonly [K in keyof T]-?: K extends OptionalKey<T, K>
    ? OptionalShape<Exclude<T[K], undefined>>
    : Shape<T[K]>;
};

/** Of a value that one look tells. */
export function plain<T>(expected: string, isOne: (value: unknown) => boolean): Shape<T> {
  return { problem: (value, path) => (isOne(value) ? undefined : { path, expected }) };
}

export const text: Shape<string> = plain('a text', (value) => typeof value === 'string');
export const flag: Shape<boolean> = plain('true or false', (value) => typeof value === 'boolean');
export const anything: Shape<JsonValue> = plain('a value', () => true);

export const amount: Shape<number> = plain(
  'a number',
  (value) => typeof value === 'number' && Number.isFinite(value),
);

export const count: Shape<number> = plain(
  'a whole number, 0 or more',
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
);

export const moment: Shape<string> = plain(
  'a date and time as in RFC 3339',
  (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
);

export function oneOf<T extends string>(...values: readonly T[]): Shape<T> {
  return plain(values.map((value) => `\`${value}\``).join(' or '), (value) => values.includes(value as T));
}

export function optional<T>(shape: Shape<T>): OptionalShape<T> {
  return { ...shape, optional: true };
}

export function orNull<T>({ problem }: Shape<T>): Shape<T | null> {
  return { problem: (value, path) => (value === null ? undefined : problem(value, path)) };
}

export function list<T>({ problem }: Shape<T>, maxLength = 1_000_000): Shape<readonly T[]> {
  return {
    problem: (value, path) => {
      if (!Array.isArray(value)) return { path, expected: 'a list' };
      if (value.length > maxLength) return { path, expected: `a list of at most ${maxLength} entries` };
      for (const [i, one] of value.entries()) {
        const found = problem(one, `${path}[${i}]`);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}

export function record<T>({ problem }: Shape<T>): Shape<Readonly<Record<string, T>>> {
  return {
    problem: (value, path) => {
      if (!isJsonMap(value)) return { path, expected: 'an object' };
      for (const [key, one] of Object.entries(value)) {
        const found = problem(one, `${path}[${JSON.stringify(key)}]`);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}

export function pair<T>(shape: Shape<T>): Shape<readonly [T, T]> {
  const { problem } = list(shape);
  return {
    problem: (value, path) =>
      Array.isArray(value) && value.length !== 2 ? { path, expected: 'a list of two' } : problem(value, path),
  };
}

export function fields<T>(shapes: Fields<T>): Shape<T> {
  const entries = Object.entries<Pick<Shape<unknown>, 'problem'>>(shapes);
  return {
    problem: (value, path) => {
      if (!isJsonMap(value)) return { path, expected: 'an object' };
      for (const [key, shape] of entries) {
        const one = Object.hasOwn(value, key) ? value[key] : undefined;
        if (one === undefined && 'optional' in shape) continue;
        const found = shape.problem(one, path === '' ? key : `${path}.${key}`);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}
