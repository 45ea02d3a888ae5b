import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Source } from '../../src/diagnostics/source.ts';
import { displayWidth } from '../../src/report/display.ts';
import { text } from '../../src/report/text.ts';
import { at, DEFAULTS, DEFINITION, finding, print } from './harness.ts';

const CLUSTERS = [
  {
    name: 'production',
    file: 'clusters/production.yaml',
    nodePools: [{ name: 'default', instanceTypes: 7 }],
  },
];

function frames(...findings: Parameters<typeof finding>): string {
  return print(text, findings.map(finding), { clusters: CLUSTERS });
}

describe('one finding', () => {
  test('is framed with its line, carets, help and a preview of its fix', () => {
    const value = at(DEFINITION, 'C]');
    const span = { ...value, end: value.start + 1 };
    expect(
      frames({
        span,
        message: '`C` is not a value of `karpenter.k8s.aws/instance-category`',
        help: 'Label matching is case-sensitive.',
        fix: { title: 'write `c`', edits: [{ span, newText: 'c' }] },
      }),
    ).toMatchInlineSnapshot(`
      "error[PW2001]: \`C\` is not a value of \`karpenter.k8s.aws/instance-category\`
        --> clusters/production.yaml:9:20
         |
       9 |           values: [C]
         |                    ^
         = help: Label matching is case-sensitive.
         = fix: write \`c\`
         |
       9 -           values: [C]
       9 +           values: [c]

      1 error in 1 cluster, 1 node pool; 1 can be fixed with \`poolwright check --fix\`
      "
    `);
  });

  test('shows related places of the same file in the same frame, others in a frame of their own', () => {
    expect(
      frames({
        span: at(DEFINITION, 'default'),
        severity: 'warning',
        message: 'pool `default` matches no instance type',
        related: [
          {
            span: {
              source: DEFINITION,
              start: at(DEFINITION, 'key: karp').start,
              end: at(DEFINITION, '[C]').end,
            },
            message: '1363 types before, 0 after',
          },
          { span: at(DEFINITION, 'instance-category'), message: 'one line between is shown' },
          { span: at(DEFINITION, '[C]'), message: 'here' },
          { span: at(DEFAULTS, '""'), message: 'profile `spot` adds this one' },
        ],
      }),
    ).toMatchInlineSnapshot(`
      "warning[PW2001]: pool \`default\` matches no instance type
       --> clusters/production.yaml:3:5
        |
      3 |     default:
        |     ^^^^^^^
      ...
      7 |         - key: karpenter.k8s.aws/instance-category
        |           ---------------------------------------- 1363 types before, 0 after
        |                                  ----------------- one line between is shown
      8 |           operator: In
      9 |           values: [C]
        |                   --- here
       ::: clusters/_defaults.yaml:6:18
        |
      6 |           value: ""
        |                  -- profile \`spot\` adds this one

      1 warning in 1 cluster, 1 node pool
      "
    `);
  });

  test('puts the primary underline first when places share a line', () => {
    expect(
      frames({
        span: at(DEFINITION, 'team', 1),
        message: 'key `team` is defined twice',
        related: [{ span: at(DEFINITION, 'team'), message: 'first defined here' }],
      }),
    ).toMatchInlineSnapshot(`
      "error[PW2001]: key \`team\` is defined twice
        --> clusters/production.yaml:15:26
         |
      15 |       labels: {team: ml, team: data}
         |                          ^^^^
         |                ---- first defined here

      1 error in 1 cluster, 1 node pool
      "
    `);
  });

  test('of an empty file has a place but no frame', () => {
    const empty = new Source('clusters/empty.yaml', '');
    expect(frames({ span: { source: empty, start: 0, end: 0 }, message: 'no pools' })).toMatchInlineSnapshot(`
      "error[PW2001]: no pools
       --> clusters/empty.yaml:1:1

      1 error in 1 cluster, 1 node pool
      "
    `);
  });

  test('at the end of a line still has a caret', () => {
    const source = new Source('a.yaml', 'a: [1, 2');
    expect(frames({ span: { source, start: 8, end: 8 }, message: 'expected `]`' })).toContain(
      '1 | a: [1, 2\n  |         ^\n',
    );
  });
});

describe('a fix', () => {
  test('of several edits shows each group of lines, deletions without a plus', () => {
    expect(
      frames({
        span: at(DEFINITION, 'volume_size'),
        message: 'unknown key',
        fix: {
          title: 'write `volumeSize`',
          edits: [
            { span: at(DEFINITION, '    gpu:\n'), newText: '' },
            { span: at(DEFINITION, 'volume_size'), newText: 'volumeSize' },
          ],
        },
      }),
    ).toMatchInlineSnapshot(`
      "error[PW2001]: unknown key
        --> clusters/production.yaml:5:9
         |
       5 |         volume_size: "100Gi"
         |         ^^^^^^^^^^^
         = fix: write \`volumeSize\`
         |
       5 -         volume_size: "100Gi"
       5 +         volumeSize: "100Gi"
      ...
      14 -     gpu:

      1 error in 1 cluster, 1 node pool; 1 can be fixed with \`poolwright check --fix\`
      "
    `);
  });
});

describe('a line', () => {
  test('that is very long is cut around the finding', () => {
    const source = new Source('a.yaml', `{${'x'.repeat(500)}: 1, foo: 2, ${'y'.repeat(500)}: 3}`);
    const out = print(text, [finding({ span: at(source, 'foo') })], { columns: 60 });
    expect(out).toMatchInlineSnapshot(`
      "error[PW2001]: unknown key \`foo\`
       --> a.yaml:1:507
        |
      1 | …xxxxxxxx: 1, foo: 2, yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy…
        |               ^^^

      1 error
      "
    `);
  });

  test('with tabs, wide characters and combining marks keeps its carets in place', () => {
    const source = new Source('a.yaml', 'k: {"日本語":\tx, e\u0301: "🎉", team: b}');
    const lines = frames({ span: at(source, 'team') }).split('\n');
    const shown = lines.find((line) => line.includes('team: b')) ?? '';
    const carets = lines.find((line) => line.includes('^^^^')) ?? '';
    expect(carets.indexOf('^')).toBe(displayWidth(shown.slice(0, shown.indexOf('team'))));
  });

  test('cannot drive the terminal', () => {
    const source = new Source('a\u001b[2J.yaml', 'a: "\u001b]0;title\u0007\u202e"');
    const out = frames({
      span: at(source, 'a'),
      message: 'bad \u001b[31m',
      help: '\u0007',
      related: [{ span: at(source, ':'), message: '\r' }],
    });
    expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
  });
});

describe('the summary', () => {
  test('of a clean run says what was looked at', () => {
    expect(print(text, [], { clusters: CLUSTERS })).toBe('ok: 1 cluster, 1 node pool, no findings\n');
  });

  test('counts each severity and what can be fixed', () => {
    const span = at(DEFINITION, 'gpu');
    const out = print(
      text,
      [
        finding({ span }),
        finding({ span, severity: 'warning', fix: { title: 'drop it', edits: [] } }),
        finding({ span, severity: 'warning' }),
        finding({ span, severity: 'info' }),
      ],
      { clusters: CLUSTERS },
    );
    expect(out.trimEnd().split('\n').at(-1)).toBe(
      '1 error, 2 warnings, 1 info in 1 cluster, 1 node pool; 1 can be fixed with `poolwright check --fix`',
    );
  });

  test('says how many findings the limit left out, and the worst ones stay', () => {
    const span = at(DEFINITION, 'gpu');
    const findings = [
      finding({ span, severity: 'info', message: 'first' }),
      finding({ span, severity: 'warning', message: 'second' }),
      finding({ span, message: 'third' }),
    ];
    const out = print(text, findings, { maxFindings: 2 });
    expect(out).not.toContain('first');
    expect(out).toMatch(/second[^]*third/);
    expect(out).toContain('1 finding not shown (`--max-findings 0` shows all)');
  });
});

describe('colour', () => {
  const found = finding({ span: at(DEFINITION, 'gpu'), help: 'do this' });

  test('is used only when asked for', () => {
    expect(print(text, [found])).not.toContain('\u001b');
    expect(print(text, [found], { color: true })).toContain('\u001b[');
  });

  test('changes nothing but escape sequences', () => {
    // eslint-disable-next-line no-control-regex
    expect(print(text, [found], { color: true }).replace(/\u001b\[\d+m/g, '')).toBe(print(text, [found]));
  });
});

test('help wraps at the width of a terminal and stays whole without one', () => {
  const found = finding({ span: at(DEFINITION, 'gpu'), help: 'word '.repeat(40).trim() });
  const width = Math.max(...print(text, [found], { columns: 60 }).split('\n').slice(0, -3).map(displayWidth));
  expect(width).toBeLessThanOrEqual(60);
  expect(print(text, [found])).toContain(`help: ${'word '.repeat(40).trim()}`);
});

describe('whatever the text and the span', () => {
  const character = fc.constantFrom(
    'a',
    ' ',
    '\t',
    '\n',
    '\r',
    '日',
    '🎉',
    '\u0301',
    '\u001b',
    '\ud800',
    ':',
  );
  const place = fc.tuple(
    fc.array(character, { maxLength: 200 }).map((units) => units.join('')),
    fc.nat(400),
    fc.nat(400),
    fc.integer({ min: 20, max: 120 }),
  );

  test('carets stand under the first character and code lines fit the terminal', () => {
    fc.assert(
      fc.property(place, ([content, from, length, columns]) => {
        const source = new Source('a.yaml', content);
        const start = Math.min(from, content.length);
        const end = Math.min(start + length, content.length);
        const out = print(text, [finding({ span: { source, start, end }, message: 'm' })], { columns });
        const lines = out.split('\n');
        const limit = Math.max(columns, 30 + 3 + 3);
        for (const line of lines.filter((one) => /^ *\d* \|/.test(one))) {
          expect(displayWidth(line)).toBeLessThanOrEqual(limit);
        }
        const carets = lines.findIndex((line) => /^ +\| +\^+$/.test(line));
        const { line, column } = source.positionAt(start);
        const character = source.lineText(line)[column - 1];
        if (carets === -1 || character === undefined || !/[a:]/.test(character)) return;
        const shown = lines[carets - 1] ?? '';
        const caret = lines[carets]?.indexOf('^') ?? 0;
        let position = 0;
        while (displayWidth(shown.slice(0, position)) < caret) position++;
        expect(shown.slice(position).replace(/^\u0301+/u, '')[0]).toBe(character);
      }),
    );
  });
});
