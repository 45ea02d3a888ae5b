import { expect, it } from 'vitest';
import { nextLink } from '../../src/forge/link-header.ts';

it.each([
  ['<https://a/1>; rel="next"', 'https://a/1'],
  [
    '<https://a/0>; rel="prev", <https://a/2?x=1,2>; rel="next", <https://a/9>; rel="last"',
    'https://a/2?x=1,2',
  ],
  ['<https://a/1>; title="x"; rel=next', 'https://a/1'],
  ['<https://a/1>; rel="last next"', 'https://a/1'],
  ['<https://a/1>; rel="nextish"', undefined],
  ['<https://a/1>; rel="prev"', undefined],
  ['next', undefined],
  ['', undefined],
  [null, undefined],
])('%j', (header, next) => {
  expect(nextLink(header)).toBe(next);
});
