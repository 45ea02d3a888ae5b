import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { resolveInputs } from '../../src/cli/resolve-inputs.ts';
import { UsageError } from '../../src/cli/usage-error.ts';

let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(path.join(tmpdir(), 'poolwright-inputs-'));
});

afterEach(() => {
  rmSync(cwd, { recursive: true, force: true });
});

function write(...files: readonly string[]): void {
  for (const file of files) {
    mkdirSync(path.dirname(path.join(cwd, file)), { recursive: true });
    writeFileSync(path.join(cwd, file), '');
  }
}

async function resolve(...args: readonly string[]): Promise<readonly string[]> {
  const { inputs } = await resolveInputs(args, cwd);
  return inputs.map(({ file, origin }) => `${origin}: ${path.relative(cwd, file)}`);
}

describe('without arguments', () => {
  test('reads the folder clusters, one level deep, without what starts with _ or a dot', async () => {
    write(
      'clusters/b.yaml',
      'clusters/a.yml',
      'clusters/_defaults.yaml',
      'clusters/.hidden.yaml',
      'clusters/README.md',
      'clusters/a/workloads/web.yaml',
    );
    mkdirSync(path.join(cwd, 'clusters/folder.yaml'));
    expect(await resolve()).toEqual(['folder: clusters/a.yml', 'folder: clusters/b.yaml']);
    expect((await resolveInputs([], cwd)).folders).toEqual([path.join(cwd, 'clusters')]);
  });

  test('takes k8s-clusters where there is no clusters', async () => {
    write('k8s-clusters/a.yaml');
    expect(await resolve()).toEqual(['folder: k8s-clusters/a.yaml']);
  });

  test('takes the one of both that has definitions, and refuses to choose', async () => {
    mkdirSync(path.join(cwd, 'clusters'));
    write('k8s-clusters/a.yaml');
    expect(await resolve()).toEqual(['folder: k8s-clusters/a.yaml']);
    write('clusters/b.yaml');
    await expect(resolve()).rejects.toThrow('there are definitions in `clusters` and `k8s-clusters`');
  });

  test('says what to do where there is neither', async () => {
    await expect(resolve()).rejects.toThrow(
      new UsageError('there is no folder `clusters`: name the definition files, or run `poolwright init`'),
    );
  });
});

describe('an argument', () => {
  test('can be a file, whatever it is called', async () => {
    write('x/_odd.txt');
    expect(await resolve('x/_odd.txt')).toEqual(['argument: x/_odd.txt']);
  });

  test('can be a folder', async () => {
    write('x/a.yaml');
    expect(await resolve('x/')).toEqual(['folder: x/a.yaml']);
  });

  test('can be the name of a cluster', async () => {
    write('clusters/production.yml');
    expect(await resolve('production')).toEqual(['argument: clusters/production.yml']);
  });

  test('can be a pattern that no shell has expanded', async () => {
    write('x/a.yaml', 'x/b.yaml', 'x/_defaults.yaml', 'x/c.md');
    expect(await resolve('x/*')).toEqual(['folder: x/a.yaml', 'folder: x/b.yaml']);
    await expect(resolve('y/*.yaml')).rejects.toThrow('no definition file matches `y/*.yaml`');
  });

  test('can be the standard input', async () => {
    expect((await resolveInputs(['-'], cwd)).inputs).toEqual([{ file: '-', origin: 'argument' }]);
  });

  test('that is a folder without definitions is refused', async () => {
    write('x/_defaults.yaml');
    await expect(resolve('x')).rejects.toThrow('there are no definition files in `x`');
  });

  test('can follow a symbolic link', async () => {
    write('real/a.yaml');
    symlinkSync('real', path.join(cwd, 'link'));
    expect(await resolve('link')).toEqual(['folder: link/a.yaml']);
  });

  test('that is nothing of that is refused, with the nearest name', async () => {
    write('clusters/production.yaml');
    await expect(resolve('prodution')).rejects.toThrow(
      'no such file, folder or cluster: `prodution`; did you mean `production`?',
    );
    await expect(resolve('clusters/prodution.yaml')).rejects.toThrow(
      'did you mean `clusters/production.yaml`?',
    );
    await expect(resolve('somewhere/else.yaml')).rejects.toThrow(
      /^no such file, folder or cluster: `somewhere\/else\.yaml`$/,
    );
  });
});

test('a file in a folder that is also named counts once, as an argument', async () => {
  write('clusters/a.yaml', 'clusters/b.yaml');
  const both = ['argument: clusters/a.yaml', 'folder: clusters/b.yaml'];
  expect(await resolve('clusters', 'clusters/a.yaml')).toEqual(both);
  expect(await resolve('clusters/a.yaml', 'clusters')).toEqual(both);
});
