import { describe, expect, it } from 'vitest';
import { findings, text } from './harness.ts';

describe('findings of parseYaml', () => {
  it('tab as indentation', () => {
    expect(findings('a:\n\tb: 1\n')).toMatchInlineSnapshot(`
      "error PW1002 @2:1-2 a tab is used for indentation
        help: YAML indents with spaces only. Replace the tab by spaces."
    `);
  });

  it('tab after spaces', () => {
    expect(findings('a:\n  b:\n  \tc: 1\n  d: 2\n')).toMatchInlineSnapshot(`
      "error PW1002 @3:3-4 a tab is used for indentation
        help: YAML indents with spaces only. Replace the tab by spaces."
    `);
  });

  it('tab after a dash', () => {
    expect(findings('a:\n  -\tb: 1\n')).toMatchInlineSnapshot(`
      "error PW1002 @2:4-5 a tab is used for indentation
        help: YAML indents with spaces only. Replace the tab by spaces."
    `);
  });

  it('a whole block indented with tabs is one finding', () => {
    expect(findings('a:\n\tb: 1\n\tc: 2\n\td: 3\ne: 1\nf:\n\tg: 1\n')).toMatchInlineSnapshot(`
      "error PW1002 @2:1-2 a tab is used for indentation
        help: YAML indents with spaces only. Replace the tab by spaces.
      error PW1002 @7:1-2 a tab is used for indentation
        help: YAML indents with spaces only. Replace the tab by spaces."
    `);
  });

  it('line indented further than its neighbours', () => {
    expect(
      findings(text`
      a:
        b: 1
         c: 2
    `),
    ).toMatchInlineSnapshot(`
      "error PW1003 @3:4-8 this line is indented further than the key above it, \`b: 1\`
        help: Give both the same indentation; only what belongs to a key is indented further."
    `);
  });

  it('line indented less than its neighbours', () => {
    expect(
      findings(text`
      a:
         b: 1
        c: 2
      d: 3
    `),
    ).toMatchInlineSnapshot(`
      "error PW1003 @3:3-7 this line is indented by 2 spaces, which fits no key above it
        help: All keys of a map must start in the same column."
    `);
  });

  it('key among list items', () => {
    expect(
      findings(text`
      a:
        - x
        b: 1
    `),
    ).toMatchInlineSnapshot(`
      "error PW1003 @3:3-7 this line is indented by 2 spaces, which fits no key above it
        help: All keys of a map must start in the same column."
    `);
  });

  it('list item among keys', () => {
    expect(
      findings(text`
      a:
        b: 1
        - x
    `),
    ).toMatchInlineSnapshot(`
      "error PW1003 @3:3-6 a list item stands among the keys of a map
        help: Indent it under the key that holds the list, or remove the \`-\`."
    `);
  });

  it('second key of an item not indented enough', () => {
    expect(
      findings(text`
      - a: 1
       b: 2
    `),
    ).toMatchInlineSnapshot(`
      "error PW1003 @2:2-6 this line stands among list items without a \`-\`
        help: Start it with \`- \`, or indent it like the keys of the item above."
    `);
  });

  it('list on the line of its key', () => {
    expect(
      findings(text`
      a: - b
    `),
    ).toMatchInlineSnapshot(`
      "error PW1001 @1:4-5 a list cannot start on the line of its key
        help: Start a new line before the \`-\`, or put the text in quotes."
    `);
  });

  it('list item that continues a text', () => {
    expect(
      findings(text`
      a:
      - x
        - y
    `),
    ).toMatchInlineSnapshot(`
      "warning PW1018 @3:3-6 \`- y\` is read as part of the text that starts above, not as a list item
        @2:3-4 the text starts here
        help: Indent the line like the items before it, or put the whole text in quotes."
    `);
  });

  it('key that continues a text', () => {
    expect(
      findings(text`
      a: x
        b:1
    `),
    ).toMatchInlineSnapshot(`
      "warning PW1018 @2:3-6 \`b:1\` is read as part of the text that starts above, not as a key
        @1:4-5 the text starts here
        help: Write a space after the colon and indent the line like its neighbours, or put the whole text in quotes."
    `);
  });

  it('missing colon', () => {
    expect(
      findings(text`
      a:
        b
        c: 1
    `),
    ).toMatchInlineSnapshot(`
      "error PW1001 @2:3-4 a \`:\` is missing after \`b\`
        help: Among keys every line is \`key: value\`. Indent the line further if it continues the value above."
    `);
  });

  it('missing colon at the end', () => {
    expect(
      findings(text`
      a: 1
      b
    `),
    ).toMatchInlineSnapshot(`
      "error PW1001 @2:1-2 a \`:\` is missing after \`b\`
        help: Among keys every line is \`key: value\`. Indent the line further if it continues the value above."
    `);
  });

  it('missing colon between key and value', () => {
    expect(
      findings(text`
      limits: 1
      weight 10
      labels:
        team platform # why
        tier: x
    `),
    ).toMatchInlineSnapshot(`
      "error PW1001 @2:1-10 a \`:\` is missing after \`weight\`
        help: Write \`weight: 10\`, or indent the line further if it continues the value above.
      error PW1001 @4:3-16 a \`:\` is missing after \`team\`
        help: Write \`team: platform\`, or indent the line further if it continues the value above."
    `);
  });

  it('missing space after the colon', () => {
    expect(
      findings(text`
      a:
        b:1
        c: 2
    `),
    ).toMatchInlineSnapshot(`
      "error PW1001 @2:3-6 a space is missing after the \`:\` in \`b:1\`
        help: Write \`b: 1\`."
    `);
  });

  it('second colon', () => {
    expect(
      findings(text`
      message: error: not found
      x: 1
    `),
    ).toMatchInlineSnapshot(`
      "error PW1001 @1:10-26 the value holds a second \`: \`
        help: Put the value in quotes, \`"error: not found"\`, or start a map on a new line."
    `);
  });

  it('double quote never closed', () => {
    expect(
      findings(text`
      a: "foo
      b: 2
      c: 3
    `),
    ).toMatchInlineSnapshot(`
      "error PW1004 @1:4-8 the quote that opens here is never closed
        help: Close it with \`"\`. A quote inside double quotes is written \`\\"\`."
    `);
  });

  it('single quote never closed', () => {
    expect(
      findings(text`
      a: 'it's
      b: 2
    `),
    ).toMatchInlineSnapshot(`
      "error PW1001 @1:8-9 this stands behind a value that has already ended
        help: Put the whole value in one pair of quotes, or remove the rest."
    `);
  });

  it('quote in the middle', () => {
    expect(
      findings(text`
      a: "x" y
      b: 1
    `),
    ).toMatchInlineSnapshot(`
      "error PW1001 @1:8-9 this stands behind a value that has already ended
        help: Put the whole value in one pair of quotes, or remove the rest."
    `);
  });

  it('bracket never closed', () => {
    expect(
      findings(text`
      a: [1, 2
      b: 3
    `),
    ).toMatchInlineSnapshot(`
      "error PW1004 @1:4-5 the \`[\` that opens here is not closed
        @2:1-5 this line is not indented as part of it
        help: Close it with \`]\`. If it goes on over several lines, indent them all further than its key."
    `);
  });

  it('brace never closed', () => {
    expect(
      findings(text`
      a: {x: 1
      b: 3
      c: 5
    `),
    ).toMatchInlineSnapshot(`
      "error PW1004 @1:4-5 the \`{\` that opens here is not closed
        @2:1-5 this line is not indented as part of it
        help: Close it with \`}\`. If it goes on over several lines, indent them all further than its key."
    `);
  });

  it('bracket never closed in a list at the top', () => {
    expect(
      findings(text`
      [1, [2, 3]
    `),
    ).toMatchInlineSnapshot(`
      "error PW1004 @1:1-2 the \`[\` that opens here is not closed
        help: Close it with \`]\`. If it goes on over several lines, indent them all further than its key."
    `);
  });

  it('flow collection not indented', () => {
    expect(
      findings(text`
      a: [
      1,
      2
      ]
      b: 2
    `),
    ).toMatchInlineSnapshot(`
      "error PW1004 @1:4-5 the \`[\` that opens here is not closed
        @2:1-3 this line is not indented as part of it
        help: Close it with \`]\`. If it goes on over several lines, indent them all further than its key."
    `);
  });

  it('bracket that closes nothing', () => {
    expect(
      findings(text`
      a: [1]]
    `),
    ).toMatchInlineSnapshot(`
      "error PW1001 @1:7-8 this bracket closes nothing
        help: Remove it, or put the text in quotes."
    `);
  });

  it('missing comma in a map', () => {
    expect(
      findings(text`
      b: {x: 1 y: 2}
    `),
    ).toMatchInlineSnapshot(`
      "error PW1001 @1:8-14 a \`,\` is missing between the entries of this list or map
        help: Inside \`[ ]\` and \`{ }\` entries are separated by commas; indentation does not count there."
    `);
  });

  it('missing comma in a list', () => {
    expect(
      findings(text`
      c: ["a" "b"]
    `),
    ).toMatchInlineSnapshot(`"error PW1001 @1:9-10 a \`,\` is missing before this entry"`);
  });

  it('doubled comma', () => {
    expect(
      findings(text`
      a: [1,, 2]
      b: [, 1]
    `),
    ).toMatchInlineSnapshot(`
      "error PW1001 @1:7-8 a value is missing before this \`,\`
        help: Remove the comma.
      error PW1001 @2:5-6 a value is missing before this \`,\`
        help: Remove the comma."
    `);
  });

  it('character that cannot start a text', () => {
    expect(findings('a: @foo\nb: `x`   # why\nc: %d\n')).toMatchInlineSnapshot(`
      "error PW1006 @1:4-5 a text cannot start with \`@\` without quotes
        help: Put it in quotes: "@foo".
      error PW1006 @2:4-5 a text cannot start with a backtick without quotes
        help: Put it in quotes: "\`x\`".
      error PW1006 @3:4-5 a text cannot start with \`%\` without quotes
        help: Put it in quotes: "%d"."
    `);
  });

  it('star and ampersand alone', () => {
    expect(
      findings(text`
      a: *
      b: & x
    `),
    ).toMatchInlineSnapshot(`
      "error PW1006 @1:4-5 \`*\` alone is not a value
        help: After \`*\` YAML expects a name. Put it in quotes if the character itself is meant.
        fix: write \`"*"\`
      error PW1006 @2:4-5 \`&\` alone is not a value
        help: After \`&\` YAML expects a name. Put it in quotes if the character itself is meant."
    `);
  });

  it('escape that does not exist', () => {
    expect(findings('a: "C:\\qux"\nb: "\\xZZ"\n')).toMatchInlineSnapshot(`
      "error PW1005 @1:7-9 YAML knows no escape sequence \`\\q\`
        help: Write \`\\\\\` for a backslash, or use single quotes, in which a backslash is an ordinary character.
      error PW1005 @2:5-9 YAML knows no escape sequence \`\\xZZ\`
        help: Write \`\\\\\` for a backslash, or use single quotes, in which a backslash is an ordinary character."
    `);
  });

  it('comment without a space before it', () => {
    expect(
      findings(text`
      a: "x"#c
      b: x#c
    `),
    ).toMatchInlineSnapshot(`
      "error PW1001 @1:7-9 a space is missing before the \`#\` of this comment
        help: Put the value in quotes if the \`#\` belongs to it.
        fix: insert a space"
    `);
  });

  it('text on the line of a block scalar', () => {
    expect(
      findings(text`
      a: |foo
        bar
      b: 1
    `),
    ).toMatchInlineSnapshot(`
      "error PW1001 @1:5-6 a block of text starts on the line after its \`|\` or \`>\`
        help: Start a new line, or put the text in quotes."
    `);
  });

  it('block scalar that is not indented', () => {
    expect(
      findings(text`
      a: |
        x
      y
      b: 1
    `),
    ).toMatchInlineSnapshot(`
      "error PW1001 @3:1-2 a \`:\` is missing after \`y\`
        help: Among keys every line is \`key: value\`. Indent the line further if it continues the value above."
    `);
  });

  it('key over several lines', () => {
    expect(
      findings(text`
      a: 1
      "b
       c": 2
    `),
    ).toMatchInlineSnapshot(`
      "error PW1001 @2:1-3 a key must not go on over several lines
        help: Write it on one line, or close its quote or bracket."
    `);
  });

  it('template expression', () => {
    expect(
      findings(text`
      a: {{ .Values.x }}
      b: 1
    `),
    ).toMatchInlineSnapshot(`
      "error PW1012 @1:5-18 a template expression \`{{ … }}\` stands where YAML expects a value
        help: Files are read as they are, without a template engine: render it first. Quote the text if it is meant literally."
    `);
  });

  it('merge conflict', () => {
    expect(
      findings(text`
      x: 0
      <<<<<<< HEAD
      a: 1
      =======
      a: 2
      >>>>>>> x
    `),
    ).toMatchInlineSnapshot(`
      "error PW1007 @2:1-8 the file holds an unresolved merge conflict
        @4:1-8 its next marker
        @6:1-8 its next marker
        help: Keep one side of each conflict and remove the marker lines."
    `);
  });

  it('two anchors, two tags, alias with an anchor', () => {
    expect(
      findings(text`
      a: &a &b x
      c: &y *b
      d: !!str !!str x
    `),
    ).toMatchInlineSnapshot(`
      "error PW1001 @1:7-9 a value can have only one anchor
        help: Remove one of them.
      error PW1001 @2:7-9 an alias cannot have an anchor or a tag of its own
        help: Put them on the value that the alias stands for.
      error PW1001 @3:10-15 a value can have only one tag
        help: Remove one of them."
    `);
  });

  it('tag that nobody resolves', () => {
    expect(
      findings(text`
      a: !Ref x
      b: !vault
        c: 1
      d: !!binary aGk=
      e: !!set {x}
    `),
    ).toMatchInlineSnapshot(`
      "warning PW1015 @1:4-8 the tag \`!Ref\` is not understood; the value is read as if it had none
        help: Definition files are read as they are: nothing resolves tags. Write the value itself.
      warning PW1015 @2:4-10 the tag \`!vault\` is not understood; the value is read as if it had none
        help: Definition files are read as they are: nothing resolves tags. Write the value itself.
      warning PW1015 @4:4-12 the tag \`!!binary\` is not understood; the value is read as if it had none
        help: Definition files are read as they are: nothing resolves tags. Write the value itself.
      warning PW1015 @5:4-9 the tag \`!!set\` is not understood; the value is read as if it had none
        help: Definition files are read as they are: nothing resolves tags. Write the value itself."
    `);
  });

  it('tag that does not exist', () => {
    expect(
      findings(text`
      a: !x!y 1
      b: !<x 1
    `),
    ).toMatchInlineSnapshot(`
      "error PW1001 @1:4-8 \`!x!y\` is not a valid tag
        help: Remove it, or put the text in quotes if \`!\` belongs to it.
      error PW1001 @2:4-7 \`!<x\` is not a valid tag
        help: Remove it, or put the text in quotes if \`!\` belongs to it."
    `);
  });

  it('value that does not fit its tag', () => {
    expect(
      findings(text`
      a: !!int x
      b: !!bool 1
      c: !!float 1.5
    `),
    ).toMatchInlineSnapshot(`
      "error PW1016 @1:10-11 \`x\` is not an integer, as its tag \`!!int\` says
        help: Correct the value, or remove the tag.
      error PW1016 @2:11-12 \`1\` is not a boolean, as its tag \`!!bool\` says
        help: Correct the value, or remove the tag."
    `);
  });

  it('directive', () => {
    expect(
      findings(text`
      %FOO bar
      ---
      a: 1
    `),
    ).toMatchInlineSnapshot(`
      "warning PW1017 @1:1-9 the directive \`%FOO bar\` has no effect
        help: Remove the line; definition files are YAML 1.2 and need no directive."
    `);
  });

  it('directive of another version', () => {
    expect(
      findings(text`
      %YAML 1.1
      ---
      a: yes
    `),
    ).toMatchInlineSnapshot(`
      "warning PW1017 @1:1-10 the file declares YAML 1.1, but is read as YAML 1.2
        help: Remove the line. In YAML 1.2 \`yes\`, \`no\`, \`on\` and \`off\` are texts, not booleans."
    `);
  });

  it('directive of an unknown version', () => {
    expect(
      findings(text`
      %YAML 1.3
      ---
      a: 1
    `),
    ).toMatchInlineSnapshot(`
      "warning PW1017 @1:7-10 the directive \`%YAML 1.3\` has no effect
        help: Remove the line; definition files are YAML 1.2 and need no directive."
    `);
  });

  it('directive without a version', () => {
    expect(
      findings(text`
      %YAML
      ---
      a: 1
    `),
    ).toMatchInlineSnapshot(`
      "error PW1001 @1:1-6 \`%YAML\` is not a valid directive
        help: Remove the line; definition files are YAML 1.2 and need no directive."
    `);
  });

  it('directive without a marker line', () => {
    expect(
      findings(text`
      %YAML 1.2
      a: 1
    `),
    ).toMatchInlineSnapshot(`"error PW1001 @2:1-2 a line \`---\` is missing before the content"`);
  });

  it('map on the line of the marker', () => {
    expect(
      findings(text`
      --- a: 1
      b: 2
    `),
    ).toMatchInlineSnapshot(
      `"error PW1001 @1:5-6 a map or list must start on a line of its own after \`---\`"`,
    );
  });

  it('duplicate keys', () => {
    expect(
      findings(text`
      a: 1
      b: 2
      a: 3
      c: {x: 1, "x": 2}
      1: x
      "1": y
    `),
    ).toMatchInlineSnapshot(`
      "error PW1010 @3:1-2 the key \`a\` is given twice in one map
        @1:1-2 first given here
        help: Readers of YAML disagree on which one counts. Remove or rename one of them.
      error PW1010 @4:11-14 the key \`x\` is given twice in one map
        @4:5-6 first given here
        help: Readers of YAML disagree on which one counts. Remove or rename one of them.
      info PW1011 @5:1-2 YAML reads the key \`1\` as a number; it is taken as the text \`1\`
        help: Quote it, so that every reader sees the same.
        fix: write \`"1"\`
      error PW1010 @6:1-4 the key \`1\` is given twice in one map
        @5:1-2 first given here
        help: Readers of YAML disagree on which one counts. Remove or rename one of them."
    `);
  });

  it('duplicate merge keys', () => {
    expect(
      findings(text`
      a: &a {q: 1}
      b:
        <<: *a
        <<: *a
    `),
    ).toMatchInlineSnapshot(`
      "error PW1010 @4:3-5 the merge key \`<<\` is given twice in one map
        @3:3-5 first given here
        help: Merge several maps with one list: \`<<: [*first, *second]\`."
    `);
  });

  it('merge of something that is no map', () => {
    expect(
      findings(text`
      a: &a 1
      b:
        <<: *a
      c:
        <<: [*a, {x: 1}]
      d:
        <<: x
      e: &e [1]
      f: &f {<<: *e}
      g: {<<: *f}
      h: {<<: [[{}]]}
    `),
    ).toMatchInlineSnapshot(`
      "error PW1014 @3:7-9 the value of \`<<\` must be a map, an alias of one, or a list of them
        @1:7-8 the alias stands for this value
        help: Write \`<<: *name\`, where \`&name\` stands before a map further up. A plain key \`<<\` must be quoted.
      error PW1014 @5:8-10 the value of \`<<\` must be a map, an alias of one, or a list of them
        @1:7-8 the alias stands for this value
        help: Write \`<<: *name\`, where \`&name\` stands before a map further up. A plain key \`<<\` must be quoted.
      error PW1014 @7:7-8 the value of \`<<\` must be a map, an alias of one, or a list of them
        help: Write \`<<: *name\`, where \`&name\` stands before a map further up. A plain key \`<<\` must be quoted.
      error PW1014 @9:12-14 the value of \`<<\` must be a map, an alias of one, or a list of them
        @8:8-9 the alias stands for this value
        help: Write \`<<: *name\`, where \`&name\` stands before a map further up. A plain key \`<<\` must be quoted.
      error PW1014 @11:10-14 the value of \`<<\` must be a map, an alias of one, or a list of them
        help: Write \`<<: *name\`, where \`&name\` stands before a map further up. A plain key \`<<\` must be quoted."
    `);
  });

  it('unknown alias', () => {
    expect(
      findings(text`
      a: &base 1
      b: *bse
      c: *other
    `),
    ).toMatchInlineSnapshot(`
      "error PW1013 @2:4-8 no value above is named \`&bse\`
        help: Did you mean \`*base\`?
      error PW1013 @3:4-10 no value above is named \`&other\`
        help: Write \`&other\` before a value further up in the same document, or quote the text if no alias is meant."
    `);
  });

  it('alias before its anchor, and of another document', () => {
    expect(
      findings(text`
      a: *x
      b: &x 1
      ---
      c: *x
    `),
    ).toMatchInlineSnapshot(`
      "error PW1013 @1:4-6 no value above is named \`&x\`
        help: Write \`&x\` before a value further up in the same document, or quote the text if no alias is meant.
      error PW1013 @4:4-6 no value above is named \`&x\`
        help: Write \`&x\` before a value further up in the same document, or quote the text if no alias is meant."
    `);
  });

  it('alias inside its own value', () => {
    expect(
      findings(text`
      a: &a
        b: [*a]
    `),
    ).toMatchInlineSnapshot(`
      "error PW1013 @2:7-9 \`*a\` stands inside the value it refers to
        @2:3-4 \`&a\` starts here
        help: A value cannot contain itself; write this part out."
    `);
  });

  it('keys that are no text', () => {
    expect(
      findings(text`
      ? [g]
      : h
      : x
      {a: 1}: 2
    `),
    ).toMatchInlineSnapshot(`
      "error PW1012 @1:3-6 a list or map cannot be a key
        help: Keys are texts; quote the key if its brackets belong to the text.
      error PW1012 @3:1-1 the key before this \`:\` is missing
        help: Write the key, or \`""\` if an empty text is meant.
      error PW1012 @4:1-7 a list or map cannot be a key
        help: Keys are texts; quote the key if its brackets belong to the text."
    `);
  });

  it('anchor with a colon', () => {
    expect(
      findings(text`
      a: &x: 1
    `),
    ).toMatchInlineSnapshot(`
      "error PW1001 @1:6-7 the name of this anchor or alias ends with \`:\`
        help: Write a space before the \`:\` if it ends a key."
    `);
  });

  it('two independent mistakes', () => {
    expect(findings('a: b: c\nd: 1\ne: [1\nf: 2\ng: 3\nh: "\\q"\n')).toMatchInlineSnapshot(`
      "error PW1001 @1:4-8 the value holds a second \`: \`
        help: Put the value in quotes, \`"b: c"\`, or start a map on a new line.
      error PW1004 @3:4-5 the \`[\` that opens here is not closed
        @4:1-5 this line is not indented as part of it
        help: Close it with \`]\`. If it goes on over several lines, indent them all further than its key.
      error PW1005 @6:5-7 YAML knows no escape sequence \`\\q\`
        help: Write \`\\\\\` for a backslash, or use single quotes, in which a backslash is an ordinary character."
    `);
  });

  it('a problem behind an alias is reported once', () => {
    expect(
      findings(text`
      a: &a {1: x, x: !!int y}
      b: *a
      c: {<<: *a}
    `),
    ).toMatchInlineSnapshot(`
      "info PW1011 @1:8-9 YAML reads the key \`1\` as a number; it is taken as the text \`1\`
        help: Quote it, so that every reader sees the same.
        fix: write \`"1"\`
      error PW1016 @1:23-24 \`y\` is not an integer, as its tag \`!!int\` says
        help: Correct the value, or remove the tag."
    `);
  });
});
