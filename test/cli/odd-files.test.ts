import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CLEAN, type CliResult, poolwright } from './harness.ts';

const FILES = { 'clusters/web.yaml': CLEAN, 'a-file': 'mine' };

/** A repository with one good cluster, and a folder outside of it that is nobody's business. */
async function repository(): Promise<{ readonly base: CliResult; readonly outside: string }> {
  const outside = mkdtempSync(path.join(tmpdir(), 'poolwright-outside-'));
  onTestFinished(() => rmSync(outside, { recursive: true, force: true }));
  writeFileSync(path.join(outside, 'secret.yaml'), 'password: [hunter2');
  return { base: await poolwright(['--version'], { files: FILES }), outside };
}

function pipe(file: string): void {
  expect(spawnSync('mkfifo', [file]).status).toBe(0);
}

interface Odd {
  readonly name: string;
  readonly make: (root: string, outside: string) => void;
  readonly args?: readonly string[];
  readonly says: string | RegExp;
}

const INPUTS: readonly Odd[] = [
  {
    name: 'a pipe that nobody writes to',
    make: (root) => pipe(path.join(root, 'clusters/pipe.yaml')),
    says: 'cannot read clusters/pipe.yaml: it is a pipe that nobody writes to',
  },
  {
    name: 'a link to nothing',
    make: (root) => symlinkSync('nowhere', path.join(root, 'clusters/x.yaml')),
    says: 'cannot read clusters/x.yaml: it is a symbolic link to nothing',
  },
  {
    name: 'defaults that are a link to nothing',
    make: (root) => symlinkSync('nowhere', path.join(root, 'clusters/_defaults.yaml')),
    says: 'cannot read clusters/_defaults.yaml: it is a symbolic link to nothing',
  },
  {
    name: 'a link to itself',
    make: (root) => symlinkSync('x.yaml', path.join(root, 'clusters/x.yaml')),
    says: 'cannot read clusters/x.yaml: too many symbolic links',
  },
  {
    name: 'a link out of the repository',
    make: (root, outside) =>
      symlinkSync(path.join(outside, 'secret.yaml'), path.join(root, 'clusters/x.yaml')),
    says: 'cannot read clusters/x.yaml: a symbolic link leads out of the repository; copy the file into it, or name the file itself on the command line',
  },
  {
    name: 'defaults that are a link out of the repository',
    make: (root, outside) =>
      symlinkSync(path.join(outside, 'secret.yaml'), path.join(root, 'clusters/_defaults.yaml')),
    says: /^poolwright: cannot read clusters\/_defaults\.yaml: a symbolic link leads out of the repository; /,
  },
  ...[
    ['check', 'clusters/*.yaml'],
    ['check', 'x'],
    ['check', 'clusters/x.yaml'],
    ['plan', '-f', 'clusters/x*.yaml'],
  ].map(
    (args): Odd => ({
      name: `a link out of the repository to another one, as ${args.slice(1).join(' ')}`,
      make: (root, outside) => {
        mkdirSync(path.join(outside, '.git'));
        symlinkSync(path.join(outside, 'secret.yaml'), path.join(root, 'clusters/x.yaml'));
      },
      args,
      says: 'cannot read clusters/x.yaml: a symbolic link leads out of the repository; copy the file into it, or name the file itself on the command line',
    }),
  ),
  {
    name: 'a folder of definitions that is a link to another repository',
    make: (root, outside) => {
      mkdirSync(path.join(outside, '.git'));
      rmSync(path.join(root, 'clusters'), { recursive: true });
      symlinkSync(outside, path.join(root, 'clusters'));
    },
    says: /^poolwright: cannot read clusters\/secret\.yaml: a symbolic link leads out of the repository; /,
  },
  {
    name: 'workloads with a character that no name has',
    make: (root) => writeFileSync(path.join(root, 'clusters/web.yaml'), withWorkloads('a\0b')),
    args: ['plan'],
    says: /^poolwright: cannot read clusters\/a␀b: no name has the character U\+0000; /,
  },
  {
    name: 'workloads outside of the repository',
    make: (root, outside) =>
      writeFileSync(path.join(root, 'clusters/web.yaml'), withWorkloads(`${outside}/*.yaml`)),
    args: ['plan'],
    says: /^poolwright: cannot read \S+poolwright-outside-\w+: it leads out of the repository; /,
  },
  {
    name: 'a link to what git keeps for itself',
    make: (root) => {
      writeFileSync(path.join(root, '.git/config'), 'password: [hunter2');
      symlinkSync('../.git/config', path.join(root, 'clusters/x.yaml'));
    },
    says: 'cannot read clusters/x.yaml: a symbolic link leads to what git keeps for itself, which is not part of the repository; copy the file into it',
  },
  {
    name: 'defaults that are a link to where a file `.git` says that git keeps its data',
    make: (root) => {
      rmSync(path.join(root, '.git'), { recursive: true });
      mkdirSync(path.join(root, 'kept'));
      writeFileSync(path.join(root, '.git'), 'gitdir: kept\n');
      writeFileSync(path.join(root, 'kept/config'), 'password: [hunter2');
      symlinkSync('../kept/config', path.join(root, 'clusters/_defaults.yaml'));
    },
    says: /^poolwright: cannot read clusters\/_defaults\.yaml: a symbolic link leads to what git keeps/,
  },
  ...[
    ['above the repository', '../../../../../**/*.yaml', /cannot read \S+: it leads out of the repository/],
    ['above it in braces', '{a,../../..}/*.yaml', /has `\.\.` after a wildcard/],
    [
      'above it, written in another way',
      '\\.\\./../../{a,b}/*',
      /cannot read \S+: it leads out of the repository/,
    ],
    ['a folder above it', '../..', /cannot read \.\.: it leads out of the repository/],
    ['behind a link that leaves it', '../w/**', /cannot read w: a symbolic link leads out of the repository/],
    ['over such a link', '../**/*.yaml', /cannot read w: a symbolic link leads out of the repository/],
    ['of git', '../.git/*', /cannot read \.git: it leads to what git keeps for itself/],
    ['up after a wildcard', 'web/*/../../../../*', /has `\.\.` after a wildcard/],
    ['without an end', `${'a/'.repeat(501)}*`, /has more than 1000 characters/],
    ['with too many braces', `${'{a,b}'.repeat(40)}*`, /may take more than 5000000000 comparisons/],
    ['with a group', '@(a|a?)+(@(a|a?))b.json', /has a group like `@\(…\)`, which is not known here/],
  ].map(
    ([name, pattern, says]): Odd => ({
      name: `a pattern ${String(name)}`,
      make: (root, outside) => {
        symlinkSync(outside, path.join(root, 'w'));
        writeFileSync(path.join(root, 'clusters/web.yaml'), withWorkloads(String(pattern)));
      },
      args: ['plan'],
      says: says as RegExp,
    }),
  ),
];

function withWorkloads(pattern: string): string {
  return CLEAN.replace('poolwright:', `poolwright:\n  workloads: [${JSON.stringify(pattern)}]`);
}

const OUTPUTS: readonly Odd[] = [
  {
    name: 'a folder outside that cdk8s.yaml names',
    make: (root, outside) => writeFileSync(path.join(root, 'cdk8s.yaml'), `output: ${outside}`),
    says: /^poolwright: the output folder \S+ cannot be used: it leads out of the repository; name the output folder with `--out`/,
  },
  {
    name: 'a character that no name has in cdk8s.yaml',
    make: (root) => writeFileSync(path.join(root, 'cdk8s.yaml'), 'output: "a\\0b"'),
    says: /the output folder a␀b cannot be used: no name has the character U\+0000/,
  },
  {
    name: 'a folder above that cdk8s.yaml names',
    make: (root) => writeFileSync(path.join(root, 'cdk8s.yaml'), 'output: ../poolwright-nowhere'),
    says: /the output folder \.\.\/poolwright-nowhere cannot be used: it leads out of the repository/,
  },
  {
    name: 'a folder of git that cdk8s.yaml names',
    make: (root) => writeFileSync(path.join(root, 'cdk8s.yaml'), 'output: .git/hooks'),
    says: /the output folder \.git\/hooks cannot be used: it leads to what git keeps for itself/,
  },
  {
    name: 'a link out of the repository',
    make: (root, outside) => symlinkSync(outside, path.join(root, 'dist')),
    says: /the output folder dist cannot be used: a symbolic link leads out of the repository; /,
  },
  {
    name: 'what a cdk8s.yaml outside of the repository names',
    make: (root, outside) => {
      writeFileSync(path.join(outside, 'cdk8s.yaml'), 'output: dist');
      symlinkSync(path.join(outside, 'cdk8s.yaml'), path.join(root, 'cdk8s.yaml'));
    },
    says: /cdk8s\.yaml cannot be used: a symbolic link leads out of the repository; /,
  },
  {
    name: 'a file',
    make: () => {},
    args: ['--out', 'a-file'],
    says: /^poolwright: a-file is not a folder: move it elsewhere, or name another folder with `--out`\n$/,
  },
  { name: 'below a file', make: () => {}, args: ['--out', 'a-file/x'], says: /^poolwright: .*a-file\/x/ },
  {
    name: 'a link to nothing',
    make: (root) => symlinkSync('nowhere', path.join(root, 'dist')),
    says: /^poolwright: cannot write dist: .*; see where its symbolic link leads/,
  },
  {
    name: 'a link to itself',
    make: (root) => symlinkSync('dist', path.join(root, 'dist')),
    says: /^poolwright: cannot \w+ dist: too many symbolic links/,
  },
  {
    name: 'a name that is too long',
    make: () => {},
    args: ['--out', 'x'.repeat(256)],
    says: /^poolwright: cannot \w+ x+: the name is too long/,
  },
];

describe.skipIf(process.platform === 'win32')('as an input', () => {
  test.each(INPUTS)('$name is told, not waited for, followed or shown', async ({ make, args, says }) => {
    const { base, outside } = await repository();
    make(base.root, outside);
    const { code, stdout, stderr } = await base.again(args ?? ['check']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    if (typeof says === 'string') expect(stderr).toBe(`poolwright: ${says}\n`);
    else expect(stderr).toMatch(says);
    expect(stderr).not.toContain('hunter2');
  });

  test('a catalogue outside of the repository is told, and not shown', async () => {
    const { base, outside } = await repository();
    base.write(
      'clusters/web.yaml',
      CLEAN.replace('poolwright:', `poolwright:\n  catalogue: ${outside}/secret.yaml`),
    );
    const { code, stdout } = await base.again(['check']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/PW5090\]: cannot read .*secret\.yaml: it leads out of the repository/);
    expect(stdout).not.toContain('hunter2');
  });

  test('a file outside of the repository can be named on the command line', async () => {
    const { base, outside } = await repository();
    writeFileSync(path.join(outside, 'web.yaml'), CLEAN);
    expect((await base.again(['check', path.join(outside, 'web.yaml')])).code).toBe(0);
  });

  test('a pipe that somebody writes to is read to its end', async () => {
    const { base } = await repository();
    const file = path.join(base.root, 'pipe.yaml');
    pipe(file);
    spawnSync('sh', ['-c', `(sleep 0.2; cat clusters/web.yaml > pipe.yaml) &`], {
      cwd: base.root,
      stdio: 'ignore',
    });
    expect((await base.again(['check', 'pipe.yaml'])).code).toBe(0);
  });
});

describe.skipIf(process.platform === 'win32')('as the output folder', () => {
  test.each(OUTPUTS)('$name is refused, and nothing is written', async ({ make, args = [], says }) => {
    const { base, outside } = await repository();
    make(base.root, outside);
    const before = base.files();
    const { code, stderr } = await base.again(['synth', ...args]);
    expect(code).toBe(2);
    expect(stderr).toMatch(says);
    expect(base.files()).toEqual(before);
    expect(base.read('a-file')).toBe('mine');
  });

  test('a folder outside can be named on the command line', async () => {
    const { base, outside } = await repository();
    symlinkSync(outside, path.join(base.root, 'linked'));
    expect((await base.again(['synth', '--out', 'linked'])).code).toBe(0);
    expect(existsSync(path.join(outside, 'web/.poolwright.json'))).toBe(true);
    expect((await base.again(['synth', '--out', path.join(outside, 'other')])).code).toBe(0);
  });

  test('outside of any repository, it is below the working directory', async () => {
    const { base, outside } = await repository();
    rmSync(path.join(base.root, '.git'), { recursive: true });
    symlinkSync(outside, path.join(base.root, 'dist'));
    const { code, stderr } = await base.again(['synth']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('leads out of the working directory')]);
  });

  test('files that are too large to be its own are not read', async () => {
    const { base } = await repository();
    await base.again(['synth']);
    for (const name of ['foreign', 'karpenter/nodepool-default.yaml']) {
      const file = path.join(base.root, 'dist/web', name);
      writeFileSync(file, '', { flag: 'a' });
      truncateSync(file, 600 * 2 ** 20);
    }
    const { code, stdout } = await base.again(['synth', '--check']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/PW6102.*nodepool-default/);
  });

  test('more than anybody should wait for is not read to its end', async () => {
    const { base } = await repository();
    await base.again(['synth']);
    for (let i = 0; i < 40; i++) {
      const file = path.join(base.root, 'dist/web', `foreign-${i}`);
      writeFileSync(file, '');
      truncateSync(file, 32_000_000);
    }
    const { code, stdout, stderr } = await base.again(['synth', '--check']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /^poolwright: the files of the output folder have more than 512 MiB, the most that is read: /,
    );
  });

  test('a link to a folder is that folder', async () => {
    const { base } = await repository();
    mkdirSync(path.join(base.root, 'real'));
    symlinkSync('real', path.join(base.root, 'dist'));
    expect((await base.again(['synth'])).code).toBe(0);
    expect(base.read('real/web/.poolwright.json')).toBeDefined();
  });
});
