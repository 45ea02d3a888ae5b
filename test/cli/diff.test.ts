import { describe, expect, test } from 'vitest';
import { parseMoment, parseReplacementTime } from '../../src/cli/diff/review-moment.ts';
import type { ReviewReport } from '../../src/report/review-contract.ts';
import { CLEAN, type CliResult, type CliRun, poolwright } from './harness.ts';

const CHANGED = CLEAN.replace('cpu: 100', 'cpu: 50');
/** A pool without limits is a warning. */
const WARNED = CLEAN.replace(/ {6}limits:\n.*\n.*\n/, '');
const BROKEN = CLEAN.replace('operator: Gt', 'operator: Than');
const WEB = 'clusters/web.yaml';

interface Compared {
  readonly code: number;
  readonly stderr: string;
  readonly report: ReviewReport;
  /** `web changed, old removed`. */
  readonly changes: string;
}

async function diff(args: readonly string[], options: CliRun): Promise<Compared> {
  return compared(await poolwright(['diff', ...args, '--format', 'json'], options));
}

function compared({ code, stdout, stderr }: CliResult): Compared {
  expect(stdout, stderr).not.toBe('');
  const report = JSON.parse(stdout) as ReviewReport;
  const changes = report.clusters.map(({ name, change }) => `${name} ${change}`).join(', ');
  return { code, stderr, report, changes };
}

async function refusal(args: readonly string[], options: CliRun): Promise<string> {
  const { code, stdout, stderr } = await poolwright(['diff', ...args], options);
  expect([code, stdout]).toEqual([2, '']);
  return stderr;
}

describe('sides', () => {
  test('two files are the same cluster, whatever they are called', async () => {
    const files = { 'old.yaml': CLEAN, 'new.yaml': CHANGED };
    const { report, changes, stderr } = await diff(['old.yaml', 'new.yaml'], { files });
    expect([changes, stderr]).toEqual(['new changed', '']);
    expect(report.base).toEqual({ name: 'file:old.yaml', kind: 'files' });
    expect(report.clusters[0]).toMatchObject({ file: 'new.yaml', baseFile: 'old.yaml' });
    const named = (name: string) => CLEAN.replace('poolwright:\n', `poolwright:\n  cluster: ${name}\n`);
    const both = { 'old.yaml': named('a'), 'new.yaml': named('b') };
    expect((await diff(['old.yaml', 'new.yaml'], { files: both })).changes).toBe('b changed');
  });

  test('what a file is called makes no difference between two files', async () => {
    const files = { 'old.yaml': CLEAN, 'new.yaml': CLEAN };
    expect((await diff(['old.yaml', 'new.yaml'], { files })).changes).toBe('new unchanged');
    expect((await diff(['-', 'new.yaml'], { files, stdin: CLEAN })).changes).toBe('new unchanged');
    expect((await diff(['old.yaml', '-'], { files, stdin: CHANGED })).report.clusters[0]?.change).toBe(
      'changed',
    );
  });

  test('folders, and checkouts of them', async () => {
    const files = {
      'old/a.yaml': CLEAN,
      'old/b.yaml': CLEAN,
      'new/b.yaml': CHANGED,
      'new/c.yaml': CLEAN,
      'checkout/clusters/b.yaml': CLEAN,
      'empty/README.md': '',
    };
    expect((await diff(['old', 'new'], { files })).changes).toBe('b changed, c added, a removed');
    expect((await diff(['checkout', 'new'], { files })).changes).toBe('b changed, c added');
    expect((await diff(['checkout', 'checkout', '--definitions', 'b'], { files })).changes).toBe(
      'b unchanged',
    );
    expect(await refusal(['empty', 'new'], { files })).toBe(
      'poolwright: there are no definition files in `empty`\n',
    );
  });

  test('of one file only its clusters are compared', async () => {
    const files = { [WEB]: CHANGED, 'clusters/other.yaml': CLEAN, 'web.yaml': CLEAN };
    const { changes, stderr } = await diff(['web.yaml'], { files });
    expect(changes).toBe('web changed');
    expect(stderr).toBe(
      'compared `web`, which is what file:web.yaml has, and no other cluster of working tree\n',
    );
  });

  test('a saved compilation', async () => {
    const files = { [WEB]: CLEAN, 'clusters/other.yaml': CLEAN };
    const saved = await poolwright(['synth', 'web', '--format', 'json'], { files });
    const options = { files: { ...files, [WEB]: CHANGED, 'saved.json': saved.stdout } };
    const { changes, report, stderr } = await diff(['saved.json'], options);
    expect(changes).toBe('web changed');
    expect(report.base).toEqual({ name: 'file:saved.json', kind: 'compilation' });
    expect(stderr).toContain('compared `web`');
    expect((await diff(['-'], { ...options, stdin: saved.stdout })).changes).toBe('web changed');
    expect((await diff([WEB, 'saved.json'], options)).changes).toBe('web changed');
  });

  test('what a cluster has', async () => {
    const files = { [WEB]: CLEAN, 'clusters/other.yaml': CLEAN };
    const { stdout } = await poolwright(['synth', 'web', '--format', 'json'], { files });
    const { clusters } = JSON.parse(stdout) as { clusters: { objects: { object: object }[] }[] };
    const items = clusters.flatMap(({ objects }) => objects.map(({ object }) => object));
    const live = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    const options = { files, stdin: live };
    expect((await diff(['-', '--name', 'web'], options)).changes).toBe('web unchanged');
    expect((await diff(['-', '--definitions', 'web'], options)).changes).toBe('web unchanged');
    expect((await diff(['-', WEB], options)).changes).toBe('web unchanged');
    expect(
      (
        await diff(
          ['web', '-'].map((one) => (one === 'web' ? WEB : one)),
          options,
        )
      ).changes,
    ).toBe('web unchanged');
    expect(await refusal(['-'], options)).toBe(
      'poolwright: the objects in <stdin> do not say which cluster they are of: give its name with `--name`, or its definition (one of `clusters/other.yaml`, `clusters/web.yaml`) with `--definitions`\n',
    );
  });

  test('the standard input is read once', async () => {
    const files = { [WEB]: CLEAN };
    const once = 'poolwright: the standard input can be read only once\n';
    expect(await refusal(['-', '-'], { files })).toBe(once);
    expect(await refusal(['-', '--nodes', '-'], { files })).toBe(once);
    expect(await refusal([WEB, '--definitions', '-'], { files })).toBe(
      'poolwright: `--definitions` names files of both sides: give the standard input as base or head\n',
    );
  });
});

describe('a file with errors', () => {
  const files = { 'old/web.yaml': CLEAN, 'old/b.yaml': CLEAN, 'new/web.yaml': CLEAN, 'new/b.yaml': CLEAN };

  test.each([
    ['a bracket', 'a: ['],
    ['a conflict', `<<<<<<< HEAD\n${CLEAN}=======\n${CHANGED}>>>>>>> other\n`],
    ['no map', 'karpenter: 5\n'],
    ['no text', new Uint8Array([0xc3, 0x28])],
  ])('hides its cluster, which is neither gone nor new: %s', async (_what, text) => {
    const broken = { ...files, 'new/b.yaml': text, 'old/b.yaml': WARNED };
    const forth = await diff(['old', 'new'], { files: broken });
    const head = forth.report.clusters.find(({ name }) => name === 'b');
    expect([forth.code, forth.changes.includes('b changed'), head?.failed]).toEqual([1, true, ['head']]);
    expect(head).toMatchObject({ file: 'new/b.yaml', baseFile: 'old/b.yaml', dangers: [], scenarios: [] });
    expect(head?.nodePools.map(({ rotation, types }) => [rotation.scope, types])).toEqual([
      ['none', undefined],
    ]);
    expect(head?.notes.join()).toContain('Nothing of the cluster can be read in head: `new/b.yaml`');
    expect(forth.report.cost.without).toEqual(['b']);
    // What base had there may be there still.
    expect(forth.report.resolved).toEqual([]);
    const back = await diff(['new', 'old'], { files: broken });
    const base = back.report.clusters.find(({ name }) => name === 'b');
    expect([back.code, base?.change, base?.failed]).toEqual([0, 'changed', ['base']]);
    expect(back.report.resolved.map(({ severity, file }) => [severity, file])).toContainEqual([
      'error',
      'new/b.yaml',
    ]);
  });

  test('is named first', async () => {
    const broken = { ...files, 'new/b.yaml': 'a: [' };
    const forth = await poolwright(['diff', 'old', 'new'], { files: broken });
    expect(forth.stdout.split('\n\n')[0]).toContain('`new/b.yaml` has errors now');
    const back = await poolwright(['diff', 'new', 'old'], { files: broken });
    expect(back.stdout.split('\n')[0]).toBe('`b` is not compared: `new/b.yaml` has errors in base');
  });

  test('does not hide a cluster that has moved to another file', async () => {
    const named = CLEAN.replace('poolwright:\n', 'poolwright:\n  cluster: b\n');
    const moved = { ...files, 'new/b.yaml': 'a: [', 'new/c.yaml': named };
    const { changes, report } = await diff(['old', 'new'], { files: moved });
    expect(changes).toBe('b unchanged, web unchanged');
    expect(report.findings.some(({ file }) => file === 'new/b.yaml')).toBe(true);
  });
});

describe('places', () => {
  test('in base are not those of head', async () => {
    const other = CLEAN.slice(CLEAN.indexOf('    default:')).replace('default:', 'other:');
    const files = { 'old/web.yaml': `# one\n\n${CLEAN}${other}`, 'new/web.yaml': CLEAN };
    const { report } = await diff(['old', 'new'], { files });
    const gone = report.clusters[0]?.nodePools.find(({ name }) => name === 'other');
    expect([gone?.change, gone?.source.side, gone?.source.file]).toEqual(['removed', 'base', 'old/web.yaml']);
    expect(gone?.dangers.map(({ source }) => source.side)).toEqual(['base']);
    const kept = report.clusters[0]?.nodePools.find(({ name }) => name === 'default');
    expect(kept?.source.side).toBe(undefined);
    const { stdout } = await poolwright(['diff', 'old', 'new'], { files });
    const line = gone?.source.range.start.line;
    expect(stdout).toContain(
      `--> old/web.yaml:${line}:5 (base)\n   |\n${line} |     other:\n   |     ^^^^^\n`,
    );
  });
});

describe('two files', () => {
  const pod = (name: string) => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  containers: [{name: a, image: x, resources: {requests: {cpu: "1", memory: 1Gi}}}]
`;

  test('have the workloads of their own names', async () => {
    const files = {
      'c/one.yaml': CLEAN,
      'c/two.yaml': CLEAN,
      'c/one/workloads/a.yaml': pod('a'),
      'c/two/workloads/a.yaml': `${pod('a')}---\n${pod('b')}---\n${pod('c')}`,
    };
    const { report } = await diff(['c/one.yaml', 'c/two.yaml'], { files });
    expect(report.clusters[0]?.placement).toMatchObject({ podsBefore: 1, podsAfter: 3 });
  });

  test('one of which is a pipe: it needs a name, settings and workloads', async () => {
    const files = {
      [WEB]: CLEAN,
      'clusters/other.yaml': CLEAN,
      'clusters/_defaults.yaml': 'poolwright: {}\n',
    };
    expect(await refusal(['-'], { files, stdin: CLEAN })).toBe(
      'poolwright: the definition in <stdin> does not say what its cluster is called: give its name with `--name`, or write `poolwright: {cluster: …}` in it\n',
    );
    const own = CLEAN.replace('poolwright:\n', 'poolwright:\n  cluster: web\n');
    expect((await diff(['-'], { files, stdin: own })).changes).toBe('web unchanged');
    const named = await diff(['-', '--name', 'web'], { files, stdin: CHANGED });
    expect([named.changes, named.stderr.split('\n')[0]]).toEqual([
      'web changed',
      '<stdin> is compared without the settings of `clusters/_defaults.yaml`, which working tree inherits: give them to both with `--defaults clusters/_defaults.yaml`',
    ]);
    const options = { files: { ...files, 'clusters/web/workloads/a.yaml': pod('a') }, stdin: CLEAN };
    const args = ['-', '--name', 'web', '--defaults', 'clusters/_defaults.yaml'];
    const { report, stderr } = await diff(args, options);
    expect(report.clusters[0]?.placement).toMatchObject({ podsBefore: 1, podsAfter: 1 });
    expect(report.clusters[0]?.notes).toContain(
      '<stdin> has no workloads of its own: those of the other side are placed.',
    );
    expect(stderr).not.toContain('--defaults');
  });
});

describe('findings', () => {
  test('of base are known, wherever their line has moved; those that are gone are told', async () => {
    const files = {
      'old/web.yaml': WARNED,
      'old/gone.yaml': WARNED,
      'new/web.yaml': `# a line\n\n${WARNED}`,
      'new/fresh.yaml': WARNED,
    };
    const { report } = await diff(['old', 'new'], { files });
    const told = (
      found: readonly {
        readonly code: string;
        readonly range: { readonly start: { readonly line: number } };
      }[],
    ) => found.map(({ code, range }) => `${code} line ${range.start.line}`);
    const known = report.findings.filter((one) => one.known);
    const fresh = report.findings.filter((one) => !one.known);
    expect(known.map(({ file }) => file)).toEqual(known.map(() => 'new/web.yaml'));
    expect(fresh.map(({ file }) => file)).toEqual(fresh.map(() => 'new/fresh.yaml'));
    expect(report.resolved.map(({ file }) => file)).toEqual(report.resolved.map(() => 'old/gone.yaml'));
    expect(known.length).toBeGreaterThan(0);
    expect([fresh.length, report.resolved.length]).toEqual([known.length, known.length]);
    expect(told(known)).not.toEqual(told(report.resolved));
  });

  test('in shared defaults and other files are known too', async () => {
    const odd = 'poolwright: {regoin: eu-west-1}\n';
    const files = {
      'old/_defaults.yaml': odd,
      'old/web.yaml': CLEAN,
      'new/_defaults.yaml': `\n${odd}`,
      'new/web.yaml': CLEAN,
    };
    const { report } = await diff(['old', 'new'], { files });
    expect(report.findings.some(({ file }) => file === 'new/_defaults.yaml')).toBe(true);
    expect(report.findings.filter(({ known }) => !known)).toEqual([]);
  });

  test('a name that is taken in head is an error there', async () => {
    const other = CLEAN.replace('poolwright:\n', 'poolwright:\n  cluster: web\n');
    const files = { 'old/web.yaml': CLEAN, 'new/web.yaml': CLEAN, 'new/z.yaml': other };
    const { report, code } = await diff(['old', 'new'], { files });
    expect(report.findings.filter(({ severity }) => severity === 'error')).toMatchObject([
      { code: 'PW2004', file: 'new/z.yaml', known: false },
    ]);
    expect(code).toBe(1);
  });
});

describe('it ends', () => {
  const ends = async (base: string, head: string, ...flags: readonly string[]) => {
    const { code, report } = await diff(['old.yaml', 'new.yaml', ...flags], {
      files: { 'old.yaml': base, 'new.yaml': head },
    });
    return { code, failed: report.clusters.flatMap(({ failed }) => failed) };
  };

  test('as check does on head', async () => {
    expect((await ends(CLEAN, CLEAN)).code).toBe(0);
    expect((await ends(CLEAN, WARNED, '--fail-on', 'warning')).code).toBe(1);
    expect((await ends(WARNED, WARNED, '--fail-on', 'warning')).code).toBe(1);
    const strict = (text: string) => text.replace('poolwright:\n', 'poolwright:\n  fail_on: warning\n');
    expect((await ends(CLEAN, strict(WARNED))).code).toBe(1);
    expect((await ends(strict(WARNED), CLEAN)).code).toBe(0);
  });

  test('well in spite of errors in base, which are told', async () => {
    expect(await ends(BROKEN, CLEAN)).toEqual({ code: 0, failed: ['base'] });
    expect(await ends(CLEAN, BROKEN)).toEqual({ code: 1, failed: ['head'] });
    const { code, report } = await diff(['old.yaml', 'new.yaml'], {
      files: { 'old.yaml': 'karpenter: [', 'new.yaml': CLEAN },
    });
    expect(code).toBe(0);
    expect(report.resolved.map(({ severity }) => severity)).toContain('error');
  });

  test('with what does not fit, and with money', async () => {
    const pod = (cpu: string) => `apiVersion: v1
kind: Pod
metadata: {name: big}
spec:
  containers: [{name: a, image: x, resources: {requests: {cpu: "${cpu}", memory: 1Gi}}}]
`;
    const planned = CLEAN.replace('poolwright:\n', 'poolwright:\n  workloads: [pod.yaml]\n');
    const files = { 'old.yaml': planned, 'new.yaml': planned, 'pod.yaml': pod('500') };
    expect((await diff(['old.yaml', 'new.yaml'], { files })).code).toBe(3);
    const dear = planned.replace('poolwright:\n', 'poolwright:\n  max_monthly_usd: 1\n');
    const crossed = await diff(['old.yaml', 'new.yaml'], {
      files: { 'old.yaml': dear, 'new.yaml': dear.replace('cpu: 100', 'cpu: 90'), 'pod.yaml': pod('1') },
    });
    expect([
      crossed.code,
      crossed.report.findings.some(({ code, known }) => code === 'PW8010' && known),
    ]).toEqual([4, true]);
  });
});

describe('options', () => {
  const node = {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'n', labels: { 'karpenter.sh/nodepool': 'default' } },
    spec: { providerID: 'aws:///eu-west-1a/i-1' },
    status: {
      capacity: { cpu: '4', memory: '8Gi', pods: '58' },
      allocatable: { cpu: '4', memory: '8Gi', pods: '58' },
    },
  };
  const files = {
    [WEB]: CLEAN.replace('role', 'role').replace('ami: al2023@v20260715', 'ami: al2023@v20260801'),
    'web.yaml': CLEAN,
    'nodes.json': JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [node] }),
    'none.json': JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [] }),
  };

  test('--nodes counts what runs, of one cluster', async () => {
    const { report } = await diff(['web.yaml', '--nodes', 'nodes.json', '--at', '2026-08-03T09:00:00Z'], {
      files,
    });
    expect(report.clusters[0]?.nodePools[0]?.rotation).toMatchObject({ nodes: { of: 1, basis: 'nodes' } });
    expect(report.at).toBe('2026-08-03T09:00:00Z');
    expect(await refusal(['web.yaml', '--nodes', 'none.json'], { files })).toBe(
      'poolwright: there are no nodes in `none.json`: give what `kubectl get nodes,nodeclaims -o json` prints\n',
    );
    const two = { ...files, 'clusters/b.yaml': CLEAN };
    expect(await refusal(['clusters', 'clusters', '--nodes', 'nodes.json'], { files: two })).toBe(
      'poolwright: `--nodes` is for one cluster, but there are 2 definitions: choose one with `--definitions`\n',
    );
  });

  test('are told again in what reproduces the review', async () => {
    const flags = [
      '--at',
      '2026-08-03T11:00:00+02:00',
      '--replacement-time',
      '90s',
      '--hpa',
      'min',
      '--nodes',
      'nodes.json',
    ];
    const { report } = await diff(['web.yaml', WEB, ...flags], { files });
    expect(report.arguments).toEqual(
      ['diff', 'web.yaml', WEB].concat([
        '--nodes',
        'nodes.json',
        '--at',
        '2026-08-03T09:00:00Z',
        '--replacement-time',
        '90s',
        '--hpa',
        'min',
      ]),
    );
    const again = await diff(report.arguments.slice(1), { files });
    expect(again.report).toEqual(report);
  });

  test('every format is printed', async () => {
    for (const [format, expected] of [
      ['text', 'pool `default` of `web`'],
      ['markdown', '```sh\nnpx poolwright diff'],
    ]) {
      const { stdout } = await poolwright(['diff', 'web.yaml', '--format', format ?? ''], { files });
      expect(stdout).toContain(expected);
    }
  });

  test.each([
    ['2026-08-03T09:00:00Z', '2026-08-03T09:00:00.000Z'],
    ['2026-08-03T09:00:00.999+02:00', '2026-08-03T07:00:00.000Z'],
    ['now', '2026-01-02T03:04:05.000Z'],
  ])('--at %s', (text, expected) => {
    const clock = () => Date.parse('2026-01-02T03:04:05.678Z');
    expect(new Date(parseMoment(text, clock)).toISOString()).toBe(expected);
  });

  test.each([
    '2026-02-30T00:00:00Z',
    '2026-08-03',
    '2026-08-03T25:00:00Z',
    '2026-08-03T09:00:00',
    'tomorrow',
    '',
  ])('--at %s is refused', (text) => {
    expect(() => parseMoment(text)).toThrow('It must be RFC 3339');
  });

  test('--replacement-time is a duration', () => {
    expect(['90s', '5m', '1h30m', '1.5s'].map(parseReplacementTime)).toEqual([90, 300, 5400, 1]);
    for (const text of ['0s', '-5m', '5', '25h', '10ms', '']) {
      expect(() => parseReplacementTime(text)).toThrow('It must be a duration');
    }
  });
});
