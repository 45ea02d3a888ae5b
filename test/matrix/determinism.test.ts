import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BundledProgram, bundledProgram } from '../cli/bundled-program.ts';
import { checkout, textsBelow } from './checkout.ts';
import { NODE_VERSIONS, nodeBinary } from './node-binaries.ts';

interface World {
  /** What differs from the world that all are compared with. */
  readonly name: string;
  /** @default the version that runs the tests */
  readonly node?: string;
  readonly locale?: string;
  readonly timeZone?: string;
  /** Seed of the order in which folders list their names. */
  readonly shuffle?: number;
  readonly crlf?: true;
  /** Of the repository. */
  readonly folder?: string;
  /** Below the repository, to run in. */
  readonly cwd?: string;
  readonly umask?: number;
}

const [oldest, middle, newest] = NODE_VERSIONS;

/** Each way to differ alone, where the reason of a difference would be plain, and three worlds that differ in all. */
const WORLDS: readonly World[] = [
  { name: `Node ${oldest}`, node: oldest },
  { name: `Node ${middle}`, node: middle },
  { name: `Node ${newest}`, node: newest },
  { name: 'German', locale: 'de_DE.UTF-8' },
  { name: 'Turkish', locale: 'tr_TR.UTF-8' },
  { name: 'Kiribati', timeZone: 'Pacific/Kiritimati' },
  { name: 'Newfoundland', timeZone: 'America/St_Johns' },
  { name: 'another order of files', shuffle: 1 },
  { name: 'carriage returns', crlf: true },
  { name: 'another folder', folder: 'Größe mit Leerzeichen/x' },
  { name: 'from a folder below', cwd: 'below/deep' },
  { name: 'umask 077', umask: 0o077 },
  {
    name: 'all, 1',
    node: oldest,
    locale: 'tr_TR.UTF-8',
    timeZone: 'Pacific/Kiritimati',
    shuffle: 2,
    crlf: true,
    folder: 'ı',
    umask: 0o027,
  },
  {
    name: 'all, 2',
    node: middle,
    locale: 'de_DE.UTF-8',
    timeZone: 'America/St_Johns',
    shuffle: 3,
    crlf: true,
    folder: 'ß',
  },
  {
    name: 'all, 3',
    node: newest,
    locale: 'tr_TR.UTF-8',
    timeZone: 'America/St_Johns',
    shuffle: 4,
    cwd: 'below',
    umask: 0,
  },
];

interface Result {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Outcome {
  readonly facts: { readonly node: string; readonly locale: string; readonly timeZone: string };
  readonly results: Readonly<Record<string, Result>>;
  readonly files: Readonly<Record<string, string>>;
}

let program: BundledProgram;
let expected: Outcome;

beforeAll(async () => {
  program = bundledProgram({ commands: 'test/cli/commands.ts' });
  expected = await visit({ name: 'the one that all are compared with' });
});

afterAll(() => program.remove());

async function visit(world: World): Promise<Outcome> {
  const { root, remove } = checkout({ crlf: world.crlf === true, name: world.folder ?? 'repository' });
  try {
    const cwd = path.join(root, world.cwd ?? '');
    mkdirSync(cwd, { recursive: true });
    const up = path.relative(cwd, root);
    const clusters = path.join(up, 'clusters');
    const head = path.join(clusters, 'production.yaml');
    const commands = {
      'check json': ['check', clusters, '--format', 'json'],
      'check text': ['check', clusters],
      synth: ['synth', clusters, '--out', path.join(up, 'out')],
      'synth json': ['synth', clusters, '--format', 'json'],
      'plan json': ['plan', head, '--format', 'json'],
      diff: ['diff', path.join(up, 'base/production.yaml'), head, '--format', 'markdown'],
      schema: ['schema'],
    };
    const { stdout, stderr } = await runIn(world, cwd, commands);
    expect(stderr).toBe('');
    return { ...(JSON.parse(stdout) as Omit<Outcome, 'files'>), files: textsBelow(path.join(root, 'out')) };
  } finally {
    remove();
  }
}

/** Without what is to be another: paths that the command line named, and texts that are quoted whole. */
function comparable(name: string, result: Result, { cwd, crlf }: World): Result {
  if (name === 'synth json' && crlf === true) return { ...result, stdout: withSources(result.stdout) };
  if (name !== 'diff' || cwd === undefined) return result;
  return { ...result, stdout: result.stdout.replaceAll(/(?:\.\.\/)+/g, '') };
}

/** With the sources of the world that all are compared with; those at hand differ in carriage returns only. */
function withSources(stdout: string): string {
  interface Sourced {
    sources: Record<string, { digest: string; text: string }>;
  }
  const compilation = JSON.parse(stdout) as Sourced;
  const { sources } = JSON.parse(expected.results['synth json']?.stdout ?? '') as Sourced;
  for (const [file, source] of Object.entries(compilation.sources)) {
    source.text = source.text.replaceAll('\r\n', '\n');
    source.digest = sources[file]?.digest ?? '';
  }
  return `${JSON.stringify(compilation, null, 2)}\n`;
}

function runIn(world: World, cwd: string, commands: Readonly<Record<string, readonly string[]>>) {
  const { node, locale = 'C.UTF-8', timeZone = 'UTC', shuffle, umask = 0o022 } = world;
  const binary = node === undefined ? process.execPath : (nodeBinary(node).program ?? '');
  const hook = shuffle === undefined ? [] : ['--import', path.resolve('test/matrix/shuffle-hook.mjs')];
  const args = [...hook, path.join(program.bin, 'commands.js'), JSON.stringify(commands)];
  const before = process.umask(umask);
  const child = spawn(binary, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      NO_COLOR: '1',
      LANG: locale,
      LC_ALL: locale,
      TZ: timeZone,
      ...(shuffle === undefined ? {} : { SHUFFLE: String(shuffle) }),
    },
  });
  process.umask(before);
  return new Promise<{ stdout: string; stderr: string }>((resolve, reject) => {
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject).on('close', () => resolve({ stdout, stderr }));
  });
}

describe('the same bytes', () => {
  it('are compared with something', () => {
    const codes = Object.fromEntries(
      Object.entries(expected.results).map(([name, { code }]) => [name, code]),
    );
    expect(codes).toEqual({
      'check json': 0,
      'check text': 0,
      synth: 0,
      'synth json': 0,
      'plan json': 0,
      diff: 0,
      schema: 0,
    });
    // The repository's own output, from the very same definitions.
    expect(expected.files).toEqual(textsBelow('dist'));
    expect(expected.facts).toMatchObject({ timeZone: 'UTC' });
  });

  describe.concurrent.each(WORLDS)('$name', (world) => {
    const missing = world.node === undefined ? undefined : nodeBinary(world.node).missing;
    const title = missing === undefined ? 'come out' : `come out (not compared: ${missing})`;
    it.skipIf(missing !== undefined)(title, async () => {
      const { facts, results, files } = await visit(world);
      // That the world is another one, and not only called so.
      if (world.node !== undefined) expect(facts.node).toBe(`v${world.node}`);
      if (world.timeZone !== undefined) expect(facts.timeZone).toBe(world.timeZone);
      if (world.locale !== undefined) expect(facts.locale).toBe(world.locale.slice(0, 5).replace('_', '-'));
      expect(files).toEqual(expected.files);
      for (const [name, result] of Object.entries(results)) {
        expect(comparable(name, result, world), name).toEqual(expected.results[name]);
      }
    });
  });
});
