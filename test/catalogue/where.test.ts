import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadBuiltInCatalogue } from '../../src/catalogue/built-in.ts';
import { checkWhereValues } from '../../src/catalogue/check-where-values.ts';
import { parseWhere } from '../../src/catalogue/parse-where.ts';
import { instanceTables } from '../../src/providers/aws/instance-tables.ts';
import { awsLabels } from '../../src/providers/aws/labels.ts';
import { LABELS_1_14 } from '../../src/providers/aws/labels-1-14.ts';
import { clusterOf } from '../providers/aws/cluster.ts';

const AWS = 'karpenter.k8s.aws/';
const VOCABULARY = awsLabels({ labels: LABELS_1_14, retired: [], listed: [] });

/** `key operator values`, the own domain cut off. */
function requirements(text: string): string[] {
  const { requirements, diagnostics } = parseWhere(text, VOCABULARY);
  expect(diagnostics).toEqual([]);
  return requirements.map(({ key, operator, values }) =>
    [key.value.replace(AWS, ''), operator.value, ...values.map((value) => value.value)].join(' '),
  );
}

/** `code [what the finding points at] message (help)` */
function findings(text: string): string[] {
  return parseWhere(text, VOCABULARY).diagnostics.map(
    ({ code, message, help, span }) =>
      `${code} [${text.slice(span.start, span.end)}] ${message}${help === undefined ? '' : ` (${help})`}`,
  );
}

describe('--where', () => {
  it.each<[string, string[]]>([
    ['instance-category In [c,m]; instance-cpu Gt 4', ['instance-category In c m', 'instance-cpu Gt 4']],
    ['instance-category In c, m', ['instance-category In c m']],
    ['instance-category In ["c", \'m\']', ['instance-category In c m']],
    ['karpenter.k8s.aws/instance-family NotIn [m5]', ['instance-family NotIn m5']],
    [
      'arch In arm64;zone In [eu-west-1a]',
      ['kubernetes.io/arch In arm64', 'topology.kubernetes.io/zone In eu-west-1a'],
    ],
    ['beta.kubernetes.io/arch In [arm64]', ['kubernetes.io/arch In arm64']],
    ['instance-gpu-count Exists', ['instance-gpu-count Exists']],
    ['instance-gpu-count DoesNotExist;', ['instance-gpu-count DoesNotExist']],
    ["instance-hypervisor In ['']", ['instance-hypervisor In ']],
    ['  ;\n ; ', []],
    ['', []],
  ])('%j', (text, expected) => {
    expect(requirements(text)).toEqual(expected);
  });

  it.each<[string, string]>([
    [
      'instance-category',
      'PW5020 [instance-category] nothing says how `instance-category` is to be compared (Write for example `instance-category In [c,m]; instance-cpu Gt 4`.)',
    ],
    ['[c] In', 'PW5020 [[] a requirement starts with a label'],
    ['instance-cpu [4]', 'PW5020 [[] an operator belongs between `instance-cpu` and its values'],
    ['arch In [amd64', 'PW5020 [[] the bracket is not closed'],
    ['arch In [amd64 arm64]', 'PW5020 [arm64] values are separated by commas'],
    ['arch In amd64,', 'PW5020 [,] a value is missing after the comma'],
    ['arch In amd64]', 'PW5020 []] `]` does not belong here'],
    ['arch In "amd64', 'PW5020 ["] `"` does not belong here'],
    [
      'instance-catgory In c',
      'PW5021 [instance-catgory] `instance-catgory` is no label of an instance type (Did you mean `instance-category`?)',
    ],
    [
      'team In a',
      'PW5021 [team] `team` is no label of an instance type (Labels are named as in requirements: `instance-family`, `instance-memory`, `arch`, `zone`.)',
    ],
    ['instance-cpu>4', 'PW5022 [>] `>` is no operator (Did you mean `Gt`?)'],
    ['arch == amd64', 'PW5022 [==] `==` is no operator (Did you mean `In`?)'],
    ['arch in [amd64]', 'PW5022 [in] `in` is no operator (Did you mean `In`?)'],
    [
      'arch between 1',
      'PW5022 [between] `between` is no operator (Operators are In, NotIn, Exists, DoesNotExist, Gt, Lt, Gte, Lte.)',
    ],
    ['arch In []', 'PW5023 [In] `In` needs at least one value'],
    ['arch Exists x', 'PW5023 [x] `Exists` takes no values'],
    ['instance-cpu Gt', 'PW5023 [Gt] `Gt` needs a number'],
    ['instance-cpu Gt 4,5', 'PW5023 [5] `Gt` takes one number'],
    ['instance-memory Lt 4Gi', 'PW5023 [4Gi] `Lt` compares whole numbers, and `4Gi` is none'],
  ])('%j', (text, expected) => {
    expect(findings(text)).toEqual([expect.stringContaining(expected)]);
  });

  it('knows what an abbreviation stands for', () => {
    expect(findings('cpu Gt 4')).toEqual([
      'PW5021 [cpu] `cpu` is no label of an instance type (Did you mean `instance-cpu`?)',
    ]);
  });

  it('reports everything at once, and keeps what is right', () => {
    const text = 'arch In [amd64]; cpu Gt 4; instance-cpu gt 4';
    expect(findings(text)).toHaveLength(2);
    expect(parseWhere(text, VOCABULARY).requirements).toHaveLength(1);
  });

  it('reports the label and the operator of one requirement', () => {
    expect(findings('cpuu > 4')).toHaveLength(2);
  });

  it('points into the text', () => {
    const { requirements } = parseWhere('arch In [amd64]', VOCABULARY);
    const origin = requirements[0]?.values[0]?.origin.span;
    expect(origin).toMatchObject({ start: 9, end: 14 });
    expect(origin?.source.file).toBe('--where');
  });

  it('never throws, and never says nothing about what it drops', () => {
    const word = fc.constantFrom(
      'arch',
      'In',
      'Gt',
      '[',
      ']',
      ',',
      ';',
      '4',
      '"',
      "'",
      '>',
      ' ',
      '\n',
      'x',
      'constructor',
      '\u0000',
      '💥',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const text = words.join('');
        const parsed = parseWhere(text, VOCABULARY);
        const parts = text
          .replaceAll(/"[^"]*"|'[^']*'/g, 'x')
          .split(';')
          .filter((part) => part.trim() !== '');
        const said = parsed.requirements.length + parsed.diagnostics.length;
        expect(said).toBeGreaterThanOrEqual(parts.length);
        for (const { span } of parsed.diagnostics) expect(span.end).toBeGreaterThan(span.start);
      }),
    );
  });
});

describe('values of --where', () => {
  const catalogue = loadBuiltInCatalogue();
  const { types } = instanceTables(catalogue)(clusterOf({ zones: ['eu-west-1a'] }), undefined);
  const vocabulary = awsLabels({
    labels: LABELS_1_14,
    retired: catalogue.retired,
    listed: catalogue.types.map((type) => type.name),
  });
  const check = (text: string) =>
    checkWhereValues(parseWhere(text, vocabulary).requirements, types, vocabulary).map(
      ({ message, help }) => `${message}${help === undefined ? '' : ` (${help})`}`,
    );

  it.each<[string, string[]]>([
    ['instance-category In [c,m]; capacity-type In reserved; instance-cpu Gt 5', []],
    ['instance-category In [C]', ['no instance type has `C` as its `instance-category` (Did you mean `c`?)']],
    ['arch NotIn x86_64', ['no instance type has `x86_64` as its `arch` (Did you mean `amd64`?)']],
    [
      'instance-family In p3',
      ['no instance type has `p3` as its `instance-family` (It is no longer listed by EC2.)'],
    ],
    ['zone In eu-west-1b', ['no instance type has `eu-west-1b` as its `zone` (Did you mean `eu-west-1a`?)']],
    ['instance-cpu In 5', ['no instance type has `5` as its `instance-cpu`']],
    ['placement-group-id In pg-1', []],
  ])('%j', (text, expected) => {
    expect(check(text)).toEqual(expected);
  });
});
