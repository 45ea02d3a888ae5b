import type { Log } from 'sarif';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Source } from '../../src/diagnostics/source.ts';
import { fingerprints } from '../../src/report/fingerprint.ts';
import { github } from '../../src/report/github.ts';
import { gitlab } from '../../src/report/gitlab.ts';
import { json } from '../../src/report/json.ts';
import { junit } from '../../src/report/junit.ts';
import { rdjson } from '../../src/report/rdjson.ts';
import { sourcesOf } from '../../src/report/reporter.ts';
import { sarif } from '../../src/report/sarif.ts';
import { at, DEFAULTS, DEFINITION, finding, print, reportOf } from './harness.ts';

const CLUSTERS = [
  {
    name: 'production',
    file: 'clusters/production.yaml',
    nodePools: [
      { name: 'default', instanceTypes: 7 },
      { name: 'gpu', instanceTypes: 0 },
    ],
  },
];
const VALUE = { ...at(DEFINITION, 'C]'), end: at(DEFINITION, 'C]').start + 1 };
const FINDINGS = [
  finding({
    span: at(DEFINITION, 'default'),
    severity: 'warning',
    message: 'pool `default` is taken',
    related: [{ span: at(DEFAULTS, 'spot'), message: 'by profile `spot`' }],
  }),
  finding({
    span: VALUE,
    message: '`C` is not a value, 100% sure',
    help: 'Label matching is case-sensitive.',
    fix: { title: 'write `c`', edits: [{ span: VALUE, newText: 'c' }] },
  }),
  finding({ span: at(DEFINITION, 'gpu'), severity: 'info', message: 'a note' }),
];

test('json is the contract, verbatim', () => {
  const out = print(json, FINDINGS.slice(1, 2), { clusters: CLUSTERS });
  expect(JSON.parse(out)).toEqual({
    apiVersion: 'poolwright.dev/v1alpha1',
    kind: 'CheckReport',
    clusters: CLUSTERS,
    diagnostics: [
      {
        code: 'PW2001',
        severity: 'error',
        message: '`C` is not a value, 100% sure',
        file: 'clusters/production.yaml',
        range: { start: { line: 9, column: 20 }, end: { line: 9, column: 21 } },
        related: [],
        help: 'Label matching is case-sensitive.',
        fix: {
          title: 'write `c`',
          edits: [
            {
              file: 'clusters/production.yaml',
              range: { start: { line: 9, column: 20 }, end: { line: 9, column: 21 } },
              newText: 'c',
            },
          ],
        },
      },
    ],
    summary: { errors: 1, warnings: 0, infos: 0 },
  });
  expect(out.endsWith('}\n')).toBe(true);
});

describe('github', () => {
  test('annotates worst first and ends with one summary line', () => {
    expect(print(github, FINDINGS, { clusters: CLUSTERS })).toMatchInlineSnapshot(`
      "::error file=clusters/production.yaml,line=9,endLine=9,col=20,endColumn=21,title=PW2001::\`C\` is not a value, 100%25 sure%0ALabel matching is case-sensitive.
      ::warning file=clusters/production.yaml,line=3,endLine=3,col=5,endColumn=12,title=PW2001::pool \`default\` is taken
      ::notice file=clusters/production.yaml,line=14,endLine=14,col=5,endColumn=8,title=PW2001::a note
      1 cluster, 2 node pools: 1 error, 1 warning, 1 info
      "
    `);
  });

  test('shows ten findings of a kind and counts the others in a notice', () => {
    const span = at(DEFINITION, 'gpu');
    const findings = (['info', 'warning', 'error'] as const).flatMap((severity) =>
      Array.from({ length: 12 }, () => finding({ span, severity })),
    );
    const lines = print(github, findings).trimEnd().split('\n');
    const count = (command: string) => lines.filter((line) => line.startsWith(`::${command} `)).length;
    expect([count('error'), count('warning'), count('notice')]).toEqual([10, 10, 10]);
    expect(lines[0]).toMatch(/^::error /);
    expect(lines.at(-1)).toBe(
      '::notice title=poolwright::0 clusters, 0 node pools: 12 errors, 12 warnings, 12 infos; 7 findings not shown here, run `poolwright check` to see all',
    );
  });

  test('escapes what would end a property or the command', () => {
    const source = new Source('a,b:c%.yaml', 'x: 1\ny: 2\n');
    const [line] = print(github, [
      finding({ span: { source, start: 0, end: 6 }, message: 'a\r\n::error::b, 5%' }),
    ]).split('\n');
    expect(line).toBe(
      '::error file=a%2Cb%3Ac%25.yaml,line=1,endLine=2,title=PW2001::a%0D%0A::error::b, 5%25',
    );
  });

  test('drives the terminal of nobody who reads the log', () => {
    const source = new Source('a\x1b]0;b\x07\u202e.yaml', 'x: 1\n');
    const message = 'a\x1b[2Jb\x85c\u2028d\u202ee\tf\ng';
    const [line] = print(github, [finding({ span: { source, start: 0, end: 1 }, message })]).split('\n');
    expect(line).toBe(
      '::error file=a␛]0;b␇�.yaml,line=1,endLine=1,col=1,endColumn=2,title=PW2001::a␛[2Jb�c�d�e␉f%0Ag',
    );
  });
});

describe('gitlab', () => {
  test('is an array of issues', () => {
    expect(JSON.parse(print(gitlab, FINDINGS))).toEqual([
      {
        description: 'pool `default` is taken',
        check_name: 'PW2001',
        fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
        severity: 'minor',
        location: { path: 'clusters/production.yaml', lines: { begin: 3, end: 3 } },
      },
      expect.objectContaining({
        description: '`C` is not a value, 100% sure. Label matching is case-sensitive.',
        severity: 'critical',
      }),
      expect.objectContaining({ severity: 'info' }),
    ]);
  });

  test('is an array even without findings', () => {
    expect(print(gitlab, [])).toBe('[]\n');
  });
});

describe('fingerprints', () => {
  const of = (findings: ReturnType<typeof finding>[]) =>
    fingerprints(reportOf(findings).diagnostics, sourcesOf(findings));

  test('stay when lines are added above or the indentation changes', () => {
    const moved = new Source(
      DEFINITION.file,
      `# one\n# more\nspec:\n${DEFINITION.text.replaceAll(/^/gm, '  ')}`,
    );
    expect(of([finding({ span: at(moved, 'volume_size') })])).toEqual(
      of([finding({ span: at(DEFINITION, 'volume_size') })]),
    );
  });

  test('stay when the message is reworded', () => {
    const span = at(DEFINITION, 'gpu');
    expect(of([finding({ span, message: 'a' })])).toEqual(of([finding({ span, message: 'b' })]));
  });

  test('differ for the same mistake in two places', () => {
    const ids = of([
      finding({ span: at(DEFINITION, 'operator') }),
      finding({ span: at(DEFINITION, 'operator', 1) }),
      finding({ span: at(DEFINITION, 'team') }),
    ]);
    expect(new Set(ids).size).toBe(3);
  });
});

describe('sarif', () => {
  const parsed = (findings = FINDINGS, options: Parameters<typeof print>[2] = {}) =>
    JSON.parse(print(sarif, findings, options)) as Log;

  test('is a 2.1.0 log with rules, regions, related places, fixes and fingerprints', () => {
    expect(parsed()).toMatchSnapshot();
  });

  test('regions are the blamed text, in UTF-16 units', () => {
    const source = new Source('a.yaml', 'x: 🎉, foo: 1\n');
    const region = parsed([finding({ span: at(source, 'foo') })]).runs[0]?.results?.[0]?.locations?.[0]
      ?.physicalLocation?.region;
    expect(region).toEqual({
      startLine: 1,
      startColumn: 8,
      endLine: 1,
      endColumn: 11,
      snippet: { text: 'foo' },
    });
  });

  test('escapes paths as URIs', () => {
    const source = new Source('my clusters/50%#1.yaml', 'x');
    const uri = parsed([finding({ span: at(source, 'x') })]).runs[0]?.results?.[0]?.locations?.[0]
      ?.physicalLocation?.artifactLocation?.uri;
    expect(uri).toBe('my%20clusters/50%25%231.yaml');
  });

  test('takes the explanation of a code as help of its rule', () => {
    const help = parsed(FINDINGS, { explain: (code) => `# ${code}` }).runs[0]?.tool.driver.rules?.[0]?.help;
    expect(help).toEqual({ text: '# PW2001', markdown: '# PW2001' });
  });

  test('holds no more results than code scanning accepts, the worst ones', () => {
    const span = at(DEFINITION, 'gpu');
    const info = finding({ span, severity: 'info' });
    const findings = [...Array.from({ length: 25_000 }, () => info), finding({ span })];
    const run = parsed(findings).runs[0];
    expect(run?.results).toHaveLength(25_000);
    expect(run?.results?.[0]?.level).toBe('error');
    expect(run?.invocations?.[0]?.toolExecutionNotifications?.[0]?.message.text).toMatch(
      /^1 finding left out/,
    );
  });
});

describe('junit', () => {
  test('has a suite per file, a case per pool and per finding', () => {
    expect(print(junit, FINDINGS, { clusters: CLUSTERS })).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="poolwright" tests="5" failures="1" errors="0">
        <testsuite name="clusters/production.yaml" tests="5" failures="1" errors="0" skipped="0">
          <testcase classname="clusters/production.yaml" name="production/default"/>
          <testcase classname="clusters/production.yaml" name="production/gpu"/>
          <testcase classname="clusters/production.yaml" name="PW2001: pool \`default\` is taken" file="clusters/production.yaml" line="3">
            <system-out>clusters/production.yaml:3:5: warning[PW2001]: pool \`default\` is taken</system-out>
          </testcase>
          <testcase classname="clusters/production.yaml" name="PW2001: \`C\` is not a value, 100% sure" file="clusters/production.yaml" line="9">
            <failure message="\`C\` is not a value, 100% sure" type="PW2001">clusters/production.yaml:9:20: error[PW2001]: \`C\` is not a value, 100% sure&#10;help: Label matching is case-sensitive.</failure>
          </testcase>
          <testcase classname="clusters/production.yaml" name="PW2001: a note" file="clusters/production.yaml" line="14">
            <system-out>clusters/production.yaml:14:5: info[PW2001]: a note</system-out>
          </testcase>
        </testsuite>
      </testsuites>
      "
    `);
  });

  test('fails what the run fails', () => {
    const out = print(junit, FINDINGS, { fails: ({ severity }) => severity !== 'info' });
    expect(out.match(/<failure /g)).toHaveLength(2);
    expect(out).toContain('tests="3" failures="2"');
  });

  test('carries any text', () => {
    const source = new Source('a.yaml', 'x');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (message) => {
        const out = print(junit, [finding({ span: at(source, 'x'), message })]);
        // eslint-disable-next-line no-control-regex
        expect(out).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u);
        expect(out.replace(/<[?/a-z][^<>]*>/g, '')).not.toMatch(/[<>]/);
        expect(out.replace(/&(amp|lt|gt|quot|#\d+);/g, '')).not.toContain('&');
      }),
    );
  });
});

describe('rdjson', () => {
  test('has ranges, severities, codes, suggestions and related places', () => {
    expect(JSON.parse(print(rdjson, FINDINGS))).toMatchInlineSnapshot(`
      {
        "diagnostics": [
          {
            "code": {
              "value": "PW2001",
            },
            "location": {
              "path": "clusters/production.yaml",
              "range": {
                "end": {
                  "column": 12,
                  "line": 3,
                },
                "start": {
                  "column": 5,
                  "line": 3,
                },
              },
            },
            "message": "pool \`default\` is taken",
            "related_locations": [
              {
                "location": {
                  "path": "clusters/_defaults.yaml",
                  "range": {
                    "end": {
                      "column": 9,
                      "line": 3,
                    },
                    "start": {
                      "column": 5,
                      "line": 3,
                    },
                  },
                },
                "message": "by profile \`spot\`",
              },
            ],
            "severity": "WARNING",
          },
          {
            "code": {
              "value": "PW2001",
            },
            "location": {
              "path": "clusters/production.yaml",
              "range": {
                "end": {
                  "column": 21,
                  "line": 9,
                },
                "start": {
                  "column": 20,
                  "line": 9,
                },
              },
            },
            "message": "\`C\` is not a value, 100% sure
      Label matching is case-sensitive.",
            "severity": "ERROR",
            "suggestions": [
              {
                "range": {
                  "end": {
                    "column": 21,
                    "line": 9,
                  },
                  "start": {
                    "column": 20,
                    "line": 9,
                  },
                },
                "text": "c",
              },
            ],
          },
          {
            "code": {
              "value": "PW2001",
            },
            "location": {
              "path": "clusters/production.yaml",
              "range": {
                "end": {
                  "column": 8,
                  "line": 14,
                },
                "start": {
                  "column": 5,
                  "line": 14,
                },
              },
            },
            "message": "a note",
            "severity": "INFO",
          },
        ],
        "source": {
          "name": "poolwright",
        },
      }
    `);
  });

  test('counts columns in UTF-8 bytes', () => {
    const source = new Source('a.yaml', 'a𐐀b');
    const { diagnostics } = JSON.parse(print(rdjson, [finding({ span: at(source, 'b') })])) as {
      diagnostics: readonly { location: { range: unknown } }[];
    };
    expect(diagnostics[0]?.location.range).toEqual({
      start: { line: 1, column: 6 },
      end: { line: 1, column: 7 },
    });
  });

  test('joins the edits of a fix into one suggestion', () => {
    const source = new Source('a.yaml', 'a: 1\nb: 2\nc: 3\n');
    const edits = [
      { span: at(source, 'c'), newText: 'z' },
      { span: at(source, '1'), newText: '9' },
    ];
    const [found] = (
      JSON.parse(print(rdjson, [finding({ span: at(source, 'b'), fix: { title: 't', edits } })])) as {
        diagnostics: readonly { suggestions: unknown }[];
      }
    ).diagnostics;
    expect(found?.suggestions).toEqual([
      { range: { start: { line: 1, column: 4 }, end: { line: 3, column: 2 } }, text: '9\nb: 2\nz' },
    ]);
  });

  test('leaves out a fix that edits another file', () => {
    const edits = [{ span: at(DEFAULTS, '""'), newText: '"x"' }];
    const out = print(rdjson, [finding({ span: at(DEFINITION, 'gpu'), fix: { title: 't', edits } })]);
    expect(out).not.toContain('suggestions');
  });
});
