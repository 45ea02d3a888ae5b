import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { decodeSource, readSource } from '../../src/cli/read-source.ts';
import { DEFAULT_INPUT_LIMITS } from '../../src/documents/input-limits.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'poolwright-read-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function read(content: string | Uint8Array) {
  const file = path.join(folder, 'a.yaml');
  writeFileSync(file, content);
  return readSource(file, 'a.yaml');
}

test('reads text as it is', () => {
  expect(read('a: "é🎉"\r\n')).toMatchObject({
    source: { file: 'a.yaml', text: 'a: "é🎉"\r\n' },
    byteOrderMark: false,
  });
  expect(read('').source.text).toBe('');
});

test('takes off a byte order mark and remembers it', () => {
  expect(read('\ufeffa: 1')).toMatchObject({ source: { text: 'a: 1' }, byteOrderMark: true });
});

test('points at the first byte that is not UTF-8', () => {
  const { problem } = read(Buffer.from('a: 1\nb: caf\xe9\n', 'latin1'));
  expect(problem).toMatchObject({ code: 'PW1024', severity: 'error', help: 'Save it as UTF-8.' });
  expect(problem?.span.source.positionAt(problem.span.start)).toEqual({ line: 2, column: 7 });
});

test('recognises UTF-16', () => {
  const { problem } = read(Buffer.from('\ufeffa: é', 'utf16le'));
  expect(problem?.help).toBe('It looks like UTF-16; save it as UTF-8.');
});

test('does not read what is too large', () => {
  const { fileBytes } = DEFAULT_INPUT_LIMITS;
  expect(read(new Uint8Array(fileBytes + 1).fill(32))).toMatchObject({
    problem: { code: 'PW1030' },
    source: { text: '' },
  });
  expect(decodeSource(new Uint8Array(fileBytes).fill(32), 'a.yaml').problem).toBeUndefined();
});

test('says why a file cannot be read', () => {
  expect(() => readSource(path.join(folder, 'none'), 'none')).toThrow(
    'cannot read none: no such file or folder',
  );
  expect(() => readSource(folder, 'x')).toThrow('cannot read x: it is a folder');
});
