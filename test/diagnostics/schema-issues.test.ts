import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type SchemaDiagnosticOptions, schemaDiagnostics } from '../../src/diagnostics/schema-issues.ts';
import { Source } from '../../src/diagnostics/source.ts';
import { toPlain } from '../../src/diagnostics/to-plain.ts';
import { parseYaml } from '../../src/documents/parse-yaml.ts';
import { printDiagnostic, text } from '../documents/harness.ts';

const taint = z.strictObject({
  key: z.string().min(1),
  effect: z.enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute']),
  value: z.string().optional(),
});

const schema = z.strictObject({
  name: z.string().max(8).optional(),
  arch: z.enum(['amd64', 'arm64']).optional(),
  count: z.int().min(1).max(9).optional(),
  ratio: z.number().positive().lt(1).multipleOf(0.5).optional(),
  public: z.boolean().optional(),
  zones: z.array(z.string()).min(1).optional(),
  labels: z.record(z.string().regex(/^[a-z]+$/, 'must be lower case'), z.string()).optional(),
  taints: z.array(taint).optional(),
  ami: z
    .union([z.string(), z.array(z.strictObject({ id: z.string(), owner: z.string().optional() }))])
    .optional(),
  role: z
    .union([
      z.literal('none'),
      z.strictObject({ arn: z.string() }),
      z.strictObject({ name: z.string(), path: z.string() }),
    ])
    .optional(),
  volume: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('gp3') }),
      z.strictObject({ type: z.literal('io2'), iops: z.int() }),
    ])
    .optional(),
  note: z
    .string()
    .refine((note) => note !== 'x', 'must not be `x`')
    .optional(),
  pair: z
    .strictObject({ a: z.int(), b: z.int() })
    .refine(({ a, b }) => a < b, 'needs `a` below `b`')
    .optional(),
});

const CODES = {
  unknownKey: 'PW1001',
  missingKey: 'PW1002',
  wrongType: 'PW1003',
  badValue: 'PW1004',
  badKey: 'PW1005',
} as const;

/** YAML in, the schema's findings out. */
function check(yaml: string, options: Partial<SchemaDiagnosticOptions> = {}): string {
  const value = parseYaml(new Source('test.yaml', yaml)).documents[0]?.value;
  if (value === undefined) return '(no value)';
  const result = schema.safeParse(toPlain(value));
  if (result.success) return '(valid)';
  const allowedKeys = (path: readonly (string | number)[]) =>
    path.length === 0
      ? Object.keys(schema.shape)
      : path[0] === 'taints'
        ? Object.keys(taint.shape)
        : undefined;
  const found = schemaDiagnostics(value, result.error.issues, {
    codes: CODES,
    allowedKeys,
    rootName: 'the pool',
    ...options,
  });
  return found.map(printDiagnostic).join('\n');
}

describe('schemaDiagnostics', () => {
  it('blames the key for an unknown key, each of several', () => {
    expect(
      check('arhc: amd64\nbogus: 1\ntaints: [{key: a, effect: NoExecute, valeu: b}]\n'),
    ).toMatchInlineSnapshot(`
      "error PW1001 @3:38-43 unknown key \`valeu\` in this item of \`taints\`
        help: Did you mean \`value\`?
      error PW1001 @1:1-5 unknown key \`arhc\`
        help: Did you mean \`arch\`?
      error PW1001 @2:1-6 unknown key \`bogus\`
        help: Known here: \`ami\`, \`arch\`, \`count\`, \`labels\`, \`name\`, \`note\`, \`pair\`, \`public\`, \`ratio\`, \`role\`, \`taints\`, \`volume\` and \`zones\`."
    `);
  });

  it('blames the key of the map that lacks a key, else the head of the map', () => {
    expect(
      check(text`
      taints:
        - effect: NoExecute
          value: x
        - {}
      pair:
        a: 1
    `),
    ).toMatchInlineSnapshot(`
      "error PW1002 @2:5-11 \`key\` is missing in this item of \`taints\`
      error PW1002 @4:5-7 \`key\` is missing in this item of \`taints\`
      error PW1002 @4:5-7 \`effect\` is missing in this item of \`taints\`
        help: It must be one of \`NoSchedule\`, \`PreferNoSchedule\`, \`NoExecute\`.
      error PW1002 @5:1-5 \`b\` is missing in \`pair\`"
    `);
  });

  it('blames the value for a wrong type', () => {
    expect(
      check(text`
      name: [x]
      count: 1.5
      public: "yes"
      zones: eu-west-1a
      labels:
      taints: {key: a}
      pair: 3
    `),
    ).toMatchInlineSnapshot(`
      "error PW1003 @1:7-10 \`name\` must be a string, not a list
      error PW1003 @2:8-11 \`count\` must be an integer, not the number \`1.5\`
      error PW1003 @3:9-14 \`public\` must be \`true\` or \`false\`, not the text \`yes\`
      error PW1003 @4:8-18 \`zones\` must be a list, not the text \`eu-west-1a\`
      error PW1003 @5:1-7 \`labels\` must be a map, but has no value
      error PW1003 @6:9-17 \`taints\` must be a list, not a map
      error PW1003 @7:7-8 \`pair\` must be a map, not the number \`3\`"
    `);
  });

  it('offers quotes where YAML made a number or boolean of a text', () => {
    expect(check('name: 1.30\nzones: [true, 010]\nlabels: {a: 1e3}\n')).toMatchInlineSnapshot(`
      "error PW1003 @1:7-11 \`name\` must be a string, not the number \`1.30\`
        help: Put it in quotes.
        fix: write \`"1.30"\`
      error PW1003 @2:9-13 an item of \`zones\` must be a string, not the boolean \`true\`
        help: Put it in quotes.
        fix: write \`"true"\`
      error PW1003 @2:15-18 an item of \`zones\` must be a string, not the number \`010\`
        help: Put it in quotes.
        fix: write \`"010"\`
      error PW1003 @3:13-16 \`a\` must be a string, not the number \`1e3\`
        help: Put it in quotes.
        fix: write \`"1e3"\`"
    `);
  });

  it('blames the value for a bad value', () => {
    expect(
      check(text`
      name: much-too-long
      arch: amd46
      count: 0
      ratio: 1.75
      zones: []
      note: x
      taints:
        - {key: "", effect: noschedule}
    `),
    ).toMatchInlineSnapshot(`
      "error PW1004 @1:7-20 \`name\` must have at most 8 characters
      error PW1004 @2:7-12 \`arch\` must be one of \`amd64\`, \`arm64\`, not \`amd46\`
        help: Did you mean \`amd64\`?
      error PW1004 @3:8-9 \`count\` must be at least 1, not \`0\`
      error PW1004 @4:8-12 \`ratio\` must be less than 1, not \`1.75\`
      error PW1004 @4:8-12 \`ratio\` must be a multiple of 0.5, not \`1.75\`
      error PW1004 @5:8-10 \`zones\` must not be empty
      error PW1004 @8:11-13 \`key\` must not be empty
      error PW1004 @8:23-33 \`effect\` must be one of \`NoSchedule\`, \`PreferNoSchedule\`, \`NoExecute\`, not \`noschedule\`
        help: Did you mean \`NoSchedule\`?
      error PW1004 @6:7-8 \`note\` must not be \`x\`"
    `);
  });

  it('blames the key for a bad key', () => {
    expect(check('labels: {ok: x, Team: y}\n')).toMatchInlineSnapshot(
      `"error PW1005 @1:17-21 the key \`Team\` must be lower case"`,
    );
  });

  it('blames the head of a map for a rule about the whole', () => {
    expect(check('pair:\n  a: 2\n  b: 1\n')).toMatchInlineSnapshot(
      `"error PW1004 @1:1-5 \`pair\` needs \`a\` below \`b\`"`,
    );
  });

  it('says what the branches of a union accept when none fits', () => {
    expect(check('ami: 3\nrole: some\nvolume: []\n')).toMatchInlineSnapshot(`
      "error PW1003 @1:6-7 \`ami\` must be a string or a list, not the number \`3\`
        help: Put it in quotes.
        fix: write \`"3"\`
      error PW1003 @2:7-11 \`role\` must be a map or \`none\`, not the text \`some\`
      error PW1003 @3:9-11 \`volume\` must be a map, not a list"
    `);
    expect(check('ami: {id: x}\n')).toMatchInlineSnapshot(
      `"error PW1003 @1:6-13 \`ami\` must be a string or a list, not a map"`,
    );
  });

  it('explains the branch of a union that got furthest', () => {
    expect(check('ami: [{id: x}, {id: 4, ownr: me}]\n')).toMatchInlineSnapshot(`
      "error PW1003 @1:21-22 \`id\` must be a string, not the number \`4\`
        help: Put it in quotes.
        fix: write \`"4"\`
      error PW1001 @1:24-28 unknown key \`ownr\` in this item of \`ami\`"
    `);
    expect(check('role: {name: x}\n')).toMatchInlineSnapshot(
      `"error PW1002 @1:1-5 \`path\` is missing in \`role\`"`,
    );
    expect(check('role: {arn: 1}\n')).toMatchInlineSnapshot(`
      "error PW1003 @1:13-14 \`arn\` must be a string, not the number \`1\`
        help: Put it in quotes.
        fix: write \`"1"\`"
    `);
    expect(check('volume: {type: io2}\n')).toMatchInlineSnapshot(
      `"error PW1002 @1:1-7 \`iops\` is missing in \`volume\`"`,
    );
    expect(check('volume: {type: gp2}\n')).toMatchInlineSnapshot(`
      "error PW1004 @1:16-19 \`type\` must be one of \`gp3\`, \`io2\`, not \`gp2\`
        help: Did you mean \`gp3\`?"
    `);
    expect(check('volume: {iops: 3}\n')).toMatchInlineSnapshot(
      `"error PW1002 @1:1-7 \`type\` is missing in \`volume\`"`,
    );
  });

  it('blames the alias for what came through it, and shows where it is written', () => {
    // A key for other tools, as the schema knows none: only the value of `pool` is validated.
    expect(
      check(text`
      labels: &bad
        Team: y
      zones: &one [1]
      taints:
        - <<: *bad
          key: a
    `),
    ).toMatchInlineSnapshot(`
      "error PW1003 @3:14-15 an item of \`zones\` must be a string, not the number \`1\`
        help: Put it in quotes.
        fix: write \`"1"\`
      error PW1005 @2:3-7 the key \`Team\` must be lower case
      error PW1002 @6:5-8 \`effect\` is missing in this item of \`taints\`
        help: It must be one of \`NoSchedule\`, \`PreferNoSchedule\`, \`NoExecute\`.
      error PW1001 @5:9-13 unknown key \`Team\` in this item of \`taints\`
        @2:9-10 the alias stands for this value
        help: Known here: \`effect\`, \`key\` and \`value\`."
    `);
  });

  it('names the value itself when that is wrong', () => {
    expect(check('[]\n')).toMatchInlineSnapshot(`"error PW1003 @1:1-3 the pool must be a map, not a list"`);
    expect(check('text\n', { rootName: '`pool`' })).toMatchInlineSnapshot(
      `"error PW1003 @1:1-5 \`pool\` must be a map, not the text \`text\`"`,
    );
  });

  it('lets findings be rewritten and dropped', () => {
    const rewrite: SchemaDiagnosticOptions['rewrite'] = (problem, { path, value, issue }) =>
      path[0] === 'arch'
        ? undefined
        : {
            ...problem,
            code: 'PW1010',
            message: `${problem.kind} ${issue.code} ${path.join('/')} ${value?.kind ?? 'missing'}`,
          };
    expect(check('arch: x\nbogus: 1\nname: 3\ntaints: [{key: a}]\n', { rewrite })).toMatchInlineSnapshot(`
      "error PW1010 @3:7-8 wrong-type invalid_type name scalar
        help: Put it in quotes.
        fix: write \`"3"\`
      error PW1010 @4:11-14 missing-key invalid_value taints/0/effect missing
        help: It must be one of \`NoSchedule\`, \`PreferNoSchedule\`, \`NoExecute\`.
      error PW1010 @2:1-6 unknown-key unrecognized_keys bogus scalar
        help: Known here: \`ami\`, \`arch\`, \`count\`, \`labels\`, \`name\`, \`note\`, \`pair\`, \`public\`, \`ratio\`, \`role\`, \`taints\`, \`volume\` and \`zones\`."
    `);
  });

  it('passes over an issue whose path is not in the text', () => {
    const root = parseYaml(new Source('test.yaml', 'a: 1\n')).documents[0]?.value;
    const issue = { code: 'custom', path: ['b', 'c'], message: 'must be there' };
    expect(
      root === undefined
        ? ''
        : schemaDiagnostics(root, [issue], { codes: CODES }).map(printDiagnostic).join('\n'),
    ).toMatchInlineSnapshot(`"error PW1004 @1:1-2 \`c\` must be there"`);
  });

  it('cuts long texts and long lists', () => {
    const long = z.strictObject({ a: z.enum(Array.from({ length: 20 }, (_, i) => `value-${i}`)) });
    const value = parseYaml(new Source('test.yaml', `a: ${'x'.repeat(100)}\n`)).documents[0]?.value;
    const issues = value === undefined ? [] : (long.safeParse(toPlain(value)).error?.issues ?? []);
    expect(
      value === undefined
        ? ''
        : schemaDiagnostics(value, issues, { codes: CODES }).map(printDiagnostic).join('\n'),
    ).toMatchInlineSnapshot(
      `"error PW1004 @1:4-104 \`a\` must be one of \`value-0\`, \`value-1\`, \`value-2\`, \`value-3\`, \`value-4\`, \`value-5\`, \`value-6\`, \`value-7\`, \`value-8\`, \`value-9\`, \`value-10\`, \`value-11\` and 8 more, not \`xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…\`"`,
    );
  });
});
