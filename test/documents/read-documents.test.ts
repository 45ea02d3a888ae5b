import * as fc from 'fast-check';
import * as jsYaml from 'js-yaml';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/diagnostics/json-value.ts';
import { Source } from '../../src/diagnostics/source.ts';
import { toPlain } from '../../src/diagnostics/to-plain.ts';
import type { InputLimits } from '../../src/documents/input-limits.ts';
import { parseYaml } from '../../src/documents/parse-yaml.ts';
import { readDocuments } from '../../src/documents/read-documents.ts';
import { readFastYaml } from '../../src/documents/read-fast-yaml.ts';
import { writeYaml } from '../../src/documents/write-yaml.ts';
import { place, printDiagnostic, text } from './harness.ts';
import { atDepth } from '../at-depth.ts';

/** Text in; values and findings out. */
function check(written: string, file = 'x.yaml', limits: Partial<InputLimits> = {}): string {
  const { documents, diagnostics } = readDocuments(new Source(file, written), limits);
  return [...documents.map(({ value }) => JSON.stringify(value)), ...diagnostics.map(printDiagnostic)].join(
    '\n',
  );
}

/** Where a path leads in the first document. */
function located(written: string, path: readonly (string | number)[], file = 'x.yaml'): string {
  const { span } = readDocuments(new Source(file, written)).documents[0]?.locate(path).origin ?? {};
  return span === undefined ? 'nowhere' : `${place(span)} ${span.source.text.slice(span.start, span.end)}`;
}

/** Set FUZZ_SEED to reproduce. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20261121);

describe('JSON', () => {
  it.each([
    ['{"a": 1}', 'x.json'],
    ['\ufeff\n [{"a": 1}]\n', 'x.yaml'],
    ['"text"', 'x.json'],
  ])('%j is read', (written, file) => {
    expect(readDocuments(new Source(file, written)).documents.map(({ value }) => value)).toEqual([
      JSON.parse(written.replace('\ufeff', '')),
    ]);
  });

  it('may be several values, of a line each or more', () => {
    expect(check('{"a": 1}\n{"b":\n 2}\n\n[3]\n')).toMatchInlineSnapshot(`
      "{"a":1}
      {"b":2}
      [3]"
    `);
    expect(located('{"a": 1}\n{"b":\n 2}', ['a'])).toBe('1:7-8 1');
  });

  it('is left out where it is broken; the rest is read', () => {
    expect(check('{"a": 1}\n{"b": 2,}\n{"c": 3}\n')).toMatchInlineSnapshot(`
      "{"a":1}
      {"c":3}
      error PW1040 @2:9-10 \`}\` is not JSON at this place
        help: Remove the comma before it."
    `);
  });

  it.each([
    ['{"a": 1', 'cut off'],
    ['{"a": "x', 'cut off in a text'],
    ["{'a': 1}", 'single quotes'],
    ['{"a": 1, // why\n "b": 2}', 'a comment'],
    ['{"a": 1 "b": 2}', 'a comma missing'],
    ['{"a": [1, 2,]}', 'a comma too many'],
    ['{"a": NaN}', 'a word'],
    ['[\n{"a": 1},\n{"b": }\n]', 'a value missing'],
    ['', 'nothing'],
  ])('%j: %s', (written) => {
    expect(check(written, 'x.json')).toMatchSnapshot();
  });

  it('may turn out to be YAML', () => {
    expect(check('{a: 1, b: [c]}')).toBe('{"a":1,"b":["c"]}');
    expect(check('[a, b]\n---\n{c: d}')).toBe('["a","b"]\n{"c":"d"}');
  });
});

describe('YAML', () => {
  it('may be several documents, none of which disturbs the others', () => {
    expect(
      check(text`
        # A comment.
        ---
        a: 1
        --- # the next
        b: "unclosed
        ---
        c: [
        ---
        ---
        d: 4
        ...
      `),
    ).toMatchInlineSnapshot(`
      "{"a":1}
      {"d":4}
      error PW1004 @5:4-13 the quote that opens here is never closed
        help: Close it with \`"\`. A quote inside double quotes is written \`\\"\`.
      error PW1004 @7:4-5 the \`[\` that opens here is not closed
        help: Close it with \`]\`. If it goes on over several lines, indent them all further than its key."
    `);
  });

  it('has the values that parseYaml gives it', () => {
    const written = text`
      version: 1.30
      answer: yes
      mode: 010
      octal: 0o17
      underscore: 1_000
      time: 12:30
      date: 2026-01-01
      binary: 0b11
      none: ~
      empty:
      large: 9007199254740993
      "quoted": "1"
      block: |
        a: b
        - c
      folded: >-
        one
        two
      plain: one
        two
    `;
    const [document] = parseYaml(new Source('x', written)).documents;
    const expected = document?.value === undefined ? undefined : toPlain(document.value);
    expect(readFastYaml(written, 100)).toEqual({ value: expected });
  });

  it.each([
    ['aliases', 'a: &x {b: 1}\nc: *x\n', '{"a":{"b":1},"c":{"b":1}}'],
    ['merge keys', 'a: &x {b: 1}\nc: {<<: *x, d: 2}\n', '{"a":{"b":1},"c":{"d":2,"b":1}}'],
    ['a merge key without an alias', 'c: {<<: {b: 1}}\n', '{"c":{"b":1}}'],
    ['directives', '%YAML 1.2\n---\na: 1\n---\nb: 2\n', '{"a":1}\n{"b":2}'],
    ['carriage returns', 'a: 1\r\nitems:\r\n- b\r\n- c\r\n', '{"a":1,"items":["b","c"]}'],
    ['`&&` in a script', 'a: x && y\nb: [z, "*"]\n', '{"a":"x && y","b":["z","*"]}'],
  ])('knows %s', (_what, written, expected) => {
    expect(check(written)).toBe(expected);
  });

  it('reads no more of an alias bomb than the limits allow', () => {
    const bomb = [
      'a: &a [x]',
      ...[...'bcdefghij'].map(
        (key, i) => `${key}: &${key} [${Array.from({ length: 10 }, () => `*${'abcdefghi'[i]}`).join(', ')}]`,
      ),
    ];
    expect(check(`${bomb.join('\n')}\n---\nz: 1\n`)).toMatchInlineSnapshot(`
      "{"z":1}
      error PW1031 @7:24-26 the document holds more than 1000000 values
        help: Every alias counts as the values it stands for. Split the file, or use fewer aliases of aliases."
    `);
  });

  it('leaves out a document with a mistake that does not break it', () => {
    expect(check('a: 1\na: 2\n---\nb: 1\n')).toMatchInlineSnapshot(`
      "{"b":1}
      error PW1010 @2:1-2 the key \`a\` is given twice in one map
        @1:1-2 first given here
        help: Readers of YAML disagree on which one counts. Remove or rename one of them."
    `);
  });
});

describe('a list of objects', () => {
  const list = text`
    apiVersion: v1
    items: # all of them
    - kind: Pod
      text: |
        items:
        - not one

      # comment
    -
      kind: Node
    - {kind: Job}
    kind: List
    metadata: {a: b}
  `;

  it('is read item by item', () => {
    expect(check(list)).toMatchInlineSnapshot(
      `"{"apiVersion":"v1","kind":"List","metadata":{"a":"b"},"items":[{"kind":"Pod","text":"items:\\n- not one\\n"},{"kind":"Node"},{"kind":"Job"}]}"`,
    );
    expect(check(list.replaceAll(/^(?=-| )/gm, '  '))).toBe(check(list));
  });

  it('locates them', () => {
    expect(located(list, ['items', 0, 'kind'])).toBe('3:9-12 Pod');
    expect(located(list, ['items', 1, 'kind'])).toBe('10:9-13 Node');
    expect(located(list, ['items', 2])).toBe('11:3-14 {kind: Job}');
    expect(located(list, ['metadata', 'a'])).toBe('1:1-15 apiVersion: v1');
  });

  it('loses only the item that is broken', () => {
    expect(check(list.replace('kind: Node', 'kind: [Node'))).toMatchInlineSnapshot(`
      "{"apiVersion":"v1","kind":"List","metadata":{"a":"b"},"items":[{"kind":"Pod","text":"items:\\n- not one\\n"},{"kind":"Job"}]}
      error PW1004 @10:9-10 the \`[\` that opens here is not closed
        help: Close it with \`]\`. If it goes on over several lines, indent them all further than its key."
    `);
  });

  it('may be tied together by aliases', () => {
    expect(check('items:\n- &x {a: 1}\n- *x\n')).toBe('{"items":[{"a":1},{"a":1}]}');
  });

  it('is nothing special when it is empty, or no list', () => {
    expect(check('items: []\na: 1\n')).toBe('{"items":[],"a":1}');
    expect(check('items:\n  a: 1\n')).toBe('{"items":{"a":1}}');
    expect(check('items:\n')).toBe('{"items":null}');
    expect(check('- items:\n  - a\n')).toBe('[{"items":["a"]}]');
  });
});

describe('limits', () => {
  it.each([
    ['x.json', '[1,2,[3]]'],
    ['x.yaml', '- a\n- - b'],
    ['x.yaml', 'items: [{}, []]'],
  ])('stops at a dump of too many values, %s', (file, written) => {
    expect(check(written, file, { nodes: 4 })).not.toContain('PW1031');
    expect(check(written, file, { nodes: 3 })).toMatch(
      /^error PW1031 @[\d:-]+ the file holds more than 3 commas, opening brackets and lines/,
    );
  });

  it('hold for size and depth', () => {
    expect(check('a: 1\n', 'x.yaml', { fileBytes: 4 })).toMatchInlineSnapshot(`
      "error PW1030 @1:1-1 the file is larger than 4 bytes, the most that is read
        help: Split it into several files."
    `);
    expect(check('{"a": 1}', 'x.json', { fileBytes: 4 })).toMatchInlineSnapshot(`
      "error PW1030 @1:1-1 the file is larger than 4 bytes, the most that is read
        help: Split it into several files."
    `);
    expect(check(`a: ${'['.repeat(200)}${']'.repeat(200)}\n`)).toMatchInlineSnapshot(`
      "error PW1032 @1:103-104 the nesting is deeper than 100 levels
        help: Nothing that people write needs that depth; look for brackets or dashes written by accident."
    `);
  });

  it('hold for depth in JSON, which whoever walks over the values would not survive', () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const codes = (text: string) =>
      readDocuments(new Source('x.json', text)).diagnostics.map(({ code }) => code);
    expect(codes(nested(100))).toEqual([]);
    expect(codes(nested(101))).toEqual(['PW1032']);
    expect(codes(nested(100_000))).toEqual(['PW1032']);
    expect(codes(`{"a": "${'['.repeat(200)}\\"${'{'.repeat(200)}"}`)).toEqual([]);
  });

  it('hold for depth in YAML, whichever reader sees it', () => {
    const codes = (text: string) =>
      readDocuments(new Source('x.yaml', text)).diagnostics.map(({ code }) => code);
    expect(codes(`a: ${'['.repeat(99)}${']'.repeat(99)}`)).toEqual([]);
    expect(codes(`a: ${'['.repeat(1_000)}${']'.repeat(1_000)}`)).toEqual(['PW1032']);
    expect(codes(`a: ${'['.repeat(100_000)}`)).toEqual(['PW1032']);
  });

  it('hold for the values of all documents together', () => {
    const laughs = (document: number) =>
      `---\na0: &a0 [x]\n${Array.from({ length: 10 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}, *a${i}]\n`).join('')}n: ${document}\n`;
    const text = Array.from({ length: 60 }, (_, i) => laughs(i)).join('');
    const { documents, diagnostics } = readDocuments(new Source('x.yaml', text));
    expect(diagnostics.map(({ code }) => code)).toEqual(['PW1031']);
    expect(documents.length).toBeLessThan(10);
    expect(parseYaml(new Source('x.yaml', text)).diagnostics.map(({ code }) => code)).toContain('PW1031');
  });

  it('keep a file of nothing but mistakes from being told line by line', () => {
    const yaml = readDocuments(new Source('x.yaml', '---\na: [\n'.repeat(5_000)));
    expect(yaml.diagnostics.length).toBeLessThan(1_100);
    const json = readDocuments(new Source('x.json', `{}\n${'{a}\n'.repeat(5_000)}`));
    expect(json.diagnostics.length).toBe(1_000);
  });
});

describe(`any data, seed ${SEED}`, () => {
  const data = fc.object({
    maxDepth: 4,
    key: fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
    values: [
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    ],
  });
  const options = { seed: SEED, numRuns: atDepth(300) };

  it('is read back from what our writer and another one make of it', () => {
    fc.assert(
      fc.property(fc.array(data, { minLength: 1, maxLength: 4 }), (items) => {
        const value = JSON.parse(JSON.stringify({ apiVersion: 'v1', items, kind: 'List' })) as JsonValue;
        const texts = [
          writeYaml(value),
          jsYaml.dump(value, { schema: jsYaml.CORE_SCHEMA, noRefs: true, lineWidth: 40 }),
          jsYaml.dump(value, { schema: jsYaml.CORE_SCHEMA, noRefs: true, noArrayIndent: true }),
          JSON.stringify(value, null, 4),
        ];
        for (const written of texts) {
          const { documents, diagnostics } = readDocuments(new Source('x', written));
          expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
          expect(documents.map((document) => document.value)).toEqual([value]);
        }
      }),
      options,
    );
  });

  it('is where it is said to be', () => {
    fc.assert(
      fc.property(fc.array(data, { minLength: 1, maxLength: 4 }), (items) => {
        const value = JSON.parse(JSON.stringify({ items })) as { readonly items: readonly JsonValue[] };
        for (const written of [writeYaml(value), JSON.stringify(value)]) {
          const [document] = readDocuments(new Source('x', written)).documents;
          for (const [i, item] of value.items.entries()) {
            const found = document?.locate(['items', i]);
            expect(found === undefined ? undefined : toPlain(found)).toEqual(item);
          }
        }
      }),
      options,
    );
  });
});
