import { describe, expect, it } from 'vitest';
import { clusterOf, findings, messages, read } from './print.ts';

describe('where node pools are found', () => {
  it.each([
    ['spec.karpenter.node_pools', 'spec: {karpenter: {node_pools: {a: {}}}}'],
    ['karpenter.node_pools', 'karpenter: {node_pools: {a: {}}}'],
    ['node_pools', 'node_pools: {a: {}}'],
  ])('reads %s', (_, text) => {
    expect(messages(text)).toEqual([]);
    expect(clusterOf(text).pools.map(({ name }) => name)).toEqual(['a']);
  });

  it('refuses several places in one document', () => {
    expect(
      findings(
        'spec: {karpenter: {node_pools: {a: {}}}}\nkarpenter: {node_pools: {b: {}}}\nnode_pools: {c: {}}',
      ),
    ).toMatchInlineSnapshot(`
      [
        "2:13-23 error PW2005: the document has node pools in a second place",
        "  1:20-30 the first place",
        "  help: Put all pools of a cluster in one place.",
        "3:1-11 error PW2005: the document has node pools in a second place",
        "  1:20-30 the first place",
        "  help: Put all pools of a cluster in one place.",
      ]
    `);
  });

  it('leaves the oddities of other tools alone, but not what breaks the file', () => {
    const sibling = (value: string) => `other: {1: ${value}}\nkarpenter: {node_pools: {a: {labels: {x: y}}}}`;
    expect(messages(sibling('!Ref x'))).toEqual([]);
    expect(findings(sibling('2, b: c, b: d')).join('\n')).toContain('error PW1');
    expect(messages('karpenter: {node_pools: {a: {labels: {1: y}}}}').join()).toContain('PW1011');
  });

  it('ignores an empty karpenter block beside the pools', () => {
    expect(messages('karpenter:\nnode_pools: {a: {}}')).toEqual([]);
  });

  it.each([
    '',
    '# nothing',
    'a: b',
    '[]',
    'text',
    'spec:',
    'karpenter:',
    'spec: 3',
    'requirements: [{name: role}]',
  ])('finds nothing in %j, which is for the caller to report', (text) => {
    expect(read(text)).toEqual({ clusters: [], diagnostics: [], hasPools: false });
  });

  it('knows that an empty node_pools was meant', () => {
    for (const text of ['node_pools:', 'node_pools: {}']) {
      expect(findings(text)).toMatchInlineSnapshot(`
        [
          "1:1-11 warning PW2011: \`node_pools\` is empty",
          "  help: The output of the cluster will hold no pools, and nodes of pools it had before will go.",
        ]
      `);
      expect(read(text).hasPools).toBe(true);
      expect(clusterOf(text).pools).toEqual([]);
    }
  });

  it('refuses other shapes of node_pools and karpenter', () => {
    expect(findings('node_pools: [a]')).toMatchInlineSnapshot(`
      [
        "1:1-11 error PW2021: \`node_pools\` must be a map",
        "  help: Each key is the name of a pool, each value the pool.",
      ]
    `);
    expect(findings('karpenter: true')).toMatchInlineSnapshot(`
      [
        "1:12-16 error PW2021: \`karpenter\` must be a map",
        "  help: It holds \`node_pools\`, a map of pool names to pools.",
      ]
    `);
  });

  it('names the nearest key inside karpenter', () => {
    expect(
      findings('karpenter: {node_pool: {}, region: x, poolwright: {}, version: 1}'),
    ).toMatchInlineSnapshot(`
      [
        "1:13-22 error PW2001: unknown key \`node_pool\` in \`karpenter\`",
        "  help: Did you mean \`node_pools\`?",
        "1:28-34 error PW2001: unknown key \`region\` in \`karpenter\`",
        "  help: Settings belong in a \`poolwright\` block at the top level of the document.",
        "1:39-49 error PW2013: settings are not read from here",
        "  help: Move the \`poolwright\` block to the top level of the document.",
        "1:55-62 error PW2001: unknown key \`version\` in \`karpenter\`",
        "  help: \`karpenter\` holds \`node_pools\` only.",
      ]
    `);
  });

  it('recognises a part of a pool that stands alone', () => {
    expect(findings('requirements: [{key: a, operator: Exists}]')).toMatchInlineSnapshot(`
      [
        "1:1-13 error PW2006: \`requirements\` stands outside any node pool",
        "  help: It is a part of a pool. Put it under \`karpenter\`, \`node_pools\` and the name of the pool.",
      ]
    `);
    expect(messages('requirements: {node: {key: a, operator: Exists}}')).toEqual([
      '1:1-13 error PW2006: `requirements` stands outside any node pool',
    ]);
    expect(messages('labels: {a: b}\ntaints: []')).toEqual([
      '1:1-7 error PW2006: `labels` stands outside any node pool',
    ]);
    expect(messages('labels: {a: b}\nimage: x')).toEqual([]);
  });

  it('warns of ignored keys that look like ours', () => {
    expect(
      findings('poolwrigth: {}\nnodePools: {a: {}}\nspec: {carpenter: {}, node_pools: {a: {}}}'),
    ).toMatchInlineSnapshot(`
      [
        "1:1-11 warning PW2012: \`poolwrigth\` is ignored, as keys of other tools are",
        "  help: Did you mean \`poolwright\`?",
        "2:1-10 warning PW2012: \`nodePools\` is ignored, as keys of other tools are",
        "  help: Did you mean \`node_pools\`?",
        "3:8-17 warning PW2012: \`carpenter\` is ignored, as keys of other tools are",
        "  help: Did you mean \`karpenter\`?",
        "3:23-33 warning PW2012: node pools are not read from here",
        "  help: Use \`spec.karpenter.node_pools\`, \`karpenter.node_pools\` or \`node_pools\`.",
      ]
    `);
  });

  it('does not warn of such keys beside real pools', () => {
    expect(messages('carpenter: {}\nnode_pools: {a: {}}')).toEqual([]);
  });

  it('says where settings belong', () => {
    expect(findings('spec: {poolwright: {}}\nnode_pools: {a: {}}')).toMatchInlineSnapshot(`
      [
        "1:8-18 error PW2013: settings are not read from here",
        "  help: Move the \`poolwright\` block to the top level of the document.",
      ]
    `);
  });
});

describe('several documents in one file', () => {
  it('reads each with its own settings and name', () => {
    const { clusters, diagnostics } = read(
      'poolwright: {cluster: one, region: x}\nnode_pools: {a: {}}\n---\npoolwright: {cluster: two}\nnode_pools: {b: {}}\n---\nother: tool\n',
    );
    expect(diagnostics).toEqual([]);
    expect(clusters.map(({ name, settings }) => [name, settings.region?.value])).toEqual([
      ['one', 'x'],
      ['two', undefined],
    ]);
  });

  it('wants a name for each', () => {
    const text = 'node_pools: {a: {}}\n---\npoolwright: {cluster: two}\nnode_pools: {b: {}}\n';
    expect(findings(text)).toMatchInlineSnapshot(`
      [
        "1:1-11 error PW2007: the file has several clusters, and this one has no name",
        "  help: Add \`poolwright: {cluster: <name>}\` to each document with node pools.",
      ]
    `);
    expect(read(text).clusters.map(({ name }) => name)).toEqual(['two']);
  });

  it('does not read settings from a document without pools', () => {
    expect(findings('poolwright: {region: x}\n---\nnode_pools: {b: {}}\n')).toMatchInlineSnapshot(`
      [
        "1:1-11 error PW2013: these settings apply to nothing: the document has no node pools",
        "  help: Move them into the document with the pools, or into \`_defaults.yaml\`.",
      ]
    `);
  });

  it('reads the others when one is broken', () => {
    const { clusters, diagnostics } = read('node_pools: {a: {}}\n---\na: [\n');
    expect(clusters.map(({ pools }) => pools.length)).toEqual([1]);
    expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
  });
});

describe('the name of the cluster', () => {
  const text = 'node_pools: {a: {}}';

  it('is the name of the file', () => {
    expect(clusterOf(text, { file: 'clusters/prod.yaml' }).name).toBe('prod');
    expect(clusterOf(text, { file: 'prod.yml' }).name).toBe('prod');
    expect(clusterOf(text, { file: 'a/b/prod.JSON' }).name).toBe('prod');
  });

  it('is what the caller gives instead', () => {
    expect(clusterOf(text, { file: '<stdin>', clusterName: 'given' }).name).toBe('given');
  });

  it('is what the file says above all', () => {
    const cluster = clusterOf(`poolwright: {cluster: own}\n${text}`, { clusterName: 'given' });
    expect(cluster.name).toBe('own');
    expect(cluster.nameSpan.source.text.slice(cluster.nameSpan.start, cluster.nameSpan.end)).toBe('own');
  });

  it('is worth a warning where the caller gave another', () => {
    const own = `poolwright: {cluster: own}\n${text}`;
    const two = `poolwright: {cluster: a}\n${text}\n---\npoolwright: {cluster: b}\n${text}`;
    expect(findings(own, { clusterName: 'given' })).toMatchInlineSnapshot(`
      [
        "1:23-26 warning PW2014: the name \`given\` has no effect: the file calls its cluster \`own\`",
        "  help: What the file says comes first. Remove \`cluster\` from it, or do not pass another name.",
      ]
    `);
    expect(messages(two, { clusterName: 'given' })).toEqual([
      '1:23-24 warning PW2014: the name `given` has no effect: the file calls its clusters `a`, `b`',
    ]);
    expect(findings(own, { clusterName: 'own' })).toEqual([]);
    expect(findings(two, { clusterName: 'b' })).toEqual([]);
    expect(findings(text, { clusterName: 'given' })).toEqual([]);
  });

  it('must be a DNS label', () => {
    expect(findings(text, { file: 'My_Cluster.yaml' })).toMatchInlineSnapshot(`
      [
        "1:1-1 error PW2008: the cluster name \`My_Cluster\` (taken from the file) contains an upper-case letter",
        "  help: Give the cluster a name with \`poolwright: {cluster: …}\`, such as \`my-cluster\`.",
      ]
    `);
    expect(findings(text, { file: '<stdin>' })).toMatchInlineSnapshot(`
      [
        "1:1-1 error PW2008: the cluster name \`<stdin>\` (taken from the file) contains \`<\`",
        "  help: Give the cluster a name with \`poolwright: {cluster: …}\`, such as \`stdin\`.",
      ]
    `);
    expect(findings(`poolwright: {cluster: "---"}\n${text}`)).toMatchInlineSnapshot(`
      [
        "1:23-28 error PW2008: the cluster name \`---\` does not start and end with a letter or digit",
        "  help: Use lower-case letters, digits and dashes, at most 63.",
      ]
    `);
  });
});
