import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Source } from '../../src/diagnostics/source.ts';
import { toPlain } from '../../src/diagnostics/to-plain.ts';
import { parseJson } from '../../src/documents/parse-json.ts';
import { printDiagnostic, printTree } from './harness.ts';

function check(json: string): string {
  const { value, diagnostics } = parseJson(new Source('test.json', json));
  return [...(value === undefined ? ['(none)'] : printTree(value)), ...diagnostics.map(printDiagnostic)].join(
    '\n',
  );
}

describe('parseJson', () => {
  it('locates values and keys', () => {
    expect(
      check('{"a": [1, -2.5e3, "x\\n", {}],\r\n "b": {"c": null, "d": true, "e": 9007199254740993}}\n'),
    ).toMatchInlineSnapshot(`
      "map @1:1-2:53
        a: list @1:7-29 key 1:2-5
          - 1 plain @1:8-9
          - -2500 written "-2.5e3" plain @1:11-17
          - "x\\n" quoted @1:19-24
          - map @1:26-28
        b: map @2:7-52 key 2:2-5
          c: null plain @2:13-17 key 2:8-11
          d: true plain @2:24-28 key 2:19-22
          e: 9007199254740993n plain @2:35-51 key 2:30-33"
    `);
  });

  it('skips a byte order mark', () => {
    expect(check('\ufeff[false]')).toMatchInlineSnapshot(`
      "list @1:1-8
        - false plain @1:2-7"
    `);
  });

  it('reports both places of a duplicate key and keeps the first', () => {
    expect(check('{"a": 1, "\\u0061": 2}')).toMatchInlineSnapshot(`
      "map @1:1-22
        a: 1 plain @1:7-8 key 1:2-5
      error PW1010 @1:10-18 the key \`a\` is given twice in one object
        @1:2-5 first given here
        help: Readers of JSON disagree on which one counts. Remove or rename one of them."
    `);
  });

  it('explains what is wrong', () => {
    const texts = [
      '',
      '  ',
      '{',
      '[1',
      '[1,',
      '{"a"',
      '{"a" 1}',
      '{"a": }',
      '{"a": 1,}',
      '[1,]',
      '[,1]',
      '[1 2]',
      '{a: 1}',
      "{'a': 1}",
      '{"a": \'x\'}',
      '"abc',
      '"a\nb"',
      '"\\q"',
      '"a\tb"',
      '01',
      '1.',
      '+1',
      '.5',
      'NaN',
      'nul',
      'yes',
      '// c\n1',
      '[1] 2',
      '}',
    ];
    const table = texts.map(
      (json) => `${JSON.stringify(json)}\n  ${check(json).split('\n').slice(1).join('\n  ')}`,
    );
    expect(table.join('\n')).toMatchInlineSnapshot(`
      """
        error PW1040 @1:1-1 a value is expected, but the file ends here
      "  "
        error PW1040 @1:3-3 a value is expected, but the file ends here
      "{"
        error PW1040 @1:2-2 a key in double quotes is expected, but the file ends here
          help: JSON allows no comments and no unquoted keys.
      "[1"
        error PW1040 @1:3-3 a \`,\` or \`]\` is expected, but the file ends here
      "[1,"
        error PW1040 @1:4-4 a value is expected, but the file ends here
      "{\\"a\\""
        error PW1040 @1:5-5 a \`:\` is expected after the key, but the file ends here
      "{\\"a\\" 1}"
        error PW1040 @1:6-7 a \`:\` is expected after the key, not \`1\`
      "{\\"a\\": }"
        error PW1040 @1:7-8 a value is expected, not \`}\`
      "{\\"a\\": 1,}"
        error PW1040 @1:8-9 the comma before \`}\` is one too many
          help: JSON allows no trailing comma. Remove it.
      "[1,]"
        error PW1040 @1:3-4 the comma before \`]\` is one too many
          help: JSON allows no trailing comma. Remove it.
      "[,1]"
        error PW1040 @1:2-3 a value is expected, not \`,\`
      "[1 2]"
        error PW1040 @1:4-5 a \`,\` or \`]\` is expected, not \`2\`
      "{a: 1}"
        error PW1040 @1:2-3 a key in double quotes is expected, not \`a\`
          help: JSON allows no comments and no unquoted keys.
      "{'a': 1}"
        error PW1040 @1:2-3 a key in double quotes is expected, not \`'\`
          help: JSON allows no comments and no unquoted keys.
      "{\\"a\\": 'x'}"
        error PW1040 @1:7-8 a value is expected, not \`'\`
          help: JSON knows only double quotes.
      "\\"abc"
        error PW1004 @1:1-2 the quote that opens here is not closed on its line
          help: Close it on the same line; write a line break as \`\\n\`.
      "\\"a\\nb\\""
        error PW1004 @1:1-2 the quote that opens here is not closed on its line
          help: Close it on the same line; write a line break as \`\\n\`.
      "\\"\\\\q\\""
        error PW1005 @1:1-5 the string holds an escape or a control character that JSON does not allow
          help: JSON knows \`\\"\`, \`\\\\\`, \`\\/\`, \`\\b\`, \`\\f\`, \`\\n\`, \`\\r\`, \`\\t\` and \`\\u0000\`.
      "\\"a\\tb\\""
        error PW1005 @1:1-6 the string holds an escape or a control character that JSON does not allow
          help: JSON knows \`\\"\`, \`\\\\\`, \`\\/\`, \`\\b\`, \`\\f\`, \`\\n\`, \`\\r\`, \`\\t\` and \`\\u0000\`.
      "01"
        error PW1040 @1:1-3 \`01\` is not a JSON value
          help: A JSON number has no plus sign and no leading zero, and digits on both sides of its point.
      "1."
        error PW1040 @1:1-3 \`1.\` is not a JSON value
          help: A JSON number has no plus sign and no leading zero, and digits on both sides of its point.
      "+1"
        error PW1040 @1:1-3 \`+1\` is not a JSON value
          help: A JSON number has no plus sign and no leading zero, and digits on both sides of its point.
      ".5"
        error PW1040 @1:1-3 \`.5\` is not a JSON value
          help: A JSON number has no plus sign and no leading zero, and digits on both sides of its point.
      "NaN"
        error PW1040 @1:1-4 \`NaN\` is not a JSON value
          help: Put a text in double quotes.
      "nul"
        error PW1040 @1:1-4 \`nul\` is not a JSON value
          help: Put a text in double quotes.
      "yes"
        error PW1040 @1:1-4 \`yes\` is not a JSON value
          help: Put a text in double quotes.
      "// c\\n1"
        error PW1040 @1:1-2 a value is expected, not \`/\`
          help: JSON allows no comments.
      "[1] 2"
        error PW1040 @1:5-6 only one value is expected, not \`2\`
          help: Remove what follows the first value.
      "}"
        error PW1040 @1:1-2 a value is expected, not \`}\`"
    `);
  });

  it('bounds depth and size', () => {
    expect(check('['.repeat(100_000))).toContain('PW1032');
    const { diagnostics } = parseJson(new Source('test.json', '[1, 2, 3]'), { nodes: 3 });
    expect(diagnostics.map(printDiagnostic)).toMatchInlineSnapshot(`
      [
        "error PW1031 @1:8-8 the file holds more than 3 values
        help: Split it.",
      ]
    `);
    expect(parseJson(new Source('test.json', '[1, 2]'), { fileBytes: 5 }).diagnostics[0]?.code).toBe(
      'PW1030',
    );
    expect(check('["\u0000"]')).toContain('PW1020');
  });

  it('reads what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.json({ noUnicodeString: false }), fc.constantFrom(0, 2), (json, indent) => {
        const value: unknown = JSON.parse(json, (_key, inner: unknown) => (inner === 0 ? 0 : inner));
        const written = JSON.stringify(value, undefined, indent);
        const read = parseJson(new Source('test.json', written));
        expect(read.value === undefined ? read.diagnostics : toPlain(read.value)).toEqual(value);
      }),
    );
  });

  it('accepts exactly what JSON.parse accepts', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"b"',
      '1',
      '-',
      '0',
      '.5',
      'e3',
      'true',
      'null',
      ' ',
      '\n',
      '"',
      '\\',
      'x',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
        const json = pieces.join('');
        const { value } = parseJson(new Source('test.json', json));
        expect(value !== undefined).toBe(isJson(json));
      }),
      { numRuns: 1_000 },
    );
  });
});

function isJson(json: string): boolean {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}
