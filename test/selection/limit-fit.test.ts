import { describe, expect, it } from 'vitest';
import { parseQuantity, type Quantity } from '../../src/kubernetes/quantity.ts';
import type { Resources } from '../../src/kubernetes/resources.ts';
import { fitLimits } from '../../src/selection/limit-fit.ts';
import { typesFrom } from './harness.ts';

const GI = 1024 ** 3;
const TYPES = typesFrom('small @ a/spot\n big @ a/spot\n gpu @ a/spot');
const CAPACITY: Readonly<Record<string, Partial<Resources>>> = {
  small: { cpuMilli: 2_000, memoryBytes: 4 * GI },
  big: { cpuMilli: 96_000, memoryBytes: 384 * GI },
  gpu: { cpuMilli: 8_000, memoryBytes: 32 * GI, extended: { 'nvidia.com/gpu': 4 } },
};

function fit(limits: Record<string, string>): object {
  const result = fitLimits({
    types: TYPES,
    limits: new Map(Object.entries(limits).map(([name, text]) => [name, quantity(text)])),
    resourcesOf: ({ name }) => {
      const none = { cpuMilli: 0, memoryBytes: 0, ephemeralStorageBytes: 20 * GI, pods: 110, extended: {} };
      const capacity: Resources = { ...none, ...CAPACITY[name] };
      return { capacity, allocatable: capacity };
    },
  });
  return {
    fitting: result.fitting.map(({ name }) => name).join(' '),
    excludedBy: Object.fromEntries(result.excludedBy),
  };
}

function quantity(text: string): Quantity {
  const result = parseQuantity(text);
  if (!result.ok) throw new Error(text);
  return result.quantity;
}

describe('fitLimits', () => {
  it('lets everything fit without limits', () => {
    expect(fit({})).toEqual({ fitting: 'small big gpu', excludedBy: {} });
  });

  it('excludes types that exceed a limit, and counts them per resource', () => {
    expect(fit({ cpu: '10', memory: '16Gi' })).toEqual({
      fitting: 'small',
      excludedBy: { cpu: 1, memory: 2 },
    });
  });

  it('lets a type use a limit up exactly, and compares fractions of a unit exactly', () => {
    expect(fit({ cpu: '2' })).toMatchObject({ fitting: 'small' });
    expect(fit({ cpu: '1999999u' })).toMatchObject({ fitting: '' });
    expect(fit({ memory: '4294967295999m' })).toMatchObject({ fitting: '' });
  });

  it('counts what a type does not have as zero', () => {
    expect(fit({ 'nvidia.com/gpu': '2' })).toMatchObject({ fitting: 'small big' });
    expect(fit({ mem: '0', toString: '0', nodes: '0' })).toMatchObject({ fitting: 'small big gpu' });
    expect(fit({ mem: '-500m' })).toMatchObject({ fitting: '' });
  });

  it('knows pods and ephemeral storage', () => {
    expect(fit({ pods: '109' })).toMatchObject({ fitting: '' });
    expect(fit({ 'ephemeral-storage': '20Gi' })).toMatchObject({ fitting: 'small big gpu' });
    expect(fit({ 'ephemeral-storage': '19Gi' })).toMatchObject({ fitting: '' });
  });
});
