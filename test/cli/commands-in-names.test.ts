import { expect, test } from 'vitest';
import { inert, inertJson } from '../../src/report/inert.ts';
import { CLEAN, type CliRun, poolwright } from './harness.ts';

const ODD = 'x\n::error title=fake::all nodes are fine\n##[add-mask]e';
const POOL = CLEAN.replace('default:', '"##[error]boo":');

/** What a CI system takes for a command: `::name …::` where a line begins, `##[name]` and its like anywhere. */
const COMMAND = /^\s*::[^:]|##[a-z]*\[/imu;

const RUNS: readonly (readonly [readonly string[], CliRun['files']])[] = [
  [['synth'], { [`clusters/${ODD}.yaml`]: CLEAN }],
  [['synth'], { 'clusters/::error::x.yaml': CLEAN.replace('limits:', 'limts:') }],
  [['check'], { [`clusters/${ODD}.yaml`]: CLEAN.replace('limits:', 'limts:') }],
  [['check', '--fix'], { [`clusters/${ODD}.yaml`]: CLEAN.replace('limits:', 'limts:') }],
  [['check'], { 'clusters/a.yaml': POOL }],
  [['synth', '--check'], { 'clusters/a.yaml': `${POOL}# ##vso[task.setvariable variable=x]y\n` }],
  [['plan', 'a'], { 'clusters/a.yaml': POOL }],
  [['explain', 'pool', 'a', '##[error]boo'], { 'clusters/a.yaml': POOL }],
  [['check', `${ODD}.yaml`], {}],
  [['diff', 'base', 'clusters'], { 'base/::error::x.yaml': CLEAN, 'clusters/::error::x.yaml': POOL }],
  [['diff', `base/${ODD}.yaml`, 'c.yaml'], { [`base/${ODD}.yaml`]: CLEAN, 'c.yaml': POOL }],
];

test.each(RUNS)('%j prints no line that a CI system would obey', async (args, files = {}) => {
  const { stdout, stderr, code } = await poolwright(args, { files });
  expect(code).not.toBe(70);
  expect(stdout + stderr).not.toBe('');
  expect(COMMAND.exec(stdout)).toBeNull();
  expect(COMMAND.exec(stderr)).toBeNull();
});

const VSO = CLEAN.replace('default:', '"##vso[task.complete]x":');

test.each(
  ['json', 'sarif', 'gitlab', 'rdjson', 'junit']
    .map((format) => ['check', '--format', format])
    .concat([
      ['plan', '--format', 'json'],
      ['plan', '--format', 'markdown'],
      ['diff', 'base', 'clusters', '--format', 'json'],
      ['diff', 'base', 'clusters', '--format', 'markdown'],
      ['synth', '--format', 'json'],
    ]),
)('%s %s %s %s %s prints none in data either, and the data is the same', async (...args) => {
  const files = { 'clusters/a.yaml': VSO, 'base/a.yaml': CLEAN };
  const { stdout, code } = await poolwright(args, { files });
  expect(code).toBeLessThan(3);
  expect(COMMAND.exec(stdout)).toBeNull();
  if (/json|sarif|gitlab/.test(args.at(-1) ?? '')) {
    expect(JSON.stringify(JSON.parse(stdout))).toContain('##vso[task.complete]x');
  }
});

test('a name takes one line', async () => {
  const { stderr } = await poolwright(['synth'], {
    files: { [`clusters/${ODD}.yaml`]: CLEAN.replace('limits:', 'limts:') },
  });
  expect(stderr).toMatchInlineSnapshot(`
    "x␊::error title=fake::all nodes are fine␊##​[add-mask]e: has errors, its output is left as it is
    dist: 0 files written, 0 removed, 0 unchanged
    "
  `);
});

test('a text without commands stays as it is', () => {
  const text = ' ::: a.yaml:1:2\n## heading\na::b ## [x]\n';
  expect(inert(text)).toBe(text);
  const harmless = inert('  ::error::x\n##[group]y\n');
  expect(harmless).toBe('  \u200b::error::x\n##\u200b[group]y\n');
  expect(inert(harmless)).toBe(harmless);
});

test('JSON is read as it was', () => {
  const value = { 'a##[b]': ['##vso[c]', '\\##x[', '###[d]'] };
  expect(inertJson(value)).not.toMatch(COMMAND);
  expect(JSON.parse(inertJson(value))).toEqual(value);
});
