import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conformanceCommand } from './command.ts';
import type { ExactCase } from './format.ts';
import { readDocuments, readText } from './read-documents.ts';

/** The command on files of people's own: as they call it once for each exit code, otherwise in process. */
const SOURCE = 'test/conformance/exact/host-ports.jsonl.gz';
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'poolwright-conformance-'));
  mkdirSync(join(folder, 'mine'));
  mkdirSync(join(folder, 'catalogues'));
  // Neither is compressed here.
  for (const name of cataloguesOf(SOURCE)) {
    const catalogue = readText(`test/conformance/catalogues/${name}.json.gz`);
    writeFileSync(join(folder, `catalogues/${name}.json`), catalogue);
  }
  writeFileSync(join(folder, 'mine/right.jsonl'), readText(SOURCE));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function cataloguesOf(file: string): readonly string[] {
  return readDocuments(file).flatMap(({ value }) => (value as ExactCase).scenario.catalogue ?? []);
}

function write(name: string, text: string): string {
  writeFileSync(join(folder, 'mine', name), text);
  return join(folder, 'mine', name);
}

function npmRun(...files: readonly string[]) {
  const args = ['run', '--silent', 'conformance', '--', ...files];
  const { status, stdout, stderr } = spawnSync('npm', args, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** The same without the process. */
function run(...files: readonly string[]) {
  return conformanceCommand(files);
}

/** The recorded cases with the uid of one pod changed in what is expected. */
function wrong(): string {
  const cases = readDocuments(SOURCE).map(({ value }) => value as ExactCase);
  const [first, ...others] = cases;
  if (first === undefined) throw new Error(`${SOURCE} is empty`);
  const expected = {
    ...first.expected,
    errors: { ...first.expected.errors, nobody: { classes: [], text: '-' } },
  };
  return [{ ...first, expected }, ...others].map((one) => `${JSON.stringify(one)}\n`).join('');
}

describe('npm run conformance', () => {
  it('passes what is right, compressed or not', () => {
    const { status, stdout } = run(join(folder, 'mine/right.jsonl'), SOURCE);
    expect(stdout).toMatch(/(^|\n)6 passed, 0 failed\n$/);
    expect(status).toBe(0);
  });

  it('names what differs and fails', () => {
    const file = write('wrong.jsonl', wrong());
    const { status, stdout } = npmRun(file);
    const [name] = readDocuments(SOURCE).map(({ value }) => (value as ExactCase).name);
    expect(stdout).toContain(`FAIL ${name} (exact, ${file}:1)
  pod nobody: expected to be unschedulable (; -), and is not
`);
    expect(stdout).toMatch(/\n2 passed, 1 failed\n$/);
    expect(status).toBe(1);
  });

  it.each<[string, () => readonly string[], RegExp]>([
    ['a file that is not there', () => ['nowhere.jsonl'], /^nowhere\.jsonl: ENOENT/],
    ['broken JSON', () => [write('broken.jsonl', '\n{')], /broken\.jsonl:2: .*JSON/],
    ['a file without a case', () => [write('empty.jsonl', '\n')], /empty\.jsonl: there is no case in it/],
    [
      'another kind of file',
      () => [write('other.json', '{"a": 1}')],
      /other\.json:1: this is no recorded case/,
    ],
    ['another ending', () => [write('other.yaml', '')], /other\.yaml: the name must end in \.jsonl, \.json/],
    [
      'what is not compressed',
      () => [write('plain.jsonl.gz', '{}')],
      /plain\.jsonl\.gz: incorrect header check/,
    ],
    [
      'a catalogue that is not there',
      () => [write('far.jsonl', readText(SOURCE).replace(/"catalogue":"\w+"/g, '"catalogue":"far"'))],
      /catalogues\/far\.json: catalogue far is not there/,
    ],
    ['an unknown option', () => ['--fast'], /^unknown option --fast\nusage: /],
  ])('refuses %s', (_title, files, message) => {
    const { status, stdout, stderr } = run(...files());
    expect(stderr).toMatch(message);
    expect(stdout).toBe('');
    expect(status).toBe(2);
  });

  it('does not blame the packer for a recording that cannot be compared', () => {
    const [line = ''] = readText(SOURCE).split('\n');
    const damaged = { ...(JSON.parse(line) as object), expected: {} };
    const { status, stdout } = run(write('damaged.jsonl', JSON.stringify(damaged)));
    expect(stdout).toContain('the recording is not what one looks like: ');
    expect(status).toBe(1);
  });

  it('says how it is used', () => {
    expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^usage: /) as string });
  });

  it('tells npm what it cannot read', () => {
    expect(npmRun('nowhere.jsonl')).toEqual(run('nowhere.jsonl'));
  });
});
