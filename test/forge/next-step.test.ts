import { describe, expect, it } from 'vitest';
import { nextStep } from '../../src/forge/next-step.ts';
import { readRunOrder } from '../../src/forge/run-order.ts';

/** `3a`: text `a` of run 3. Comments from the oldest. What this run wants comes last. */
function stepOf(comments: string, wanted: string, wrote = false): string {
  const own = comments
    .split(' ')
    .filter((one) => one !== '')
    .map((one, i) => ({ comment: { id: i + 1, author: { login: 'bot' }, body: '' }, marker: markerOf(one) }));
  const step = nextStep({ own, wanted: markerOf(wanted), wrote });
  return 'own' in step ? `${step.kind} ${step.own.comment.id}` : step.kind;
}

function markerOf(text: string) {
  const [, order = '', digest = ''] = /^([\d.]+)(\w)$/.exec(text) ?? [];
  return { set: 's', order: readRunOrder(order) ?? [], digest };
}

describe('the next step', () => {
  it.each([
    ['', '1a', 'create'],
    ['1a', '2b', 'update 1'],
    ['1a', '2a', 'keep 1'],
    ['2a', '2a', 'keep 1'],
    ['2a', '2b', 'update 1'],
    ['3a', '2b', 'superseded 1'],
    // Duplicates go once the oldest has the newest text, whoever is there to remove them.
    ['1a 2b', '3c', 'update 1'],
    ['3c 2b', '3c', 'remove 2'],
    ['1a 1a', '2a', 'remove 2'],
    ['4d 2b', '3c', 'remove 2'],
    ['4d 3c 2b', '3c', 'remove 2'],
    // The newer run has not moved its text yet: only there it is.
    ['2b 4d', '3c', 'superseded 2'],
    ['2b 4d 3c', '3c', 'superseded 2'],
    // Parts of an order count as numbers.
    ['9.10a', '9.9b', 'superseded 1'],
    ['9a', '9.1b', 'update 1'],
    ['18446744073709551617a', '18446744073709551616b', 'superseded 1'],
  ])('%j, wanted %s: %s', (comments, wanted, step) => {
    expect(stepOf(comments, wanted)).toBe(step);
  });

  it.each([
    // Somebody wrote over it: an older run, whose text must go, or another step of this very run, who may stay.
    ['1a', '2b', 'update 1'],
    ['1b', '2b', 'update 1'],
    ['2a', '2b', 'keep 1'],
    ['', '2b', 'create'],
  ])('%j, wanted %s, after writing: %s', (comments, wanted, step) => {
    expect(stepOf(comments, wanted, true)).toBe(step);
  });
});
