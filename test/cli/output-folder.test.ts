import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyOutputPlan, type OutputFs, readOutputFolder } from '../../src/cli/output-folder.ts';
import type { OutputPlanInput } from '../../src/render/output-plan.ts';
import { planOutput } from '../../src/render/plan-output.ts';
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

function run(input: Partial<OutputPlanInput>, operations?: OutputFs): readonly string[] {
  const plan = planOutput({
    folder: 'dist',
    rendered: [],
    failed: [],
    found: readOutputFolder(folder),
    ...input,
  });
  applyOutputPlan(folder, plan, operations);
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
    return [path, readdirSync(full).length === 0 ? '<empty folder>' : '<folder>'] as const;
  });
  return Object.fromEntries(
    entries.filter(([, text]) => text !== '<folder>').sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function filesOf({ rendered: [cluster] }: typeof FIRST): Readonly<Record<string, string>> {
  return Object.fromEntries((cluster?.files ?? []).map(({ path, text }) => [`production/${path}`, text]));
}

/** The real file system, which dies instead of performing operation number `limit`. */
class Mortal implements OutputFs {
  readonly #limit: number;
  operations = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  makeFolder(path: string): void {
    this.#step();
    fs.mkdirSync(path, { recursive: true });
  }

  writeFile(path: string, text: string): void {
    // Half a file is what a killed process leaves.
    if (this.operations === this.#limit) fs.writeFileSync(path, text.slice(0, text.length >> 1));
    this.#step();
    fs.writeFileSync(path, text);
  }

  rename(from: string, to: string): void {
    this.#step();
    fs.renameSync(from, to);
  }

  remove(path: string): void {
    this.#step();
    fs.rmSync(path, { force: true });
  }

  removeFolder(path: string): void {
    this.#step();
    fs.rmdirSync(path);
  }

  #step(): void {
    if (this.operations++ === this.#limit) throw new Error('killed');
  }
}

/** Runs `input`, killed at operation 0, 1, 2 … until it survives; `after` looks at each outcome. */
function killEverywhere(before: () => void, input: Partial<OutputPlanInput>, after: () => void): number {
  for (let limit = 0; ; limit++) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    before();
    const mortal = new Mortal(limit);
    let survived = true;
    try {
      run(input, mortal);
    } catch (error) {
      expect((error as Error).message).toBe('killed');
      survived = false;
    }
    after();
    if (survived) return limit;
  }
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
    const mortal = new Mortal(0);
    run(FIRST, mortal);
    expect(mortal.operations).toBe(0);
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
    expect(readOutputFolder(folder).map(({ cluster }) => cluster)).toEqual(['a', 'b']);
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
    applyOutputPlan(folder, plan);
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
});

describe('a run that is killed', () => {
  const sameOutputAs = (expected: typeof FIRST, input: Partial<OutputPlanInput>) => () => {
    const reported = run(input);
    expect(reported.filter((message) => !message.startsWith('PW6104'))).toEqual([]);
    expect(contents()).toEqual(filesOf(expected));
  };

  it('is completed by the same run, wherever it was killed', () => {
    const kills = killEverywhere(() => run(FIRST), SECOND, sameOutputAs(SECOND, SECOND));
    // Folder, record, file, removal, record: two operations for each write.
    expect(kills).toBe(9);
  });

  it('is completed by another run, wherever it was killed', () => {
    killEverywhere(() => run(FIRST), SECOND, sameOutputAs(FIRST, FIRST));
  });

  it('is completed when it was the first', () => {
    killEverywhere(() => {}, FIRST, sameOutputAs(FIRST, FIRST));
  });

  it('never leaves a file that is neither the old nor the new one', () => {
    killEverywhere(
      () => run(FIRST),
      SECOND,
      () => {
        const now = contents();
        expect(['a1\n', 'a2\n']).toContain(now[`production/${A}`]);
        expect(['b1\n', undefined]).toContain(now[`production/${B}`]);
      },
    );
  });

  it('leaves no file of a vanished cluster behind in the end', () => {
    killEverywhere(
      () => run(FIRST),
      NOTHING,
      () => {
        run(NOTHING);
        expect(Object.values(contents()).filter((text) => text !== '<empty folder>')).toEqual([]);
      },
    );
  });
});
