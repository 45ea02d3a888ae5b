import { describe, expect, it } from 'vitest';
import { codes, findings, messages, poolOf, printOrigins, printPool } from './print.ts';

function pool(body: string): string {
  return `node_pools:\n  a: {${body}}\n`;
}

function labelsAndTaints(text: string): string[] {
  return printPool(poolOf(text)).filter((line) => /labels|taints/.test(line));
}

describe('dedicated', () => {
  it('is a label and a taint', () => {
    expect(labelsAndTaints(pool('dedicated: team'))).toEqual([
      '  labels: dedicated=team',
      '  taints: dedicated=team:NoSchedule',
    ]);
  });

  it('can have another key', () => {
    expect(labelsAndTaints(pool('dedicated: team, dedicated_key: example.com/owner'))).toEqual([
      '  labels: example.com/owner=team',
      '  taints: example.com/owner=team:NoSchedule',
    ]);
  });

  it('adds to what the pool says, and repeats nothing', () => {
    expect(
      labelsAndTaints(pool('dedicated: team, labels: {a: b}, taints: [{key: c, effect: NoExecute}]')),
    ).toEqual(['  labels: a=b dedicated=team', '  taints: c:NoExecute dedicated=team:NoSchedule']);
    expect(
      labelsAndTaints(
        pool(
          'dedicated: team, labels: {dedicated: team}, taints: [{key: dedicated, value: team, effect: NoSchedule}]',
        ),
      ),
    ).toEqual(['  labels: dedicated=team', '  taints: dedicated=team:NoSchedule']);
  });

  it('comes from any layer', () => {
    const text =
      'poolwright: {pool_defaults: {dedicated: x, dedicated_key: k}}\nnode_pools: {a: {dedicated: y}, b: {dedicated: }}';
    const lines = printOrigins(poolOf(text.replace(', b: {dedicated: }', '')).tree).filter((line) =>
      /labels|taints/.test(line),
    );
    expect(lines).toMatchInlineSnapshot(`
      [
        "labels.k: "y" from pool \`a\` at 2:29-30",
        "taints: [{"effect":"NoSchedule","key":"k","value":"y"}] from pool \`a\` at 2:29-30",
      ]
    `);
    expect(codes(text)).toEqual([]);
  });

  it('must agree with the labels and taints of the pool', () => {
    expect(
      findings(
        pool('dedicated: team, labels: {dedicated: other}, taints: [{key: dedicated, effect: NoSchedule}]'),
      ),
    ).toMatchInlineSnapshot(`
      [
        "2:44-49 error PW2052: the label \`dedicated\` is not \`team\`, which \`dedicated\` asks for",
        "  2:18-22 \`dedicated\` is given here",
        "  help: Remove the label: \`dedicated\` adds it.",
        "2:61-97 error PW2052: the taint \`dedicated\` is not \`team\`, which \`dedicated\` asks for",
        "  2:18-22 \`dedicated\` is given here",
        "  help: Remove the taint: \`dedicated\` adds it.",
      ]
    `);
  });

  it('must be fit for a label', () => {
    expect(messages(pool('dedicated: my team'))).toMatchInlineSnapshot(`
      [
        "2:18-25 error PW2023: the text \`my team\` of \`dedicated\` contains a space",
      ]
    `);
    expect(messages(pool('dedicated: ""'))).toMatchInlineSnapshot(`
      [
        "2:18-20 error PW2023: the text \`\` of \`dedicated\` is empty",
      ]
    `);
    expect(messages(pool('dedicated: x, dedicated_key: a/b/c'))).toMatchInlineSnapshot(`
      [
        "2:36-41 error PW2023: the text \`a/b/c\` of \`dedicated_key\` has more than one \`/\`",
      ]
    `);
  });

  it('is missed beside a key of its own, unless the key is a default', () => {
    expect(findings(pool('dedicated_key: k'))).toMatchInlineSnapshot(`
      [
        "2:7-20 warning PW2053: \`dedicated_key\` has no effect without \`dedicated\`",
        "  help: Add \`dedicated: <value>\`, or remove the key.",
      ]
    `);
    expect(codes('poolwright: {pool_defaults: {dedicated_key: k}}\nnode_pools: {a: {}}')).toEqual([]);
  });
});
