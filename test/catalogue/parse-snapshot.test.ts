import { describe, expect, it } from 'vitest';
import { loadBuiltInCatalogue } from '../../src/catalogue/built-in.ts';
import { parseSnapshot } from '../../src/catalogue/parse-snapshot.ts';
import { writeSnapshot } from '../../src/catalogue/write-snapshot.ts';
import { Source } from '../../src/diagnostics/source.ts';

const HEAD = {
  apiVersion: 'poolwright.dev/v1alpha1',
  kind: 'CatalogueSnapshot',
  provider: 'aws',
  version: 1,
  date: '2026-09-02',
  extends: 'built-in',
  sources: [],
} as const;
const TYPES = {
  columns: [
    'name',
    'architecture',
    'vcpus',
    'memoryMib',
    'hypervisor',
    'cpuManufacturer',
    'cpuSustainedClockSpeedMhz',
    'encryptionInTransit',
    'enis',
  ],
  rows: [
    ['m5.large', 'amd64', 2, 8192, 'nitro', 'intel', 3100, false, 3],
    ['m5.xlarge', 'amd64', 4, 16384, 'nitro', 'intel', 3100, false],
  ],
} as const;

/** A snapshot with a right digest, whatever else is wrong with it. */
function written(change: object = {}): string {
  return writeSnapshot({ ...HEAD, ...change });
}

/** `code [what the finding points at] message` */
function findings(text: string): string[] {
  const { catalogue, diagnostics } = parseSnapshot(new Source('aws.json', text));
  expect(catalogue === undefined).toBe(diagnostics.length > 0);
  return diagnostics.map(
    ({ code, message, span }) => `${code} [${text.slice(span.start, span.end)}] ${message}`,
  );
}

describe('a snapshot', () => {
  it('may hold nothing of its own', () => {
    const { catalogue } = parseSnapshot(new Source('aws.json', written()));
    const builtIn = loadBuiltInCatalogue();
    expect(catalogue).toEqual({
      ...builtIn,
      snapshot: expect.objectContaining({ name: 'aws.json', date: '2026-09-02' }) as unknown,
    });
  });

  it('replaces types whole and prices by region', () => {
    const onDemand = {
      regions: { 'eu-west-1': { currency: 'USD', date: '2026-09-01' } },
      columns: ['name', 'eu-west-1'],
      rows: [['m5.large', 0.107]],
    };
    const { catalogue } = parseSnapshot(new Source('aws.json', written({ types: TYPES, onDemand })));
    expect(catalogue?.types.map((type) => type.name)).toEqual(['m5.large', 'm5.xlarge']);
    expect(catalogue?.types[1]).not.toHaveProperty('enis');
    expect([...(catalogue?.onDemand.keys() ?? [])].sort()).toEqual([
      'cn-north-1',
      'eu-west-1',
      'us-east-1',
      'us-gov-east-1',
      'us-gov-west-1',
    ]);
  });

  it('may be reformatted', () => {
    const text = `\uFEFF${JSON.stringify(JSON.parse(written({ types: TYPES })), null, 2).replaceAll('\n', '\r\n')}`;
    expect(findings(text)).toEqual([]);
  });
});

describe('a file that is no snapshot', () => {
  it.each<[string, string, string]>([
    ['broken JSON', '{"kind": }', 'PW5001 [}] `aws.json` is not JSON'],
    ['an empty file', '', 'PW5001 [] `aws.json` is empty'],
    ['a list', '[]', 'PW5002 [[] `aws.json` is no catalogue snapshot'],
    ['AWS output', '{"InstanceTypes": []}', 'PW5002 [{] `aws.json` is no catalogue snapshot'],
    ['another kind', written({ kind: 'Compilation' }), 'PW5002 ["] `aws.json` is no catalogue snapshot'],
    [
      'another provider',
      written({ provider: 'gcp' }),
      'PW5005 ["gcp"] the snapshot is for `gcp`, not for `aws`',
    ],
    [
      'a later version',
      written({ version: 2 }),
      'PW5003 [2] the snapshot has version `2`, and this poolwright reads version `1`',
    ],
  ])('%s', (_title, text, expected) => {
    expect(findings(text)).toEqual([expected]);
  });
});

describe('a snapshot that was edited', () => {
  const text = written({ types: TYPES });

  it('no longer matches its digest', () => {
    const digest = /"sha256:[0-9a-f]{64}"/.exec(text)?.[0] ?? '';
    expect(findings(text.replace('16384', '16385'))).toEqual([
      `PW5004 [${digest}] the snapshot was changed after it was written: its digest does not match`,
    ]);
    expect(findings(text.replace('2026-09-02', '2026-09-03'))).toHaveLength(1);
    expect(findings(text.replace('"extends": "built-in",\n', ''))).toHaveLength(1);
  });
});

describe('a snapshot of the wrong shape', () => {
  const [first, second] = TYPES.rows as readonly (readonly unknown[])[] as readonly [unknown[], unknown[]];
  it.each<[string, object, string]>([
    [
      'no date',
      { date: 'today' },
      'PW5002 ["today"] the snapshot cannot be used: `date`: expected a date such as 2026-09-01',
    ],
    [
      'a missing cell',
      { types: { ...TYPES, rows: [first.slice(0, 2)] } },
      'PW5002 [["m5.large","amd64"]] the snapshot cannot be used: `vcpus` is missing',
    ],
    [
      'a cell of the wrong type',
      { types: { ...TYPES, rows: [first, second.with(2, 'four')] } },
      'PW5002 ["four"] the snapshot cannot be used: `vcpus` is not a number',
    ],
    [
      'a cell too many',
      { types: { ...TYPES, rows: [[...first, 1]] } },
      'PW5002 [["m5.large","amd64",2,8192,"nitro","intel",3100,false,3,1]] the snapshot cannot be used: the row has more cells than there are columns',
    ],
    [
      'a type twice',
      { types: { ...TYPES, rows: [first, first] } },
      'PW5002 [["m5.large","amd64",2,8192,"nitro","intel",3100,false,3]] the snapshot cannot be used: `m5.large` is there twice',
    ],
    [
      'an unknown column',
      { types: { columns: [...TYPES.columns, 'colour'], rows: [] } },
      'PW5002 [["name","architecture","vcpus","memoryMib","hypervisor","cpuManufacturer","cpuSustainedClockSpeedMhz","encryptionInTransit","enis","colour"]] the snapshot cannot be used: `types.columns`: a column is unknown',
    ],
    [
      'a region without currency',
      { onDemand: { regions: {}, columns: ['name', 'eu-west-1'], rows: [] } },
      'PW5002 [{"regions":{},"columns":["name","eu-west-1"],"rows":[]}] the snapshot cannot be used: `onDemand`: a region has no currency and date',
    ],
    [
      'spot prices without a date',
      { spot: { zones: {}, columns: ['name', 'eu-west-1a'], rows: [] } },
      'PW5002 [{"zones":{},"columns":["name","eu-west-1a"],"rows":[]}] the snapshot cannot be used: `spot`: a zone has no date',
    ],
    [
      'a price that is none',
      {
        spot: {
          zones: { 'eu-west-1a': { date: '2026-09-01' } },
          columns: ['name', 'eu-west-1a'],
          rows: [['m5.large', '0.1']],
        },
      },
      'PW5002 ["0.1"] the snapshot cannot be used: `spot.rows.0.1` is not a number',
    ],
  ])('%s', (_title, change, expected) => {
    expect(findings(written(change))).toContain(expected);
  });

  it('needs types from somewhere', () => {
    const { extends: _, ...head } = HEAD;
    const text = writeSnapshot(head);
    expect(findings(text)).toEqual([expect.stringContaining('there are neither `types` nor `extends`')]);
  });

  it('is not spelt out without end', () => {
    const rows = Array.from({ length: 40 }, () => ['x']);
    expect(findings(written({ types: { ...TYPES, rows } }))).toHaveLength(10);
  });
});
