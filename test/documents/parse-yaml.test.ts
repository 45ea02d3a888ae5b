import { describe, expect, it } from 'vitest';
import { check, text } from './harness.ts';

describe('parseYaml', () => {
  it('keeps plain scalars as written beside their value', () => {
    expect(
      check(text`
      version: 1.30
      answer: yes
      mode: 010
      octal: 0o17
      exponent: 1e3
      time: 12:30
      hex: 0x1F
      flag: True
      minus: -0
      large: 9007199254740993
      infinite: -.inf
      date: 2026-01-01
    `),
    ).toMatchInlineSnapshot(`
      "map @1:1-12:17
        version: 1.3 written "1.30" plain @1:10-14 key 1:1-8
        answer: "yes" plain @2:9-12 key 2:1-7
        mode: 10 written "010" plain @3:7-10 key 3:1-5
        octal: 15 written "0o17" plain @4:8-12 key 4:1-6
        exponent: 1000 written "1e3" plain @5:11-14 key 5:1-9
        time: "12:30" plain @6:7-12 key 6:1-5
        hex: 31 written "0x1F" plain @7:6-10 key 7:1-4
        flag: true written "True" plain @8:7-11 key 8:1-5
        minus: 0 written "-0" plain @9:8-10 key 9:1-6
        large: 9007199254740993n plain @10:8-24 key 10:1-6
        infinite: -Infinity written "-.inf" plain @11:11-16 key 11:1-9
        date: "2026-01-01" plain @12:7-17 key 12:1-5"
    `);
  });

  it('tells nulls apart', () => {
    expect(
      check(text`
      a: ~
      b:
      c: null
      d: ""
    `),
    ).toMatchInlineSnapshot(`
      "map @1:1-4:6
        a: null written "~" plain @1:4-5 key 1:1-2
        b: null written "" plain @2:3-3 key 2:1-2
        c: null plain @3:4-8 key 3:1-2
        d: "" quoted @4:4-6 key 4:1-2"
    `);
  });

  it('knows quoted and block scalars', () => {
    expect(
      check(text`
      a: "1.30"
      b: 'it''s'
      c: |
        one
        two

      d: >-
        folded
        text
      e: |+
        kept

    `),
    ).toMatchInlineSnapshot(`
      "map @1:1-11:7
        a: "1.30" quoted @1:4-10 key 1:1-2
        b: "it's" quoted @2:4-11 key 2:1-2
        c: "one\\ntwo\\n" block @3:4-5:6 key 3:1-2
        d: "folded text" block @7:4-9:7 key 7:1-2
        e: "kept\\n\\n" block @10:4-11:7 key 10:1-2"
    `);
  });

  it('joins the lines of a plain scalar', () => {
    expect(
      check(text`
      a: one two
        three
      b: 1
    `),
    ).toMatchInlineSnapshot(`
      "map @1:1-3:5
        a: "one two three" plain @1:4-2:8 key 1:1-2
        b: 1 plain @3:4-5 key 3:1-2"
    `);
  });

  it('ends block collections where their last value ends', () => {
    expect(
      check(text`
      a:
        b: 1   # why

        # trailing

      c:
        - 1
        -
      # end
    `),
    ).toMatchInlineSnapshot(`
      "map @1:1-8:4
        a: map @2:3-7 key 1:1-2
          b: 1 plain @2:6-7 key 2:3-4
        c: list @7:3-8:4 key 6:1-2
          - 1 plain @7:5-6
          - null written "" plain @8:4-4"
    `);
  });

  it('reads flow collections', () => {
    expect(
      check(text`
      a: {b: [1, {c: d}], e, "f": g}
      h: [x: y, []]
    `),
    ).toMatchInlineSnapshot(`
      "map @1:1-2:14
        a: map @1:4-31 key 1:1-2
          b: list @1:8-19 key 1:5-6
            - 1 plain @1:9-10
            - map @1:12-18
              c: "d" plain @1:16-17 key 1:13-14
          e: null written "" plain @1:22-22 key 1:21-22
          f: "g" plain @1:29-30 key 1:24-27
        h: list @2:4-14 key 2:1-2
          - map @2:5-9
            x: "y" plain @2:8-9 key 2:5-6
          - list @2:11-13"
    `);
  });

  it('reads flow collections over several lines', () => {
    expect(
      check(text`
      a: [
        1,
        2,
      ]
      b: {
        c: d
      }
    `),
    ).toMatchInlineSnapshot(`
      "map @1:1-7:2
        a: list @1:4-4:2 key 1:1-2
          - 1 plain @2:3-4
          - 2 plain @3:3-4
        b: map @5:4-7:2 key 5:1-2
          c: "d" plain @6:6-7 key 6:3-4"
    `);
  });

  it('locates an alias at its place and tells where the value is written', () => {
    expect(
      check(text`
      v: &v C
      base: &b
        cpu: *v
        list: [x]
      pool:
        whole: *b
        items: [*v]
    `),
    ).toMatchInlineSnapshot(`
      "map @1:1-7:14
        v: "C" plain @1:7-8 key 1:1-2
        base: map @3:3-4:12 key 2:1-5
          cpu: "C" plain @3:8-10 key 3:3-6 from 1:7-8
          list: list @4:9-12 key 4:3-7
            - "x" plain @4:10-11
        pool: map @6:3-7:14 key 5:1-5
          whole: map @6:10-12 key 6:3-8 from 3:3-4:12
            cpu: "C" plain @6:10-12 key 6:10-12 from 1:7-8
            list: list @6:10-12 key 6:10-12 from 4:9-12
              - "x" plain @6:10-12 key 6:10-12 from 4:10-11
          items: list @7:10-14 key 7:3-8
            - "C" plain @7:11-13 from 1:7-8"
    `);
  });

  it('lets an anchor be given again', () => {
    expect(
      check(text`
      a: &x 1
      b: *x
      c: &x 2
      d: *x
    `),
    ).toMatchInlineSnapshot(`
      "map @1:1-4:6
        a: 1 plain @1:7-8 key 1:1-2
        b: 1 plain @2:4-6 key 2:1-2 from 1:7-8
        c: 2 plain @3:7-8 key 3:1-2
        d: 2 plain @4:4-6 key 4:1-2 from 3:7-8"
    `);
  });

  it('starts an anchored or tagged value after its properties', () => {
    expect(
      check(text`
      a: &x 1
      b: &y
        c: 1
      d: !!map &z {e: 1}
      f: !!str &w 12
    `),
    ).toMatchInlineSnapshot(`
      "map @1:1-5:15
        a: 1 plain @1:7-8 key 1:1-2
        b: map @3:3-7 key 2:1-2
          c: 1 plain @3:6-7 key 3:3-4
        d: map @4:13-19 key 4:1-2
          e: 1 plain @4:17-18 key 4:14-15
        f: "12" quoted @5:13-15 key 5:1-2"
    `);
  });

  it('takes anchors and aliases as keys', () => {
    expect(
      check(text`
      &k key: 1
      b:
        *k : 2
    `),
    ).toMatchInlineSnapshot(`
      "map @1:4-3:9
        key: 1 plain @1:9-10 key 1:4-7
        b: map @3:3-9 key 2:1-2
          key: 2 plain @3:8-9 key 3:3-5"
    `);
  });

  it('merges: own keys first, then earlier sources, located at the alias', () => {
    expect(
      check(text`
      base: &b {cpu: 1, mem: 2}
      other: &o
        cpu: 9
        gpu: 3
      pool:
        mem: 5
        <<: [*b, *o, {inline: 7}]
        last: 1
    `),
    ).toMatchInlineSnapshot(`
      "map @1:1-8:10
        base: map @1:10-26 key 1:1-5
          cpu: 1 plain @1:16-17 key 1:11-14
          mem: 2 plain @1:24-25 key 1:19-22
        other: map @3:3-4:9 key 2:1-6
          cpu: 9 plain @3:8-9 key 3:3-6
          gpu: 3 plain @4:8-9 key 4:3-6
        pool: map @6:3-8:10 key 5:1-5
          mem: 5 plain @6:8-9 key 6:3-6
          last: 1 plain @8:9-10 key 8:3-7
          cpu: 1 plain @7:8-10 key 7:8-10 from 1:16-17
          gpu: 3 plain @7:12-14 key 7:12-14 from 4:8-9
          inline: 7 plain @7:25-26 key 7:17-23"
    `);
  });

  it('merges through merges', () => {
    expect(
      check(text`
      base: &b {cpu: 1}
      next: &n
        <<: *b
        x: 1
      pool:
        <<: *n
        y: {<<: *b}
    `),
    ).toMatchInlineSnapshot(`
      "map @1:1-7:14
        base: map @1:10-18 key 1:1-5
          cpu: 1 plain @1:16-17 key 1:11-14
        next: map @3:3-4:7 key 2:1-5
          x: 1 plain @4:6-7 key 4:3-4
          cpu: 1 plain @3:7-9 key 3:7-9 from 1:16-17
        pool: map @6:3-7:14 key 5:1-5
          y: map @7:6-14 key 7:3-4
            cpu: 1 plain @7:11-13 key 7:11-13 from 1:16-17
          x: 1 plain @6:7-9 key 6:7-9 from 4:6-7
          cpu: 1 plain @6:7-9 key 6:7-9 from 1:16-17"
    `);
  });

  it('does not merge a quoted `<<`', () => {
    expect(
      check(text`
      a: {"<<": {b: 1}}
    `),
    ).toMatchInlineSnapshot(`
      "map @1:1-18
        a: map @1:4-18 key 1:1-2
          <<: map @1:11-17 key 1:5-9
            b: 1 plain @1:15-16 key 1:12-13"
    `);
  });

  it('counts CRLF as one line end', () => {
    expect(check('a: 1\r\nb:\r\n  - x\r\n  - |\r\n    t\r\n    u\r\n')).toMatchInlineSnapshot(`
      "map @1:1-6:6
        a: 1 plain @1:4-5 key 1:1-2
        b: list @3:3-6:6 key 2:1-2
          - "x" plain @3:5-6
          - "t\\nu\\n" block @4:5-6:6"
    `);
  });

  it('keeps positions behind a byte order mark', () => {
    expect(check('\ufeffa: 1\nb: 2\n')).toMatchInlineSnapshot(`
      "map @1:1-2:5
        a: 1 plain @1:4-5 key 1:1-2
        b: 2 plain @2:4-5 key 2:1-2"
    `);
  });

  it('counts characters outside the basic plane as two units', () => {
    expect(
      check(text`
      a: "😀"
      😀: [x]
    `),
    ).toMatchInlineSnapshot(`
      "map @1:1-2:8
        a: "😀" quoted @1:4-8 key 1:1-2
        😀: list @2:5-8 key 2:1-3
          - "x" plain @2:6-7"
    `);
  });

  it('reads several documents', () => {
    expect(
      check(text`
      # c
      ---
      a: 1
      ---
      # nothing
      ---
      - x
      ...
    `),
    ).toMatchInlineSnapshot(`
      "--- document 1
      map @3:1-5
        a: 1 plain @3:4-5 key 3:1-2
      --- document 2
      (empty)
      --- document 3
      list @7:1-4
        - "x" plain @7:3-4"
    `);
  });

  it('has no document in an empty file', () => {
    expect(check('')).toMatchInlineSnapshot(`""`);
  });

  it('has no document in a file of comments', () => {
    expect(
      check(text`
      # only

      # comments
    `),
    ).toMatchInlineSnapshot(`""`);
  });

  it('has an empty document after a marker', () => {
    expect(
      check(text`
      ---
    `),
    ).toMatchInlineSnapshot(`"(empty)"`);
  });

  it('knows a written null from an empty document', () => {
    expect(
      check(text`
      null
    `),
    ).toMatchInlineSnapshot(`"null plain @1:1-5"`);
  });

  it('reads a lone scalar', () => {
    expect(
      check(text`
      hello
    `),
    ).toMatchInlineSnapshot(`""hello" plain @1:1-6"`);
  });

  it('reads an explicit tag', () => {
    expect(
      check(text`
      a: !!str 12
      b: !!int "7"
      c: !!float 1
      d: ! 5
    `),
    ).toMatchInlineSnapshot(`
      "map @1:1-4:7
        a: "12" quoted @1:10-12 key 1:1-2
        b: 7 quoted @2:10-13 key 2:1-2
        c: 1 quoted @3:12-13 key 3:1-2
        d: "5" quoted @4:6-7 key 4:1-2"
    `);
  });

  it('takes keys that YAML retypes as written', () => {
    expect(
      check(text`
      1: a
      true: b
      ~: c
      1.30: d
      yes: e
      "2": f
    `),
    ).toMatchInlineSnapshot(`
      "map @1:1-6:7
        1: "a" plain @1:4-5 key 1:1-2
        true: "b" plain @2:7-8 key 2:1-5
        ~: "c" plain @3:4-5 key 3:1-2
        1.30: "d" plain @4:7-8 key 4:1-5
        yes: "e" plain @5:6-7 key 5:1-4
        2: "f" plain @6:6-7 key 6:1-4
      info PW1011 @1:1-2 YAML reads the key \`1\` as a number; it is taken as the text \`1\`
        help: Quote it, so that every reader sees the same.
        fix: write \`"1"\`
      info PW1011 @2:1-5 YAML reads the key \`true\` as a boolean; it is taken as the text \`true\`
        help: Quote it, so that every reader sees the same.
        fix: write \`"true"\`
      info PW1011 @3:1-2 YAML reads the key \`~\` as null; it is taken as the text \`~\`
        help: Quote it, so that every reader sees the same.
        fix: write \`"~"\`
      info PW1011 @4:1-5 YAML reads the key \`1.30\` as a number; it is taken as the text \`1.30\`
        help: Quote it, so that every reader sees the same.
        fix: write \`"1.30"\`"
    `);
  });

  it('reads explicit keys', () => {
    expect(
      check(text`
      ? a
      : 1
      ? b
    `),
    ).toMatchInlineSnapshot(`
      "map @1:1-3:4
        a: 1 plain @2:3-4 key 1:3-4
        b: null written "" plain @3:4-4 key 3:3-4"
    `);
  });

  it('treats `__proto__` like any key', () => {
    expect(
      check(text`
      __proto__: {x: 1}
      constructor: 2
    `),
    ).toMatchInlineSnapshot(`
      "map @1:1-2:15
        __proto__: map @1:12-18 key 1:1-10
          x: 1 plain @1:16-17 key 1:13-14
        constructor: 2 plain @2:14-15 key 2:1-12"
    `);
  });

  it('allows tabs where they do not indent', () => {
    expect(check('a: 1\t# c\nb:\t2\nc: [\t1]\n')).toMatchInlineSnapshot(`
      "map @1:1-3:8
        a: 1 plain @1:4-5 key 1:1-2
        b: 2 plain @2:4-5 key 2:1-2
        c: list @3:4-8 key 3:1-2
          - 1 plain @3:6-7"
    `);
  });
});
