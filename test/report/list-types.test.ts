import { describe, expect, it } from 'vitest';
import { loadBuiltInCatalogue } from '../../src/catalogue/built-in.ts';
import { instanceTables } from '../../src/providers/aws/instance-tables.ts';
import { type ListTypesInput, listTypes } from '../../src/report/list-types.ts';
import { clusterOf } from '../providers/aws/cluster.ts';

const table = instanceTables(loadBuiltInCatalogue())(
  clusterOf({ region: 'us-east-1', zones: ['us-east-1a', 'us-east-1b'] }),
  undefined,
);

function rows(names: readonly string[], more: Partial<ListTypesInput> = {}) {
  const types = table.types.filter((type) => names.includes(type.name));
  return listTypes({ table, types, ...more });
}

function order(names: readonly string[], more: Partial<ListTypesInput> = {}): string[] {
  return rows(names, more).map((row) => row.name);
}

describe('rows', () => {
  it('say what a person compares', () => {
    const [row] = rows(['g4dn.12xlarge']);
    expect(row).toMatchObject({
      name: 'g4dn.12xlarge',
      architecture: 'amd64',
      vcpus: 48,
      memoryMib: 196608,
      accelerators: '4 × t4',
      zones: 2,
      onDemand: { perHourUsd: 3.912, flags: [], zone: 'us-east-1a' },
      spot: { perHourUsd: 1.5648, flags: ['assumed'], zone: 'us-east-1a' },
    });
    expect(row?.allocatable.extended['nvidia.com/gpu']).toBe(4);
    expect(rows(['m5.large', 'trn1.2xlarge']).map((one) => one.accelerators)).toEqual(['', '1 × trainium']);
  });

  it('leave out prices that nobody knows', () => {
    const [row] = rows(['x8aedz.large']);
    expect(row).not.toHaveProperty('onDemand');
    expect(row).not.toHaveProperty('spot');
  });

  it('count admitted offerings only', () => {
    const [row] = rows(['m5.large'], {
      admits: (offering) => offering.capacityType === 'spot' && offering.zone === 'us-east-1a',
    });
    expect(row).toMatchObject({ zones: 1, spot: { perHourUsd: 0.0384 } });
    expect(row).not.toHaveProperty('onDemand');
  });
});

describe('order', () => {
  const names = [
    'r5.large',
    'm5.large',
    'm5.xlarge',
    'x8aedz.large',
    'm5a.large',
    'p5e.48xlarge',
    'm4.large',
  ];

  it('is by price, then name, unpriced types last', () => {
    expect(order(names)).toEqual([
      'm5a.large',
      'm5.large',
      'm4.large',
      'r5.large',
      'm5.xlarge',
      'p5e.48xlarge',
      'x8aedz.large',
    ]);
  });

  it('can be another', () => {
    expect(order(names, { order: 'name' })).toEqual(names.toSorted());
    expect(order(names, { order: 'cpu' }).slice(-2)).toEqual(['m5.xlarge', 'p5e.48xlarge']);
    expect(order(names, { order: 'memory' })[0]).toBe('m4.large');
  });
});
