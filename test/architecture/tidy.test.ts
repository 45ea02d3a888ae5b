import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CODES } from '../../src/diagnostics/codes.ts';

const SOURCES = files('src', '.ts').concat(files('constructs', '.ts'));

/** Algorithms and closed tables that may be longer than the rest, each with the reason. */
const LONG_FILES = new Map<string, string>([]);

describe('tidiness', () => {
  it('keeps files short', () => {
    const long = SOURCES.filter((file) => lines(file) > 400 && !LONG_FILES.has(file));
    expect(long).toEqual([]);
  });

  it('keeps the median file at about 100 lines', () => {
    const counts = SOURCES.map(lines).sort((a, b) => a - b);
    expect(counts[counts.length >> 1]).toBeLessThanOrEqual(120);
  });

  it('leaves clock, randomness, locale and environment to the command line', () => {
    const forbidden =
      /Date\.now|new Date\(\)|performance\.now|Math\.random|localeCompare|toLocale|\bIntl\.|process\.(env|cwd|platform|argv)/;
    // Dates of a rule are in the time zone that the rule names, and in a fixed locale.
    const explicit = ['src/checks/admission/cel/date-time.ts'];
    const pure = SOURCES.filter((file) => !file.startsWith('src/cli/') && !explicit.includes(file));
    const found = pure.filter((file) => forbidden.test(withoutComments(readFileSync(file, 'utf8'))));
    expect(found).toEqual([]);
  });

  it('keeps the model free of values', () => {
    const values = files('src/model', '.ts').filter((file) =>
      /^(export )?(const|let|function|class|enum)\b|^import (?!type )/m.test(readFileSync(file, 'utf8')),
    );
    expect(values).toEqual([]);
  });

  it('has a docs folder for every code and no other', () => {
    expect(readdirSync('docs/diagnostics').sort()).toEqual(Object.keys(CODES).sort());
  });

  it('uses every registered code', () => {
    const all = SOURCES.filter((file) => !file.startsWith('src/diagnostics/codes/'))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    expect(Object.keys(CODES).filter((code) => !all.includes(`'${code}'`))).toEqual([]);
  });

  it('speaks of itself only', () => {
    // A home folder inside of somebody's container is theirs.
    const words = [/registry\.npmjs/, /proxy\.golang/, /\/work\//, /\/home\/(?!argocd\b)\w+/, /\/root\//];
    const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const kept = execFileSync('git', args, { encoding: 'utf8' }).split('\0');
    const text = kept.filter((file) => existsSync(file) && !/tidy\.test\.ts$|\.gz$/.test(file));
    for (const file of [
      'LICENSE',
      'README.md',
      '.ci/run',
      'integrations/README.md',
      'test/e2e/synth/out/args',
    ])
      expect(text).toContain(file);
    const found = text.filter((file) => words.some((word) => word.test(readFileSync(file, 'utf8'))));
    expect(found).toEqual([]);
  });
});

function files(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function lines(file: string): number {
  return readFileSync(file, 'utf8').split('\n').length - 1;
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}
