import { describe, expect, it } from 'vitest';
import { didYouMean } from '../../src/diagnostics/did-you-mean.ts';

const KEYS = [
  'annotations',
  'labels',
  'limits',
  'node_class',
  'requirements',
  'taints',
  'volumeSize',
  'weight',
];

describe('didYouMean', () => {
  it.each([
    ['lables', 'labels'],
    ['Labels', 'labels'],
    ['limit', 'limits'],
    ['volumesize', 'volumeSize'],
    ['volume_size', 'volumeSize'],
    ['requirement', 'requirements'],
    ['nodeclass', 'node_class'],
    ['taitns', 'taints'],
    ['wieght', 'weight'],
    ['budgets', undefined],
    ['labels', undefined],
    ['', undefined],
  ])('%s: %s', (name, expected) => {
    expect(didYouMean(name, KEYS)).toBe(expected);
  });

  it('prefers equality but for case, then the alphabetically first', () => {
    expect(didYouMean('abc', ['abd', 'ABC'])).toBe('ABC');
    expect(didYouMean('abc', ['abe', 'abd'])).toBe('abd');
  });

  it('takes a swap of neighbours for one mistake', () => {
    expect(didYouMean('ab', ['ba'])).toBe('ba');
    expect(didYouMean('amd46', ['amd64', 'arm64'])).toBe('amd64');
  });

  it('suggests nothing that has no character in common', () => {
    expect(didYouMean('x', ['c', 'm', 'r'])).toBe(undefined);
    expect(didYouMean('', ['c'])).toBe(undefined);
    expect(didYouMean('C', ['c', 'm'])).toBe('c');
  });
});
