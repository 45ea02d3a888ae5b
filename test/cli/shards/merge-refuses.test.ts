import { expect, test } from 'vitest';
import { CLEAN, type CliResult, poolwright } from '../harness.ts';

const FILES = { 'clusters/a.yaml': CLEAN, 'clusters/b.yaml': CLEAN, 'clusters/c.yaml': CLEAN };

async function report(repository: CliResult, args: readonly string[], file: string): Promise<void> {
  repository.write(file, (await repository.again([...args, '--format', 'json'])).stdout);
}

async function shards(): Promise<CliResult> {
  const repository = await poolwright(['--version'], { files: FILES });
  await report(repository, ['check', '--shard', '1/2'], '1.json');
  await report(repository, ['check', '--shard', '2/2'], '2.json');
  await report(repository, ['check', '--shard', '2/3'], '2of3.json');
  await report(repository, ['check', 'a', 'b', '--shard', '2/2'], 'others.json');
  await report(repository, ['check', '--fail-on', 'info', '--shard', '2/2'], 'stricter.json');
  await report(repository, ['synth', '--shard', '2/2'], 'synth.json');
  await report(repository, ['check'], 'whole.json');
  repository.write('empty.json', '');
  repository.write('broken.json', '{');
  repository.write('other.json', '{"kind": "List"}');
  repository.write(
    'old.json',
    (repository.read('2.json') ?? '').replace(/"poolwrightVersion": "[^"]*"/, '"poolwrightVersion": "0.0.1"'),
  );
  repository.write('damaged.json', (repository.read('2.json') ?? '').replace('"index": 2', '"index": "2"'));
  repository.write('clusters/c.yaml', `${CLEAN}# edited\n`);
  await report(repository, ['check', '--shard', '2/2'], 'edited.json');
  return repository;
}

test('reports that are not all shards of one run are refused, each with its reason', async () => {
  const repository = await shards();
  const says = async (...files: readonly string[]) => {
    const { code, stderr, stdout } = await repository.again(['merge', ...files]);
    expect(stdout).toBe('');
    expect(code).toBe(2);
    return stderr;
  };
  expect(await says('1.json')).toMatchInlineSnapshot(`
    "poolwright: the report of shard 2/2 is missing
    "
  `);
  expect(await says('1.json', '1.json')).toMatchInlineSnapshot(`
    "poolwright: 1.json and 1.json are both shard 1/2
    "
  `);
  expect(await says('1.json', '2of3.json')).toMatchInlineSnapshot(`
    "poolwright: 1.json and 2of3.json are not of one run: one is of 2 shards, the other of 3
    "
  `);
  expect(await says('1.json', 'others.json')).toMatchInlineSnapshot(`
    "poolwright: 1.json and others.json are not of one run: \`poolwright check\` and \`poolwright check a b\`
    "
  `);
  expect(await says('1.json', 'stricter.json')).toMatchInlineSnapshot(`
    "poolwright: 1.json and stricter.json are not of one run: \`poolwright check\` and \`poolwright check --fail-on info\`
    "
  `);
  expect(await says('1.json', 'synth.json')).toMatchInlineSnapshot(`
    "poolwright: 1.json and synth.json are not of one run: one is a CheckReport, the other a Compilation
    "
  `);
  expect(await says('1.json', 'old.json')).toMatchInlineSnapshot(`
    "poolwright: 1.json and old.json are not of one run: poolwright 0.1.0 and 0.0.1
    "
  `);
  expect(await says('1.json', 'edited.json')).toMatchInlineSnapshot(`
    "poolwright: 1.json and edited.json are not of one run: the definitions were not the same files with the same texts
    "
  `);
  expect(await says('1.json', 'whole.json')).toMatchInlineSnapshot(`
    "poolwright: whole.json is the report of a whole run: only reports of \`--shard\` can be merged
    "
  `);
  expect(await says('1.json', 'empty.json')).toMatchInlineSnapshot(`
    "poolwright: empty.json is empty: its shard has printed nothing
    "
  `);
  expect(await says('1.json', 'broken.json')).toMatchInlineSnapshot(`
    "poolwright: broken.json is no JSON
    "
  `);
  expect(await says('1.json', 'other.json')).toMatchInlineSnapshot(`
    "poolwright: other.json is no report of poolwright: write it with \`--format json\`
    "
  `);
  expect(await says('1.json', 'damaged.json')).toMatchInlineSnapshot(`
    "poolwright: damaged.json is damaged: \`shard.index\` should be a whole number, 0 or more
    "
  `);
  expect(await says('1.json', 'nowhere.json')).toMatchInlineSnapshot(`
    "poolwright: cannot read nowhere.json: no such file or folder
    "
  `);
});

test('without the files there are no frames, which is said', async () => {
  const files = { 'clusters/a.yaml': 'karpenter: {node_pools: {default: {limts: {}}}}\n' };
  const repository = await poolwright(['check'], { files });
  await report(repository, ['check', '--shard', '1/1'], '1.json');
  repository.write('clusters/a.yaml', '# gone\n');
  const { code, stdout, stderr } = await repository.again(['merge', '1.json']);
  expect(code).toBe(1);
  expect(stderr).toBe('note: without clusters/a.yaml as the shards read them, findings there show no code\n');
  expect(stdout).toContain('limts');
  expect(stdout).not.toContain('node_pools: {default');
});

test.each([
  [['check', '--shard', '1/2', '--manifests', 'x.yaml']],
  [['check', '--shard', '1/2', '--fix']],
  [['check', '--shard', '3/2']],
  [['check', '--shard', '0/2']],
  [['check', '--shard', '2']],
  [['check', '--jobs', '0']],
  [['synth', '--shard', '1/2', '--out', '-']],
])('%j is refused', async (args) => {
  const { code, stderr } = await poolwright(args, { files: FILES });
  expect(code).toBe(2);
  expect(stderr).toMatchSnapshot();
});

test('a shard without definitions is fine: there may be more shards than clusters', async () => {
  const repository = await poolwright(['--version'], { files: FILES });
  for (let i = 1; i <= 5; i++) await report(repository, ['check', '--shard', `${i}/5`], `reports/${i}.json`);
  const { code, stdout } = await repository.again(['merge', 'reports']);
  expect(code).toBe(0);
  expect(stdout).toBe((await repository.again(['check'])).stdout);
});
