import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { DISK } from '../../../src/cli/files/disk.ts';
import { globCost } from '../../../src/cli/files/glob-cost.ts';
import { UsageError } from '../../../src/cli/usage-error.ts';

const FILES = [
  'a.yaml',
  'b.yml',
  '.c.yaml',
  'x/a.yaml',
  'x/y/a.yaml',
  'x/.z/a.yaml',
  'x/y/b.json',
  'd.yaml/e',
];

test.each([
  ['*.yaml', 'a.yaml d.yaml/e'],
  ['*', 'a.yaml b.yml'],
  ['**', 'a.yaml b.yml d.yaml/e x/a.yaml x/y/a.yaml x/y/b.json'],
  ['**/*.yaml', 'a.yaml d.yaml/e x/a.yaml x/y/a.yaml'],
  ['**/a.*', 'a.yaml x/a.yaml x/y/a.yaml'],
  ['x/**/a.yaml', 'x/a.yaml x/y/a.yaml'],
  ['**/**/**/b.json', 'x/y/b.json'],
  // Only a pattern without `*` at its end takes a folder for all below it.
  ['x*', ''],
  ['[x]', 'x/a.yaml x/y/a.yaml x/y/b.json'],
  ['x/?/*', 'x/y/a.yaml x/y/b.json'],
  ['[!b-z].y*', 'a.yaml'],
  ['{a,b}.{yaml,yml}', 'a.yaml b.yml'],
  ['{x/y,none}', 'x/y/a.yaml x/y/b.json'],
  ['.*', '.c.yaml'],
  ['\\*', ''],
])('%s', async (pattern, expected) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'poolwright-glob-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const file of FILES) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), '');
  }
  const found = (await DISK.glob(pattern, folder)).map((file) =>
    path.relative(folder, file).replaceAll('\\', '/'),
  );
  expect(found.sort().join(' ')).toBe(expected);
});

async function outcome(pattern: string, folder: string): Promise<string> {
  const refuse = (file: string) => {
    if (file !== folder && !file.startsWith(`${folder}/`)) throw new UsageError('outside');
  };
  try {
    return `${(await DISK.glob(pattern, folder, refuse)).length} files`;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

test.each([
  ['?'.repeat(1_001), 'more than 1000 characters'],
  ['@(a|b)', 'a group'],
  ['a|b*', 'a group'],
  ['[[:alpha:]]*', 'a class'],
  ['[a]+[a]+b', 'a `+` after a bracket'],
  ['!a*', '`!` in front'],
  ['....*', '`..` at the start'],
  ['{1..12}/*', '`..` in braces'],
  ['{a,..}/*', '`..` after a wildcard'],
  ['*/../../*', '`..` after a wildcard'],
  ['***', 'three `*`'],
  ['\\\\*', 'two backslashes'],
])('%s is refused', async (pattern, why) => {
  expect(await outcome(pattern, tmpdir())).toContain(why);
});

/** Worth the while of somebody who wants to keep a runner busy. */
test('long names take no time, whatever the pattern', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'poolwright-glob-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (let i = 10; i < 40; i += 1) writeFileSync(path.join(folder, `${'a'.repeat(250)}${i}`), '');
  const deep = path.join(folder, 'a/'.repeat(200));
  mkdirSync(deep, { recursive: true });
  writeFileSync(path.join(deep, 'a'), '');
  for (const [pattern, result] of [
    ['*a*a*b', '0 files'],
    ['**/*a*a*a*b', 'comparisons'],
    ['*{a,aa}{a,aa}{a,aa}*b', '0 files'],
    [`*${'{a,aa}'.repeat(40)}b`, 'comparisons'],
    ['**/a/**/b', '0 files'],
    ['**/a/**/a/**/a/**/b', 'comparisons'],
    [`${'*a'.repeat(400)}b`, 'comparisons'],
    [`${'{'.repeat(900)}*`, '0 files'],
    [`${'['.repeat(900)}*`, '0 files'],
  ] as const) {
    const start = performance.now();
    expect([pattern, await outcome(pattern, folder)]).toEqual([pattern, expect.stringContaining(result)]);
    expect([pattern, performance.now() - start < 3_000]).toEqual([pattern, true]);
  }
});

test('links that lead around, and from one folder to all others, come to an end', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'poolwright-glob-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const names = [...'abcde'];
  for (const name of names) {
    mkdirSync(path.join(folder, name));
    writeFileSync(path.join(folder, name, 'x.yaml'), '');
    for (const other of names) symlinkSync(`../${other}`, path.join(folder, name, `to-${other}`));
  }
  expect(await outcome('**/*.yaml', folder)).toBe('5 files');
  expect(await outcome('a/to-b/to-c/*', folder)).toBe('1 files');
});

test('any pattern finds files or is refused', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'poolwright-glob-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['a', 'a.b', 'aab', '[a]', '{a,b}']) writeFileSync(path.join(folder, name), '');
  const parts = [
    '*',
    '**',
    '?',
    '/',
    '.',
    '..',
    '{',
    '}',
    ',',
    '[',
    ']',
    '!',
    '^',
    '-',
    '\\',
    '+',
    '"',
    'a',
    'b',
    '$',
    '@',
    ' ',
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 12 }),
      async (pattern) => {
        const found = await outcome(pattern.join(''), folder);
        expect(found).not.toContain('comparisons');
      },
    ),
    { numRuns: 300 },
  );
});

test.each([
  ['*.yaml', 1, 1],
  ['web/workloads/**/*.{yaml,yml,json}', 2, 3],
  ['*a*a*b', 3, 1],
  ['**/a/**/b', 3, 1],
  ['[a/]*', 1, 1],
  ['*[a/]*', 2, 1],
  ['*{/,a}*', 2, 2],
  ['{*a,*b}/{x,y}', 2, 4],
  ['{{a,b},{c,d}}', 1, 8],
  ['{[}]a,b}', 1, 2],
  ['\\*\\*\\{a,b\\}', 1, 2],
])('%s takes at most its length to the power of %i, times %i', (pattern, degree, choices) => {
  expect(globCost(pattern)).toEqual({ degree, choices });
});
