import { describe, expect, it } from 'vitest';
import { jsonPointer } from '../../src/diagnostics/json-pointer.ts';

describe('jsonPointer', () => {
  it.each([
    [[], ''],
    [['spec', 'tags', 'a/b'], '/spec/tags/a~1b'],
    [['~1', 0, ''], '/~01/0/'],
  ])('joins %j', (tokens, pointer) => {
    expect(jsonPointer(...tokens)).toBe(pointer);
  });
});
