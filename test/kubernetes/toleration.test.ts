import { describe, expect, it } from 'vitest';
import type { NodeTaint } from '../../src/kubernetes/api/node-pool.ts';
import type { Toleration } from '../../src/kubernetes/api/pod.ts';
import { tolerates, untolerated } from '../../src/kubernetes/toleration.ts';

const taint: NodeTaint = { key: 'dedicated', value: 'db', effect: 'NoSchedule' };

describe('tolerates', () => {
  it.each<[string, Toleration, boolean]>([
    ['equal', { key: 'dedicated', value: 'db' }, true],
    ['equal, said so', { key: 'dedicated', operator: 'Equal', value: 'db', effect: 'NoSchedule' }, true],
    ['another value', { key: 'dedicated', value: 'web' }, false],
    ['another key', { key: 'other', operator: 'Exists' }, false],
    ['another effect', { key: 'dedicated', value: 'db', effect: 'NoExecute' }, false],
    ['any value', { key: 'dedicated', operator: 'Exists' }, true],
    ['everything', { operator: 'Exists' }, true],
    ['no key compares values', { operator: 'Equal', value: 'db' }, true],
    ['no key and no value', {}, false],
  ])('%s', (_, toleration, expected) => {
    expect(tolerates(toleration, taint)).toBe(expected);
  });

  it.each<[Toleration['operator'], string, string, boolean]>([
    ['Gt', '10', '5', true],
    ['Gt', '5', '5', false],
    ['Lt', '4', '5', true],
    ['Lt', '5', '5', false],
    ['Gt', '010', '5', false],
    ['Gt', 'x', '5', false],
  ])('%s: a taint of %s and a toleration of %s', (operator, ofTaint, ofToleration, expected) => {
    const numeric: NodeTaint = { key: 'prio', value: ofTaint, effect: 'NoSchedule' };
    expect(tolerates({ key: 'prio', ...(operator && { operator }), value: ofToleration }, numeric)).toBe(
      expected,
    );
  });
});

describe('untolerated', () => {
  it('finds the first taint that nothing matches, soft ones included', () => {
    const soft: NodeTaint = { key: 'soft', value: '', effect: 'PreferNoSchedule' };
    expect(untolerated([taint, soft], [{ key: 'dedicated', operator: 'Exists' }])).toEqual(soft);
    expect(untolerated([taint, soft], [{ operator: 'Exists' }])).toBeUndefined();
  });
});
