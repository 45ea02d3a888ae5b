import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyOutputPlan } from '../../src/cli/apply-output-plan.ts';
import { readOutputFolder } from '../../src/cli/output-folder.ts';
import type { OutputPlanInput } from '../../src/render/output-plan.ts';
import { planOutput } from '../../src/render/plan-output.ts';
import { install } from '../disk/fs-hook.mjs';
import { rendered } from '../render/disk.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'poolwright-output-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const A = 'karpenter/nodepool-a.yaml';
const B = 'karpenter/nodepool-b.yaml';
const FIRST = { rendered: [rendered('production', { DO_NOT_EDIT: '', [A]: 'a1\n', [B]: 'b1\n' })] };
const SECOND = { rendered: [rendered('production', { DO_NOT_EDIT: '', [A]: 'a2\n' })] };
const NOTHING = { rendered: [], removeVanished: true };

function run(input: Partial<OutputPlanInput>): readonly string[] {
  const plan = planOutput({
    folder: 'dist',
    rendered: [],
    failed: [],
    found: readOutputFolder(folder),
    ...input,
  });
  applyOutputPlan({ folder, name: 'dist' }, plan);
  return plan.diagnostics.map(({ code, message }) => `${code} ${message}`);
}

function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** Every file below the folder, and every folder that holds nothing. */
function contents(): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const full = join(entry.parentPath, entry.name);
    const path = full.slice(folder.length + 1).replaceAll('\\', '/');
    if (entry.isFile()) return [path, readFileSync(full, 'utf8')] as const;
    if (!entry.isDirectory()) return [path, '<link>'] as const;
    return [path, readdirSync(full).length === 0 ? '<empty folder>' : '<folder>'] as const;
  });
  return Object.fromEntries(
    entries.filter(([, text]) => text !== '<folder>').sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function filesOf({ rendered: [cluster] }: typeof FIRST): Readonly<Record<string, string>> {
  return Object.fromEntries((cluster?.files ?? []).map(({ path, text }) => [`production/${path}`, text]));
}

describe('the output folder', () => {
  it('holds what was rendered, and no temporary file', () => {
    expect(run(FIRST)).toEqual([]);
    expect(contents()).toEqual(filesOf(FIRST));
  });

  it('is made when it is not there, parents included', () => {
    folder = join(folder, 'deep', 'dist');
    run(FIRST);
    expect(contents()).toEqual(filesOf(FIRST));
  });

  it('is not written to when nothing changed', () => {
    run(FIRST);
    const steps: string[] = [];
    const uninstall = install((name) => void steps.push(name));
    run(FIRST);
    uninstall();
    expect(steps).toEqual([]);
  });

  it('loses the files that nothing renders any more, and keeps foreign ones', () => {
    run(FIRST);
    put('production/karpenter/notes.txt', 'mine');
    run(SECOND);
    expect(contents()).toEqual({ ...filesOf(SECOND), 'production/karpenter/notes.txt': 'mine' });
  });

  it('loses the whole folder of a vanished cluster', () => {
    run(FIRST);
    put('other/notes.txt', 'mine');
    run(NOTHING);
    expect(contents()).toEqual({ 'other/notes.txt': 'mine' });
  });

  it('keeps the folder of a vanished cluster as long as it holds foreign files', () => {
    run(FIRST);
    put('production/notes.txt', 'mine');
    expect(run(NOTHING)).toEqual(['PW6105 `dist/production` is kept although its cluster is gone']);
    expect(contents()).toEqual({ 'production/notes.txt': 'mine' });
  });

  it('reads only the clusters it is asked for', () => {
    put('a/x', '1');
    put('b/x', '1');
    put('loose', '1');
    expect(readOutputFolder(folder).map(({ cluster }) => cluster)).toEqual(['a', 'b', 'loose']);
    expect(readOutputFolder(folder, ['b', 'c'])).toEqual([
      { cluster: 'b', entries: [expect.objectContaining({ kind: 'file', path: 'x' })] },
      { cluster: 'c', entries: [] },
    ]);
  });

  it('notices merge conflicts', () => {
    run(FIRST);
    put(`production/${A}`, '<<<<<<< HEAD\na1\n=======\na3\n>>>>>>> branch\n');
    expect(run(SECOND)).toEqual([]);
    expect(contents()).toEqual(filesOf(SECOND));
  });

  it('leaves a file alone that has the name of a cluster', () => {
    put('production', 'mine');
    const plan = planOutput({
      folder: 'dist',
      failed: [],
      found: readOutputFolder(folder, ['production']),
      ...SECOND,
    });
    expect(new Set(plan.diagnostics.map(({ message }) => message))).toEqual(
      new Set(['`dist/production` is in the way: poolwright writes plain files and folders only']),
    );
    applyOutputPlan({ folder, name: 'dist' }, plan);
    expect(contents()).toEqual({ production: 'mine' });
  });

  it.skipIf(process.platform === 'win32')('never writes through a link', () => {
    put('elsewhere/target', 'mine');
    mkdirSync(join(folder, 'production'));
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'production', 'karpenter'));
    expect(run(FIRST)).toEqual([
      'PW6103 `dist/production/karpenter` is in the way: poolwright writes plain files and folders only',
      'PW6103 `dist/production/karpenter` is in the way: poolwright writes plain files and folders only',
    ]);
    expect(readdirSync(join(folder, 'elsewhere'))).toEqual(['target']);
  });

  it.skipIf(process.platform === 'win32')('neither writes nor removes through a link to the cluster', () => {
    put('elsewhere/.poolwright.json', JSON.stringify({ files: {} }));
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'production'));
    const inTheWay = 'PW6103 `dist/production` is in the way: poolwright writes plain files and folders only';
    expect(new Set(run(FIRST))).toEqual(new Set([inTheWay]));
    expect(run(NOTHING).join('\n')).not.toContain('production');
    expect(readdirSync(join(folder, 'elsewhere'))).toEqual(['.poolwright.json']);
  });

  it.skipIf(process.platform === 'win32')('does not replace a link that has the name of the record', () => {
    put('elsewhere', 'mine');
    mkdirSync(join(folder, 'production'));
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'production', '.poolwright.json'));
    expect(run(FIRST)).toEqual([
      'PW6103 `dist/production/.poolwright.json` is in the way: poolwright writes plain files and folders only',
    ]);
    expect(contents()).toEqual({ elsewhere: 'mine', 'production/.poolwright.json': '<link>' });
  });
});
