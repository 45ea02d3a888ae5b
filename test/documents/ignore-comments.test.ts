import { describe, expect, it } from 'vitest';
import { Source } from '../../src/diagnostics/source.ts';
import { readIgnoreComments } from '../../src/documents/ignore-comments.ts';
import { place, printDiagnostic, text } from './harness.ts';

/** What each comment covers, then the findings about comments. */
function check(yaml: string): string {
  const { ignores, diagnostics } = readIgnoreComments(new Source('test.yaml', yaml));
  const covered = ignores.map(
    ({ code, line, reason, span }) =>
      `${code} @${place(span)} ${line === undefined ? 'file' : `line ${line}`}: ${reason}`,
  );
  return [...covered, ...diagnostics.map(printDiagnostic)].join('\n');
}

describe('readIgnoreComments', () => {
  it('covers the line it trails, the next line when alone, the file before the first key', () => {
    expect(
      check(text`
      # about this file
      # poolwright-ignore PW1018: whole file
      ---
      #poolwright-ignore PW1011:still before the first key
      a:
        b: 1 # poolwright-ignore PW1018: this line
        # poolwright-ignore PW1018: line nine

        # more talk
        c: [x, # poolwright-ignore PW1015: in a list
          y]
    `),
    ).toMatchInlineSnapshot(`
      "PW1018 @2:21-27 file: whole file
      PW1011 @4:20-26 file: still before the first key
      PW1018 @6:28-34 line 6: this line
      PW1018 @7:23-29 line 10: line nine
      PW1015 @10:30-36 line 10: in a list"
    `);
  });

  it('takes several codes', () => {
    expect(
      check('a: 1\n# poolwright-ignore PW1018, PW1015 PW1011: both: really\nb: 1\n'),
    ).toMatchInlineSnapshot(`
      "PW1018 @2:21-27 line 3: both: really
      PW1015 @2:29-35 line 3: both: really
      PW1011 @2:36-42 line 3: both: really"
    `);
  });

  it('sees no comment inside strings and block scalars', () => {
    expect(
      check(text`
      a: "# poolwright-ignore PW1018: x"
      b: '
        # poolwright-ignore PW1018: x'
      c: |
        # poolwright-ignore PW1018: x
      d: x# poolwright-ignore PW1018: x
    `),
    ).toBe('');
  });

  it('sees a comment behind the head of a block scalar', () => {
    expect(check('a: | # poolwright-ignore PW1018: x\n  text\n')).toContain('PW1018 @1:26-32 line 1');
  });

  it('leaves comments alone that merely speak of it', () => {
    expect(check('# write poolwright-ignore PW1018: reason\na: 1\n')).toBe('');
  });

  it('reports what has no effect', () => {
    expect(
      check(text`
      a: 1
      b: 1 # poolwright-ignore
      c: 1 # poolwright-ignore: for a reason
      d: 1 # poolwright-ignore PW1018
      e: 1 # poolwright-ignore PW1018:
      f: 1 # poolwright-ignore PW108: typing error
      g: 1 # poolwright-ignore duplicate-key: no code
      h: 1 # poolwright-ignore PW1010: an error
      i: 1 # poolwright-ignore PW1018, PW1010: one of two
      # poolwright-ignore PW1018: nothing follows
    `),
    ).toMatchInlineSnapshot(`
      "PW1018 @9:26-32 line 9: one of two
      warning PW1050 @2:8-25 this ignore comment names no code
        help: Write \`# poolwright-ignore PW4012: reason\`; several codes are separated by commas.
      warning PW1050 @3:8-39 this ignore comment names no code
        help: Write \`# poolwright-ignore PW4012: reason\`; several codes are separated by commas.
      warning PW1050 @4:8-32 this ignore comment gives no reason
        help: Write \`# poolwright-ignore PW4012: reason\`; several codes are separated by commas.
      warning PW1050 @5:8-33 this ignore comment gives no reason
        help: Write \`# poolwright-ignore PW4012: reason\`; several codes are separated by commas.
      warning PW1050 @6:26-31 there is no finding \`PW108\` to ignore
        help: Did you mean \`PW1018\`?
      warning PW1050 @7:26-39 there is no finding \`duplicate-key\` to ignore
        help: Write \`# poolwright-ignore PW4012: reason\`; several codes are separated by commas.
      warning PW1050 @8:26-32 \`PW1010\` is an error and cannot be ignored
        help: Errors say what cannot work. Remove the comment and correct what it hides.
      warning PW1050 @9:34-40 \`PW1010\` is an error and cannot be ignored
        help: Errors say what cannot work. Remove the comment and correct what it hides.
      warning PW1050 @10:3-44 this ignore comment covers nothing
        help: Put it before the first key, or on or above the line that it is about."
    `);
  });

  it('knows no code by the name of a method', () => {
    expect(check('a: 1 # poolwright-ignore constructor: x\n')).toContain('there is no finding `constructor`');
  });

  it('keeps positions with CRLF and a byte order mark', () => {
    expect(check('\ufeffa: 1\r\nb: 1 # poolwright-ignore PW1018: x\r\n')).toContain(
      'PW1018 @2:26-32 line 2: x',
    );
  });
});
