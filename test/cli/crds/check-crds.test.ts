import { describe, expect, it } from 'vitest';
import type { CheckReport } from '../../../src/report/check-report.ts';
import type { ReviewReport } from '../../../src/report/review-contract.ts';
import { GIT_ENV, Repository } from '../files/repository.ts';
import { CLEAN, poolwright, runIn } from '../harness.ts';
import { crdText, KARPENTER_CRDS, OPEN_SPEC, openCrd } from './small-crds.ts';

const WEB = 'clusters/web.yaml';
const SMALLER = CLEAN.replace('cpu: 100', 'cpu: 50');

/** CRDs with one rule over the spec of NodePools. */
function withRule(rule: string): Readonly<Record<string, string>> {
  return { ...KARPENTER_CRDS, 'crds/nodepools.yaml': crdText({ spec: OPEN_SPEC, rules: [rule] }) };
}

const FEWER = withRule('{rule: "self.limits.cpu == oldSelf.limits.cpu", message: limits must not change}');

function admission({ diagnostics }: CheckReport): readonly string[] {
  return diagnostics
    .filter(({ code }) => code.startsWith('PW98'))
    .map(({ code, file, range, message }) => `${code} ${file}:${range.start.line} ${message}`);
}

async function checked(args: readonly string[], files: Readonly<Record<string, string | Uint8Array>>) {
  const { stdout, stderr } = await poolwright(['check', '--format', 'json', ...args], { files });
  return stdout === '' ? [stderr] : admission(JSON.parse(stdout) as CheckReport);
}

describe('check --crds', () => {
  it('reports what a schema refuses where the definition says it', async () => {
    const spec = OPEN_SPEC.replace('disruption:', 'disruptions:').replace('maximum: 100', 'maximum: 5');
    const crds = { ...KARPENTER_CRDS, 'crds/nodepools.yaml': crdText({ spec }) };
    const definition = CLEAN.replace('    default:\n', '    default:\n      weight: 50\n');
    const { stdout, code } = await poolwright(['check', '--crds', 'crds'], {
      files: { [WEB]: definition, ...crds },
    });
    expect(code).toBe(1);
    expect(
      stdout
        .split('\n\n')
        .filter((block) => block.includes('PW98'))
        .join('\n\n'),
    ).toMatchInlineSnapshot(`
      "error[PW9802]: NodePool \`default\` would be refused: \`spec.disruption\`: field not declared in schema
       --> clusters/web.yaml:9:5
        |
      9 |     default:
        |     ^^^^^^^
        = help: The value is that of built-in set 1. So says the CRD \`karpenter.sh/v1\` in crds/nodepools.yaml.

      error[PW9801]: NodePool \`default\` would be refused: \`spec.weight\`: Invalid value: 50: spec.weight in body should be less than or equal to 5
        --> clusters/web.yaml:10:15
         |
      10 |       weight: 50
         |               ^^
         = help: So says the CRD \`karpenter.sh/v1\` in crds/nodepools.yaml."
    `);
  });

  it('reports what a rule refuses, with the rule', async () => {
    const rules = withRule('{rule: "has(self.weight)", message: every pool has a weight}');
    const { stdout } = await poolwright(['check', '--crds', 'crds'], { files: { [WEB]: CLEAN, ...rules } });
    expect(
      stdout
        .split('\n\n')
        .filter((block) => block.includes('PW98'))
        .join('\n\n'),
    ).toMatchInlineSnapshot(`
      "error[PW9803]: NodePool \`default\` would be refused: \`spec\`: Invalid value: every pool has a weight
       --> clusters/web.yaml:9:5
        |
      9 |     default:
        |     ^^^^^^^
        = help: The rule is \`has(self.weight)\`. So says the CRD \`karpenter.sh/v1\` in crds/nodepools.yaml."
    `);
  });

  it('refuses a version that is not served', async () => {
    const crds = { ...KARPENTER_CRDS, 'crds/nodepools.yaml': crdText({ spec: OPEN_SPEC, version: 'v2' }) };
    expect(await checked(['--crds', 'crds'], { [WEB]: CLEAN, ...crds })).toMatchInlineSnapshot(`
      [
        "PW9805 clusters/web.yaml:9 NodePool \`default\` would be refused: no matches for kind "NodePool" in version "karpenter.sh/v1"",
      ]
    `);
  });

  it('warns of a rule that it does not understand, at the CRD', async () => {
    const rules = withRule('{rule: "self.limits.frobnicate(3) +", message: no}');
    expect(await checked(['--crds', 'crds'], { [WEB]: CLEAN, ...rules })).toMatchInlineSnapshot(`
      [
        "PW9810 crds/nodepools.yaml:20 in this CRD the rule \`self.limits.frobnicate(3) +\` is not checked: Unexpected token: EOF",
      ]
    `);
  });

  it('says once what several clusters inherit, and counts kinds over all of them', async () => {
    const files = {
      'clusters/_defaults.yaml': 'poolwright: {node_class: {ami: al2023@v20260715}}\n',
      ...Object.fromEntries(
        ['a', 'b', 'c'].map((name) => [`clusters/${name}.yaml`, CLEAN.replace(/ {2}node_class:\n.*\n/, '')]),
      ),
      'crds/classes.yaml': crdText({
        group: 'karpenter.k8s.aws',
        kind: 'EC2NodeClass',
        isOpen: true,
        spec: '{amiSelectorTerms: {type: array, maxItems: 0, items: {type: object, x-kubernetes-preserve-unknown-fields: true}}}',
      }),
    };
    expect(await checked(['--crds', 'crds'], files)).toMatchInlineSnapshot(`
      [
        "PW9801 clusters/_defaults.yaml:1 EC2NodeClass \`default\` and 2 more would be refused: \`spec.amiSelectorTerms\`: Too many: 1: must have at most 0 items",
        "PW9812 clusters/a.yaml:7 3 objects of kind NodePool (\`karpenter.sh/v1\`) not judged: no given CRD describes it",
      ]
    `);
  });

  it('keeps to what a definition says of infos', async () => {
    const definition = CLEAN.replace('poolwright:\n', 'poolwright:\n  rules: {PW9812: off}\n');
    const crds = { 'crds/other.yaml': openCrd('example.org', 'Thing') };
    expect(await checked(['--crds', 'crds'], { [WEB]: definition, ...crds })).toEqual([]);
  });

  it('does not repeat an error that is known without CRDs', async () => {
    const heavy = CLEAN.replace('    default:\n', '    default:\n      weight: 500\n');
    const { stdout } = await poolwright(['check', '--crds', 'crds'], {
      files: { [WEB]: heavy, ...KARPENTER_CRDS },
    });
    expect(stdout).toMatch(/error\[PW3\d+\][^]*weight: 500/);
    expect(stdout).not.toContain('PW98');
  });

  it('does not judge what is half there', async () => {
    const rules = withRule('{rule: "has(self.limits)", message: every pool has limits}');
    const broken = CLEAN.replace(/limits:\n.*\n.*\n/, 'limits: lots\n');
    const { stdout } = await poolwright(['check', '--crds', 'crds'], { files: { [WEB]: broken, ...rules } });
    expect(stdout).toContain('limits: lots');
    expect(stdout).not.toContain('PW98');
  });

  it('comes out the same in shards', async () => {
    const files = {
      ...Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`clusters/${name}.yaml`, CLEAN])),
      'crds/nodepools.yaml': withRule('{rule: "has(self.weight)"}')['crds/nodepools.yaml'] ?? '',
    };
    const whole = await poolwright(['check', '--crds', 'crds', '--format', 'json'], { files });
    for (const shard of ['1/2', '2/2']) {
      const part = await whole.again(['check', '--crds', 'crds', '--shard', shard, '--format', 'json']);
      whole.write(`shard-${shard[0] ?? ''}.json`, part.stdout);
    }
    const merged = await whole.again(['merge', 'shard-1.json', 'shard-2.json', '--format', 'json']);
    expect(admission(JSON.parse(whole.stdout) as CheckReport)).toHaveLength(5);
    expect(JSON.parse(merged.stdout)).toEqual(JSON.parse(whole.stdout));
  });
});

describe('a rule about changes', () => {
  const refused = [
    'PW9804 clusters/web.yaml:12 NodePool `default` would be refused: `spec`: Invalid value: limits must not change',
  ];

  it('is not asked without a base', async () => {
    expect(await checked(['--crds', 'crds'], { [WEB]: SMALLER, ...FEWER })).toEqual([]);
  });

  it.each([
    ['a folder of definitions', 'old', { 'old/web.yaml': CLEAN }],
    ['a checkout', 'main', { 'main/clusters/web.yaml': CLEAN }],
    ['another file', 'before.yaml', { 'before.yaml': CLEAN }],
  ])('compares with %s', async (_, base, files) => {
    const args = ['--crds', 'crds', '--base', base, ...(base === 'before.yaml' ? [WEB] : [])];
    const all = { [WEB]: SMALLER, ...FEWER, ...files };
    expect((await checked(args, all)).map(withoutLine)).toEqual(refused.map(withoutLine));
  });

  it('compares with what was rendered, and with what a cluster has', async () => {
    const first = await poolwright(['synth'], { files: { [WEB]: CLEAN, ...FEWER } });
    const live = first.read('dist/web/karpenter/nodepool-default.yaml') ?? '';
    first.write('live.yaml', live);
    first.write(WEB, SMALLER);
    for (const base of ['dist/web', 'live.yaml']) {
      const { stdout } = await first.again(['check', '--crds', 'crds', '--base', base, '--format', 'json']);
      expect(admission(JSON.parse(stdout) as CheckReport).map(withoutLine), base).toEqual(
        refused.map(withoutLine),
      );
    }
    const saved = await first.again(['synth', '--format', 'json']);
    first.write('saved.json', saved.stdout);
    const equal = await first.again(['check', '--crds', 'crds', '--base', 'saved.json', '--format', 'json']);
    expect(admission(JSON.parse(equal.stdout) as CheckReport)).toEqual([]);
  });

  it('compares with a commit, and with a file that had another name there', async () => {
    const repository = new Repository().write({ 'clusters/old.yaml': named(CLEAN), ...FEWER });
    repository.commit('one');
    repository.git('mv', 'clusters/old.yaml', 'clusters/new.yaml');
    repository.write({ 'clusters/new.yaml': named(SMALLER) });
    const { stdout } = await runIn(
      repository.root,
      ['check', '--crds', 'crds', '--base', 'HEAD', '--format', 'json'],
      { env: GIT_ENV },
    );
    expect(admission(JSON.parse(stdout) as CheckReport).map(withoutLine)).toEqual(
      refused.map(withoutLine).map((text) => text.replace('web.yaml', 'new.yaml')),
    );
  });

  it('takes objects that are only in head for new', async () => {
    const files = { [WEB]: SMALLER, 'old/web.yaml': CLEAN.replace('    default:', '    other:'), ...FEWER };
    expect(await checked(['--crds', 'crds', '--base', 'old'], files)).toEqual([]);
  });

  it('that says something of new objects, too, is asked where it is known that they are new', async () => {
    const rule =
      '{rule: "oldSelf.hasValue() || self.limits.cpu < 10", optionalOldSelf: true, message: starts small}';
    const files = {
      [WEB]: SMALLER,
      'old/web.yaml': CLEAN.replace('    default:', '    other:'),
      ...withRule(rule),
    };
    expect(await checked(['--crds', 'crds'], files)).toEqual([]);
    const { stdout } = await poolwright(['check', '--crds', 'crds', '--base', 'old'], { files });
    expect(stdout).toContain('error[PW9803]: NodePool `default` would be refused: `spec`: ');
    expect(stdout).not.toContain('take the change back');
  });

  const AGED = CLEAN.replace('limits:', 'weight: 9\n      limits:');

  it('is no way to find what an existing object is forgiven, and says so', async () => {
    const spec = OPEN_SPEC.replace('maximum: 100', 'maximum: 5');
    const crds = { ...KARPENTER_CRDS, 'crds/nodepools.yaml': crdText({ spec }) };
    const files = { [WEB]: AGED, ...crds, 'old/web.yaml': AGED };
    const { stdout, code, again, write } = await poolwright(['check', '--crds', 'crds', '--base', 'old'], {
      files,
    });
    expect([code, stdout]).toMatchInlineSnapshot(`
      [
        0,
        "info[PW3202]: nodes are assumed to have the IAM role \`KarpenterNodeRole-web\` (1 pool)
       --> clusters/web.yaml:9:5
        = help: Write \`node_class.role\` or \`node_class.instance_profile\`, in \`poolwright.node_class\` for all pools at once.

      info[PW3218]: subnets and security groups are assumed to carry the tags \`karpenter.sh/discovery: web\` and \`kubernetes.io/role/internal-elb: 1\`
       --> clusters/web.yaml:9:5
        = help: Name the tags in \`poolwright.discovery_tags\`, \`public_subnet_tags\` and \`private_subnet_tags\`, or select both by terms of your own.

      info[PW9813]: 1 more error if the objects were new: they are in the base already
        --> clusters/web.yaml:10:15
         = help: An API server forgives an object what was wrong before. In a new cluster it refuses it: \`--crds\` without \`--base\` shows that.

      3 infos in 1 cluster, 1 node pool
      ",
      ]
    `);
    expect((await again(['check', '--crds', 'crds'])).stdout).toContain('1 error, 2 infos in 1 cluster');
    write('clusters/two.yaml', AGED);
    write('old/two.yaml', AGED);
    const whole = await again(['check', '--crds', 'crds', '--base', 'old', '--format', 'json']);
    for (const shard of ['1', '2']) {
      const args = ['check', '--crds', 'crds', '--base', 'old', '--shard', `${shard}/2`, '--format', 'json'];
      write(`shard-${shard}.json`, (await again(args)).stdout);
    }
    const merged = await again(['merge', 'shard-1.json', 'shard-2.json', '--format', 'json']);
    expect(JSON.parse(merged.stdout)).toEqual(JSON.parse(whole.stdout));
    expect(admission(JSON.parse(whole.stdout) as CheckReport)).toEqual([
      expect.stringContaining('PW9813 clusters/two.yaml:10 2 more errors'),
    ]);
  });

  it.each([
    ['that head still has', AGED.replace('cpu: 100', 'cpu: 99'), [], []],
    ['that head repairs', AGED.replace('weight: 9', 'weight: 5'), [], ['PW9801']],
    ['that head makes worse', AGED.replace('weight: 9', 'weight: 10'), [['PW9801', false]], ['PW9801']],
    [
      'of a pool that head removes',
      AGED.replace('    default:', '    other:'),
      [['PW9801', false]],
      ['PW9801'],
    ],
  ])('has a review in which an error %s is what it is', async (_, head, found, gone) => {
    const spec = OPEN_SPEC.replace('maximum: 100', 'maximum: 5');
    const crds = { ...KARPENTER_CRDS, 'crds/nodepools.yaml': crdText({ spec }) };
    const files = { 'old/web.yaml': AGED, 'new/web.yaml': head, ...crds };
    const args = ['diff', 'old', 'new', '--crds', 'crds', '--format', 'json'];
    const run = await poolwright(args, { files });
    const { findings, resolved } = JSON.parse(run.stdout) as ReviewReport;
    const ours = ({ code }: { readonly code: string }) => code.startsWith('PW98');
    expect(findings.filter(ours).map(({ code, known }) => [code, known])).toEqual(found);
    expect(resolved.filter(ours).map(({ code }) => code)).toEqual(gone);
    const parts = await Promise.all(
      ['1', '2'].map(async (shard) => {
        run.write(`part-${shard}.json`, (await run.again([...args, '--shard', `${shard}/2`])).stdout);
        return `part-${shard}.json`;
      }),
    );
    const merged = await run.again(['merge', ...parts, '--format', 'json']);
    expect(JSON.parse(merged.stdout)).toEqual(JSON.parse(run.stdout));
  });

  it('says what is wrong with a base', async () => {
    const files = { [WEB]: CLEAN, 'clusters/b.yaml': CLEAN, ...FEWER, 'live.json': LIVE };
    const errors = [
      await checked(['--base', 'live.json'], files),
      await checked(['--crds', 'crds', '--base', 'live.json'], files),
      await checked(['--crds', 'crds', '--base', 'nowhere'], files),
      await checked(['--crds', 'crds', '--base', 'a', '--base', 'b'], files),
      await checked(['--crds', 'crds', '--base', 'twice', 'web'], {
        ...files,
        'twice/a.json': LIVE,
        'twice/b.json': LIVE,
      }),
    ];
    expect(errors.flat().join('')).toMatchInlineSnapshot(`
      "poolwright: \`--base\` needs \`--manifests\` or \`--crds\`
      poolwright: the objects in \`live.json\` do not say which cluster they are of, and there are 2 definitions: check one of them
      poolwright: \`nowhere\` is no file, and there is no git repository here
      poolwright: definitions have one state before: give \`--base\` once
      poolwright: \`twice\` has two objects karpenter.sh/NodePool/default/default: name what belongs to one cluster
      "
    `);
  });

  it('is known in a review, however many objects it counts', async () => {
    const crds = { 'crds/other.yaml': openCrd('karpenter.k8s.aws', 'EC2NodeClass') };
    const repository = new Repository().write({ [WEB]: CLEAN, ...crds });
    repository.commit('one');
    const [head = '', pool = ''] = CLEAN.split('    default:\n');
    repository.write({ [WEB]: `${head}    default:\n${pool}    second:\n${pool}` });
    const args = ['diff', 'HEAD', '--crds', 'crds', '--format', 'json'];
    const { stdout } = await runIn(repository.root, args, { env: GIT_ENV });
    const { findings } = JSON.parse(stdout) as ReviewReport;
    expect(
      findings.filter(({ code }) => code.startsWith('PW98')).map(({ message, known }) => [message, known]),
    ).toEqual([[expect.stringContaining('2 objects of kind NodePool'), true]]);
  });

  it('is a finding of a review', async () => {
    const repository = new Repository().write({ [WEB]: CLEAN, ...FEWER });
    repository.commit('one');
    repository.write({ [WEB]: SMALLER });
    const args = ['diff', 'HEAD', '--crds', 'crds', '--format', 'json'];
    const { stdout, code } = await runIn(repository.root, args, { env: GIT_ENV });
    const { findings } = JSON.parse(stdout) as ReviewReport;
    expect(code).toBe(1);
    expect(findings.filter((one) => one.code.startsWith('PW98')).map((one) => [one.code, one.known])).toEqual(
      [['PW9804', false]],
    );
  });
});

const LIVE = JSON.stringify({
  apiVersion: 'v1',
  kind: 'List',
  items: [{ apiVersion: 'karpenter.sh/v1', kind: 'NodePool', metadata: { name: 'default' }, spec: {} }],
});

function named(text: string): string {
  return text.replace('poolwright:\n', 'poolwright:\n  cluster: web\n');
}

function withoutLine(text: string): string {
  return text.replace(/:\d+ /, ' ');
}

describe('check --manifests --crds', () => {
  const THING = `apiVersion: example.org/v1
kind: Thing
metadata: {name: one}
spec:
  size: 3 # too much
  colour: red
---
apiVersion: v1
kind: ConfigMap
metadata: {name: two}
`;
  const CRDS = {
    'crds/things.yaml': crdText({
      group: 'example.org',
      kind: 'Thing',
      spec: '{size: {type: integer, maximum: 2, x-kubernetes-validations: [{rule: "self >= oldSelf", message: grows}]}}',
    }),
  };

  it('judges objects of any kind at their own lines', async () => {
    const files = { 'things/one.yaml': THING, ...CRDS };
    const { stdout } = await poolwright(['check', '--manifests', 'things', '--crds', 'crds'], { files });
    expect(stdout).toMatchInlineSnapshot(`
      "error[PW9801]: Thing \`one\` would be refused: \`spec.size\`: Invalid value: 3: spec.size in body should be less than or equal to 2
       --> things/one.yaml:5:9
        |
      5 |   size: 3 # too much
        |         ^
        = help: So says the CRD \`example.org/v1\` in crds/things.yaml.

      error[PW9802]: Thing \`one\` would be refused: \`spec.colour\`: field not declared in schema
       --> things/one.yaml:6:3
        |
      6 |   colour: red
        |   ^^^^^^
        = help: So says the CRD \`example.org/v1\` in crds/things.yaml.

      2 errors in 2 objects
      "
    `);
  });

  it('compares with the base', async () => {
    const files = { 'old/one.yaml': THING, 'new/one.yaml': THING.replace('size: 3', 'size: 1'), ...CRDS };
    const args = ['--manifests', 'new', '--base', 'old', '--crds', 'crds'];
    expect((await checked(args, files)).filter((one) => one.startsWith('PW9804'))).toMatchInlineSnapshot(`
      [
        "PW9804 new/one.yaml:5 Thing \`one\` would be refused: \`spec.size\`: Invalid value: 1: grows",
      ]
    `);
  });

  it('counts what an object is forgiven because it was there', async () => {
    const files = { 'old/one.yaml': THING, 'new/one.yaml': THING, ...CRDS };
    const args = ['--manifests', 'new', '--base', 'old', '--crds', 'crds'];
    expect(await checked(args, files)).toEqual([
      'PW9813 new/one.yaml:5 1 more error if the objects were new: they are in the base already',
      'PW9802 new/one.yaml:6 Thing `one` would be refused: `spec.colour`: field not declared in schema',
    ]);
  });

  it('says so where there is nothing that it knows', async () => {
    const files = { 'a.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n', ...CRDS };
    const { stderr } = await poolwright(['check', '--manifests', 'a.yaml', '--crds', 'crds'], { files });
    expect(stderr).toBe(
      'note: there is nothing of Cluster API in these manifests, nor of the kinds of the CRDs\n',
    );
  });
});
