import { describe, expect, it } from 'vitest';
import { blamed, compileText, findings, messages, onePool, shown } from '../harness.ts';

/** A pool with these requirements, in flow style. */
function requiring(...requirements: string[]): string {
  return onePool(
    `limits: {cpu: "100", memory: 400Gi}\nrequirements:\n${requirements.map((one) => `  - ${one}`).join('\n')}`,
  );
}

const CATEGORY = 'karpenter.k8s.aws/instance-category';
const CPU = 'karpenter.k8s.aws/instance-cpu';

describe('requirement keys', () => {
  it('may be 316 characters long and no longer', () => {
    const name = 'n'.repeat(63);
    const domain = (length: number) => `${'a'.repeat(50)}.`.repeat(5).slice(0, length - 1) + 'a';
    const key = (length: number) => `${domain(length - 64)}/${name}`;
    expect(key(316)).toHaveLength(316);
    expect(messages(requiring(`{key: ${key(316)}, operator: In, values: [a]}`), 'PW3501')).toEqual([]);
    expect(messages(requiring(`{key: ${key(317)}, operator: In, values: [a]}`), 'PW3501')[0]).toMatch(
      /is longer than 316 characters$/,
    );
  });

  it.each([
    ['karpenter.sh/nodepool', /is set by Karpenter itself/],
    ['kubernetes.io/hostname', /names a single node/],
    ['karpenter.sh/registered', /reserves for itself/],
    ['sub.karpenter.sh/x', /reserves for itself/],
    ['notkarpenter.sh/x', /even without a dot/],
    // Without a slash admission takes the whole key for its domain.
    ['karpenter.sh', /even without a dot/],
  ])('%s is reserved', (key, reason) => {
    expect(messages(requiring(`{key: ${key}, operator: Exists}`), 'PW3502')).toEqual([
      expect.stringMatching(reason),
    ]);
    expect(messages(onePool(`labels: {${key}: x}`), 'PW3502')).toEqual([expect.stringMatching(reason)]);
  });

  it.each([
    'karpenter.sh/capacity-type',
    'topology.kubernetes.io/zone',
    'example.com/karpenter.sh',
    'k8s.io/x',
  ])('%s is free', (key) => {
    expect(messages(requiring(`{key: ${key}, operator: Exists}`), 'PW3502')).toEqual([]);
    expect(messages(requiring(`{key: ${key}, operator: Exists}`), 'PW3503')).toEqual([]);
  });

  it.each([
    'karpenter.k8s.aws/instance-pods',
    // Admitted by the API server, refused by Karpenter's own gate.
    'karpenter.k8s.aws/ec2nodeclass',
    'notkarpenter.k8s.aws/x',
  ])('%s does not exist on AWS', (key) => {
    expect(findings(requiring(`{key: ${key}, operator: Exists}`), 'PW3503').map(blamed)).toEqual([key]);
    expect(findings(onePool(`labels: {${key}: x}`), 'PW3503').map(blamed)).toEqual([key]);
  });

  it('of other providers are errors, their labels are not', () => {
    expect(messages(requiring('{key: cloud.google.com/gke-spot, operator: Exists}'), 'PW3504')).toHaveLength(
      1,
    );
    expect(messages(onePool('labels: {cloud.google.com/gke-spot: "true"}'), 'PW3504')).toEqual([]);
  });

  it('may be deprecated spellings of well-known ones', () => {
    const text = requiring('{key: beta.kubernetes.io/instance-type, operator: In, values: [m5.larg]}');
    expect(messages(text, 'PW4011')).toHaveLength(1);
    expect(messages(text, 'PW3510')).toEqual(['there is no instance type `m5.larg`']);
  });
});

describe('operators and values', () => {
  it('blames the operator where values are missing', () => {
    expect(findings(requiring(`{key: ${CATEGORY}, operator: In}`), 'PW3505').map(blamed)).toEqual(['In']);
    expect(findings(requiring(`{key: ${CPU}, operator: Lt, values: []}`), 'PW3505').map(blamed)).toEqual([
      'Lt',
    ]);
  });

  it.each(['"-1"', '"4.5"', '"+5"', '"9223372036854775808"', '16Gi', '""', '" 4"'])(
    '%s is no bound',
    (value) => {
      expect(messages(requiring(`{key: ${CPU}, operator: Gte, values: [${value}]}`), 'PW3506')).toHaveLength(
        1,
      );
    },
  );

  it.each(['"0"', '"004"', '"9223372036854775807"'])('%s is a bound', (value) => {
    expect(messages(requiring(`{key: ${CPU}, operator: Lte, values: [${value}]}`), 'PW3506')).toEqual([]);
  });

  it('warns about values that an operator does not use', () => {
    expect(messages(requiring('{key: a.b/c, operator: NotIn}'), 'PW3507')).toHaveLength(1);
    expect(messages(requiring('{key: a.b/c, operator: DoesNotExist, values: [x, y]}'), 'PW3507')).toEqual([
      'operator `DoesNotExist` ignores its 2 values',
    ]);
  });

  it('keeps minValues between 1 and 50 and within what is listed', () => {
    const bad = (minValues: number) =>
      messages(
        requiring(`{key: ${CATEGORY}, operator: In, values: [c, m], minValues: ${minValues}}`),
        'PW3508',
      );
    expect(bad(2)).toEqual([]);
    expect([...bad(0), ...bad(3), ...bad(51)]).toEqual([
      '`minValues` is 0, but must be an integer from 1 to 50',
      '`minValues` is 3, but only 2 values are listed',
      '`minValues` is 51, but must be an integer from 1 to 50',
    ]);
  });

  it('does not count unknown capacity types towards minValues', () => {
    const text = requiring(
      '{key: karpenter.sh/capacity-type, operator: In, values: [spot, sport], minValues: 2}',
    );
    expect(messages(text, 'PW3508')).toEqual([]);
    expect(messages(text, 'PW3513')).toEqual([
      expect.stringMatching(/^`minValues` wants 2 values of `capacity-type`, .* admits have 1$/),
    ]);
  });

  it('reports a malformed value once, not as unknown too', () => {
    const text = requiring(`{key: ${CATEGORY}, operator: In, values: ["c m", c]}`);
    expect(messages(text, 'PW3509')).toEqual(['value `c m` contains a space']);
    expect(messages(text, 'PW4002')).toEqual([]);
  });

  it('has counts for minValues that cannot be met', () => {
    const text = requiring(
      `{key: ${CATEGORY}, operator: In, values: [t]}`,
      '{key: example.com/team, operator: Exists, minValues: 2}',
    );
    expect(messages(text, 'PW3513')).toEqual([
      expect.stringMatching(/^`minValues` wants 2 values of `team`, but the \d+ instance types .* have 0$/),
    ]);
  });
});

describe('minValues of one', () => {
  it('is singular', () => {
    const text = requiring(
      `{key: ${CATEGORY}, operator: In, values: [t]}`,
      '{key: karpenter.k8s.aws/instance-gpu-name, operator: DoesNotExist, minValues: 1}',
    );
    expect(messages(text, 'PW3513')).toEqual([
      expect.stringMatching(/^`minValues` wants 1 value of `instance-gpu-name`, .* admits have 0$/),
    ]);
  });
});

describe('values that do not exist', () => {
  it('suggests other letters, and offers to write them', () => {
    const [found] = findings(requiring(`{key: ${CATEGORY}, operator: In, values: ['C']}`), 'PW3510');
    expect(found?.help).toBe('Label values are case-sensitive: write `c` (324 instance types).');
    expect(found?.fix?.edits.map((edit) => edit.newText)).toEqual(["'c'"]);
  });

  it('knows other names of architectures', () => {
    const [found] = findings(
      requiring('{key: kubernetes.io/arch, operator: In, values: [x86_64]}'),
      'PW3510',
    );
    expect(found?.help).toMatch(/write `amd64`/);
    expect(found?.fix?.title).toBe('write `amd64`');
  });

  it('does not edit what an alias brings in', () => {
    const text = onePool(
      `limits: {cpu: "9"}\nlabels: {x: &c C}\nrequirements:\n  - {key: ${CATEGORY}, operator: In, values: [*c]}`,
    );
    const [found] = findings(text, 'PW3510');
    expect(found === undefined ? '' : blamed(found)).toBe('*c');
    expect(found?.fix).toBeUndefined();
    expect(found?.related.map(({ message }) => message)).toEqual(['the alias stands for this value']);
  });

  it('only guesses at typing mistakes', () => {
    const [found] = findings(
      requiring('{key: node.kubernetes.io/instance-type, operator: In, values: [m7i.lrage]}'),
      'PW3510',
    );
    expect(found?.help).toBe('Did you mean `m7i.large`?');
    expect(found?.fix).toBeUndefined();
  });

  it('names the nearest numbers', () => {
    const [found] = findings(requiring(`{key: ${CPU}, operator: In, values: ["50"]}`), 'PW3510');
    expect(found?.help).toBe('The nearest values of `instance-cpu` are `48` and `64`.');
  });

  it('checks zones against the settings', () => {
    const text = requiring('{key: topology.kubernetes.io/zone, operator: In, values: [eu-west-1z]}');
    expect(messages(text, 'PW3510')).toEqual(["`eu-west-1z` is not one of the cluster's zones"]);
    const noZones = text.replace(', zones: [eu-west-1a, eu-west-1b, eu-west-1c]', '');
    expect(messages(noZones, 'PW3510')).toEqual([]);
    expect(messages(noZones.replace('eu-west-1z', 'us-east-1a'), 'PW3510')).toHaveLength(1);
  });

  it('treats labels on well-known keys like requirements', () => {
    const text = onePool('limits: {cpu: "9"}\nlabels:\n  karpenter.k8s.aws/instance-category: C');
    expect(findings(text, 'PW3510').map(blamed)).toEqual(['C']);
  });

  it('is only a warning while other values exist, or for NotIn', () => {
    const some = requiring(`{key: ${CATEGORY}, operator: In, values: [C, m]}`);
    expect(messages(some, 'PW3510')).toEqual([]);
    expect(messages(some, 'PW4002')).toEqual([
      'none of the 1363 instance types has `instance-category` `C`, so it adds nothing',
    ]);
    const none = requiring(`{key: ${CATEGORY}, operator: NotIn, values: [C]}`);
    expect(messages(none, 'PW4002')).toHaveLength(1);
    expect(messages(none, 'PW4010')).toEqual([]);
  });

  it('has its own finding for what is retired, and none for excluding that', () => {
    const type = 'node.kubernetes.io/instance-type';
    const text = requiring(`{key: ${type}, operator: In, values: [p3.2xlarge]}`);
    expect(messages(text, 'PW4003')).toEqual(['instance type `p3.2xlarge` is retired']);
    expect(messages(text, 'PW3510')).toEqual([]);
    expect(messages(text, 'PW3580')).toHaveLength(1);
    const excluded = requiring(`{key: ${type}, operator: NotIn, values: [p3.2xlarge]}`);
    expect(messages(excluded, 'PW4003')).toEqual([]);
  });

  it('of a profile is one mistake, wherever the profile is used', () => {
    const text = `poolwright:
  profiles:
    wrong: {requirements: [{key: ${CATEGORY}, operator: In, values: [C]}]}
karpenter:
  node_pools:
    one: {profile: wrong, limits: {cpu: "9"}}
    two: {profile: wrong, limits: {cpu: "9"}}
`;
    const found = findings(text, 'PW3510');
    expect(found.map(blamed)).toEqual(['C']);
    expect(found[0]?.related.map(({ message }) => message)).toEqual([
      'pool `one` takes it from profile `wrong`',
    ]);
  });
});

describe('requirements on one key', () => {
  it.each([
    [`{key: ${CPU}, operator: Gt, values: ["4"]}`, `{key: ${CPU}, operator: Lt, values: ["5"]}`],
    [`{key: ${CPU}, operator: In, values: ["4"]}`, `{key: ${CPU}, operator: Gt, values: ["4"]}`],
    [`{key: a.b/c, operator: In, values: [x]}`, `{key: a.b/c, operator: NotIn, values: [x]}`],
    [`{key: a.b/c, operator: Exists}`, `{key: a.b/c, operator: DoesNotExist}`],
    [
      '{key: beta.kubernetes.io/arch, operator: In, values: [arm64]}',
      '{key: kubernetes.io/arch, operator: In, values: [amd64]}',
    ],
  ])('%s contradicts %s', (a, b) => {
    expect(messages(requiring(a, b), 'PW3511')).toHaveLength(1);
    expect(messages(requiring(b, a), 'PW3511')).toHaveLength(1);
    // One mistake, one error.
    expect(messages(requiring(a, b), 'PW3580')).toEqual([]);
  });

  it.each([
    [`{key: ${CPU}, operator: Gte, values: ["4"]}`, `{key: ${CPU}, operator: Lte, values: ["4"]}`],
    [`{key: a.b/c, operator: NotIn, values: [x]}`, `{key: a.b/c, operator: DoesNotExist}`],
    [`{key: a.b/c, operator: NotIn, values: [x]}`, `{key: a.b/c, operator: NotIn, values: [y]}`],
  ])('%s agrees with %s', (a, b) => {
    expect(messages(requiring(a, b), 'PW3511')).toEqual([]);
  });

  it('may be at odds with a label', () => {
    const text = onePool(
      'limits: {cpu: "9"}\nlabels: {team: web}\nrequirements:\n  - {key: team, operator: In, values: [api]}',
    );
    expect(shown(compileText(text), 'PW3511')).toMatch(/label `team: web` contradicts `team In \[api\]`/);
  });
});

describe('operators that compare numbers', () => {
  it('are refused on words, with one error', () => {
    const text = requiring('{key: karpenter.k8s.aws/instance-size, operator: Gt, values: ["4"]}');
    expect(messages(text, 'PW3514')).toEqual([
      '`Gt` compares integers, but no value of `instance-size` is one',
    ]);
    expect(messages(text, 'PW3580')).toEqual([]);
  });
});
