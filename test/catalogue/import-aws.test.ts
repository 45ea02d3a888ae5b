import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadBuiltInCatalogue } from '../../src/catalogue/built-in.ts';
import type { AwsCatalogue } from '../../src/catalogue/catalogue.ts';
import { importAws, type ImportResult } from '../../src/catalogue/import-aws.ts';
import { parseSnapshot } from '../../src/catalogue/parse-snapshot.ts';
import { invariant } from '../../src/diagnostics/invariant.ts';
import { Source } from '../../src/diagnostics/source.ts';

const FILES = [
  'describe-instance-types.json',
  'describe-instance-type-offerings.json',
  'describe-spot-price-history.json',
  'price-list-eu-west-1.json',
  'get-products.json',
] as const;
const builtIn = loadBuiltInCatalogue();

function recorded(name: (typeof FILES)[number]): Source {
  return new Source(name, readFileSync(new URL(`data/${name}`, import.meta.url), 'utf8'));
}

function json(file: string, value: unknown): Source {
  return new Source(file, JSON.stringify(value));
}

function imported(...files: readonly Source[]): ImportResult {
  return importAws({ date: '2026-09-02', files });
}

function catalogueOf(result: ImportResult): AwsCatalogue {
  expect(result.diagnostics).toEqual([]);
  const { catalogue, diagnostics } = parseSnapshot(new Source('catalogue.json', result.snapshotText ?? ''));
  expect(diagnostics).toEqual([]);
  invariant(catalogue !== undefined, 'a snapshot we write is one we read');
  return catalogue;
}

/** `code line:column message` */
function findings(result: ImportResult): string[] {
  return result.diagnostics.map(({ code, message, span }) => {
    const { line, column } = span.source.positionAt(span.start);
    return `${code} ${line}:${column} ${message}`;
  });
}

describe('an import of everything', () => {
  const result = imported(...FILES.map(recorded));
  const catalogue = catalogueOf(result);

  it('is dated and says where it is from', () => {
    expect(catalogue.snapshot).toMatchObject({ provider: 'aws', name: 'catalogue.json', date: '2026-09-02' });
    expect(catalogue.snapshot.sources).toEqual([
      { holds: 'offerings', from: 'describe-instance-type-offerings.json' },
      { holds: 'instance types', from: 'describe-instance-types.json' },
      { holds: 'spot prices', from: 'describe-spot-price-history.json', date: '2026-09-01' },
      { holds: 'on-demand prices', from: 'get-products.json', date: '2026-08-28' },
      { holds: 'on-demand prices', from: 'price-list-eu-west-1.json', date: '2026-08-28' },
      {
        holds: 'network bandwidth, branch interfaces',
        from: 'built-in catalogue',
        date: builtIn.snapshot.date,
      },
    ]);
    expect(catalogue.snapshot.extends).toEqual({
      name: 'built-in',
      date: builtIn.snapshot.date,
      digest: builtIn.snapshot.digest,
      parts: ['on-demand prices of us-east-1, us-gov-east-1, us-gov-west-1', 'retired types'],
    });
    expect(result.summary).toEqual({
      types: 17,
      regions: [
        { region: 'cn-north-1', prices: 1 },
        { region: 'eu-central-1', prices: 2 },
        { region: 'eu-west-1', prices: 4 },
      ],
      zones: [
        { zone: 'eu-west-1a', offered: 7, spotPrices: 2 },
        { zone: 'eu-west-1b', offered: 6, spotPrices: 2 },
        { zone: 'eu-west-1c', offered: 5 },
      ],
    });
  });

  it('gives the same bytes whatever the order of the files', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...FILES], { minLength: FILES.length }), (names) => {
        expect(imported(...names.map(recorded)).snapshotText).toBe(result.snapshotText);
      }),
      { numRuns: 10 },
    );
  });

  it('derives the facts that the built-in table has for the same types', () => {
    for (const facts of catalogue.types) {
      const known = builtIn.types.find((type) => type.name === facts.name);
      if (known === undefined) expect(facts.name).toBe('dl1.24xlarge');
      else expect(facts).toEqual({ ...known, usageClasses: expect.any(Array) as unknown });
    }
    expect(catalogue.types).toHaveLength(17);
  });

  it('reads what the built-in table does not know', () => {
    expect(catalogue.types.find((type) => type.name === 'dl1.24xlarge')).toMatchObject({
      gpus: [{ name: 'gaudi-hl-205', manufacturer: 'habana', count: 8, memoryMib: 32768 }],
      networkCards: [15, 15, 15, 15],
      localNvmeGb: 4000,
      efaCount: 4,
      usageClasses: ['on-demand', 'spot'],
    });
    expect(catalogue.retired).not.toContain('dl1.24xlarge');
    expect(catalogue.retired).toContain('p2.xlarge');
  });

  it('takes Linux prices for shared machines and bare metal, and keeps other regions', () => {
    expect(catalogue.onDemand.get('eu-west-1')).toEqual({
      region: 'eu-west-1',
      currency: 'USD',
      date: '2026-08-28',
      perHour: new Map([
        ['c6g.large', 0.073],
        ['m5.large', 0.107],
        ['m5.metal', 5.136],
        ['m5.xlarge', 0.214],
      ]),
    });
    expect(catalogue.onDemand.get('eu-central-1')?.perHour.get('m5.large')).toBe(0.115);
    expect(catalogue.onDemand.get('cn-north-1')).toMatchObject({ currency: 'CNY', date: '2026-08-20' });
    expect(catalogue.onDemand.get('us-east-1')).toEqual(builtIn.onDemand.get('us-east-1'));
  });

  it('lists regions in order', () => {
    const regions = [...catalogue.onDemand.keys()];
    expect(regions).toContain('eu-central-1');
    expect(regions).toEqual(regions.toSorted());
  });

  it('takes the newest Linux spot price of each type and zone', () => {
    const { zones } = catalogue;
    expect(zones.get('eu-west-1a')).toMatchObject({
      zoneId: 'euw1-az3',
      spot: {
        date: '2026-09-01',
        perHourUsd: new Map([
          ['m5.large', 0.0412],
          ['m5.xlarge', 0.08],
        ]),
      },
    });
    expect(zones.get('eu-west-1b')?.spot?.perHourUsd).toEqual(
      new Map([
        ['c6g.large', 0.0294],
        ['m5.large', 0.0399],
      ]),
    );
    expect(zones.get('eu-west-1c')).toEqual({
      zone: 'eu-west-1c',
      offered: new Set(['c6g.large', 'm5.large', 'm5.xlarge', 'm7i-flex.large', 't3.large']),
    });
  });
});

describe('an import of a part', () => {
  it('leaves the rest built in', () => {
    const catalogue = catalogueOf(imported(recorded('price-list-eu-west-1.json')));
    expect(catalogue.types).toBe(builtIn.types);
    expect(catalogue.zones.size).toBe(0);
    expect(catalogue.onDemand.size).toBe(builtIn.onDemand.size + 1);
    expect(catalogue.retired).toEqual(builtIn.retired);
    expect(catalogue.snapshot.extends?.parts).toEqual([
      'instance types',
      'on-demand prices of cn-north-1, us-east-1, us-gov-east-1, us-gov-west-1',
      'retired types',
    ]);
    expect(catalogue.snapshot.sources).toHaveLength(1);
  });

  it('takes the newest of 90 days of spot prices, over all files, whatever their order', () => {
    const history = (file: string, ...days: (readonly [day: string, price: string])[]) =>
      json(file, {
        SpotPriceHistory: days.map(([day, SpotPrice]) => ({
          InstanceType: 'm5.large',
          AvailabilityZone: 'eu-west-1a',
          SpotPrice,
          Timestamp: `${day}T10:00:00+00:00`,
        })),
      });
    const files = [
      history('a.json', ['2026-06-04', '0.01'], ['2026-09-01', '0.04'], ['2026-07-01', '0.02']),
      history('b.json', ['2026-08-31', '0.03']),
    ];
    for (const order of [files, files.toReversed()]) {
      expect(catalogueOf(imported(...order)).zones.get('eu-west-1a')?.spot).toEqual({
        date: '2026-09-01',
        perHourUsd: new Map([['m5.large', 0.04]]),
      });
    }
  });

  it('dates spot prices of no known time like the import', () => {
    const price = {
      InstanceType: 'm5.large',
      AvailabilityZone: 'eu-west-1a',
      SpotPrice: '0.01',
      Timestamp: '?',
    };
    const { zones } = catalogueOf(imported(json('a.json', { SpotPriceHistory: [price] })));
    expect(zones.get('eu-west-1a')?.spot?.date).toBe('2026-09-02');
  });

  it('takes tables that Karpenter has compiled in from the built-in facts, whatever EC2 says', () => {
    const line = recorded('describe-instance-types.json')
      .text.split('\n')
      .find((one) => one.includes('"m5.large"'));
    const record = JSON.parse((line ?? '').replace(/,$/, '')) as { NetworkInfo: object };
    const faster = {
      ...record,
      NetworkInfo: {
        ...record.NetworkInfo,
        NetworkCards: [{ NetworkCardIndex: 0, MaximumNetworkInterfaces: 3, BaselineBandwidthInGbps: 99 }],
      },
    };
    const unknown = { ...faster, InstanceType: 'm99.large' };
    const { types } = catalogueOf(imported(json('a.json', { InstanceTypes: [faster, unknown] })));
    expect(types[0]).toMatchObject({ name: 'm5.large', networkBandwidthMbps: 750, branchInterfaces: 9 });
    expect(types[1]).not.toHaveProperty('networkBandwidthMbps');
    expect(types[1]).not.toHaveProperty('branchInterfaces');
  });
});

describe('records', () => {
  const minimal = {
    InstanceType: 'x1.large',
    ProcessorInfo: { SupportedArchitectures: ['x86_64'] },
    VCpuInfo: { DefaultVCpus: 2 },
    MemoryInfo: { SizeInMiB: 4096 },
    NetworkInfo: {},
  };
  const facts = (more: object) => {
    const result = imported(json('a.json', { InstanceTypes: [{ ...minimal, ...more }] }));
    return result.snapshotText === undefined ? undefined : catalogueOf(result).types[0];
  };

  it('need little', () => {
    expect(facts({})).toEqual({
      name: 'x1.large',
      architecture: 'amd64',
      vcpus: 2,
      memoryMib: 4096,
      hypervisor: '',
      cpuManufacturer: '',
      cpuSustainedClockSpeedMhz: 0,
      encryptionInTransit: false,
    });
  });

  it('may have fields we do not know', () => {
    expect(facts({ Future: { Anything: [1] }, PhcSupport: 'supported' })?.vcpus).toBe(2);
  });

  it('are passed over for machines that Karpenter does not ask for', () => {
    const mac = {
      ...minimal,
      InstanceType: 'mac2.metal',
      ProcessorInfo: { SupportedArchitectures: ['arm64_mac'] },
    };
    const old = { ...minimal, InstanceType: 't1.micro', SupportedVirtualizationTypes: ['paravirtual'] };
    const { types } = catalogueOf(imported(json('a.json', { InstanceTypes: [mac, old, minimal] })));
    expect(types.map((type) => type.name)).toEqual(['x1.large']);
  });

  it('tell local disks that are no NVMe apart', () => {
    expect(facts({ InstanceStorageInfo: { TotalSizeInGB: 32, NvmeSupport: 'unsupported' } })).toMatchObject({
      localDiskGb: 32,
    });
    expect(facts({ InstanceStorageInfo: { TotalSizeInGB: 32, NvmeSupport: 'required' } })).toMatchObject({
      localNvmeGb: 32,
    });
  });

  it('keep usage classes, ENA and nested virtualisation as far as they are told', () => {
    expect(facts({ SupportedUsageClasses: ['capacity-block'] })).toMatchObject({ usageClasses: [] });
    expect(facts({ NetworkInfo: { EnaSupport: 'unsupported' } })).toMatchObject({ ena: false });
    const processor = { ...minimal.ProcessorInfo, SupportedFeatures: ['nested-virtualization'] };
    expect(facts({ ProcessorInfo: processor })).toMatchObject({ nestedVirtualization: true });
    expect(facts({ ProcessorInfo: { ...processor, SupportedFeatures: [] } })).toMatchObject({
      nestedVirtualization: false,
    });
  });

  it('count the interfaces of the default card', () => {
    const cards = [
      { NetworkCardIndex: 1, MaximumNetworkInterfaces: 7 },
      { NetworkCardIndex: 0, MaximumNetworkInterfaces: 5 },
    ];
    expect(facts({ NetworkInfo: { NetworkCards: cards, MaximumNetworkInterfaces: 12 } })).toMatchObject({
      enis: 5,
      networkCards: [5, 7],
    });
    expect(facts({ NetworkInfo: { NetworkCards: cards, DefaultNetworkCardIndex: 1 } })).toMatchObject({
      enis: 7,
    });
    expect(facts({ NetworkInfo: { MaximumNetworkInterfaces: 12 } })).toMatchObject({ enis: 12 });
  });

  it('that are broken are left out, and said so', () => {
    const broken = { ...minimal, InstanceType: 'x1.xlarge', MemoryInfo: {} };
    const result = imported(
      new Source('a.json', `{"InstanceTypes": [\n${JSON.stringify(minimal)},\n${JSON.stringify(broken)}\n]}`),
    );
    expect(findings(result)).toEqual([
      'PW5012 3:1 the instance type `x1.xlarge` is left out: `MemoryInfo.SizeInMiB` is missing',
    ]);
    expect(result.summary.types).toBe(1);
    expect(result.snapshotText).toBeDefined();
  });

  it.each([
    [{ VCpuInfo: { DefaultVCpus: 1.5 } }, '`VCpuInfo.DefaultVCpus` is not a whole number'],
    [{ VCpuInfo: { DefaultVCpus: 0 } }, '`VCpuInfo.DefaultVCpus` is not more than 0'],
    [{ MemoryInfo: { SizeInMiB: '8' } }, '`MemoryInfo.SizeInMiB` is not a number'],
    [{ Hypervisor: 'kvm' }, '`Hypervisor` is not one of `nitro`, `xen`'],
    [{ SupportedUsageClasses: 'spot' }, '`SupportedUsageClasses` is not a list'],
  ])('with %j are named, and the fault is told in words of ours', (change, fault) => {
    const result = imported(json('a.json', { InstanceTypes: [minimal, { ...minimal, ...change }] }));
    expect(findings(result).map((finding) => finding.replace(/^PW5012 [0-9:]+ /, ''))).toEqual([
      `the instance type \`${minimal.InstanceType}\` is left out: ${fault}`,
    ]);
  });

  it('that are broken in numbers are not all spelt out', () => {
    const result = imported(
      json('a.json', { InstanceTypes: [minimal, ...Array.from({ length: 50 }, () => ({}))] }),
    );
    expect(findings(result)).toHaveLength(6);
    expect(findings(result).at(-1)).toContain('45 more records like these are left out, too');
  });
});

describe('what cannot be imported', () => {
  it.each<[string, Source, string[]]>([
    ['no JSON', new Source('a.json', '{"InstanceTypes": ['), ['PW5010 1:20 `a.json` is not JSON']],
    ['an empty file', new Source('a.json', ''), ['PW5010 1:1 `a.json` is empty']],
    [
      'something else',
      json('a.json', { Reservations: [] }),
      ['PW5011 1:1 `a.json` is none of the outputs that can be imported'],
    ],
    [
      'a bare list',
      json('a.json', [{ InstanceType: 'm5.large' }]),
      ['PW5011 1:1 `a.json` is none of the outputs that can be imported'],
    ],
    [
      'offerings by region',
      json('a.json', {
        InstanceTypeOfferings: [{ InstanceType: 'm5.large', LocationType: 'region', Location: 'eu-west-1' }],
      }),
      ['PW5013 1:69 the offerings are listed by `region`, not by `availability-zone`'],
    ],
    [
      'offerings that are none',
      json('a.json', { InstanceTypeOfferings: [] }),
      [
        'PW5015 1:1 `a.json` holds no offerings that could be used',
        'PW5016 1:1 none of the files holds anything to import',
      ],
    ],
  ])('%s', (_title, source, expected) => {
    const result = imported(source);
    expect(findings(result).sort()).toEqual([...expected].sort());
    expect(result.snapshotText).toBeUndefined();
  });

  it('spoils an import with other files', () => {
    const result = imported(recorded('get-products.json'), new Source('z.json', 'x'));
    expect(result.snapshotText).toBeUndefined();
  });
});

describe('what may be imported with a warning', () => {
  it('is a part of an answer', () => {
    const result = imported(
      json('a.json', {
        InstanceTypeOfferings: [
          { InstanceType: 'm5.large', LocationType: 'availability-zone', Location: 'eu-west-1a' },
        ],
        NextToken: 'abc',
      }),
    );
    expect(findings(result)).toEqual([
      expect.stringMatching(/^PW5014 .* `a.json` is only the first part of the answer$/),
    ]);
    expect(result.snapshotText).toBeDefined();
  });

  it('is a file without use beside others', () => {
    const result = imported(recorded('get-products.json'), json('a.json', { SpotPriceHistory: [] }));
    expect(findings(result)).toEqual(['PW5015 1:1 `a.json` holds no spot prices that could be used']);
    expect(result.snapshotText).toBeDefined();
  });

  it('is two prices for one type: the file that comes first by name counts', () => {
    const list = (price: string) => ({
      formatVersion: 'v1.0',
      products: {
        A: {
          productFamily: 'Compute Instance',
          attributes: {
            instanceType: 'm5.large',
            regionCode: 'eu-west-1',
            operatingSystem: 'Linux',
            preInstalledSw: 'NA',
            capacitystatus: 'Used',
            tenancy: 'Shared',
          },
        },
      },
      terms: {
        OnDemand: { A: { 'A.B': { priceDimensions: { x: { unit: 'Hrs', pricePerUnit: { USD: price } } } } } },
      },
    });
    const result = imported(json('b.json', list('0.2')), json('a.json', list('0.1')));
    expect(findings(result)).toEqual([
      'PW5017 1:1 `b.json` does not agree with `a.json` on `m5.large in eu-west-1`',
    ]);
    expect(result.snapshotText).toContain('["m5.large",0.1]');
    expect(result.snapshotText).toContain('"date":"2026-09-02"');
  });

  it('is a zone that is none', () => {
    const record = { InstanceType: 'm5.large', Location: 'euw1-az1' };
    const result = imported(
      json('a.json', { InstanceTypeOfferings: [record, { ...record, Location: 'eu-west-1a' }] }),
    );
    expect(findings(result)).toEqual(['PW5012 1:65 the offering is left out: `euw1-az1` is no zone']);
  });
});

describe('whatever AWS or anybody else writes', () => {
  const documents = FILES.map((name) => [name, JSON.parse(recorded(name).text) as unknown] as const);

  it('never ends in a crash, nor in a snapshot that cannot be read back', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...documents),
        fc.array(fc.nat(), { minLength: 1, maxLength: 12 }),
        fc.oneof(fc.jsonValue(), fc.constantFrom('__proto__', 'constructor', 1e308, -1, 2 ** 60, '1e999')),
        ([name, document], path, junk) => {
          const result = imported(json(name, replaced(document, path, junk)));
          if (result.snapshotText === undefined) expect(result.diagnostics).not.toEqual([]);
          else expect(parseSnapshot(new Source('x.json', result.snapshotText)).diagnostics).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });
});

/** The document with one value, found by taking the n-th child again and again, replaced. */
function replaced(value: unknown, [index, ...deeper]: readonly number[], junk: unknown): unknown {
  if (index === undefined || typeof value !== 'object' || value === null) return junk;
  const entries: (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  const entry = entries[index % Math.max(1, entries.length)];
  if (entry === undefined) return junk;
  const [key, child] = entry;
  const changed = replaced(child, deeper, junk);
  return Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed };
}
