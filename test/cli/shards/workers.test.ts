import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { crdText, OPEN_SPEC } from '../crds/small-crds.ts';
import { CLEAN, poolwright } from '../harness.ts';
import { bundledWorker } from './bundled-worker.ts';
import { repositories } from './random-repository.ts';
import { atDepth } from '../../at-depth.ts';

const RUNS = atDepth(3);
const worker = bundledWorker();
afterAll(worker.remove);

const MANY = Object.fromEntries(
  Array.from({ length: 130 }, (_, i) => [`clusters/c-${i}.yaml`, CLEAN] as const),
);

test.each([
  [['check', '--format', 'json']],
  [['check', '--format', 'text']],
  [['check', '--format', 'sarif']],
  [['check', '--shard', '1/2', '--format', 'json']],
  [['synth', '--format', 'json']],
  [['synth', '--check', '--format', 'json']],
  [['synth']],
])(
  '%j says and writes the same with workers as without',
  async (args) => {
    await fc.assert(
      fc.asyncProperty(repositories, fc.integer({ min: 2, max: 3 }), async (files, jobs) => {
        const alone = await poolwright([...args, '--jobs', '1'], { files });
        const together = await poolwright([...args, '--jobs', String(jobs)], {
          files,
          workers: worker.workers(),
        });
        expect(together.stdout).toBe(alone.stdout);
        expect(together.stderr).toBe(alone.stderr);
        expect(together.code).toBe(alone.code);
        expect(together.files()).toEqual(alone.files());
        for (const file of alone.files()) expect(together.read(file)).toBe(alone.read(file));
      }),
      { numRuns: RUNS },
    );
  },
  300_000,
);

test('objects are judged by CRDs in workers as without, and what they replace is found', async () => {
  const files = {
    ...Object.fromEntries(
      ['a', 'b', 'c'].map((name) => [`clusters/${name}.yaml`, CLEAN.replace('100', '50')]),
    ),
    'old/a.yaml': CLEAN,
    'crds/nodepools.yaml': crdText({
      spec: OPEN_SPEC,
      rules: [
        '{rule: has(self.weight)}',
        '{rule: self.limits.cpu == oldSelf.limits.cpu, message: immutable}',
      ],
    }),
  };
  const args = ['check', '--crds', 'crds', '--base', 'old', '--format', 'json', '--jobs'];
  const alone = await poolwright([...args, '1'], { files });
  const together = await poolwright([...args, '2'], { files, workers: worker.workers() });
  expect(together.stdout).toBe(alone.stdout);
  expect(alone.stdout.match(/"code": "PW98\d\d"/g)?.sort()).toEqual(
    ['PW9803', 'PW9803', 'PW9803', 'PW9804', 'PW9812'].map((code) => `"code": "${code}"`),
  );
});

test('many definitions are spread without being asked, with progress where somebody looks', async () => {
  let started = 0;
  const { parallelism, start } = worker.workers();
  const counting = { parallelism, start: (order: unknown) => (started++, start(order)) };
  const { code, stderr } = await poolwright(['check'], { files: MANY, workers: counting, columns: 80 });
  expect(code).toBe(0);
  expect(started).toBe(2);
  expect(stderr).toContain('compiled 130 of 130 definitions');
});

test('a few definitions are not worth a worker, and the standard input is read by one', async () => {
  const start = () => {
    throw new Error('no worker was needed');
  };
  const workers = { parallelism: 8, start };
  const few = { 'clusters/a.yaml': CLEAN, 'clusters/b.yaml': CLEAN };
  const stdin = CLEAN.replace('poolwright:', 'poolwright:\n  cluster: piped');
  expect(await poolwright(['check'], { files: few, workers })).toMatchObject({ code: 0 });
  const args = ['check', '-', 'clusters/a.yaml', '--jobs', '2'];
  expect(await poolwright(args, { files: few, stdin, workers })).toMatchObject({ code: 0 });
});

test('what a worker cannot hold is done without it', async () => {
  const workers = worker.workers({ maxOldGenerationSizeMb: 10 });
  const { code, stdout } = await poolwright(['check', '--jobs', '2'], { files: MANY, workers });
  expect(code).toBe(0);
  expect(stdout).toContain('130 clusters');
});

test('a usage error of a worker ends the run like one of ours', async () => {
  const files = { 'clusters/a.yaml': CLEAN, 'clusters/b.yaml': CLEAN };
  const workers = worker.workers();
  const vanishing = {
    ...workers,
    start: (order: unknown) => workers.start({ ...(order as object), cwd: '/nowhere' }),
  };
  const { code, stderr } = await poolwright(['check', '--jobs', '2'], { files, workers: vanishing });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr:
      'poolwright: there is no folder `clusters`: name the definition files, or run `poolwright init`\n',
  });
});

test('a bug in a worker is an internal error, with its stack', async () => {
  const files = { 'clusters/a.yaml': CLEAN, 'clusters/b.yaml': CLEAN };
  const workers = worker.workers();
  const broken = { ...workers, start: (order: unknown) => workers.start({ ...(order as object), job: {} }) };
  const { code, stderr } = await poolwright(['check', '--jobs', '2', '--debug'], { files, workers: broken });
  expect(code).toBe(70);
  expect(stderr).toContain('internal error');
  expect(stderr).toContain('worker');
});
