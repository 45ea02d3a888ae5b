import { describe, expect, it } from 'vitest';
import {
  BOOL,
  DURATION,
  fnv1,
  hashText,
  INT32,
  INT64,
  listOf,
  mapOf,
  pointerTo,
  structOf,
  TEXT,
  TIME,
} from '../../src/kubernetes/struct-hash.ts';

describe('struct hash', () => {
  it.each([
    ['nothing', fnv1([]), 14695981039346656037n],
    ['a text', TEXT.hash('a'), 12638153115695167422n],
    ['a longer text', hashText('foobar'), 3750802935296928194n],
    ['int64', INT64.hash(1), 16390143479181108970n],
    ['int32', INT32.hash(1), 4934814342159144266n],
    ['true', BOOL.hash(true), 12638153115695167454n],
    ['a list of one', listOf(TEXT).hash(['a']), 12638153115695167422n],
    ['an empty map', mapOf(TEXT).hash({}), 12161962213042174405n],
    ['a map', mapOf(TEXT).hash({ a: 'b' }), 3629586248519120669n],
    ['no duration', DURATION.hash('0s'), 16998559579922466137n],
    ['an hour', DURATION.hash('1h'), 7951887251353879873n],
  ])('gives the value of Go for %s', (_what, hash, expected) => {
    expect(hash).toBe(expected);
  });

  const inner = structOf('Inner', [{ goName: 'A', jsonName: 'a', of: TEXT }]);
  const outer = structOf('Outer', [
    { goName: 'In', jsonName: 'in', of: inner },
    { goName: 'P', jsonName: 'p', of: pointerTo(inner) },
    { goName: 'L', jsonName: 'l', of: listOf(TEXT) },
    { goName: 'X', jsonName: 'x', of: TEXT, ignored: true },
  ]);

  it('skips plain fields that are zero, and nothing that is there', () => {
    const empty = outer.hash({});
    expect(outer.hash({ in: {}, x: 'whatever' })).toBe(empty);
    expect(outer.hash({ in: { a: '' } })).toBe(empty);
    expect(outer.hash({ p: null, l: undefined })).toBe(empty);
    expect(outer.hash({ p: {} })).not.toBe(empty);
    expect(outer.hash({ l: [] })).not.toBe(empty);
  });

  it('takes an ignored field for content when it asks whether a struct is empty', () => {
    expect(outer.isZero({ x: '' })).toBe(true);
    expect(outer.isZero({ x: 'y' })).toBe(false);
  });

  it('forgets the order of lists, and pairs of equal items', () => {
    const list = listOf(TEXT);
    expect(list.hash(['a', 'b'])).toBe(list.hash(['b', 'a']));
    expect(list.hash(['a', 'b', 'b'])).toBe(list.hash(['a']));
  });

  it('compares durations and times by value', () => {
    expect(DURATION.hash('60m')).toBe(DURATION.hash('1h'));
    expect(DURATION.isZero('0h')).toBe(true);
    expect(TIME.hash('2026-01-01T01:00:00+01:00')).toBe(TIME.hash('2026-01-01T00:00:00Z'));
  });

  it.each([
    ['text', () => TEXT.hash(1)],
    ['a boolean', () => BOOL.hash('true')],
    ['an integer', () => INT32.hash(1.5)],
    ['a list', () => listOf(TEXT).hash({})],
    ['a map', () => mapOf(TEXT).hash([])],
    ['a duration', () => DURATION.hash('soon')],
    ['a time', () => TIME.hash('soon')],
  ])('refuses what is not %s', (_what, hash) => {
    expect(hash).toThrow(TypeError);
  });
});
