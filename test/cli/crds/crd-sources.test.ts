import { gzipSync } from 'node:zlib';
import { createTar } from 'nanotar';
import { describe, expect, it } from 'vitest';
import { readArchive } from '../../../src/cli/crds/read-archive.ts';
import type { CheckReport } from '../../../src/report/check-report.ts';
import { CLEAN, type CliRun, poolwright } from '../harness.ts';
import { KARPENTER_CRDS, openCrd } from './small-crds.ts';

const NODE_POOLS = KARPENTER_CRDS['crds/nodepools.yaml'] ?? '';
const NODE_CLASSES = KARPENTER_CRDS['crds/ec2nodeclasses.yaml'] ?? '';
const CLUSTER = { 'clusters/production.yaml': CLEAN };
const MODULE = 'go/pkg/mod/example.org/!proj!x@v1.2.3';

/** Kinds that none of the CRDs describes, as they are told; the error where there is none. */
async function unjudged(crds: readonly string[], files: CliRun['files'], env: Record<string, string> = {}) {
  const args = ['check', '--format', 'json', ...crds.flatMap((one) => ['--crds', one])];
  const { code, stdout, stderr, root } = await poolwright(args, { files: { ...CLUSTER, ...files }, env });
  if (code === 2) return stderr.replaceAll(root, 'ROOT').trimEnd();
  const { diagnostics } = JSON.parse(stdout) as CheckReport;
  return diagnostics.filter((one) => one.code.startsWith('PW98')).map((one) => `${one.code} ${one.message}`);
}

/** The same with a module cache in the repository. */
async function ofModule(name: string, files: CliRun['files']) {
  const found = await poolwright(['check', '--format', 'json', '--crds', name], {
    files: { ...CLUSTER, ...files },
  });
  return found.again(['check', '--format', 'json', '--crds', name], { env: { HOME: found.root } });
}

describe('--crds', () => {
  it('reads a folder with all below it, and passes over what is no CRD', async () => {
    const files = {
      'crds/deep/er/nodepools.yaml': NODE_POOLS,
      'crds/classes.yml': NODE_CLASSES,
      'crds/values.yaml': 'replicas: 1\n',
      'crds/README.md': 'kind: CustomResourceDefinition',
      'crds/broken.yaml': 'a: [',
    };
    expect(await unjudged(['crds'], files)).toEqual([]);
  });

  it('reads a file of several documents, and JSON as kubectl prints it', async () => {
    expect(await unjudged(['all.yaml'], { 'all.yaml': `${NODE_POOLS}---\n${NODE_CLASSES}` })).toEqual([]);
    const list = '{"apiVersion":"v1","kind":"List","items":[]}';
    expect(await unjudged(['all.json'], { 'all.json': list })).toMatchInlineSnapshot(
      `"poolwright: there is no CustomResourceDefinition in \`all.json\`: name a folder, a file, a .tgz or a Go module that has them"`,
    );
  });

  it('tells of each kind that none describes, with the number of its objects', async () => {
    expect(await unjudged(['crds/nodepools.yaml'], KARPENTER_CRDS)).toMatchInlineSnapshot(`
      [
        "PW9812 1 object of kind EC2NodeClass (\`karpenter.k8s.aws/v1\`) not judged: no given CRD describes it",
      ]
    `);
  });

  it('can be repeated', async () => {
    const files = { 'one/a.yaml': NODE_POOLS, 'two/b.yaml': NODE_CLASSES };
    expect(await unjudged(['one', 'two'], files)).toEqual([]);
  });

  it('lets the later of two that differ count, and says so once a kind is used', async () => {
    const files = {
      'one/nodepools.yaml': NODE_POOLS,
      'one/classes.yaml': NODE_CLASSES,
      'one/unused.yaml': openCrd('example.org', 'Thing'),
      'two/nodepools.yaml': openCrd('karpenter.sh', 'NodePool'),
      'two/classes.yaml': NODE_CLASSES,
      'two/unused.yaml': NODE_POOLS.replaceAll('NodePool', 'Thing').replaceAll('karpenter.sh', 'example.org'),
    };
    expect(await unjudged(['one', 'two'], files)).toMatchInlineSnapshot(`
      [
        "PW9811 the CRD of NodePool (\`karpenter.sh\`) is given twice, and the two differ: this one counts",
      ]
    `);
    const { stdout } = await poolwright(['check', '--crds', 'one', '--crds', 'two'], {
      files: { ...CLUSTER, ...files },
    });
    expect(stdout).toMatchInlineSnapshot(`
      "info[PW3202]: nodes are assumed to have the IAM role \`KarpenterNodeRole-production\` (1 pool)
       --> clusters/production.yaml:9:5
        = help: Write \`node_class.role\` or \`node_class.instance_profile\`, in \`poolwright.node_class\` for all pools at once.

      info[PW3218]: subnets and security groups are assumed to carry the tags \`karpenter.sh/discovery: production\` and \`kubernetes.io/role/internal-elb: 1\`
       --> clusters/production.yaml:9:5
        = help: Name the tags in \`poolwright.discovery_tags\`, \`public_subnet_tags\` and \`private_subnet_tags\`, or select both by terms of your own.

      warning[PW9811]: the CRD of NodePool (\`karpenter.sh\`) is given twice, and the two differ: this one counts
       --> two/nodepools.yaml:6:17
        |
      6 |   names: {kind: NodePool, listKind: NodePoolList, plural: nodepools, singular: nodepool}
        |                 ^^^^^^^^
       ::: one/nodepools.yaml:6:17
        |
      6 |   names: {kind: NodePool, listKind: NodePoolList, plural: nodepools, singular: nodepool}
        |                 -------- this one does not
        = help: The later one counts, as where both are applied: that of a later \`--crds\`, in one folder that of a later name. Give only those that the cluster has.

      1 warning, 2 infos in 1 cluster, 1 node pool
      "
    `);
  });

  it('says what is wrong, and what to do', async () => {
    const errors = [
      await unjudged(['nowhere'], {}),
      await unjudged(['clusters'], {}),
      await unjudged(['https://example.org/crds.yaml'], {}),
      await unjudged(['crds.yaml'], { 'crds.yaml': 'kind: CustomResourceDefinition\nspec: [\n' }),
      await unjudged(['crds.yaml'], { 'crds.yaml': new Uint8Array([0xff, 0xfe, 0x41]) }),
    ];
    expect(errors.join('\n')).toMatchInlineSnapshot(`
      "poolwright: no such file or folder: \`nowhere\` (a Go module is named with its version: sigs.k8s.io/karpenter@v1.14.1)
      poolwright: there is no CustomResourceDefinition in \`clusters\`: name a folder, a file, a .tgz or a Go module that has them
      poolwright: \`https://example.org/crds.yaml\` is a URL, and nothing is fetched here: download it (\`curl -LO https://example.org/crds.yaml\`) and name the file
      poolwright: none of the CRDs in crds.yaml can be used (crds.yaml: this file mentions a CustomResourceDefinition, but cannot be read: the \`[\` that opens here is not closed)
      poolwright: crds.yaml: the file is not UTF-8 text"
    `);
  });
});

describe('a Go module', () => {
  const crds = {
    [`${MODULE}/pkg/apis/crds/nodepools.yaml`]: NODE_POOLS,
    [`${MODULE}/pkg/apis/crds/classes.yaml`]: NODE_CLASSES,
    [`${MODULE}/charts/crds/templates/nodepools.yaml`]: NODE_POOLS.replace('metadata:', '{{ metadata }}:'),
    [`${MODULE}/test/apis/crds/nodepools.yaml`]: openCrd('karpenter.sh', 'NodePool'),
  };

  it('is found where Go unpacks it, of which only what is released counts', async () => {
    const { code, stdout } = await ofModule('example.org/ProjX@v1.2.3', crds);
    expect(code).toBe(0);
    expect(stdout).not.toContain('PW98');
  });

  it('may be named down to a folder or a file', async () => {
    const folder = await ofModule('example.org/ProjX@v1.2.3/pkg/apis', crds);
    expect(folder.stdout).not.toContain('PW98');
    const file = await ofModule('example.org/ProjX@v1.2.3/pkg/apis/crds/nodepools.yaml', crds);
    expect(file.stdout).toContain('PW9812');
  });

  it('is looked for in GOMODCACHE, else in GOPATH', async () => {
    const first = await poolwright(['check'], { files: { ...CLUSTER, ...crds } });
    const codes: number[] = [];
    for (const env of [{ GOMODCACHE: 'go/pkg/mod' }, { GOPATH: 'go:other' }, { GOPATH: 'other' }, {}]) {
      const [[name, value] = ['', '']] = Object.entries(env);
      const absolute = value === '' ? {} : { [name]: `${first.root}/${value}` };
      codes.push(
        (await first.again(['check', '--crds', 'example.org/ProjX@v1.2.3'], { env: absolute })).code,
      );
    }
    expect(codes).toEqual([0, 0, 2, 2]);
  });

  it('says what is wrong, and what to do', async () => {
    const partial = {
      [`${MODULE.replace('example.org', 'cache/download/example.org').replace('@v', '/@v/v')}.partial`]: '',
    };
    const names = [
      'example.org/ProjX@v9.9.9',
      'example.org/ProjX@latest',
      'example.org/ProjX@v1.2.3/../other',
      'example.org/ProjX@v1.2.3/nowhere',
      'example.org/ProjX@v1.2.3/docs',
    ];
    const errors: string[] = [];
    for (const name of names) {
      const { stderr, root } = await ofModule(name, { ...crds, [`${MODULE}/docs/a.yaml`]: 'a: 1' });
      errors.push(stderr.replaceAll(root, 'ROOT'));
    }
    const cut = await ofModule('example.org/ProjX@v1.2.3', { ...crds, ...partial });
    expect([...errors, cut.stderr.replaceAll(cut.root, 'ROOT')].join('')).toMatchInlineSnapshot(`
      "poolwright: example.org/ProjX@v9.9.9 is not in Go's module cache (ROOT/go/pkg/mod): run \`go mod download example.org/ProjX@v9.9.9\`
      poolwright: \`example.org/ProjX@latest\` has no exact version: write it as go.mod does, such as example.org/ProjX@v1.2.3
      poolwright: \`example.org/ProjX@v1.2.3/../other\` leaves the module
      poolwright: there is no \`nowhere\` in example.org/ProjX@v1.2.3
      poolwright: there is no CustomResourceDefinition in \`example.org/ProjX@v1.2.3/docs\`: name a folder, a file, a .tgz or a Go module that has them
      poolwright: example.org/ProjX@v1.2.3 is not in Go's module cache (ROOT/go/pkg/mod): run \`go mod download example.org/ProjX@v1.2.3\`
      "
    `);
  });
});

describe('an archive', () => {
  const entries = [
    { name: 'chart/crds/nodepools.yaml', data: NODE_POOLS },
    { name: './chart/crds/classes.yaml', data: NODE_CLASSES },
    { name: 'chart/README.md', data: 'hello' },
  ];

  it('is read, gzipped or not', async () => {
    const tar = createTar(entries);
    expect(await unjudged(['crds.tgz'], { 'crds.tgz': gzipSync(tar) })).toEqual([]);
    expect(await unjudged(['crds.tar.gz'], { 'crds.tar.gz': gzipSync(tar) })).toEqual([]);
    expect(await unjudged(['crds.tar'], { 'crds.tar': tar })).toEqual([]);
  });

  it('is named in findings with what is in it', async () => {
    const other = openCrd('karpenter.sh', 'NodePool');
    const tar = createTar([...entries, { name: 'chart/crds/other.yaml', data: other }]);
    const { stdout } = await poolwright(['check', '--crds', 'crds.tar'], {
      files: { ...CLUSTER, 'crds.tar': tar },
    });
    expect(stdout).toContain('--> crds.tar/chart/crds/other.yaml:');
  });

  it('passes over links and everything else that is no file', async () => {
    const tar = createTar(entries);
    // The type of an entry stands at byte 156 of its header.
    tar[156] = '2'.charCodeAt(0);
    const files = await readArchive(tar, 'crds.tar');
    expect(files.map(({ path }) => path)).toEqual(['chart/README.md', 'chart/crds/classes.yaml']);
  });

  it('ends in a clear error if it unpacks to too much, is broken or no archive', async () => {
    const bomb = gzipSync(new Uint8Array(5_000_000));
    await expect(readArchive(bomb, 'crds.tgz', 1_000_000)).rejects.toThrow(
      'crds.tgz unpacks to more than 1000000 bytes, the most that is read',
    );
    const whole = gzipSync(createTar(entries));
    await expect(readArchive(whole.subarray(0, whole.length / 2), 'crds.tgz')).rejects.toThrow(
      'crds.tgz is gzip that is broken or cut off',
    );
    const tar = createTar(entries);
    await expect(readArchive(tar.subarray(0, 1024), 'crds.tar')).rejects.toThrow(
      'crds.tar is no tar archive, or is cut off',
    );
    await expect(
      readArchive(new TextEncoder().encode('not a tar '.repeat(200)), 'crds.tar'),
    ).rejects.toThrow();
    // A negative size would send the reader round in circles.
    tar.set(new TextEncoder().encode('-0000001000\0'), 124);
    await expect(readArchive(tar, 'crds.tar')).rejects.toThrow('crds.tar is no tar archive, or is cut off');
  });
});
