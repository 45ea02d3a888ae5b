import { describe, expect, it } from 'vitest';
import { blamed, findings, messages, onePool } from '../harness.ts';

describe('labels', () => {
  it('have qualified names as keys', () => {
    expect(findings(onePool('labels: {a/b/c: x, "sp ace": x, fine.io/x: y}'), 'PW3520').map(blamed)).toEqual([
      'a/b/c',
      '"sp ace"',
    ]);
  });

  it('have values of at most 63 characters, or none', () => {
    const long = 'x'.repeat(64);
    expect(findings(onePool(`labels: {a: ${long}, b: -x, c: "", d: ok}`), 'PW3521').map(blamed)).toEqual([
      long,
      '-x',
    ]);
  });

  it('number at most 100, as do requirements', () => {
    const labels = (count: number) =>
      onePool(`labels:\n${Array.from({ length: count }, (_, i) => `  l${i}: x`).join('\n')}`);
    // With the built-in requirements and Karpenter's own, a NodeClaim is full before the list of labels is.
    expect(messages(labels(95), 'PW3512')).toEqual([]);
    expect(messages(labels(100), 'PW3512')).toEqual([
      'pool `default` comes to 105 requirements with its labels, but a NodeClaim takes at most 100',
    ]);
    expect(findings(labels(101), 'PW3512').map(blamed)).toEqual(['l100']);
    const requirements = (count: number) =>
      onePool(
        `requirements:\n${Array.from({ length: count }, (_, i) => `  - {key: r${i}, operator: In, values: [x]}`).join('\n')}`,
      );
    // Three built-in ones are added.
    expect(messages(requirements(95), 'PW3512')).toEqual([]);
    expect(messages(requirements(97), 'PW3512')).toEqual([
      'pool `default` comes to 102 requirements with its labels, but a NodeClaim takes at most 100',
    ]);
    expect(messages(requirements(98), 'PW3512')).toEqual([
      'pool `default` has 101 requirements, but at most 100 are allowed',
    ]);
  });
});

describe('annotations', () => {
  it('have qualified names as keys, in whatever case', () => {
    expect(
      findings(onePool('annotations: {Example.com/Key: x, "a b": "any text"}'), 'PW3525').map(blamed),
    ).toEqual(['"a b"']);
  });
});

describe('taints', () => {
  it('are told apart by key and effect over both lists', () => {
    const text = onePool(`taints:
  - {key: a, value: x, effect: NoSchedule}
  - {key: a, value: x, effect: NoExecute}
startup_taints:
  - {key: b, effect: NoSchedule}
  - {key: a, effect: NoSchedule}`);
    const found = findings(text, 'PW3524');
    expect(found.map(blamed)).toEqual(['{key: a, effect: NoSchedule}']);
    expect(found[0]?.related.map(({ message }) => message)).toEqual(['first given here']);
  });

  it('have keys and values that are qualified names', () => {
    const text = onePool(`taints:
  - {key: "", effect: NoSchedule}
  - {key: a.b/c, value: "x y", effect: NoSchedule}
startup_taints:
  - {key: d e, effect: NoSchedule}`);
    expect(findings(text, 'PW3522').map(blamed)).toEqual(['""', 'd e']);
    expect(findings(text, 'PW3523').map(blamed)).toEqual(['"x y"']);
  });

  it('with an empty value are reported once, by the definition', () => {
    const text = onePool('taints:\n  - {key: a, value: "", effect: NoSchedule}');
    expect(messages(text, 'PW3523')).toEqual([]);
    expect(messages(text, 'PW2028')).toHaveLength(1);
  });
});
