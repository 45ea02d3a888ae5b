import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { transformSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Block, blocksOf } from './markdown.ts';
import { readPage } from './pages.ts';

/** The programs of docs/constructs.md type-check against the built package, and run. */
const BLOCKS = blocksOf(readPage('docs/constructs.md')).filter(({ test }) => test.length > 0);
const PROGRAMS = BLOCKS.filter(({ language }) => language === 'ts' || language === 'js');

let folder: string;

beforeAll(() => {
  if (!existsSync('lib/constructs/index.js')) throw new Error('lib/ is missing: run `npm run build` first');
  folder = mkdtempSync(path.join(tmpdir(), 'poolwright-docs-app-'));
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(process.cwd(), path.join(folder, 'node_modules', 'poolwright'));
  for (const name of ['cdk8s', 'cdk8s-plus-28', 'constructs', '@types']) {
    symlinkSync(path.resolve('node_modules', name), path.join(folder, 'node_modules', name));
  }
  write('package.json', '{"type": "module"}');
  write(
    'tsconfig.json',
    JSON.stringify({ compilerOptions: { module: 'NodeNext', strict: true, noEmit: true, types: ['node'] } }),
  );
  for (const block of BLOCKS) write(nameOf(block), block.text);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the programs of docs/constructs.md', () => {
  it('type-check', () => {
    const tsc = path.resolve('node_modules/typescript/bin/tsc');
    expect(run(tsc, '-p', 'tsconfig.json')).toEqual({ failed: false, printed: '' });
  });

  it.each(PROGRAMS.map((block) => [nameOf(block), block] as const))('run: %s', (name, block) => {
    const { failed, printed } = run(script(name, block));
    const [kind, word = ''] = block.test;
    expect(failed, printed).toBe(kind === 'throws');
    if (kind === 'throws') expect(printed).toContain(word);
    expect(writtenKinds()).toEqual(
      block.test.includes('gives') ? block.test.slice(block.test.indexOf('gives') + 1) : [],
    );
  });
});

/** Kinds of the objects that a program wrote, which are gone afterwards. */
function writtenKinds(): readonly string[] {
  const manifest = path.join(folder, 'dist/pools.k8s.yaml');
  if (!existsSync(manifest)) return [];
  const kinds = readFileSync(manifest, 'utf8').matchAll(/^kind: (.*)$/gm);
  rmSync(manifest);
  return [...kinds].map((match) => match[1] ?? '');
}

function nameOf({ test: [kind, name = ''], line }: Block): string {
  return kind === 'file' ? name : `block-${line}.ts`;
}

function write(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), text);
}

/** A JavaScript file that node runs. */
function script(name: string, { language, text }: Block): string {
  if (language === 'js') return name;
  const compiled = name.replace(/\.ts$/, '.js');
  write(compiled, transformSync(text, { loader: 'ts', format: 'esm' }).code);
  return compiled;
}

function run(...args: readonly string[]): { readonly failed: boolean; readonly printed: string } {
  try {
    const printed = execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
    return { failed: false, printed };
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
    return { failed: true, printed: stdout + stderr };
  }
}
