import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { DISK } from '../../../src/cli/files/disk.ts';
import type { FileTree } from '../../../src/cli/files/file-tree.ts';
import { GitProcess } from '../../../src/cli/files/git-process.ts';
import { GitRepository } from '../../../src/cli/files/git-repository.ts';
import { GIT_ENV, Repository } from './repository.ts';

const LIMIT = 1_000_000;

function treeOf({ root }: Repository, revision = 'HEAD'): FileTree {
  const repository = GitRepository.around(new GitProcess(root, GIT_ENV));
  if (repository === undefined) throw new Error('no repository');
  return repository.tree(repository.commit(revision));
}

function text(tree: FileTree, file: string): string {
  return Buffer.from(tree.read(file, LIMIT)).toString('utf8');
}

/** A link to nothing is an error with both. */
function kindIn(tree: FileTree, file: string): string | undefined {
  try {
    return tree.kindOf(file);
  } catch (error) {
    return /link to nothing|dangling link/.test(String(error)) ? 'link to nothing' : String(error);
  }
}

const ODD = ['a b.yaml', 'ünïcödé.yaml', 'quote"d.yaml', "it's.yaml", 'tab\there.yaml', 'line\nbreak.yaml'];

describe('what a commit holds is what is there when it is checked out', () => {
  const files = {
    'top.yaml': 'top',
    'clusters/web.yaml': 'web',
    'clusters/_defaults.yaml': 'defaults',
    'clusters/.hidden.yaml': 'hidden',
    'clusters/web/workloads/a.yaml': 'a',
    'clusters/web/workloads/deep/b.yml': 'b',
    'clusters/web/workloads/.dot/c.yaml': 'c',
    'clusters/web/workloads/[odd]/{d}.json': 'd',
    'clusters/linked': { link: 'web/workloads' },
    'clusters/linked.yaml': { link: '../top.yaml' },
    'clusters/gone.yaml': { link: 'nothing.yaml' },
    'clusters/chain.yaml': { link: 'linked.yaml' },
    'clusters/loop': { link: '.' },
    ...Object.fromEntries(ODD.map((name) => [`odd/${name}`, name])),
  };

  test('kinds, names, contents', () => {
    const repository = new Repository().write(files);
    repository.commit();
    const tree = treeOf(repository);
    const folders = ['', 'clusters', 'clusters/web', 'clusters/linked', 'clusters/linked/deep', 'odd'];
    for (const name of folders.map((one) => path.join(repository.root, one))) {
      const names = DISK.namesIn(name).filter((one) => one !== '.git');
      expect([...tree.namesIn(name)].sort()).toEqual([...names].sort());
      const inside = (one: string) => !one.startsWith(path.join(repository.root, '.git/'));
      expect([...tree.filesBelow(name)].sort()).toEqual(DISK.filesBelow(name).filter(inside).sort());
    }
    for (const name of [
      ...Object.keys(files),
      'none',
      'top.yaml/below',
      'clusters/linked/a.yaml',
      'clusters/..',
    ]) {
      const file = path.join(repository.root, name);
      const kind = kindIn(DISK, file);
      expect([name, kindIn(tree, file)]).toEqual([name, kind]);
      if (kind === 'file') {
        expect([name, text(tree, file)]).toEqual([name, text(DISK, file)]);
      }
    }
    expect(tree.rootOf([], '/elsewhere')).toBe(repository.root);
  });

  test('patterns', async () => {
    const repository = new Repository().write(files);
    repository.commit();
    const tree = treeOf(repository);
    const patterns = [
      '*.yaml',
      '**/*.yaml',
      '**',
      'web/**',
      'web/*',
      'web/workloads/**/*.{yaml,yml}',
      'web/workloads/*/',
      '{web,other}/**/b.yml',
      'linked/*',
      'linked/**',
      '*/deep/*.yml',
      '{w{e,x}b,other}/*',
      '**/gone*',
      'w?b/**',
      '[a-w]eb/workloads/[ab].yaml',
      '../odd/*',
      '../**/*e*.yaml',
      '../*.yaml',
      './web/../*.yaml',
      'web/workloads/\\[odd\\]/*',
      '.*',
      '**/.dot/*',
      'none/*',
    ];
    for (const folder of ['clusters', '', 'clusters/web']) {
      const cwd = path.join(repository.root, folder);
      for (const pattern of patterns.filter((one) => folder !== '' || !one.startsWith('..'))) {
        const found = [...(await tree.glob(pattern, cwd))].sort();
        const onDisk = (await DISK.glob(pattern, cwd)).filter((file) => !/\/\.git\//.test(file)).sort();
        expect([folder, pattern, found]).toEqual([folder, pattern, onDisk]);
      }
    }
    expect(await tree.glob('web/workloads/*.yaml', path.join(repository.root, 'clusters'))).toHaveLength(1);
  });
});
