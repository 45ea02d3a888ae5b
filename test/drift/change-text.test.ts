import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/diagnostics/json-value.ts';
import { changeText } from '../../src/drift/change-text.ts';

function text(before: JsonValue | undefined, after: JsonValue | undefined): string {
  return changeText({ path: ['field'], before, after, within: ['spec'] });
}

const taint = (key: string, more: Readonly<Record<string, string>> = {}) => ({
  key,
  value: 'a-rather-long-value-of-a-taint',
  effect: 'NoSchedule',
  ...more,
});

describe('the text of a change', () => {
  it.each<[string, JsonValue | undefined, JsonValue | undefined, string]>([
    ['of what comes', undefined, 'a', '`spec.field` is absent and becomes `a`'],
    ['of what goes', { a: 1 }, undefined, '`spec.field` is `{"a":1}` and goes'],
    ['of one key', { a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, '`spec.field.a.c` is `2` and becomes `3`'],
    [
      'of one item',
      [taint('a'), taint('b', { timeAdded: '2026' })],
      [taint('a'), taint('b')],
      '`spec.field[1].timeAdded` is `2026` and goes',
    ],
    ['of a short list', ['a', 'b'], ['a'], '`spec.field` is `["a","b"]` and becomes `["a"]`'],
    [
      'of a long list',
      [taint('a'), taint('b')],
      [taint('a')],
      '`spec.field` loses `{"key":"b","value":"a-rather-long-value-of-a-taint","effect"…`',
    ],
    [
      'of another order',
      [taint('a'), taint('b')],
      [taint('b'), taint('a')],
      '`spec.field` comes in another order',
    ],
    [
      'of long texts',
      `${'x'.repeat(100)} one`,
      `${'x'.repeat(100)} two`,
      '`spec.field` is `…xxxxxxxxxxxxxxx one` and becomes `…xxxxxxxxxxxxxxx two`',
    ],
  ])('%s', (_what, before, after, expected) => {
    expect(text(before, after)).toBe(expected);
  });
});
