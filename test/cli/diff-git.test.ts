import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ReviewReport } from '../../src/report/review-contract.ts';
import { GIT_ENV, git, Repository, temporaryFolder } from './files/repository.ts';
import { CLEAN, type CliRun, runIn } from './harness.ts';

/** Another limit: one pool changes. */
const CHANGED = CLEAN.replace('cpu: 100', 'cpu: 50');
const WEB = 'clusters/web.yaml';

function diff({ root }: { readonly root: string }, args: readonly string[], options: CliRun = {}) {
  return runIn(root, ['diff', ...args], { env: GIT_ENV, ...options });
}

/** `web changed` for each cluster, or what went wrong. */
async function changes(
  repository: { readonly root: string },
  args: readonly string[],
  options?: CliRun,
): Promise<string> {
  const { code, stdout, stderr } = await diff(repository, [...args, '--format', 'json'], options);
  if (code === 2) return stderr;
  const { clusters } = JSON.parse(stdout) as ReviewReport;
  return clusters
    .map(({ name, change, baseFile }) =>
      [name, change, ...((baseFile ?? '') ? [`from ${baseFile}`] : [])].join(' '),
    )
    .join(', ');
}

function repositoryWith(first: string = CLEAN, second: string = CHANGED): Repository {
  const repository = new Repository().write({ [WEB]: first });
  repository.commit('one');
  repository.write({ [WEB]: second }).commit('two');
  return repository;
}

describe('a commit', () => {
  test('is compared with the working tree, or with another commit', async () => {
    const repository = repositoryWith();
    expect(await changes(repository, ['HEAD~1'])).toBe('web changed');
    expect(await changes(repository, ['HEAD'])).toBe('web unchanged');
    expect(await changes(repository, ['HEAD~1', 'HEAD'])).toBe('web changed');
    repository.write({ [WEB]: CLEAN });
    expect(await changes(repository, ['HEAD~1'])).toBe('web unchanged');
    expect(await changes(repository, ['HEAD'])).toBe('web changed');
  });

  test('is named with its full id', async () => {
    const repository = repositoryWith();
    const { stdout } = await diff(repository, ['HEAD~1', '--format', 'json']);
    const { base, head, arguments: words } = JSON.parse(stdout) as ReviewReport;
    expect(base).toEqual({
      name: 'git:HEAD~1',
      kind: 'git',
      commit: repository.git('rev-parse', 'HEAD~1').trim(),
    });
    expect(head).toEqual({ name: 'working tree', kind: 'files' });
    expect(words).toEqual(['diff', 'git:HEAD~1']);
  });

  test('of a pull request is where it left the branch it goes to', async () => {
    const repository = repositoryWith(CLEAN, CLEAN);
    repository.git('checkout', '--quiet', '-b', 'feature');
    repository.write({ [WEB]: CHANGED }).commit();
    repository.git('checkout', '--quiet', 'main');
    repository.write({ 'clusters/new.yaml': CLEAN }).commit();
    expect(await changes(repository, ['main', 'feature'])).toBe('web changed, new removed');
    expect(await changes(repository, ['main...feature'])).toBe('web changed');
    expect(await changes(repository, ['...feature'])).toBe('web changed');
    expect(await changes(repository, ['git:main...', 'feature'])).toBe('web changed, new removed');
    repository.git('checkout', '--quiet', 'feature');
    expect(await changes(repository, ['main...'])).toBe('web changed');
    const { stdout } = await diff(repository, ['main...', '--format', 'json']);
    expect((JSON.parse(stdout) as ReviewReport).arguments).toEqual(['diff', 'git:main...']);
    expect(await changes(repository, ['main...', 'main...'])).toContain(
      'give it as the base, and nothing else',
    );
    expect(await changes(repository, ['main..feature'])).toBe(
      'poolwright: name two states one by one (`poolwright diff main feature`), or where they parted (`main...feature`)\n',
    );
  });

  test('finds a renamed file by the name of its cluster, and a moved folder by its files', async () => {
    const named = CLEAN.replace('poolwright:\n', 'poolwright:\n  cluster: web\n');
    const repository = new Repository().write({ 'clusters/old.yaml': named, 'clusters/a.yaml': CLEAN });
    repository.commit();
    repository.git('mv', 'clusters/old.yaml', 'clusters/new.yaml');
    expect(await changes(repository, ['HEAD'])).toBe('a unchanged, web unchanged from clusters/old.yaml');
    repository.git('mv', 'clusters', 'k8s-clusters');
    expect(await changes(repository, ['HEAD'])).toBe(
      'a unchanged from clusters/a.yaml, web unchanged from clusters/old.yaml',
    );
  });

  test('finds a cluster that moved to another file', async () => {
    const one = (name: string) => CLEAN.replace('poolwright:\n', `poolwright:\n  cluster: ${name}\n`);
    const repository = new Repository().write({ 'clusters/both.yaml': `${one('a')}---\n${one('b')}` });
    repository.commit();
    repository.write({ 'clusters/both.yaml': one('b'), 'clusters/a.yaml': one('a') });
    expect(await changes(repository, ['HEAD'])).toBe('a unchanged from clusters/both.yaml, b unchanged');
    expect(await changes({ root: repository.root }, ['HEAD', '--definitions', 'clusters/a.yaml'])).toBe(
      'a added',
    );
  });

  test('need not have what the other one has', async () => {
    const repository = new Repository();
    repository.commit('empty');
    repository.write({ [WEB]: CLEAN }).commit();
    const added = await diff(repository, ['HEAD~1']);
    expect(added.stderr).toBe('git:HEAD~1 has no definitions: what head has is new\n');
    expect(await changes(repository, ['HEAD~1'])).toBe('web added');
    expect(await changes(repository, ['HEAD', 'HEAD~1'])).toBe('web removed');
    repository.write({ 'clusters/new.yaml': CLEAN });
    const args = ['HEAD', '--definitions', 'new', '--definitions', 'web'];
    expect(await changes(repository, args)).toBe('new added, web unchanged');
    expect(await changes(repository, ['HEAD', '--definitions', 'webb'])).toBe(
      'poolwright: no such file, folder or cluster: `webb`; did you mean `web`?\n',
    );
    expect(await changes(repository, ['HEAD~1', 'HEAD~1'])).toContain('there is no folder `clusters`');
  });

  test('has defaults, catalogues, workloads of its own', async () => {
    const repository = new Repository().write({
      'clusters/_defaults.yaml': 'poolwright: {region: eu-west-1}\n',
      [WEB]: CLEAN.replace('  region: eu-west-1\n', '  workloads: ["apps/**/*.yaml", extra]\n'),
      'clusters/apps/web/web.yaml': deployment('web', 2),
      'clusters/extra/more.yaml': deployment('more', 1),
    });
    repository.commit();
    expect(await pods(repository, ['HEAD'])).toEqual([3, 3]);
    repository
      .write({ 'clusters/apps/web/web.yaml': deployment('web', 5) })
      .remove('clusters/extra/more.yaml');
    expect(await pods(repository, ['HEAD'])).toEqual([3, 5]);
    repository.write({
      'clusters/_defaults.yaml': 'poolwright: {region: eu-central-1, zones: [eu-central-1a]}\n',
    });
    expect(await changes(repository, ['HEAD'])).toBe('web changed');
  });

  test('is read in a worktree, a subfolder, a bare clone', async () => {
    const repository = repositoryWith();
    const worktree = path.join(temporaryFolder(), 'tree');
    repository.git('worktree', 'add', '--quiet', worktree, 'HEAD~1');
    expect(await changes({ root: worktree }, ['main'])).toBe('web changed');
    expect(await changes({ root: worktree }, ['HEAD'])).toBe('web unchanged');
    const below = { cwd: 'clusters' };
    expect(await changes(repository, ['HEAD~1', '--definitions', 'web.yaml'], below)).toBe('web changed');
    expect(await changes(repository, ['HEAD~1', '--definitions', '.'], below)).toBe('web changed');
    const bare = path.join(temporaryFolder(), 'bare.git');
    git(repository.root, 'clone', '--quiet', '--bare', repository.root, bare);
    expect(await changes({ root: bare }, ['HEAD~1', 'HEAD'])).toBe('web changed');
    expect(await changes({ root: bare }, ['HEAD~1', 'HEAD', '--definitions', 'web'])).toBe('web changed');
    expect(await changes({ root: bare }, ['HEAD~1'])).toBe(
      'poolwright: a bare repository has no working tree: name a head\n',
    );
  });

  test('of a repository that variables name', async () => {
    const repository = repositoryWith();
    const elsewhere = temporaryFolder();
    const env = { ...GIT_ENV, GIT_DIR: path.join(repository.root, '.git'), GIT_WORK_TREE: repository.root };
    expect(await changes({ root: elsewhere }, ['HEAD~1', 'HEAD'], { env })).toContain(
      'is outside of the repository',
    );
    mkdirSync(path.join(elsewhere, 'clusters'));
    writeFileSync(path.join(elsewhere, WEB), CLEAN);
    const { GIT_WORK_TREE: _worktree, ...here } = env;
    expect(await changes({ root: elsewhere }, ['HEAD'], { env: here })).toBe('web changed');
    expect(await changes({ root: elsewhere }, ['HEAD~1'], { env: here })).toBe('web unchanged');
  });

  test('is read as it is stored: line ends make no difference', async () => {
    const repository = new Repository().write({ [WEB]: CLEAN });
    repository.commit();
    repository.git('config', 'core.autocrlf', 'true');
    repository.write({ [WEB]: CLEAN.replaceAll('\n', '\r\n') });
    expect(await changes(repository, ['HEAD'])).toBe('web unchanged');
    const { stdout } = await diff(repository, ['HEAD', '--format', 'json']);
    const { findings, resolved } = JSON.parse(stdout) as ReviewReport;
    expect([findings.filter(({ known }) => !known), resolved]).toEqual([[], []]);
  });

  test('may have any names', async () => {
    const repository = new Repository().write({
      'clusters/ünï "cödé".yaml': CLEAN.replace('poolwright:\n', 'poolwright:\n  cluster: odd\n'),
    });
    repository.git('config', 'core.quotepath', 'true');
    repository.commit();
    expect(await changes(repository, ['HEAD'])).toBe('odd unchanged');
    expect(await changes(repository, ['HEAD', '--definitions', 'clusters/ünï "cödé".yaml'])).toBe(
      'odd unchanged',
    );
  });

  test('follows links inside', async () => {
    const repository = new Repository().write({
      'shared/web.yaml': CLEAN,
      [WEB]: { link: '../shared/web.yaml' },
    });
    repository.commit();
    repository.write({ 'shared/web.yaml': CHANGED });
    expect(await changes(repository, ['HEAD'])).toBe('web changed');
  });
});

describe('what cannot be read is refused', () => {
  test('what is no commit', async () => {
    const repository = repositoryWith();
    expect(await changes(repository, ['mian'])).toBe(
      'poolwright: `mian` is neither a commit of this repository nor a file\n',
    );
    expect(await changes(repository, ['git:mian'])).toBe(
      'poolwright: `mian` is no commit of this repository\n',
    );
    expect(await changes(repository, ['web'])).toBe(
      'poolwright: `web` is neither a commit of this repository nor a file: to compare one cluster, name a commit, and the cluster with `--definitions web`\n',
    );
    expect(await changes(repository, ['HEAD:clusters'])).toContain(
      'name a commit, and its files with `--definitions`',
    );
    expect(await changes(repository, ['file:none'])).toBe('poolwright: no such file or folder: `none`\n');
    repository.git('update-ref', 'refs/remotes/origin/develop', 'HEAD');
    expect(await changes(repository, ['develop'])).toContain('; did you mean `origin/develop`?');
  });

  test('what looks like an option is none', async () => {
    const repository = repositoryWith();
    repository.git('update-ref', 'refs/heads/--output=x', 'HEAD~1');
    expect(await changes(repository, ['git:--output=x'])).toBe('web changed');
    expect(await changes(repository, ['git:--all'])).toBe(
      'poolwright: `--all` is no commit of this repository\n',
    );
    expect(readdirSync(repository.root).sort()).toEqual(['.git', 'clusters']);
  });

  test('a name that is a commit and a file', async () => {
    const repository = repositoryWith();
    repository.git('branch', 'clusters', 'HEAD~1');
    expect(await changes(repository, ['clusters'])).toBe(
      'poolwright: `clusters` is a commit and a folder: write `git:clusters` or `file:clusters`\n',
    );
    expect(await changes(repository, ['git:clusters'])).toBe('web changed');
    expect(await changes(repository, ['file:clusters'])).toBe('web unchanged');
    expect(await changes(repository, ['file:clusters', 'git:clusters'])).toBe('web changed');
  });

  test('a clone that lacks the commit says how to get it', async () => {
    const origin = repositoryWith();
    const clone = path.join(temporaryFolder(), 'clone');
    git(origin.root, 'clone', '--quiet', '--depth=1', `file://${origin.root}`, clone);
    expect(await changes({ root: clone }, ['HEAD'])).toBe('web unchanged');
    const history =
      'get its history (`git fetch --unshallow`; `fetch-depth: 0` for actions/checkout, `GIT_DEPTH: 0` on GitLab)';
    expect(await changes({ root: clone }, ['HEAD~1'])).toBe(
      `poolwright: \`HEAD~1\` is neither a commit of this repository nor a file: this clone is shallow, ${history}\n`,
    );
    expect(await changes({ root: clone }, ['origin/develop'])).toContain(
      '`git fetch --depth=1 origin develop`',
    );
    expect(await changes({ root: clone }, ['develop'])).toBe(
      `poolwright: \`develop\` is neither a commit of this repository nor a file: this clone is shallow, fetch it (\`git fetch --depth=1 origin develop\`), or ${history}\n`,
    );
  });

  test('lines of commits that never met, as far as a shallow clone knows', async () => {
    const origin = repositoryWith();
    origin.git('checkout', '--quiet', '-b', 'feature');
    origin.write({ [WEB]: `${CLEAN}# more\n` }).commit();
    origin.git('checkout', '--quiet', 'main');
    origin.write({ 'README.md': 'x' }).commit();
    const clone = path.join(temporaryFolder(), 'clone');
    git(origin.root, 'clone', '--quiet', '--depth=1', '--no-single-branch', `file://${origin.root}`, clone);
    expect(await changes({ root: clone }, ['origin/main...origin/feature'])).toContain(
      'poolwright: `origin/main` and `origin/feature` have no commit in common: this clone is shallow, get its history',
    );
    git(clone, 'fetch', '--quiet', '--unshallow');
    expect(await changes({ root: clone }, ['origin/main...origin/feature'])).toBe('web changed');
  });

  test('a blob that a partial clone lacks, without going to the network', async () => {
    const origin = repositoryWith();
    origin.git('config', 'uploadpack.allowFilter', 'true');
    const clone = path.join(temporaryFolder(), 'clone');
    git(origin.root, 'clone', '--quiet', '--filter=blob:none', `file://${origin.root}`, clone);
    const missing = await changes({ root: clone }, ['HEAD~1']);
    expect(missing).toMatch(
      /^poolwright: clusters\/web.yaml of git:HEAD~1 is missing in this partial clone, and nothing is fetched here: `git archive [0-9a-f]{40} > \/dev\/null` gets the files of that commit once\n$/,
    );
    const command = /`(git archive .*)`/.exec(missing)?.[1] ?? 'false';
    execFileSync('sh', ['-c', command], { cwd: clone, env: GIT_ENV });
    expect(await changes({ root: clone }, ['HEAD~1'])).toBe('web changed');
  });

  test('trees that a partial clone lacks', async () => {
    const origin = repositoryWith();
    origin.git('config', 'uploadpack.allowFilter', 'true');
    const clone = path.join(temporaryFolder(), 'clone');
    git(origin.root, 'clone', '--quiet', '--filter=tree:0', `file://${origin.root}`, clone);
    const missing = await changes({ root: clone }, ['HEAD~1']);
    expect(missing).toContain('poolwright: the files of git:HEAD~1 cannot be listed');
    execFileSync('sh', ['-c', /`(git archive .*)`/.exec(missing)?.[1] ?? 'false'], {
      cwd: clone,
      env: GIT_ENV,
    });
    expect(await changes({ root: clone }, ['HEAD~1'])).toBe('web changed');
  });

  test('what is in a submodule', async () => {
    const inner = repositoryWith(CLEAN, CLEAN);
    const repository = new Repository().write({
      'clusters/web.yaml': CLEAN.replace(
        'poolwright:\n',
        'poolwright:\n  workloads: ["../apps/**/*.yaml"]\n',
      ),
    });
    repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.root, 'inner');
    repository.commit();
    const refusal =
      'poolwright: `inner` is a submodule, whose files git:HEAD does not have: run poolwright in `inner` with a commit of it, or name definitions and workloads outside of it\n';
    expect(await changes(repository, ['HEAD', '--definitions', 'inner/clusters'])).toBe(refusal);
    expect(await changes(repository, ['HEAD', '--definitions', 'inner/clusters/web.yaml'])).toBe(refusal);
    expect(await changes(repository, ['HEAD', '--definitions', '**/*.yaml'])).toBe(refusal);
    expect(await changes(repository, ['HEAD'])).toBe('web unchanged');
    repository.git('mv', 'inner', 'apps');
    repository.commit();
    expect(await changes(repository, ['HEAD'])).toBe(refusal.replaceAll('inner', 'apps'));
    expect(await changes({ root: path.join(repository.root, 'apps') }, ['HEAD'])).toBe('web unchanged');
  });

  test('a link that leads out', async () => {
    const outside = path.join(temporaryFolder(), 'web.yaml');
    writeFileSync(outside, CLEAN);
    const why =
      'poolwright: cannot read clusters/web.yaml: a symbolic link leads out of the repository, to what git:HEAD does not have\n';
    for (const link of [outside, '../../web.yaml']) {
      const repository = new Repository().write({ [WEB]: { link } });
      repository.commit();
      expect(await changes(repository, ['HEAD', 'HEAD'])).toBe(why);
    }
    const loop = new Repository().write({ [WEB]: { link: 'web.yaml' } });
    loop.commit();
    expect(await changes(loop, ['HEAD', 'HEAD'])).toBe(
      'poolwright: cannot read clusters/web.yaml: too many symbolic links\n',
    );
  });

  test('a pointer of Git LFS', async () => {
    const pointer =
      'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n';
    const repository = new Repository().write({
      [WEB]: CLEAN.replace('poolwright:\n', 'poolwright:\n  workloads: [dump.json]\n'),
      'clusters/dump.json': pointer,
    });
    const commit = repository.commit();
    repository.write({ 'clusters/dump.json': JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [] }) });
    expect(await changes(repository, ['HEAD'])).toBe(
      `poolwright: clusters/dump.json is kept in Git LFS, and git:HEAD has only a pointer to it: check it out (\`git worktree add ../base ${commit}\`) and compare folders\n`,
    );
  });

  test('without git, or a repository', async () => {
    const { root } = repositoryWith();
    const env = { ...GIT_ENV, PATH: temporaryFolder() };
    expect(await changes({ root }, ['HEAD'], { env })).toBe(
      'poolwright: `git` is not installed, or not on the PATH: install it, or compare two folders or files instead\n',
    );
    expect(await changes({ root }, ['clusters'], { env })).toBe('web unchanged');
    const folder = temporaryFolder();
    cpSync(path.join(root, 'clusters'), path.join(folder, 'clusters'), { recursive: true });
    expect(await changes({ root: folder }, ['HEAD'])).toBe(
      'poolwright: `HEAD` is no file, and there is no git repository here\n',
    );
    expect(await changes({ root: folder }, ['git:HEAD'])).toBe(
      'poolwright: there is no git repository here\n',
    );
    expect(await changes({ root: folder }, [WEB])).toBe('web unchanged');
  });

  test('a repository of somebody else', async () => {
    const { root } = repositoryWith();
    const env = { ...GIT_ENV, GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' };
    expect(await changes({ root }, ['HEAD'], { env })).toBe(
      `poolwright: git does not read a repository that belongs to somebody else; if you trust it: \`git config --global --add safe.directory ${root}\`\n`,
    );
  });
});

describe('nothing is changed and nothing else is run', () => {
  test('every byte of the repository stays as it is, read-only or not', async () => {
    const repository = repositoryWith();
    repository.write({ [WEB]: `${CLEAN}# not committed\n` });
    const before = bytesBelow(repository.root);
    await diff(repository, ['HEAD~1']);
    await diff(repository, ['HEAD~1...HEAD', '--format', 'markdown']);
    expect(bytesBelow(repository.root)).toEqual(before);
  });

  test('git is asked a few times, however many files there are', async () => {
    const names = Array.from({ length: 4 }, (_, i) => `clusters/c${i}.yaml`);
    const repository = new Repository().write(Object.fromEntries(names.map((name) => [name, CLEAN])));
    repository.commit();
    repository.write(Object.fromEntries(names.map((name) => [name, CHANGED]))).commit();
    const folder = temporaryFolder();
    const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    writeFileSync(path.join(folder, 'git'), `#!/bin/sh\necho "$2" >> ${folder}/log\nexec ${real} "$@"\n`);
    chmodSync(path.join(folder, 'git'), 0o755);
    const env = { ...GIT_ENV, PATH: `${folder}:${GIT_ENV['PATH'] ?? ''}` };
    expect(
      await changes(repository, ['HEAD~1', 'HEAD', '--definitions', 'clusters/*.yaml'], { env }),
    ).toContain('c3 changed');
    const asked = readFileSync(path.join(folder, 'log'), 'utf8').trim().split('\n');
    expect(asked).toEqual([
      'rev-parse',
      'rev-parse',
      'rev-parse',
      'ls-tree',
      'cat-file',
      'cat-file',
      'ls-tree',
      'cat-file',
      'cat-file',
    ]);
  });

  test('neither hooks nor filters nor a pager', async () => {
    const repository = new Repository().write({
      [WEB]: CLEAN,
      '.gitattributes': '*.yaml filter=loud diff=loud\n',
    });
    repository.commit();
    const folder = temporaryFolder();
    const marker = path.join(folder, 'ran');
    const script = path.join(folder, 'loud');
    writeFileSync(script, `#!/bin/sh\ntouch ${marker}\ncat\n`);
    chmodSync(script, 0o755);
    const settings = [
      'filter.loud.smudge',
      'filter.loud.clean',
      'diff.loud.textconv',
      'core.pager',
      'core.fsmonitor',
    ];
    for (const setting of settings) repository.git('config', setting, script);
    for (const hook of ['post-checkout', 'post-index-change', 'reference-transaction']) {
      cpSync(script, path.join(repository.root, '.git/hooks', hook));
    }
    expect(await changes(repository, ['HEAD'])).toBe('web unchanged');
    expect(readdirSync(folder)).toEqual(['loud']);
  });
});

describe('the examples of this repository are the same in a commit and on the disk', () => {
  const report = async (root: string, args: readonly string[]) => {
    const { stdout, code } = await diff({ root }, [...args, '--format', 'json']);
    const whole = JSON.parse(stdout) as ReviewReport;
    return { code, report: { ...whole, base: undefined, head: undefined, arguments: undefined } };
  };
  const examples = () => {
    const repository = new Repository();
    cpSync('clusters', path.join(repository.root, 'clusters'), { recursive: true });
    repository.commit();
    return repository.root;
  };

  test('compared with each other: nothing changes, and it ends as check does', async () => {
    const root = examples();
    const { code, report: one } = await report(root, ['HEAD']);
    expect(code).toBe((await runIn(root, ['check'])).code);
    expect(one.clusters.map(({ change }) => change)).toEqual(one.clusters.map(() => 'unchanged'));
    expect(one.clusters.every(({ placement }) => placement === undefined || placement.podsAfter > 0)).toBe(
      true,
    );
    expect(one.findings.length).toBeGreaterThan(0);
    expect([one.findings.filter(({ known }) => !known), one.resolved]).toEqual([[], []]);
  });

  test.each([
    ['a commit with itself', ['HEAD', 'HEAD']],
    ['the disk with itself', ['file:.', 'file:.']],
  ])('%s', async (_title, args) => {
    const root = examples();
    expect(await report(root, args)).toEqual(await report(root, ['HEAD']));
  });

  test('as texts that have nothing in common but what they say', async () => {
    const root = examples();
    const copy = temporaryFolder();
    cpSync(path.join(root, 'clusters'), path.join(copy, 'clusters'), { recursive: true });
    expect(await report(root, ['HEAD', copy])).toEqual(await report(root, ['HEAD']));
  });
});

function bytesBelow(folder: string): readonly (readonly [string, string, number])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
    .map((file) => [file, readFileSync(file, 'latin1'), statSync(file).mtimeMs] as const);
}

function deployment(name: string, replicas: number): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec:
      containers:
        - name: main
          image: nginx
          resources: {requests: {cpu: 500m, memory: 1Gi}}
`;
}

/** How many there are before and after. */
async function pods(
  repository: Repository,
  args: readonly string[],
): Promise<readonly (number | undefined)[]> {
  const { stdout } = await diff(repository, [...args, '--format', 'json']);
  const [cluster] = (JSON.parse(stdout) as ReviewReport).clusters;
  return [cluster?.placement?.podsBefore, cluster?.placement?.podsAfter];
}
