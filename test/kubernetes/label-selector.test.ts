import { describe, expect, it } from 'vitest';
import type { LabelSelector } from '../../src/kubernetes/api/label-selector.ts';
import { selectorTest } from '../../src/kubernetes/label-selector.ts';

const labels = { app: 'web', tier: 'front' };

describe('selectorTest', () => {
  it.each<[string, LabelSelector | undefined, boolean]>([
    ['none at all', undefined, false],
    ['empty', {}, true],
    ['equal', { matchLabels: { app: 'web' } }, true],
    ['one of two differs', { matchLabels: { app: 'web', tier: 'back' } }, false],
    ['In', { matchExpressions: [{ key: 'app', operator: 'In', values: ['web', 'api'] }] }, true],
    ['NotIn', { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['web'] }] }, false],
    [
      'NotIn on a label that is not there',
      { matchExpressions: [{ key: 'x', operator: 'NotIn', values: ['a'] }] },
      true,
    ],
    ['Exists', { matchExpressions: [{ key: 'tier', operator: 'Exists' }] }, true],
    ['DoesNotExist', { matchExpressions: [{ key: 'tier', operator: 'DoesNotExist' }] }, false],
    ['In without values is invalid', { matchExpressions: [{ key: 'app', operator: 'In' }] }, false],
    [
      'Exists with values is invalid',
      { matchExpressions: [{ key: 'app', operator: 'Exists', values: ['web'] }] },
      false,
    ],
    ['an invalid key', { matchLabels: { 'a b': 'x' } }, false],
    ['a key of every object', { matchLabels: { constructor: 'x' } }, false],
  ])('%s', (_, selector, expected) => {
    expect(selectorTest(selector)(labels)).toBe(expected);
  });
});
