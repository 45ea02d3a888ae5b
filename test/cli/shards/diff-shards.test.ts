import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { GIT_ENV, Repository } from '../files/repository.ts';
import { CLEAN, type CliResult, poolwright, runIn } from '../harness.ts';
import { bundledWorker } from './bundled-worker.ts';
import { type Files, repositories } from './random-repository.ts';
import { atDepth } from '../../at-depth.ts';

const RUNS = atDepth(10);
/** JSON has all that a review says; the others are written of the same, one of them for each pair of states. */
const OTHER_FORMATS = fc.constantFrom('text', 'markdown');
const worker = bundledWorker();
afterAll(worker.remove);

function below(folder: string, files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([file, text]) => [`${folder}/${file}`, text]));
}

/** Head is often base with a few other files. */
const pairs = fc
  .tuple(repositories, repositories, fc.constantFrom(0, 1, 3))
  .map(([base, other, changes]): { readonly base: Files; readonly head: Files } => ({
    base,
    head: changes === 0 ? other : { ...base, ...Object.fromEntries(Object.entries(other).slice(0, changes)) },
  }));

async function shardReports(repository: CliResult, args: readonly string[], of: number): Promise<string[]> {
  const names: string[] = [];
  for (let i = 1; i <= of; i++) {
    const { stdout } = await repository.again([...args, '--shard', `${i}/${of}`, '--format', 'json']);
    repository.write(`reports/${i}.json`, stdout);
    names.push(`reports/${i}.json`);
  }
  return names;
}

test('a review in shards, merged, is the review of all, in every format', async () => {
  await fc.assert(
    fc.asyncProperty(
      pairs,
      fc.integer({ min: 1, max: 4 }),
      OTHER_FORMATS,
      async ({ base, head }, of, other) => {
        const files = { ...below('base', base), ...below('head', head) };
        const repository = await poolwright(['--version'], { files });
        const args = ['diff', 'base', 'head'];
        const reports = await shardReports(repository, args, of);
        for (const format of ['json', other]) {
          const whole = await repository.again([...args, '--format', format]);
          const merged = await repository.again(['merge', ...reports, '--format', format]);
          expect(merged).toMatchObject({ stdout: whole.stdout, code: whole.code, stderr: '' });
        }
      },
    ),
    { numRuns: RUNS },
  );
}, 300_000);

test('a review with workers is the review without', async () => {
  await fc.assert(
    fc.asyncProperty(pairs, fc.integer({ min: 2, max: 3 }), async ({ base, head }, jobs) => {
      const files = { ...below('base', base), ...below('head', head) };
      const repository = await poolwright(['--version'], { files });
      const args = ['diff', 'base', 'head', '--format', 'json'];
      const alone = await repository.again([...args, '--jobs', '1']);
      const together = await repository.again([...args, '--jobs', String(jobs)], {
        workers: worker.workers(),
      });
      expect(together).toMatchObject({ stdout: alone.stdout, code: alone.code, stderr: alone.stderr });
    }),
    { numRuns: RUNS },
  );
}, 300_000);

test('a cluster that moves to another file stays one, whatever shard has the files', async () => {
  const named = (name: string) => CLEAN.replace('poolwright:', `poolwright:\n  cluster: ${name}`);
  const files = {
    'base/clusters/a.yaml': named('one'),
    'base/clusters/b.yaml': named('two'),
    'base/clusters/c.yaml': CLEAN,
    'head/clusters/a.yaml': named('two'),
    'head/clusters/b.yaml': named('one'),
    'head/clusters/c.yaml': CLEAN,
  };
  const repository = await poolwright(['--version'], { files });
  const reports = await shardReports(repository, ['diff', 'base', 'head'], 3);
  const { stdout } = await repository.again(['merge', ...reports, '--format', 'json']);
  expect(stdout).toBe((await repository.again(['diff', 'base', 'head', '--format', 'json'])).stdout);
  expect(JSON.parse(stdout)).toMatchObject({ summary: { clusters: { unchanged: 3 } } });
});

test('commits are compared in shards and by workers as well', async () => {
  const repository = new Repository().write({ 'clusters/a.yaml': CLEAN, 'clusters/b.yaml': CLEAN });
  repository.commit('one');
  repository.write({ 'clusters/b.yaml': CLEAN.replace('cpu: 100', 'cpu: 50') }).commit('two');
  const run = (args: readonly string[]) =>
    runIn(repository.root, args, { workers: worker.workers(), env: GIT_ENV });
  const whole = await run(['diff', 'HEAD~1', 'HEAD', '--format', 'json', '--jobs', '1']);
  expect((await run(['diff', 'HEAD~1', 'HEAD', '--format', 'json', '--jobs', '2'])).stdout).toBe(
    whole.stdout,
  );
  const files: string[] = [];
  for (const shard of ['1/2', '2/2']) {
    const { stdout, write } = await run(['diff', 'HEAD~1', 'HEAD', '--format', 'json', '--shard', shard]);
    const name = `${shard.replace('/', '-')}.json`;
    write(name, stdout);
    files.push(name);
  }
  expect((await run(['merge', ...files, '--format', 'json'])).stdout).toBe(whole.stdout);
  // Another commit is another run.
  repository.write({ 'clusters/a.yaml': `${CLEAN}# edited\n` }).commit('three');
  const { stdout, write } = await run(['diff', 'HEAD~1', 'HEAD', '--format', 'json', '--shard', '2/2']);
  write('later.json', stdout);
  const refused = await run(['merge', '1-2.json', 'later.json']);
  expect({ code: refused.code, stderr: refused.stderr }).toEqual({
    code: 2,
    stderr:
      'poolwright: 1-2.json and later.json are not of one run: the definitions were not the same files with the same texts\n',
  });
});

test.each([
  [['diff', '-', 'head', '--shard', '1/2']],
  [['diff', 'base', 'head', '--nodes', 'nodes.json', '--shard', '1/2']],
])('%j is refused', async (args) => {
  const files = { 'base/clusters/a.yaml': CLEAN, 'head/clusters/a.yaml': CLEAN, 'nodes.json': '{}' };
  const { code, stderr } = await poolwright(args, { files, stdin: CLEAN });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: 'poolwright: `--shard` divides definitions: compare dumps, compilations and pipes as a whole\n',
  });
});

test('the review of a shard is no comment', async () => {
  const files = { 'base/clusters/a.yaml': CLEAN, 'head/clusters/a.yaml': CLEAN };
  const repository = await poolwright(['--version'], { files });
  const [report = ''] = await shardReports(repository, ['diff', 'base', 'head'], 2);
  const { code, stderr } = await repository.again(['comment', report, '--forge', 'github', '--dry-run']);
  expect(code).toBe(2);
  expect(stderr).toContain('is the review of shard 1/2: join all of them with `poolwright merge` first');
});
