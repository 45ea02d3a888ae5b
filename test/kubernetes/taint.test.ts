import { describe, expect, it } from 'vitest';
import { formatTaint, isTaintEffect, taintIdentity, taintValueProblem } from '../../src/kubernetes/taint.ts';

describe('taints', () => {
  it('are told apart by key and effect', () => {
    const a = { key: 'dedicated', value: 'gpu', effect: 'NoSchedule' } as const;
    const webTaint = { ...a, value: 'web' };
    expect(taintIdentity(a)).toBe(taintIdentity(webTaint));
    expect(taintIdentity(a)).not.toBe(taintIdentity({ ...a, effect: 'NoExecute' }));
  });

  it.each([
    [{ key: 'a', value: 'b', effect: 'NoSchedule' }, 'a=b:NoSchedule'],
    [{ key: 'a', effect: 'NoExecute' }, 'a:NoExecute'],
    [{ key: 'a', value: '', effect: 'PreferNoSchedule' }, 'a:PreferNoSchedule'],
  ] as const)('%j is written %s', (taint, text) => {
    expect(formatTaint(taint)).toBe(text);
  });

  it('have one of three effects, spelled exactly', () => {
    expect(isTaintEffect('NoSchedule')).toBe(true);
    expect(isTaintEffect('noschedule')).toBe(false);
    expect(isTaintEffect('toString')).toBe(false);
  });

  it('have a value shaped like a qualified name, or none', () => {
    expect(taintValueProblem('gpu')).toBeUndefined();
    expect(taintValueProblem('')).toBe('is empty');
    expect(taintValueProblem('a b')).toBe('contains a space');
    expect(taintValueProblem('a.b/c')).toBe('contains `/`');
  });
});
