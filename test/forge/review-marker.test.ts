import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { digestOf, readMarker, writeMarker } from '../../src/forge/review-marker.ts';

it('looks like this', () => {
  const marker = { set: 'clusters/eu', order: [17n, 2n], commit: 'abc123', digest: 'd1' };
  expect(writeMarker(marker)).toBe(
    '<!-- poolwright:review v1 set=clusters%2Feu order=17.2 commit=abc123 digest=d1 -->',
  );
});

it('is read as it was written, and stays one line of a comment, whatever the name of the set', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.array(fc.bigInt(0n, 10n ** 19n), { minLength: 1, maxLength: 4 }),
      fc.option(fc.string(), { nil: undefined }),
      (set, order, commit) => {
        const marker = { set, order, ...(commit === undefined ? {} : { commit }), digest: digestOf(set) };
        const line = writeMarker(marker);
        expect(line).toMatch(/^<!-- [^<>\n]* -->$/);
        expect(readMarker(`${line}\nbody`)).toEqual(marker);
        expect(readMarker(`${line}\r\nbody`)).toEqual(marker);
      },
    ),
  );
});

it('has a replacement for what cannot be encoded', () => {
  expect(writeMarker({ set: 'a\ud800b', order: [1n], digest: 'd' })).toContain('set=a%EF%BF%BDb ');
});

it.each([
  ['a quotation', '> <!-- poolwright:review v1 set=a order=1 digest=d -->'],
  ['not at the start', '\n<!-- poolwright:review v1 set=a order=1 digest=d -->'],
  ['no line of its own', '<!-- poolwright:review v1 set=a order=1 digest=d --> and more'],
  ['of another tool', '<!-- other:review v1 set=a order=1 digest=d -->'],
  ['without a set', '<!-- poolwright:review v1 order=1 digest=d -->'],
  ['with a set that cannot be read', '<!-- poolwright:review v1 set=%E0%A4%A order=1 -->'],
])('is none: %s', (_title, body) => {
  expect(readMarker(body)).toBeUndefined();
});

it('of a later format is recognised; what cannot be read makes it the oldest', () => {
  expect(readMarker('<!-- poolwright:review v2 set=a new=x order=soon -->\n')).toEqual({
    set: 'a',
    order: [0n],
    digest: '',
  });
});
