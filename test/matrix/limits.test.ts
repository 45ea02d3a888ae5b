import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BundledProgram, bundledProgram } from '../cli/bundled-program.ts';
import { CLEAN } from '../cli/harness.ts';

/** What a small machine has. Whoever reads without a limit ends here. */
const HEAP_MB = 1_500;
const MIB = 2 ** 20;

let program: BundledProgram;
let folder: string;

beforeAll(() => {
  program = bundledProgram();
  folder = mkdtempSync(path.join(tmpdir(), 'poolwright-limits-'));
  mkdirSync(path.join(folder, '.git'));
  write('def.yaml', CLEAN);
});

afterAll(() => {
  program.remove();
  rmSync(folder, { recursive: true, force: true });
});

function write(file: string, content: string | Uint8Array): void {
  writeFileSync(path.join(folder, file), content);
}

const SETTINGS =
  'poolwright: {region: eu-west-1, zones: [eu-west-1a], node_class: {ami: al2023@v20260715}}\n';
const pools = (count: number) => Array.from({ length: count }, (_, i) => `  p${i}: {}\n`).join('');
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const workload = (replicas: number) =>
  `{apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec: {replicas: ${replicas}, template: {spec: {containers: [{name: c}]}}}}\n`;
const laughs = Array.from({ length: 40 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}, *a${i}]\n`).join(
  '',
);
const merges = Array.from(
  { length: 40 },
  (_, i) => `a${i + 1}: &a${i + 1} {<<: [*a${i}, *a${i}], k: *a${i}}\n`,
).join('');
/** Just below the limit in each document, and far above it in all of them. */
const manyLaughs = `---\na0: &a0 [x]\n${laughs.split('\n').slice(0, 12).join('\n')}\n`.repeat(200);
const deepBlock = Array.from({ length: 4_000 }, (_, i) => `${' '.repeat(i)}a:\n`).join('');

interface Case {
  readonly name: string;
  readonly files: Readonly<Record<string, () => string | Uint8Array>>;
  readonly args: readonly string[];
  readonly code: 1 | 2;
  /** What names the file, the limit and the way out. */
  readonly says: RegExp;
}

const CASES: readonly Case[] = [
  {
    name: 'a definition of 100 MB',
    files: { 'big.yaml': () => Buffer.alloc(100 * MIB, 'a: b # 789\n') },
    args: ['check', 'big.yaml'],
    code: 1,
    says: /PW1030.*larger than 16777216 bytes[^]*big\.yaml[^]*Split it/,
  },
  {
    name: 'a dump of 300 MB',
    files: { 'big.json': () => Buffer.alloc(300 * MIB, '{"a": 1}\n') },
    args: ['plan', 'def.yaml', '-f', 'big.json'],
    code: 1,
    says: /PW1030.*larger than 268435456 bytes[^]*big\.json/,
  },
  {
    name: 'a definition of more than a million values',
    files: { 'many.yaml': () => `${SETTINGS}x: [${'a,'.repeat(1_750_000)}]\n` },
    args: ['check', 'many.yaml'],
    code: 1,
    says: /PW1031.*more than 1000000 values[^]*many\.yaml[^]*Split it/,
  },
  ...[
    ['many.json', `{"items": [${'{},'.repeat(30_000_000)}{}]}`],
    ['many.yaml', `items: [${'[],'.repeat(30_000_000)}]`],
  ].map(
    ([file = '', text = '']): Case => ({
      name: `a dump of 30 million values, ${file}`,
      files: { [file]: () => text },
      args: ['plan', 'def.yaml', '-f', file],
      code: 1,
      says: new RegExp(`PW1031.*more than 20000000 commas[^]*${file}[^]*Split it`),
    }),
  ),
  {
    name: 'manifests of 100 MB that the careful reader has to take',
    files: { 'big.yaml': () => Buffer.alloc(100 * MIB, 'a: b # 789\n') },
    args: ['check', '--manifests', 'big.yaml'],
    code: 1,
    says: /PW1030.*16777216[^]*big\.yaml/,
  },
  {
    name: 'a catalogue of 100 MB',
    files: { 'own.json': () => Buffer.alloc(100 * MIB, ' ') },
    args: ['catalogue', 'list', '--catalogue', 'own.json'],
    code: 2,
    says: /own\.json.*larger than/,
  },
  {
    name: 'a CRD of 100 MB',
    files: { 'crd.yaml': () => Buffer.alloc(100 * MIB, 'a: b # 789\n') },
    args: ['check', 'def.yaml', '--crds', 'crd.yaml'],
    code: 2,
    says: /crd\.yaml.*larger than/,
  },
  {
    name: 'a review of 100 MB',
    files: { 'review.json': () => Buffer.alloc(100 * MIB, ' ') },
    args: ['comment', 'review.json', '--forge', 'github', '--dry-run'],
    code: 2,
    says: /review\.json.*larger than/,
  },
  {
    name: 'a report of 300 MB',
    files: { 'shard.json': () => Buffer.alloc(300 * MIB, ' ') },
    args: ['merge', 'shard.json'],
    code: 2,
    says: /shard\.json.*larger than/,
  },
  {
    name: 'a gzip bomb',
    files: { 'bomb.tgz': () => gzipSync(Buffer.alloc(300 * MIB)) },
    args: ['check', 'def.yaml', '--crds', 'bomb.tgz'],
    code: 2,
    says: /bomb\.tgz.*unpacks to more than/,
  },
  ...[
    ['aliases of aliases', `a0: &a0 [x]\n${laughs}`, 'PW1031'],
    ['merges of merges', `a0: &a0 {x: 1}\n${merges}`, 'PW1031'],
    ['laughs in every document', manyLaughs, 'PW1031'],
    ['100,000 brackets', `a: ${nested(100_000)}`, 'PW1032'],
    ['100,000 maps', `a: ${'{a: '.repeat(100_000)}`, 'PW1032'],
    ['blocks in blocks', deepBlock, 'PW1032'],
  ].flatMap(([name = '', text = '', code = '']): readonly Case[] =>
    [
      ['check', 'a.yaml'],
      ['plan', 'def.yaml', '-f', 'a.yaml'],
      ['check', '--manifests', 'a.yaml'],
    ].map((args) => ({
      name: `${name}, by ${args.join(' ')}`,
      files: { 'a.yaml': () => text },
      args,
      code: 1,
      says: new RegExp(`${code}[^]*a\\.yaml`),
    })),
  ),
  {
    name: '100,000 levels of JSON, imported',
    files: { 'deep.json': () => `{"apiVersion": "v1", "kind": "List", "items": ${nested(100_000)}}` },
    args: ['import', 'deep.json'],
    code: 1,
    says: /PW1032[^]*deep\.json/,
  },
  {
    name: '100,000 levels of a catalogue',
    files: { 'own.json': () => nested(100_000) },
    args: ['catalogue', 'import', 'own.json'],
    code: 1,
    says: /PW5010.*own\.json.*deeper than 100 levels/,
  },
  {
    name: '100,000 levels of a report',
    files: { 'shard.json': () => nested(100_000) },
    args: ['merge', 'shard.json'],
    code: 2,
    says: /shard\.json is nested more than 100 levels deep/,
  },
  {
    name: '100,000 pools',
    files: { 'pools.yaml': () => `${SETTINGS}node_pools:\n${pools(100_000)}` },
    args: ['check', 'pools.yaml'],
    code: 1,
    says: /PW2009.*100000 node pools, more than 5000[^]*pools\.yaml[^]*Split/,
  },
  {
    name: '30,000 pools in many clusters',
    files: {
      'clusters.yaml': () =>
        Array.from(
          { length: 30 },
          (_, i) => `---\npoolwright: {cluster: c${i}}\nnode_pools:\n${pools(1_000)}`,
        ).join(''),
    },
    args: ['check', 'clusters.yaml', '--max-findings', '5'],
    code: 1,
    says: /PW2009.*more than 20000 node pools[^]*clusters\.yaml[^]*Split/,
  },
  {
    name: 'a million replicas',
    files: { 'w.yaml': () => workload(1_000_000) },
    args: ['plan', 'def.yaml', '-f', 'w.yaml'],
    code: 1,
    says: /PW7021.*200,000 pods[^]*w\.yaml[^]*1,000,000 pods are left out/,
  },
  {
    name: 'a billion replicas',
    files: { 'w.yaml': () => workload(1_000_000_000) },
    args: ['plan', 'def.yaml', '-f', 'w.yaml'],
    code: 1,
    says: /PW7021/,
  },
];

it.each(CASES)('$name: told, with the file and the limit', ({ files, args, code, says }) => {
  for (const [file, content] of Object.entries(files)) write(file, content());
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    [`--max-old-space-size=${HEAP_MB}`, path.join(program.bin, 'main.js'), ...args],
    { cwd: folder, encoding: 'utf8', maxBuffer: 64 * MIB, env: { ...process.env, NO_COLOR: '1' } },
  );
  const said = stdout + stderr;
  expect({ status, signal, said: said.slice(0, 2_000) }).toMatchObject({ status: code, signal: null });
  expect(said).toMatch(says);
  expect(said).not.toMatch(/\n {4}at |internal error|heap limit/);
});

it('a text scalar of 10 MB is no problem', () => {
  write('scalar.yaml', `${CLEAN}x: ${'a'.repeat(10 * MIB)}\n`);
  const { status, stdout } = spawnSync(
    process.execPath,
    [`--max-old-space-size=${HEAP_MB}`, path.join(program.bin, 'main.js'), 'check', 'scalar.yaml'],
    { cwd: folder, encoding: 'utf8' },
  );
  expect([status, stdout]).toEqual([0, expect.stringContaining('2 infos in 1 cluster')]);
});

it('a standard input without end is read no further than it counts', async () => {
  const child = spawn(process.execPath, [path.join(program.bin, 'main.js'), 'check', '-'], { cwd: folder });
  const chunk = Buffer.alloc(MIB, 'a: b # 789\n');
  let sent = 0;
  // The program closes its end as soon as it knows.
  child.stdin.on('error', () => undefined);
  const feed = () => {
    if (child.stdin.destroyed || child.exitCode !== null) return;
    sent += chunk.length;
    child.stdin.write(chunk, (error) => {
      if (error === undefined || error === null) feed();
    });
  };
  feed();
  let said = '';
  child.stdout.on('data', (data: Buffer) => (said += data.toString('utf8')));
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(code).toBe(1);
  expect(said).toMatch(/PW1030.*16777216[^]*<stdin>/);
  expect(sent).toBeLessThan(40 * MIB);
});
