import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadBuiltInCatalogue } from '../../src/catalogue/built-in.ts';
import { compareFacts, typeTable } from '../../src/catalogue/encode-tables.ts';
import { parseSnapshot } from '../../src/catalogue/parse-snapshot.ts';
import { snapshotDigest } from '../../src/catalogue/snapshot-digest.ts';
import type { SnapshotFile } from '../../src/catalogue/snapshot-format.ts';
import { parseTypeName } from '../../src/catalogue/type-name.ts';
import { writeSnapshot } from '../../src/catalogue/write-snapshot.ts';
import { Source } from '../../src/diagnostics/source.ts';

const text = readFileSync('src/catalogue/data/aws.json', 'utf8');
const file = JSON.parse(text) as SnapshotFile;
const catalogue = loadBuiltInCatalogue();

function digestless(snapshot: SnapshotFile): Omit<SnapshotFile, 'digest'> {
  const { digest: _, ...content } = snapshot;
  return content;
}

describe('the built-in data', () => {
  it('match their digest', () => {
    expect(file.digest).toBe(snapshotDigest(digestless(file)));
    expect(catalogue.snapshot.digest).toBe(file.digest);
  });

  it('are a snapshot like any other', () => {
    const { catalogue: parsed, diagnostics } = parseSnapshot(new Source('aws.json', text));
    expect(diagnostics).toEqual([]);
    expect(parsed).toEqual({ ...catalogue, snapshot: { ...catalogue.snapshot, name: 'aws.json' } });
  });

  it('are written as our writer writes them, a line for each type', () => {
    expect(text).toBe(writeSnapshot(digestless(file)));
    expect(typeTable(catalogue.types)).toEqual(file.types);
    const lines = text.split('\n').filter((line) => line.startsWith('["m5.large",'));
    expect(lines).toHaveLength(2);
  });

  it('say where they are from', () => {
    expect(catalogue.snapshot).toMatchObject({ provider: 'aws', name: 'built-in', date: '2026-08-18' });
    for (const { holds, from, date } of catalogue.snapshot.sources) {
      expect(holds).not.toBe('');
      expect(from).toMatch(/karpenter-provider-aws|same commit/);
      expect(date).toMatch(/^20[0-9]{2}-[0-9]{2}-[0-9]{2}$/);
    }
  });
});

describe('the built-in types', () => {
  it('are all there, once, in order', () => {
    const names = catalogue.types.map((type) => type.name);
    expect(names).toHaveLength(1363);
    expect(new Set(names).size).toBe(1363);
    expect(catalogue.types.toSorted(compareFacts)).toEqual(catalogue.types);
  });

  it('have names that Karpenter can take apart', () => {
    for (const { name } of catalogue.types) {
      const { category, generation, family, size } = parseTypeName(name);
      expect(category, name).toMatch(/^[a-z]+$/);
      expect(generation, name).toMatch(/^[1-9]$/);
      expect(`${family}.${size}`).toBe(name);
    }
  });

  it('are bare metal exactly where the size says so, give or take names', () => {
    const metal = catalogue.types.filter((type) => type.hypervisor === '');
    expect(metal).toHaveLength(143);
    expect(metal.filter((type) => !type.name.includes('metal'))).toEqual([]);
  });

  it('carry the counts of their source', () => {
    const count = (test: (type: (typeof catalogue.types)[number]) => unknown) =>
      catalogue.types.filter(test).length;
    expect(count((type) => type.gpus)).toBe(70);
    expect(count((type) => type.neuronDevices ?? type.inferenceAccelerators)).toBe(13);
    expect(count((type) => type.efaCount)).toBe(297);
    expect(count((type) => type.networkCards)).toBe(59);
    expect(count((type) => type.networkBandwidthMbps)).toBe(1320);
  });

  it('are retired when only prices remember them', () => {
    const names = new Set(catalogue.types.map((type) => type.name));
    expect(catalogue.retired).toHaveLength(25);
    expect(catalogue.retired.filter((name) => names.has(name))).toEqual([]);
    expect(catalogue.retired).toContain('p2.xlarge');
  });
});

describe('the built-in prices', () => {
  it.each([
    ['us-east-1', 'USD', '2026-07-20', 1345],
    ['us-gov-east-1', 'USD', '2026-07-20', 545],
    ['us-gov-west-1', 'USD', '2026-07-20', 750],
    ['cn-north-1', 'CNY', '2024-11-06', 304],
  ])('of %s are in %s, of %s, for %d types', (region, currency, date, size) => {
    const prices = catalogue.onDemand.get(region);
    expect(prices).toMatchObject({ region, currency, date });
    expect(prices?.perHour.size).toBe(size);
    for (const price of prices?.perHour.values() ?? []) expect(price).toBeGreaterThan(0);
  });

  it('exist for no other region and no zone', () => {
    expect(catalogue.onDemand.size).toBe(4);
    expect(catalogue.zones.size).toBe(0);
    expect(catalogue.onDemand.has(catalogue.fallbackRegion)).toBe(true);
  });
});
