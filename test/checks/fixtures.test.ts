import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { CodeSpec } from '../../src/diagnostics/code-spec.ts';
import { CODES, type DiagnosticCode } from '../../src/diagnostics/codes.ts';
import { Source } from '../../src/diagnostics/source.ts';
import { lintManifests } from '../../src/lint-manifests.ts';
import { readWorkloads } from '../../src/manifests/read-workloads.ts';
import type { Compilation } from '../../src/model/compilation.ts';
import { anchorOf } from '../docs/markdown.ts';
import { importText } from '../import/harness.ts';
import { type DangerFile, dangersOf, readExample } from '../review/danger-example.ts';
import { compileText, shown } from './harness.ts';

const FOLDER = 'docs/diagnostics';
const codes = (Object.keys(CODES) as DiagnosticCode[]).sort();
const withExample = codes.filter((code) => read(code, 'err.yaml') !== undefined);

function read(code: string, file: 'why.md' | 'err.yaml' | 'ok.yaml'): string | undefined {
  const path = `${FOLDER}/${code}/${file}`;
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/**
 * The examples of PW70xx are workloads, those of PW92xx hand-written machines, those of PW93xx objects to import, all
 * others definitions; those of PW97xx are rehearsed.
 */
function compile(code: string, file: 'err.yaml' | 'ok.yaml'): Compilation {
  const text = read(code, file) ?? '';
  if (code.startsWith('PW92')) return lintManifests({ sources: [new Source('example.yaml', text)] });
  if (code.startsWith('PW93')) return { clusters: [], diagnostics: importText(text).diagnostics };
  if (code.startsWith('PW97')) return compileText(text, 'example.yaml', { rehearsal: 'kwok' });
  if (!code.startsWith('PW70')) return compileText(text);
  const { diagnostics } = readWorkloads({ sources: [new Source('example.yaml', text)] });
  return { clusters: [], diagnostics };
}

/** The tests and the page look at the same outcomes. */
const compiled = rememberByFile(compile);
const reviewed = rememberByFile(dangersOf);

function rememberByFile<File extends string, T>(
  make: (code: string, file: File) => T,
): (code: string, file: File) => T {
  const made = new Map<string, T>();
  return (code, file) => {
    const key = `${code}/${file}`;
    const known = made.get(key) ?? make(code, file);
    made.set(key, known);
    return known;
  };
}

const dangers = codes.filter((code) => readExample(code, 'base.yaml') !== undefined);

describe('the examples of dangers', () => {
  it.each(dangers)('%s is reported of head.yaml against base.yaml', (code) => {
    expect(reviewed(code, 'head.yaml').map((one) => one.code)).toContain(code);
  });

  it.each(dangers)('%s is not reported of ok.yaml against base.yaml', (code) => {
    expect(reviewed(code, 'ok.yaml').map((one) => one.code)).not.toContain(code);
  });
});

describe('the examples of the diagnostics catalogue', () => {
  it.each(withExample)('%s is reported for err.yaml', (code) => {
    const found = compiled(code, 'err.yaml').diagnostics.map((one) => one.code);
    expect(found).toContain(code);
  });

  it.each(withExample)('%s is not reported for ok.yaml, nor is any error', (code) => {
    const compilation = compiled(code, 'ok.yaml');
    const unwanted = compilation.diagnostics.filter((one) => one.code === code || one.severity === 'error');
    expect(shown({ ...compilation, diagnostics: unwanted })).toBe('');
  });

  it('come in pairs, each with an explanation', () => {
    const incomplete = codes.filter(
      (code) => read(code, 'why.md') === undefined || isShown(code) !== (read(code, 'ok.yaml') !== undefined),
    );
    expect(incomplete).toEqual([]);
  });

  it('have explanations without headings, which the catalogue adds', () => {
    const headed = readdirSync(FOLDER).filter((code) => /^#/m.test(read(code, 'why.md') ?? ''));
    expect(headed).toEqual([]);
  });
});

/** By a definition, or by a change from one to another. */
function isShown(code: string): boolean {
  const states = [readExample(code, 'base.yaml'), readExample(code, 'head.yaml')];
  return read(code, 'err.yaml') !== undefined || states.every((text) => text !== undefined);
}

describe('docs/diagnostics.md', () => {
  it('shows every code with its example and real output (refresh with `npx vitest run test/checks/fixtures.test.ts --update=true`)', async () => {
    await expect(catalogue()).toMatchFileSnapshot('../../docs/diagnostics.md');
  });
});

function catalogue(): string {
  return `${[INTRODUCTION, index(), ...codes.map(section)].join('\n\n')}\n`;
}

const INTRODUCTION = `# Diagnostics

Every finding of poolwright has a code. \`poolwright explain PW4012\` prints its section of this page.

Errors cannot be lowered or silenced: what they describe does not work. Warnings and infos can, for a whole cluster by
\`poolwright: {rules: {PW4012: off}}\` (or \`info\`, \`warning\`), and in place by a comment with a reason:
\`# poolwright-ignore PW4012: nodes are replaced by hand\`. The comment covers its own line, or the next one if it stands
alone, or the whole file if it stands before the first key.

The outputs below are those of \`poolwright check\`, reduced to the code at hand. Dangers, PW96xx, are what \`poolwright diff\`
says of a change: their examples have two states. PW97xx are what \`poolwright synth --provider kwok\` adds.`;

function index(): string {
  const rows = codes.map((code) => {
    const { severity, title } = specOf(code);
    return `| [${code}](#${anchorOf(`${code} ${title}`)}) | ${severity} | ${title} |`;
  });
  return ['| code | severity | meaning |', '|---|---|---|', ...rows].join('\n');
}

function section(code: DiagnosticCode): string {
  const { severity, title } = specOf(code);
  const err = read(code, 'err.yaml');
  const parts = [`## ${code} ${title}`, `Severity: ${severity}`, (read(code, 'why.md') ?? '').trim()];
  if (err !== undefined) {
    parts.push(
      fenced('yaml', err),
      fenced('text', shown(compiled(code, 'err.yaml'), code)),
      'Better:',
      fenced('yaml', read(code, 'ok.yaml') ?? ''),
    );
  }
  if (dangers.includes(code)) parts.push(...dangerParts(code));
  return parts.join('\n\n');
}

function dangerParts(code: DiagnosticCode): readonly string[] {
  const block = (title: string, file: DangerFile) => {
    const text = readExample(code, file);
    return text === undefined ? [] : [title, fenced('yaml', text)];
  };
  const diagnostics = reviewed(code, 'head.yaml');
  return [
    ...block('Base:', 'base.yaml'),
    ...block('Head:', 'head.yaml'),
    ...block('With these workloads:', 'workloads.yaml'),
    ...block('With these nodes:', 'nodes.yaml'),
    fenced('text', shown({ clusters: [], diagnostics }, code)),
    ...block('Better:', 'ok.yaml'),
  ];
}

function specOf(code: DiagnosticCode): CodeSpec {
  return CODES[code];
}

/** A fence longer than any in the text. */
function fenced(language: string, text: string): string {
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/^`+/gm)].map(([ticks]) => ticks.length + 1)));
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}
