import { describe, expect, it } from 'vitest';
import { applyFixes } from '../../src/documents/apply-fixes.ts';
import { parseYaml } from '../../src/documents/parse-yaml.ts';
import { Source } from '../../src/diagnostics/source.ts';
import { check, findings } from './harness.ts';

describe('findings about the text itself', () => {
  it('control characters', () => {
    expect(findings('a: 1\nb: x\u0000y\u0001\n')).toMatchInlineSnapshot(`
      "error PW1020 @2:5-6 the text holds the control character U+0000
        help: The file is binary or UTF-16; save it as UTF-8 text."
    `);
    expect(findings('a: \u001b[0m\n')).toMatchInlineSnapshot(`
      "error PW1020 @1:4-5 the text holds the control character U+001B
        help: Delete it, or write it as an escape (\`"\\x1b"\`) inside double quotes."
    `);
    expect(findings('\u0085a: 1\n')).not.toContain('PW1020');
  });

  it('bare carriage returns, with a fix for all of them', () => {
    const source = new Source('test.yaml', 'a: 1\rb: 2\r\nc: 3\r');
    const { diagnostics } = parseYaml(source);
    expect(findings(source.text)).toMatchInlineSnapshot(`
      "error PW1022 @1:5-2:1 the line ends with a carriage return alone
        help: Save the file with LF or CRLF line ends.
        fix: end the lines with LF"
    `);
    expect(
      applyFixes(
        source,
        diagnostics.flatMap(({ fix }) => fix ?? []),
      ).text,
    ).toBe('a: 1\nb: 2\r\nc: 3\n');
  });

  it('characters that were not UTF-8', () => {
    expect(check('a: caf\ufffd\n')).toMatchInlineSnapshot(`
      "map @1:1-8
        a: "caf�" plain @1:4-8 key 1:1-2
      warning PW1021 @1:7-8 the text holds a character that could not be decoded as UTF-8
        help: Save the file as UTF-8 and write the character again."
    `);
    expect(findings('a: \ud800\n')).toContain('PW1021');
    expect(findings('a: 😀\n')).toBe('');
  });

  it('invisible characters outside comments', () => {
    expect(findings('# a\u00a0b\na: 1\nb:\u00a02\n')).toMatchInlineSnapshot(`
      "warning PW1023 @3:3-4 the text holds the invisible character U+00A0
        help: It often comes along when text is copied from a web page; delete it or write an ordinary space.
      error PW1001 @3:1-5 a \`:\` is missing after \`b: 2\`
        help: Among keys every line is \`key: value\`. Indent the line further if it continues the value above."
    `);
    expect(findings('\ufeffa: 1\n')).toBe('');
    expect(findings('a: x\ufeff\n')).toContain('U+FEFF');
    expect(findings('a: 1 # \u200b\n')).toBe('');
  });
});
