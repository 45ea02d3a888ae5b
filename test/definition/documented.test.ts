import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clusterOf, findings, messages, poolOf, printPool, printRequirement, read } from './print.ts';

/** Files in the shapes that the format's own documentation shows. */
function documented(name: string): string {
  return readFileSync(new URL(`documented/${name}.yaml`, import.meta.url), 'utf8');
}

function pool(requirements: string): string {
  return `karpenter:\n  node_pools:\n    a:\n      requirements:\n${requirements.replace(/^/gm, '        ')}\n`;
}

function requirementsOf(text: string): string[] {
  return poolOf(text).requirements.map(printRequirement);
}

describe('documented shapes', () => {
  it('reads the first block of the page as it stands, indented and with its dictionary', () => {
    const text = documented('page-first-block');
    expect(findings(text)).toMatchInlineSnapshot(`
      [
        "18:7-19 info PW2040: the requirements are written as a dictionary",
        "  help: They are used in this order. A list is the usual form.",
      ]
    `);
    expect(clusterOf(text).pools.flatMap(printPool)).toMatchInlineSnapshot(`
      [
        "pool default",
        "  public: false",
        "  gpuEnabled: false",
        "  volumeSize: 100Gi",
        "  tags: maintainer=skyscrapers",
        "  labels: foo=bar",
        "  annotations: foo=bar",
        "  limits: cpu=111 memory=100Gi",
        "  requirements: karpenter.k8s.aws/instance-category In [C]",
        "  taints: role=foo:NoSchedule",
        "  disruption: WhenEmptyOrUnderutilized 1m [10%]",
        "  expireAfter: 720h",
      ]
    `);
  });

  it('says what the second block of the page lacks', () => {
    const text = documented('page-second-block');
    expect(findings(text)).toMatchInlineSnapshot(`
      [
        "1:1-13 error PW2006: \`requirements\` stands outside any node pool",
        "  help: It is a part of a pool. Put it under \`karpenter\`, \`node_pools\` and the name of the pool.",
      ]
    `);
    expect(read(text).hasPools).toBe(false);
  });

  it('reads the second block of the page inside a pool', () => {
    const text = `karpenter:\n  node_pools:\n    default:\n${documented('page-second-block')}`;
    expect(messages(text)).toEqual([]);
    expect(requirementsOf(text)).toMatchInlineSnapshot(`[]`);
  });

  it('ignores everything that belongs to other tools', () => {
    const text = documented('full-file');
    expect(messages(text)).toEqual([]);
    expect(clusterOf(text).pools.flatMap(printPool)).toMatchInlineSnapshot(`
      [
        "pool default",
        "  public: false",
        "  gpuEnabled: false",
        "  volumeSize: 100Gi",
        "  tags: maintainer=skyscrapers",
        "  labels: foo=bar",
        "  annotations: foo=bar",
        "  limits: cpu=111 memory=100Gi",
        "  requirements: karpenter.k8s.aws/instance-category In [c,m,r]; karpenter.k8s.aws/instance-generation Gt [4]; topology.kubernetes.io/zone In [eu-west-1a,eu-west-1b,eu-west-1c]; kubernetes.io/arch In [amd64]; karpenter.sh/capacity-type In [on-demand]; node.kubernetes.io/instance-type NotIn [m5a.16xlarge,m5a.24xlarge]",
        "  taints: role=foo:NoSchedule",
        "  disruption: WhenEmptyOrUnderutilized 1m [10%]",
        "  expireAfter: 720h",
      ]
    `);
  });
});

describe('shapes of requirements', () => {
  it('uses a list in order', () => {
    const text = pool('- {key: b, operator: Exists}\n- {key: a, operator: In, values: [x, y]}');
    expect(messages(text)).toEqual([]);
    expect(requirementsOf(text)).toEqual(['b Exists []', 'a In [x,y]']);
  });

  it('takes a dictionary in document order, by any name or by label, with one note', () => {
    const text = pool(
      'node: {key: b, operator: Exists}\nkarpenter.k8s.aws/instance-cpu: {operator: Gt, values: ["4"]}\nany: {key: team, operator: Exists}',
    );
    expect(messages(text)).toEqual(['4:7-19 info PW2040: the requirements are written as a dictionary']);
    expect(requirementsOf(text)).toEqual([
      'b Exists []',
      'karpenter.k8s.aws/instance-cpu Gt [4]',
      'team Exists []',
    ]);
  });

  it('locates the key of a requirement that a dictionary keys by label', () => {
    const [requirement] = poolOf(pool('a/b: {operator: Exists}')).requirements;
    const { source, start, end } = requirement?.key.origin.span ?? { source: undefined, start: 0, end: 0 };
    expect(source?.text.slice(start, end)).toBe('a/b');
  });

  it('takes a lone requirement as the only one, with a warning', () => {
    const text = pool('key: a\noperator: In\nvalues: [x]');
    expect(messages(text)).toEqual([
      '4:7-19 warning PW2041: the requirements are a single requirement, not a list',
    ]);
    expect(requirementsOf(text)).toEqual(['a In [x]']);
  });

  it('takes an empty dictionary and an empty list as no requirements', () => {
    expect(requirementsOf(pool('{}'))).toEqual([]);
    expect(requirementsOf(pool('[]'))).toEqual([]);
    expect(messages(pool('{}'))).toEqual([]);
  });

  it('refuses a dictionary entry with a second key', () => {
    expect(findings(pool('a/b: {key: c/d, operator: Exists}'))).toMatchInlineSnapshot(`
      [
        "4:7-19 info PW2040: the requirements are written as a dictionary",
        "  help: They are used in this order. A list is the usual form.",
        "5:9-12 error PW2042: the requirement under \`a/b\` has another key, \`c/d\`",
        "  5:20-23 the other key",
        "  help: Remove one of the two.",
      ]
    `);
  });

  it('takes a name without a slash for a forgotten key, once for each', () => {
    const text = pool('node: {operator: In, values: [m]}\na/b: {operator: Exists}\nteam: {operator: Exists}');
    expect(findings(text)).toMatchInlineSnapshot(`
      [
        "4:7-19 info PW2040: the requirements are written as a dictionary",
        "  help: They are used in this order. A list is the usual form.",
        "5:9-13 error PW2020: \`key\` is missing in the requirement under \`node\`",
        "  help: A name in this dictionary stands for \`key\` only if it is a label with a slash, such as \`karpenter.k8s.aws/instance-category\`. Add \`key\`; if the label really is \`node\`, write \`key: node\`.",
        "7:9-13 error PW2020: \`key\` is missing in the requirement under \`team\`",
        "  help: A name in this dictionary stands for \`key\` only if it is a label with a slash, such as \`karpenter.k8s.aws/instance-category\`. Add \`key\`; if the label really is \`team\`, write \`key: team\`.",
      ]
    `);
    expect(read(text).clusters[0]?.failedPools).toEqual(['a']);
  });

  it('accepts the same key twice', () => {
    expect(messages(pool('a/b: {key: a/b, operator: Exists}'))).toEqual([
      '4:7-19 info PW2040: the requirements are written as a dictionary',
    ]);
  });

  it('accepts both spellings of minValues, but not together', () => {
    const one = pool('- {key: a, operator: Exists, min_values: 2}');
    expect(messages(one)).toEqual([]);
    expect(requirementsOf(one)).toEqual(['a Exists [] min 2']);
    expect(
      findings(pool('- {key: a, operator: Exists, min_values: 2, minValues: 3}')),
    ).toMatchInlineSnapshot(`
      [
        "5:53-62 error PW2030: \`minValues\` is written twice, in two spellings",
        "  5:38-48 the other one",
        "  help: Remove one of the two.",
      ]
    `);
  });

  it('explains what is missing or misspelt in a requirement', () => {
    expect(
      findings(
        pool(
          '- {operator: In, value: [x]}\n- {key: a, operator: in, values: x}\n- a\n- {key: a, operator: Equals}',
        ),
      ),
    ).toMatchInlineSnapshot(`
      [
        "5:12-20 error PW2020: \`key\` is missing in this item of \`requirements\`",
        "5:26-31 error PW2001: unknown key \`value\` in this item of \`requirements\`",
        "  help: Did you mean \`values\`?",
        "6:30-32 error PW2022: \`operator\` must be one of \`In\`, \`NotIn\`, \`Exists\`, \`DoesNotExist\`, \`Gt\`, \`Lt\`, \`Gte\`, \`Lte\`, not \`in\`",
        "  help: Write \`In\`: case counts.",
        "  fix: write \`In\`",
        "6:42-43 error PW2021: \`values\` must be a list, not the text \`x\`",
        "  help: Write a list with this as its only item.",
        "  fix: write \`[x]\`",
        "7:11-12 error PW2021: an item of \`requirements\` must be a map, not the text \`a\`",
        "8:30-36 error PW2022: \`operator\` must be one of \`In\`, \`NotIn\`, \`Exists\`, \`DoesNotExist\`, \`Gt\`, \`Lt\`, \`Gte\`, \`Lte\`, not \`Equals\`",
      ]
    `);
  });

  it('explains other shapes', () => {
    expect(findings(pool('yes'))).toMatchInlineSnapshot(`
      [
        "5:9-12 error PW2021: \`requirements\` must be a list, not the text \`yes\`",
      ]
    `);
    expect(findings(pool('instance-category: [c, m]'))).toMatchInlineSnapshot(`
      [
        "4:7-19 info PW2040: the requirements are written as a dictionary",
        "  help: They are used in this order. A list is the usual form.",
        "5:28-34 error PW2021: an item of \`requirements\` must be a map, not a list",
      ]
    `);
  });
});
