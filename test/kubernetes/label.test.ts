import { describe, expect, it } from 'vitest';
import {
  dnsLabelProblem,
  labelDomain,
  labelKeyProblem,
  labelValueProblem,
} from '../../src/kubernetes/label.ts';

describe('labelKeyProblem', () => {
  it.each([
    'team',
    'a',
    'A.b_c-9',
    'example.com/team',
    'karpenter.k8s.aws/instance-category',
    'x'.repeat(63),
    `${'a.'.repeat(126)}a/x`,
  ])('accepts %s', (key) => {
    expect(labelKeyProblem(key)).toBeUndefined();
  });

  it.each([
    ['', 'is empty'],
    ['a/b/c', 'has more than one `/`'],
    ['/b', 'has nothing before the `/`'],
    ['a/', 'has nothing after the `/`'],
    ['-a', 'does not start and end with a letter or digit'],
    ['a b', 'contains a space'],
    ['a:b', 'contains `:`'],
    ['a\u200bb', 'contains the character U+200B'],
    ['a\n', 'contains the character U+000A'],
    ['x'.repeat(64), 'is longer than 63 characters'],
    ['example.com/-x', 'has a name (`-x`) that does not start and end with a letter or digit'],
    ['Example.com/x', 'has a domain (`Example.com`) that contains an upper-case letter'],
    ['a..b/x', 'has a domain (`a..b`) that has an empty part between its dots'],
    ['a.-b/x', 'has a domain (`a.-b`) that has a part that does not start and end with a letter or digit'],
    ['a_b/x', 'has a domain (`a_b`) that contains `_`'],
    [`${'a.'.repeat(127)}a/x`, `has a domain (\`${'a.'.repeat(127)}a\`) that is longer than 253 characters`],
  ])('%j %s', (key, problem) => {
    expect(labelKeyProblem(key)).toBe(problem);
  });
});

describe('labelValueProblem', () => {
  it.each(['', 'a', 'Some.Value_1', 'x'.repeat(63)])('accepts %j', (value) => {
    expect(labelValueProblem(value)).toBeUndefined();
  });

  it.each([
    ['a/b', 'contains `/`'],
    ['a.', 'does not start and end with a letter or digit'],
    ['\u{1f600}', 'contains `\u{1f600}`'],
    ['x'.repeat(64), 'is longer than 63 characters'],
  ])('%j %s', (value, problem) => {
    expect(labelValueProblem(value)).toBe(problem);
  });
});

describe('dnsLabelProblem', () => {
  it.each(['a', '0', 'my-pool', 'x'.repeat(63)])('accepts %s', (name) => {
    expect(dnsLabelProblem(name)).toBeUndefined();
  });

  it.each([
    ['', 'is empty'],
    ['my_pool', 'contains `_`'],
    ['My', 'contains an upper-case letter'],
    ['a.b', 'contains `.`'],
    ['-a', 'does not start and end with a letter or digit'],
    ['a-', 'does not start and end with a letter or digit'],
    ['x'.repeat(64), 'is longer than 63 characters'],
  ])('%j %s', (name, problem) => {
    expect(dnsLabelProblem(name)).toBe(problem);
  });
});

describe('labelDomain', () => {
  it.each([
    ['team', ''],
    ['karpenter.sh/nodepool', 'karpenter.sh'],
    ['a/b/c', 'a'],
  ])('of %s is %j', (key, domain) => {
    expect(labelDomain(key)).toBe(domain);
  });
});
