import { expect, test } from 'vitest';
import type { Relaxation } from '../../src/packer/karpenter/decision.ts';
import { givenUpText } from '../../src/report/explain-given-up.ts';

/** The compiler sees to it that none is missing. */
const ALL: Readonly<Record<Relaxation, true>> = {
  'required-node-affinity-term': true,
  'preferred-pod-affinity': true,
  'preferred-pod-anti-affinity': true,
  'preferred-node-affinity': true,
  'schedule-anyway-spread': true,
  'prefer-no-schedule-taint': true,
};

test('everything that Karpenter gives up has words', () => {
  for (const code of Object.keys(ALL)) {
    const text = givenUpText([code]);
    expect(text).not.toContain(code);
    expect(text).not.toBe(code.replaceAll('-', ' '));
  }
});

test('what was given up several times is counted', () => {
  expect(
    givenUpText(['preferred-pod-anti-affinity', 'preferred-node-affinity', 'preferred-node-affinity']),
  ).toBe('a preferred anti-affinity to other pods, a preferred node affinity (2 times)');
});
