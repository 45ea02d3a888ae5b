import { chmodSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { CODES } from '../../src/diagnostics/codes.ts';
import type { Host } from '../../src/cli/host.ts';
import { run } from '../../src/cli/run.ts';
import { explanations } from '../../src/cli/diagnostic-docs.ts';
import type { CheckReport } from '../../src/report/check-report.ts';
import { CLEAN, poolwright } from './harness.ts';

const FILES = { 'clusters/production.yaml': CLEAN };
/** Two fixes, one of which comes to light with the other. */
const FIXABLE = CLEAN.replace('400Gi', '400GB # not bytes');

describe('usage', () => {
  test('--help and --version are data', async () => {
    const help = await poolwright(['--help']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toMatch(/^Usage: poolwright /);
    expect((await poolwright(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test('without a command shows the help and fails', async () => {
    const { code, stderr } = await poolwright([]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^Usage: poolwright /);
  });

  test.each([
    [['chekc'], "error: unknown command 'chekc'\n(Did you mean check?)"],
    [['check', '--fromat', 'json'], "error: unknown option '--fromat'\n(Did you mean --format?)"],
    [['check', '--format', 'xml'], "argument 'xml' is invalid. Allowed choices are text, json, sarif,"],
    [['check', '--max-findings', '-1'], 'It must be a whole number, 0 or more.'],
    [['explain'], "error: missing required argument 'code'"],
    [['explain', 'pool', 'production'], '`production` is not a pool: write <cluster>/<pool>'],
    [['explain', 'foo'], '`foo` is neither a diagnostic code (PW1010) nor `pool`'],
    [['check', '-', 'a', '--name', 'x'], 'no such file, folder or cluster: `a`'],
    [['init', 'Staging'], '`Staging` contains an upper-case letter'],
    [['init', 'staging', '--region', 'ireland'], '`ireland` is not an AWS region'],
    [['catalogue', 'import', 'none.json'], 'cannot read none.json: no such file or folder'],
    [['catalogue', 'show', 'none.json'], 'cannot read none.json: no such file or folder'],
  ])('%j ends with 2 and says what is wrong', async (args, message) => {
    const { code, stdout, stderr } = await poolwright(args);
    expect(stderr).toContain(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  test('--name needs a single definition', async () => {
    const { code, stderr } = await poolwright(['check', '--name', 'x'], {
      files: { ...FILES, 'clusters/b.yaml': CLEAN },
    });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'poolwright: `--name` needs exactly one definition, but there are 2\n',
    });
  });

  test('--name gives way to the name in the file, and says so', async () => {
    const { code, stdout, again } = await poolwright(
      ['check', 'clusters/production.yaml', '--name', 'other'],
      {
        files: {
          'clusters/production.yaml': CLEAN.replace('poolwright:\n', 'poolwright:\n  cluster: live\n'),
        },
      },
    );
    expect(stdout).toContain(
      'warning[PW2014]: the name `other` has no effect: the file calls its cluster `live`',
    );
    expect(code).toBe(0);
    const unnamed = await again(['check', '-', '--name', 'other', '--format', 'json'], { stdin: CLEAN });
    expect((JSON.parse(unnamed.stdout) as CheckReport).clusters.map(({ name }) => name)).toEqual(['other']);
    expect((await again(['check', '--help'])).stdout).toMatch(/that says\s+no `cluster` itself/);
  });

  test('help is wrapped at the width of the terminal', async () => {
    for (const command of ['', 'synth', 'check', 'explain', 'explain pool', 'catalogue', 'schema', 'init']) {
      const args = [...command.split(' '), '--help'].filter((word) => word !== '');
      for (const columns of [undefined, 100, 60]) {
        const { stdout } = await poolwright(args, columns === undefined ? {} : { columns });
        // Lists; what is written by hand is made for 80 columns.
        const lists = stdout.slice(0, stdout.search(/\n(Definitions are|Examples:)/)).match(/^ {2}.*$/gm);
        const long = lists?.filter((line) => line.length > (columns ?? 80));
        expect({ command, columns, long }).toEqual({ command, columns, long: [] });
      }
    }
  });

  test('every command shows its help', async () => {
    for (const command of [
      'synth',
      'check',
      'explain',
      'catalogue',
      'schema',
      'init',
      'catalogue list',
      'explain pool',
    ]) {
      const { code, stdout } = await poolwright([...command.split(' '), '--help']);
      expect(code).toBe(0);
      expect(stdout).toContain(`Usage: poolwright ${command}`);
    }
  });
});

describe('a bug', () => {
  const host = (): Host & { readonly said: string[] } => {
    const said: string[] = [];
    return {
      said,
      cwd: process.cwd(),
      env: {},
      stdout: { write: () => {}, isTTY: false },
      stderr: { write: (text) => void said.push(text), isTTY: false },
      readStdin: () => Promise.reject(new Error('boom')),
      today: () => '2026-08-01',
    };
  };

  test('ends with 70, a short message and a way to report it', async () => {
    const here = host();
    expect(await run(['check', '-'], here)).toBe(70);
    expect(here.said.join('')).toMatch(/^poolwright: internal error: boom\nThis is a bug in poolwright/);
    expect(here.said.join('')).not.toMatch(/\n +at /);
  });

  test('shows its stack with --debug', async () => {
    const here = host();
    expect(await run(['check', '-', '--debug'], here)).toBe(70);
    expect(here.said.join('')).toMatch(/Error: boom\n +at /);
  });
});

describe('paths', () => {
  test('are relative to the repository, wherever the command runs', async () => {
    const { stdout } = await poolwright(['check', '../clusters/production.yaml', '--format', 'json'], {
      files: { ...FILES, 'docs/x': '' },
      cwd: 'docs',
    });
    const { clusters } = JSON.parse(stdout) as CheckReport;
    expect(clusters.map(({ file }) => file)).toEqual(['clusters/production.yaml']);
  });

  test('of definitions come from their own repository: the bytes are the same from everywhere', async () => {
    const { root, again } = await poolwright(['synth'], { files: FILES });
    const absolute = ['synth', '--check', path.join(root, 'clusters'), '--out', path.join(root, 'dist')];
    const { code, stdout } = await again(absolute, { cwd: '..' });
    expect(code).toBe(0);
    expect(stdout).toContain(' --> clusters/production.yaml:');
    expect(stdout).not.toContain('PW6101');
  });

  test('of the output come from the repository too', async () => {
    const { files } = await poolwright(['synth', '../clusters', '--out', '../dist'], {
      files: { ...FILES, 'docs/x': '' },
      cwd: 'docs',
    });
    expect(files().filter((file) => file.endsWith('DO_NOT_EDIT'))).toEqual(['dist/production/DO_NOT_EDIT']);
  });

  test('the root of the repository is no output folder', async () => {
    const { code, stderr } = await poolwright(['synth', '--out', '.'], { files: FILES });
    expect(code).toBe(2);
    expect(stderr).toContain('the output folder cannot be the root of the repository');
  });
});

describe('check', () => {
  test('takes the defaults that --defaults names instead of those beside', async () => {
    const files = {
      'clusters/_defaults.yaml': 'poolwright:\n  regoin: eu-west-1\n',
      'clusters/a.yaml': CLEAN,
      'mine.yaml': 'poolwright: {}\n',
    };
    expect((await poolwright(['check'], { files })).code).toBe(1);
    expect((await poolwright(['check', '--defaults', 'mine.yaml'], { files })).code).toBe(0);
  });

  test('says once that the second of two defaults files is not read', async () => {
    const defaults = 'poolwright: {}\n';
    const { stderr } = await poolwright(['check'], {
      files: {
        'clusters/_defaults.yaml': defaults,
        'clusters/_defaults.yml': defaults,
        'clusters/a.yaml': CLEAN,
        'clusters/b.yaml': CLEAN,
      },
    });
    expect(stderr).toBe(
      'warning: clusters/_defaults.yml is not read, because there is clusters/_defaults.yaml\n',
    );
  });

  test('obeys the fail_on of each cluster, and --fail-on before it', async () => {
    const noLimits = CLEAN.replace(/ {6}limits:\n.*\n.*\n/, '');
    const strict = noLimits.replace('poolwright:', 'poolwright:\n  fail_on: warning');
    const code = async (files: Readonly<Record<string, string>>, ...flags: readonly string[]) =>
      (await poolwright(['check', ...flags], { files })).code;
    expect(await code({ 'clusters/a.yaml': noLimits })).toBe(0);
    expect(await code({ 'clusters/a.yaml': strict })).toBe(1);
    expect(await code({ 'clusters/a.yaml': CLEAN, 'clusters/b.yaml': strict })).toBe(1);
    expect(await code({ 'clusters/a.yaml': strict }, '--fail-on', 'error')).toBe(0);
    expect(await code({ 'clusters/a.yaml': noLimits }, '--fail-on', 'warning')).toBe(1);
  });

  test('colours and wraps for a terminal only', async () => {
    const files = { 'clusters/a.yaml': FIXABLE };
    const plain = await poolwright(['check'], { files });
    const terminal = await poolwright(['check'], { files, columns: 60 });
    expect(plain.stdout).not.toContain('\u001b');
    expect(terminal.stdout).toContain('\u001b[');
    expect((await poolwright(['check', '--no-color'], { files, columns: 60 })).stdout).not.toContain(
      '\u001b',
    );
    expect((await poolwright(['check', '--color'], { files })).stdout).toContain('\u001b[');
  });

  test('an unreadable folder or a definition that is a folder is an error of use', async () => {
    const { root, again } = await poolwright(['--version'], { files: { 'clusters/a.yaml': CLEAN } });
    mkdirSync(path.join(root, 'clusters/_defaults.yaml'));
    expect(await again(['check'])).toMatchObject({
      code: 2,
      stderr: 'poolwright: cannot read clusters/_defaults.yaml: it is a folder\n',
    });
  });
});

describe('check --fix', () => {
  test('keeps comments, line ends, byte order mark and mode', async () => {
    const text = `\ufeff${FIXABLE.replaceAll('\n', '\r\n')}`;
    const { root, again } = await poolwright(['--version'], { files: { 'clusters/a.yaml': text } });
    const file = path.join(root, 'clusters/a.yaml');
    chmodSync(file, 0o600);
    const { code, read, stderr, files } = await again(['check', '--fix']);
    expect(code).toBe(0);
    expect(read('clusters/a.yaml')).toBe(text.replace('400GB', '400G'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(stderr).toBe('fixed clusters/a.yaml: write `400G`\n');
    expect(files()).toEqual(['clusters/a.yaml']);
  });

  test('keeps the byte order mark of the standard input', async () => {
    const { stdout } = await poolwright(['check', '-', '--name', 'a', '--fix'], {
      stdin: `\ufeff${FIXABLE}`,
    });
    expect(stdout).toBe(`\ufeff${FIXABLE.replace('400GB', '400G')}`);
  });

  test('writes through a symbolic link', async () => {
    const { root, again } = await poolwright(['--version'], { files: { 'real.yaml': FIXABLE } });
    mkdirSync(path.join(root, 'clusters'));
    symlinkSync('../real.yaml', path.join(root, 'clusters/a.yaml'));
    const { read } = await again(['check', '--fix']);
    expect(read('real.yaml')).toBe(FIXABLE.replace('400GB', '400G'));
    expect(statSync(path.join(root, 'clusters/a.yaml')).isFile()).toBe(true);
  });

  test('leaves a file without anything to fix alone', async () => {
    const { root, again } = await poolwright(['--version'], { files: FILES });
    const file = path.join(root, 'clusters/production.yaml');
    const before = statSync(file).mtimeMs;
    expect((await again(['check', '--fix'])).stderr).toBe('');
    expect(statSync(file).mtimeMs).toBe(before);
  });

  test('fixes the shared defaults once', async () => {
    const { read, stderr } = await poolwright(['check', '--fix'], {
      files: {
        'clusters/_defaults.yaml': 'poolwright:\n  pool_defaults:\n    limits:\n      memory: 10GB\n',
        'clusters/a.yaml': CLEAN,
        'clusters/b.yaml': CLEAN,
      },
    });
    expect(read('clusters/_defaults.yaml')).toContain('memory: 10G\n');
    expect(stderr).toBe('fixed clusters/_defaults.yaml: write `10G`\n');
  });
});

describe('synth', () => {
  test('is clean when nothing changed, stale when something did', async () => {
    const { again, root } = await poolwright(['synth'], { files: FILES });
    expect(await again(['synth', '--check'])).toMatchObject({ code: 0, stderr: '' });
    writeFileSync(path.join(root, 'clusters/production.yaml'), CLEAN.replace('cpu: 100', 'cpu: 200'));
    const stale = await again(['synth', '--check']);
    expect(stale.code).toBe(1);
    expect(stale.stdout).toContain('dist/production/karpenter/nodepool-default.yaml');
    const { stderr } = await again(['synth']);
    expect(stderr).toBe('dist: 2 files written, 0 removed, 3 unchanged\n');
    expect((await again(['synth', '--check'])).code).toBe(0);
  });

  test('removes the output of a vanished cluster when the whole folder was read, and only then', async () => {
    const files = { 'clusters/a.yaml': CLEAN, 'clusters/b.yaml': CLEAN };
    const { again, root } = await poolwright(['synth'], { files });
    rmSync(path.join(root, 'clusters/b.yaml'));
    const clusters = (all: readonly string[]) => [
      ...new Set(all.filter((file) => file.startsWith('dist/')).map((file) => file.split('/')[1])),
    ];
    expect(clusters((await again(['synth', 'clusters/a.yaml'])).files())).toEqual(['a', 'b']);
    writeFileSync(path.join(root, 'clusters/c.yaml'), 'karpenter: [');
    expect(clusters((await again(['synth'])).files())).toEqual(['a', 'b']);
    rmSync(path.join(root, 'clusters/c.yaml'));
    expect(clusters((await again(['synth'])).files())).toEqual(['a']);
  });

  test('leaves a hand-edited file and says what to do, unless told to overwrite', async () => {
    const { again, root } = await poolwright(['synth'], { files: FILES });
    const file = 'dist/production/karpenter/nodepool-default.yaml';
    writeFileSync(path.join(root, file), 'mine');
    const refused = await again(['synth']);
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain('PW6102');
    expect(refused.read(file)).toBe('mine');
    const overwritten = await again(['synth', '--overwrite-edited']);
    expect(overwritten.code).toBe(0);
    expect(overwritten.read(file)).toContain('kind: NodePool');
  });

  test('--format json writes nothing', async () => {
    const { stdout, files, code } = await poolwright(['synth', '--format', 'json'], { files: FILES });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'Compilation', clusters: [{ name: 'production' }] });
    expect(files()).toEqual(['clusters/production.yaml']);
  });

  test('other formats are the report of what was done', async () => {
    const { stdout, files } = await poolwright(['synth', '--format', 'sarif'], { files: FILES });
    expect(JSON.parse(stdout)).toMatchObject({ version: '2.1.0' });
    expect(files()).toContain('dist/production/DO_NOT_EDIT');
  });

  test.runIf(process.platform === 'linux')('a folder that cannot be made is an error of use', async () => {
    const { code, stderr } = await poolwright(['synth', '--out', '/proc/nope'], { files: FILES });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^poolwright: cannot write .*nope: no such file or folder\n$/m);
  });

  test('a file where the output folder should be is an error of use', async () => {
    const { code, stderr } = await poolwright(['synth'], { files: { ...FILES, dist: 'a file' } });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^poolwright: .*not a folder/m);
  });
});

describe('output of clusters that this run does not read', () => {
  const outputs = (all: readonly string[]) => [
    ...new Set(all.filter((file) => file.startsWith('dist/')).map((file) => file.split('/')[1])),
  ];

  test('stays while the definition it comes from exists, and goes with it', async () => {
    const { again, root } = await poolwright(['synth', 'teamb'], {
      files: { 'clusters/a.yaml': CLEAN, 'teamb/beta.yaml': CLEAN },
    });
    const kept = await again(['synth']);
    expect(outputs(kept.files())).toEqual(['a', 'beta']);
    expect(kept.stdout).not.toContain('beta');
    rmSync(path.join(root, 'teamb/beta.yaml'));
    expect((await again(['synth', '--check'])).stdout).toContain(
      'error[PW6101]: `dist/beta/DO_NOT_EDIT` is left over',
    );
    const gone = await again(['synth']);
    expect(outputs(gone.files())).toEqual(['a']);
    expect(gone.stderr).toContain('beta: nothing defines this cluster any more, its output is removed\n');
  });

  test('stays and is reported when its record does not name a definition', async () => {
    const { again, root, read } = await poolwright(['synth'], {
      files: { 'clusters/a.yaml': CLEAN, 'clusters/b.yaml': CLEAN },
    });
    const record = read('dist/b/.poolwright.json') ?? '';
    writeFileSync(path.join(root, 'dist/b/.poolwright.json'), record.replace(/ {2}"source": .*\n/, ''));
    rmSync(path.join(root, 'clusters/b.yaml'));
    const { files, stdout, code } = await again(['synth']);
    expect(outputs(files())).toEqual(['a', 'b']);
    expect(stdout).toContain('warning[PW6105]: `dist/b` is kept: no definition that was read renders it');
    expect(code).toBe(0);
  });

  test('stays when it came through a pipe', async () => {
    const { again } = await poolwright(['synth', '-', '--name', 'piped'], {
      files: { 'clusters/a.yaml': CLEAN },
      stdin: CLEAN,
    });
    expect(outputs((await again(['synth'])).files())).toEqual(['a', 'piped']);
  });

  test('stays and is reported when its file has no pools any more: that may be a slip', async () => {
    const { again, root } = await poolwright(['synth'], { files: FILES });
    writeFileSync(path.join(root, 'clusters/production.yaml'), '');
    const kept = 'warning[PW6105]: `dist/production` is kept although `clusters/production.yaml` defines no';
    expect((await again(['synth', '--check'])).stdout).toContain(kept);
    expect(outputs((await again(['synth'])).files())).toEqual(['production']);
    writeFileSync(path.join(root, 'clusters/production.yaml'), 'karpenter: {node_pools: {}}\n');
    await again(['synth']);
    expect((await again(['synth'])).files()).not.toContain('dist/production/karpenter/nodepool-default.yaml');
  });

  test('goes when its file gives the cluster another name', async () => {
    const { again, root } = await poolwright(['synth'], { files: { 'clusters/a.yaml': CLEAN } });
    writeFileSync(
      path.join(root, 'clusters/a.yaml'),
      `poolwright: {cluster: b}\n${CLEAN.replace(/^poolwright:[^]*?(?=^karpenter)/m, '')}`,
    );
    expect(outputs((await again(['synth'])).files())).toEqual(['b']);
  });

  test('is not lost to a folder that init makes', async () => {
    const { again, files } = await poolwright(['synth'], { files: { 'k8s-clusters/prod.yaml': CLEAN } });
    expect(outputs(files())).toEqual(['prod']);
    const made = await again(['init', 'staging']);
    expect(made.stderr).toContain('created k8s-clusters/staging.yaml\n');
    expect(outputs((await again(['synth'])).files())).toEqual(['prod', 'staging']);
  });
});

describe('a lost record', () => {
  test('is no dead end: --overwrite-edited takes generated files over', async () => {
    const { again, root } = await poolwright(['synth'], {
      files: { 'clusters/a.yaml': CLEAN.replace('    default:', '    other:') },
    });
    rmSync(path.join(root, 'dist/a/.poolwright.json'));
    writeFileSync(path.join(root, 'clusters/a.yaml'), CLEAN);
    writeFileSync(path.join(root, 'dist/a/notes.yaml'), 'mine: true\n');
    const refused = await again(['synth']);
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain(
      'PW6103]: `dist/a/karpenter/kustomization.yml` looks generated, but there is no .poolwright.json',
    );
    expect(refused.stdout).toContain('--overwrite-edited');
    const taken = await again(['synth', '--overwrite-edited']);
    expect(taken.code).toBe(0);
    expect(taken.files().filter((file) => file.startsWith('dist/'))).toEqual([
      'dist/a/.poolwright.json',
      'dist/a/DO_NOT_EDIT',
      'dist/a/karpenter/ec2nodeclass-default.yaml',
      'dist/a/karpenter/kustomization.yml',
      'dist/a/karpenter/nodepool-default.yaml',
      'dist/a/notes.yaml',
    ]);
    expect((await again(['synth', '--check'])).code).toBe(0);
  });
});

describe('explain', () => {
  test('a code is a section of the catalogue of diagnostics, in any case', async () => {
    for (const code of ['PW2001', 'pw2001']) {
      const { stdout, code: exit } = await poolwright(['explain', code]);
      expect(exit).toBe(0);
      expect(stdout).toMatch(/^PW2001 Unknown key\n/);
      expect(stdout).not.toContain('```');
    }
  });

  test('every code has a section', () => {
    expect([...explanations().keys()].sort()).toEqual(Object.keys(CODES).sort());
  });

  test('a pool is plain data as JSON', async () => {
    const { stdout } = await poolwright(['explain', 'pool', 'production/default', '--format', 'json'], {
      files: FILES,
    });
    const { kind, funnel, instanceTypes, fields } = JSON.parse(stdout) as Record<string, unknown[]> & {
      kind: string;
    };
    expect(kind).toBe('PoolExplanation');
    expect(funnel).toMatchObject({ total: 1363 });
    expect(instanceTypes?.[0]).toMatchObject({
      resources: { allocatable: {} },
      cheapest: { flags: ['proxy'] },
    });
    expect(fields?.length).toBeGreaterThan(10);
  });
});

describe('catalogue', () => {
  test('an imported catalogue gives the prices that are shown', async () => {
    const prices = {
      PriceList: [
        JSON.stringify({
          product: {
            productFamily: 'Compute Instance',
            attributes: {
              instanceType: 'm7i.large',
              regionCode: 'eu-west-1',
              operatingSystem: 'Linux',
              preInstalledSw: 'NA',
              tenancy: 'Shared',
              capacitystatus: 'Used',
              operation: 'RunInstances',
              licenseModel: 'No License required',
              marketoption: 'OnDemand',
            },
          },
          terms: {
            OnDemand: { t: { priceDimensions: { d: { unit: 'Hrs', pricePerUnit: { USD: '0.5' } } } } },
          },
          publicationDate: '2026-07-01T00:00:00Z',
        }),
      ],
    };
    const imported = await poolwright(['catalogue', 'import', 'prices.json', '--out', 'clusters/mine.json'], {
      files: { 'prices.json': JSON.stringify(prices), 'clusters/x': '' },
    });
    expect(imported.stderr).toContain('1 on-demand price of eu-west-1');
    expect(imported.code).toBe(0);
    expect(imported.read('clusters/mine.json')).toContain('"date": "2026-08-01"');
    const listed = await imported.again([
      'catalogue',
      'list',
      '--catalogue',
      'clusters/mine.json',
      '--region',
      'eu-west-1',
      '--where',
      'instance-type In [m7i.large]',
    ]);
    expect(listed.stdout).toMatch(/m7i\.large .* 0\.5000 +0\.2000 +assumed/);
    writeFileSync(
      path.join(imported.root, 'clusters/a.yaml'),
      CLEAN.replace('poolwright:', 'poolwright:\n  catalogue: mine.json'),
    );
    const explained = await imported.again(['explain', 'pool', 'a/default', '--all']);
    expect(explained.stdout).toMatch(/m7i\.large .* 0\.5000 +365\.00 +on-demand\n/);
    expect((await imported.again(['catalogue', 'show', 'clusters/mine.json'])).stdout).toContain('eu-west-1');
  });

  test('a file that is no snapshot fails the cluster that names it', async () => {
    const { code, stdout } = await poolwright(['check'], {
      files: {
        'clusters/a.yaml': CLEAN.replace('poolwright:', 'poolwright:\n  catalogue: mine.json'),
        'clusters/mine.json': '{}',
        'clusters/b.yaml': CLEAN,
      },
    });
    expect(code).toBe(1);
    expect(stdout).toContain('clusters/mine.json:1:1');
  });

  test('a date must be one', async () => {
    const { code, stderr } = await poolwright(['catalogue', 'import', 'a.json', '--date', '2026-02-30'], {
      files: { 'a.json': '{}' },
    });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'poolwright: `2026-02-30` is not a date: write YYYY-MM-DD\n',
    });
  });
});

describe('init', () => {
  test.each(['us-gov-west-1', 'eu-west-1'])(
    'writes what compiles without any finding in %s',
    async (region) => {
      const { again } = await poolwright(['init', 'staging', '--region', region]);
      const checked = await again(['check', '--fail-on', 'info']);
      expect(checked).toMatchObject({ code: 0, stdout: 'ok: 1 cluster, 1 node pool, no findings\n' });
    },
  );

  test('and does so for the second cluster of a folder', async () => {
    const { again } = await poolwright(['init', 'staging']);
    await again(['init', 'production']);
    const checked = await again(['check', '--fail-on', 'info']);
    expect(checked).toMatchObject({ code: 0, stdout: 'ok: 2 clusters, 2 node pools, no findings\n' });
  });
});

test('schema is a JSON schema', async () => {
  const { stdout, code } = await poolwright(['schema']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema' });
});
