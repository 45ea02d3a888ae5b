import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/diagnostics/json-value.ts';
import { writeYaml } from '../../src/documents/write-yaml.ts';

describe('writeYaml', () => {
  it('writes block style with two spaces, in the order of the data', () => {
    expect(
      writeYaml({
        z: 1,
        a: { nested: { list: [1, 'two', null, true, { k: 'v', l: [] }, ['a', ['b']]] } },
        empty: {},
        none: [],
        'karpenter.sh/capacity-type': 'spot',
      }),
    ).toMatchInlineSnapshot(`
      "z: 1
      a:
        nested:
          list:
            - 1
            - two
            - null
            - true
            - k: v
              l: []
            - - a
              - - b
      empty: {}
      none: []
      karpenter.sh/capacity-type: spot
      "
    `);
  });

  it('quotes what a reader of either version would take for something else', () => {
    const words = [
      'yes',
      'NO',
      'on',
      'y',
      '12:30',
      '1_000',
      '2026-01-01',
      '0b11',
      '0o17',
      '010',
      '1.30',
      '1e3',
      'e1',
      '~',
      '=',
      '<<',
      '',
      ' a',
      'a ',
      'a: b',
      'a #b',
      '- a',
      '*',
      '10.0.0.0/16',
    ];
    expect(writeYaml(words)).toBe(words.map((word) => `- ${JSON.stringify(word)}\n`).join(''));
  });

  it('leaves plain what every reader takes for a string', () => {
    const words = [
      '100Gi',
      '720h',
      '10%',
      'm5.large',
      'c',
      'NoSchedule',
      'a:b',
      'al2023@latest',
      '/dev/xvda',
      'karpenter.sh/v1',
      'two words',
      'x=y',
    ];
    expect(writeYaml(words)).toBe(words.map((word) => `- ${word}\n`).join(''));
  });

  it('escapes what nobody can see', () => {
    expect(writeYaml('a\u0085\u2028\ufeff\u0007\ud800\u00a0é😀')).toBe(
      '"a\\u0085\\u2028\\ufeff\\u0007\\ud800\\u00a0é😀"\n',
    );
  });

  it('writes texts of several lines as literal blocks where that is safe', () => {
    expect(
      writeYaml({
        script: '#!/bin/bash\nset -e\n\necho "# done"\n',
        bare: 'a\nb',
        kept: 'a\n\n\n',
        list: ['a\nb\n', { deep: 'a\n  b\n' }],
        leading: ' a\nb',
        blank: 'a\n \nb',
        return: 'a\r\nb',
        last: 'a\n',
      }),
    ).toMatchInlineSnapshot(`
      "script: |
        #!/bin/bash
        set -e

        echo "# done"
      bare: |-
        a
        b
      kept: |+
        a


      list:
        - |
          a
          b
        - deep: |
            a
              b
      leading: " a\\nb"
      blank: "a\\n \\nb"
      return: "a\\r\\nb"
      last: |
        a
      "
    `);
  });

  it('writes numbers that both versions read as numbers', () => {
    expect(writeYaml([0, -0, -1.5, 1e21, 1e-7, 1.5e300, 2 ** 53])).toMatchInlineSnapshot(`
      "- 0
      - 0
      - -1.5
      - 1.0e+21
      - 1.0e-7
      - 1.5e+300
      - 9007199254740992
      "
    `);
  });

  it('writes a long key as an explicit one', () => {
    const key = 'k'.repeat(1_001);
    expect(writeYaml({ [key]: 1, b: { [key]: { c: 1 } } })).toBe(
      `? ${key}\n: 1\nb:\n  ? ${key}\n  :\n    c: 1\n`,
    );
  });

  it('writes bare values and empty collections', () => {
    expect([null, true, 'x', 'a\nb', [], {}, 3].map((value) => writeYaml(value as JsonValue)).join('')).toBe(
      'null\ntrue\nx\n"a\\nb"\n[]\n{}\n3\n',
    );
  });

  it('leaves out fields that are present but undefined', () => {
    const props = { a: undefined, b: 1, c: { d: undefined } } as unknown as JsonValue;
    expect(writeYaml(props)).toBe('b: 1\nc: {}\n');
  });

  it('treats `__proto__` like any key', () => {
    expect(writeYaml(JSON.parse('{"__proto__": {"a": 1}}') as JsonValue)).toBe('__proto__:\n  a: 1\n');
  });

  it('refuses numbers that are no data', () => {
    expect(() => writeYaml([Number.NaN])).toThrow('invariant broken');
  });
});
