import { expect, it } from 'vitest';
import { isSameJson } from '../../src/diagnostics/is-same-json.ts';
import type { JsonMap, JsonValue } from '../../src/diagnostics/json-value.ts';

it.each<[JsonValue | undefined, JsonValue | undefined]>([
  [
    { a: 1, b: [1, { c: null }] },
    { b: [1, { c: null }], a: 1 },
  ],
  [{ a: undefined } as unknown as JsonMap, {}],
  [undefined, undefined],
])('%j is the same as %j', (one, other) => {
  expect(isSameJson(one, other)).toBe(true);
  expect(isSameJson(other, one)).toBe(true);
});

it.each<[JsonValue | undefined, JsonValue | undefined]>([
  [{ a: 1 }, { a: 1, b: 2 }],
  [{ a: 1 }, { b: 1 }],
  [{ a: null }, {}],
  [{ toString: undefined } as unknown as JsonMap, { b: 1 }],
  [
    [1, 2],
    [2, 1],
  ],
  [[], {}],
  [[1], [1, 1]],
  ['1', 1],
  [null, undefined],
])('%j is not the same as %j', (one, other) => {
  expect(isSameJson(one, other)).toBe(false);
  expect(isSameJson(other, one)).toBe(false);
});
