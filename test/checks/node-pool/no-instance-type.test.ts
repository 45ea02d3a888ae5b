import { describe, expect, it } from 'vitest';
import { blamed, findings, onePool } from '../harness.ts';

const FAMILY = 'karpenter.k8s.aws/instance-family';
const CPU = 'karpenter.k8s.aws/instance-cpu';

describe('a pool that matches no instance type', () => {
  it('shows the funnel and blames the requirement that leaves nothing', () => {
    const text = onePool(`requirements:
  - {key: ${FAMILY}, operator: In, values: [t3]}
  - {key: karpenter.k8s.aws/instance-generation, operator: Gt, values: ["2"]}
  - {key: ${CPU}, operator: Gt, values: ["8"]}`);
    const [found] = findings(text, 'PW3580');
    expect(found?.message).toBe(
      'pool `default` matches no instance type: 1363 types → 7 after `instance-family In [t3]` → 0 after `instance-cpu Gt 8`',
    );
    expect(found === undefined ? '' : blamed(found)).toBe(`{key: ${CPU}, operator: Gt, values: ["8"]}`);
    expect(found?.related.map(({ message }) => message)).toEqual(['7 left', 'the pool']);
    expect(found?.help).toBe('The 7 instance types left by then have `instance-cpu` `2`, `4` and `8`.');
  });

  it('blames the pool where a built-in default leaves nothing, and says what to write', () => {
    const text = onePool(`requirements:\n  - {key: ${FAMILY}, operator: In, values: [m7g, m8g]}`);
    const [found] = findings(text, 'PW3580');
    expect(found === undefined ? '' : blamed(found)).toBe('default');
    expect(found?.help).toMatch(
      /^`arch In \[amd64\]` is a built-in default\. .* have `arch` `arm64`\. Add a requirement such as `arch In \[arm64\]`\.$/,
    );
  });

  it('explains what gpu_enabled adds', () => {
    const text = onePool(`node_class: {gpu_enabled: true}
requirements:\n  - {key: ${FAMILY}, operator: In, values: [m7i]}`);
    expect(findings(text, 'PW3580')[0]?.help).toMatch(/follows from its other settings/);
  });

  it('can fail at a label', () => {
    const text = onePool(`labels: {${FAMILY}: m7i}
requirements:\n  - {key: ${CPU}, operator: Gt, values: ["500"]}`);
    const [found] = findings(text, 'PW3580');
    expect(found?.message).toContain('0 after `instance-family In [m7i]`');
    expect(found?.help).toMatch(/have `instance-family` `u/);
  });

  it('cuts a long funnel in the middle', () => {
    const steps = [2, 4, 8, 16, 32, 64].map((cpus) => `  - {key: ${CPU}, operator: Gt, values: ["${cpus}"]}`);
    const text = onePool(
      `requirements:\n${steps.join('\n')}\n  - {key: ${FAMILY}, operator: In, values: [t3]}`,
    );
    expect(findings(text, 'PW3580')[0]?.message).toMatch(
      /types → \d+ after `instance-cpu Gt 2` → \d+ after `instance-cpu Gt 4` → \d+ after `instance-cpu Gt 8` → … → 0 after `instance-family In \[t3\]`$/,
    );
  });
});
