import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DISK } from '../../../src/cli/files/disk.ts';
import { expandBraces } from '../../../src/cli/files/expand-braces.ts';
import { matchesSegment, segmentOf } from '../../../src/cli/files/glob-segment.ts';

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
  ['x*', 'x/a.yaml x/y/a.yaml x/y/b.json'],
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

test('a name of any kind takes no time', () => {
  const start = performance.now();
  expect(matchesSegment(segmentOf(`${'*a'.repeat(400)}b`, ''), 'a'.repeat(255))).toBe(false);
  expect(matchesSegment(segmentOf(`${'*a'.repeat(200)}*b`, ''), `${'a'.repeat(254)}b`)).toBe(true);
  expect(performance.now() - start).toBeLessThan(200);
});

test('what takes too many comparisons is refused', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'poolwright-glob-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (let i = 0; i < 300; i += 1) writeFileSync(path.join(folder, 'a'.repeat(250) + String(i)), '');
  const pattern = `{1..99}${'*a'.repeat(400)}b`;
  await expect(DISK.glob(`*${pattern}`, folder)).rejects.toThrow('comparisons');
});

test('braces', () => {
  expect(expandBraces('{a,b{c,d}}{1..3}')).toHaveLength(9);
  expect(expandBraces('a{}{b}{c,}\\{d,e}')).toEqual(['a{}{b}c\\{d,e}', 'a{}{b}\\{d,e}']);
  expect(expandBraces(`${'{'.repeat(900)}x`)).toHaveLength(1);
  expect(expandBraces(`${'{'.repeat(400)}x${'}'.repeat(400)}`)).toHaveLength(1);
  expect(() => expandBraces('{1..999999999}')).toThrow('more than 100');
});
