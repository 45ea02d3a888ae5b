import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Located } from '../../src/diagnostics/located.ts';
import type { MachineOption } from '../../src/expansion/machine-option.ts';
import { type OptionSelection, selectOptions } from '../../src/expansion/select-options.ts';
import type { CapacityType, Offering } from '../../src/model/instance-type.ts';
import type { PoolConstraints } from '../../src/selection/pool-constraints.ts';
import { SOURCE } from '../backends/harness.ts';

/** Printed by a failure, and changed by `SEED=…`. */
const seed = Number(process.env['SEED'] ?? 20261121);

interface Machine {
  readonly name: string;
  readonly cpu?: number;
  readonly memoryGiB?: number;
  /** Of each zone. */
  readonly price?: number | null;
  readonly zones?: string;
  readonly capacityType?: CapacityType;
  readonly arch?: string;
  readonly gpus?: number;
  readonly isExotic?: boolean;
  readonly family?: string;
}

function option(machine: Machine): MachineOption {
  const { name, cpu = 4, memoryGiB = cpu * 4, price = cpu / 20, capacityType = 'on-demand' } = machine;
  const extended: Record<string, number> =
    machine.gpus === undefined ? {} : { 'nvidia.com/gpu': machine.gpus };
  const capacity = {
    cpuMilli: cpu * 1000,
    memoryBytes: memoryGiB * 2 ** 30,
    ephemeralStorageBytes: 2 ** 34,
    pods: 110,
    extended,
  };
  return {
    type: {
      name,
      labels: new Map([
        ['kubernetes.io/arch', [machine.arch ?? 'amd64']],
        ['family', [machine.family ?? name]],
      ]),
      offerings: [],
    },
    resources: { capacity, allocatable: capacity },
    capacityType,
    offerings: [...(machine.zones ?? 'abc')].map(
      (zone): Offering => ({
        zone,
        capacityType,
        available: true,
        ...(price === null ? {} : { price: { perHourUsd: price, flags: [] } }),
      }),
    ),
    ...(machine.gpus === undefined ? {} : { accelerator: { name: 'nvidia.com/gpu', count: machine.gpus } }),
    isExotic: machine.isExotic ?? machine.gpus !== undefined,
    ...(price === null ? {} : { pricePerHourUsd: price }),
  };
}

const ORIGIN = { span: { source: SOURCE, start: 0, end: 1 } };
const located = <T>(value: T): Located<T> => ({ value, origin: ORIGIN });

interface Settings {
  readonly maxTypes?: number;
  readonly maxMachineDeployments?: number;
  readonly minFamilies?: number;
}

function select(machines: readonly Machine[], settings: Settings = {}): OptionSelection {
  const { maxTypes = 8, maxMachineDeployments = 48, minFamilies } = settings;
  return selectOptions(machines.map(option), {
    caps: { maxTypes: located(maxTypes), maxMachineDeployments: located(maxMachineDeployments) },
    constraints: constraints(minFamilies),
  });
}

function constraints(minFamilies: number | undefined): PoolConstraints {
  return {
    requirements:
      minFamilies === undefined
        ? []
        : [
            {
              key: located('family'),
              operator: located('Exists' as const),
              values: [],
              minValues: located(minFamilies),
              origin: ORIGIN,
            },
          ],
    labels: new Map(),
    vocabulary: {
      specs: new Map(),
      aliases: new Map(),
      restrictedDomains: [],
      foreignDomains: new Map(),
    },
  };
}

function names({ chosen }: OptionSelection): readonly string[] {
  return chosen.map(({ type }) => type.name);
}

describe('the types that a pool keeps', () => {
  it('leave out what another one is never inferior to', () => {
    const found = select([
      { name: 'good' },
      { name: 'dear', price: 1 },
      { name: 'small', cpu: 2, price: 0.2 },
    ]);
    expect(names(found)).toEqual(['good']);
    expect(found.dropped).toEqual([
      { instanceType: 'dear', rule: 'dominated', reason: '`good` has as much and costs no more' },
      { instanceType: 'small', rule: 'dominated', reason: '`good` has as much and costs no more' },
    ]);
  });

  it.each([
    ['in a zone where the other is not', { zones: 'abcd' }],
    ['with more memory', { memoryGiB: 17 }],
    ['with an accelerator', { gpus: 1 }],
    ['without a price', { price: null }],
    ['of another architecture', { arch: 'arm64' }],
    ['of another capacity type', { capacityType: 'spot' }],
  ] as const)('keep what is dearer %s', (_, other) => {
    expect(names(select([{ name: 'good' }, { name: 'other', price: 1, ...other }]))).toEqual([
      'good',
      'other',
    ]);
  });

  it('are the cheapest of each shape, sizes apart from one another first', () => {
    const machines = [1, 2, 4, 8, 16, 32, 64, 128].flatMap((cpu): Machine[] => [
      { name: `c${cpu}`, cpu, memoryGiB: cpu * 2, price: cpu * 0.04 },
      { name: `m${cpu}`, cpu, memoryGiB: cpu * 4, price: cpu * 0.05 },
      { name: `n${cpu}`, cpu, memoryGiB: cpu * 4.25, price: cpu * 0.0501 },
    ]);
    expect(names(select(machines, { maxTypes: 5 }))).toEqual(['c32', 'c8', 'm32', 'm8', 'n128']);
  });

  it('include the largest, of ordinary machines where there are some', () => {
    const sizes = [4, 8, 16, 32, 64, 96].map((cpu): Machine => ({ name: `m${cpu}`, cpu }));
    expect(names(select(sizes, { maxTypes: 2 }))).toEqual(['m8', 'm96']);
    const metal: Machine = { name: 'metal', cpu: 128, isExotic: true };
    expect(names(select([...sizes, metal], { maxTypes: 2 }))).toEqual(['m8', 'm96']);
  });

  it('are as many as `minValues` asks for, dominated ones among them', () => {
    const machines = ['a', 'b', 'c'].map((name, i): Machine => ({ name, price: 1 + i }));
    expect(names(select(machines))).toEqual(['a']);
    expect(names(select(machines, { minFamilies: 3 }))).toEqual(['a', 'b', 'c']);
    expect(select(machines, { minFamilies: 4 }).shortfalls).toMatchObject([{ minValues: 4, found: 3 }]);
    expect(select(machines, { minFamilies: 3, maxTypes: 2 }).exceeded).toMatchObject({ needed: 3 });
  });

  it('have all of their zones or none', () => {
    const machines = [2, 8, 32].map((cpu): Machine => ({ name: `m${cpu}`, cpu }));
    const found = select(machines, { maxMachineDeployments: 8 });
    expect(names(found)).toEqual(['m32', 'm8']);
    expect(found.dropped).toMatchObject([{ instanceType: 'm2', rule: 'max-machine-deployments' }]);
  });

  it('go by size where no price is known', () => {
    const machines = ['b', 'a'].map((name): Machine => ({ name, price: null }));
    expect(names(select(machines, { maxTypes: 1 }))).toEqual(['a']);
  });

  it('hold the largest pod, where it is known, at the lowest price', () => {
    const options = [2, 8, 16, 64].map((cpu) => option({ name: `m${cpu}`, cpu }));
    const chosen = selectOptions(options, {
      caps: { maxTypes: located(2), maxMachineDeployments: located(48) },
      constraints: constraints(undefined),
      workloads: {
        daemonRequests: () => new Map([['cpu', 1_000_000_000n]]),
        smallestPod: new Map(),
        largestPod: new Map([['cpu', 8_000_000_000n]]),
      },
    });
    expect(names(chosen)).toEqual(['m16', 'm8']);
  });

  it('hardly change when an unrelated one comes', () => {
    const machines = [2, 8, 32, 64].flatMap((cpu): Machine[] => [
      { name: `c${cpu}`, cpu, memoryGiB: cpu * 2, price: cpu * 0.04 },
      { name: `m${cpu}`, cpu, memoryGiB: cpu * 4, price: cpu * 0.05 },
    ]);
    const before = names(select(machines));
    const small: Machine = { name: 'c1', cpu: 1, memoryGiB: 2, price: 0.04 };
    expect(names(select([small, ...machines]))).toEqual(before);
  });

  it('keep every cell, within the caps, whatever there is', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(machine, { maxLength: 60, selector: keyOf }),
        fc.nat(12),
        (machines, extra) => {
          const options = machines.map(option);
          const cells = new Set(machines.map(cellOf));
          const caps = { maxTypes: cells.size * 2 + extra, maxMachineDeployments: 48 };
          const { chosen, dropped, exceeded } = select(machines, caps);
          expect(new Set(chosen.map(cellOfOption))).toEqual(cells);
          if (exceeded === undefined) {
            expect(new Set(chosen.map(({ type }) => type.name)).size).toBeLessThanOrEqual(caps.maxTypes);
            expect(chosen.reduce((sum, { offerings }) => sum + offerings.length, 0)).toBeLessThanOrEqual(48);
          }
          expect(chosen.length + dropped.length).toBe(options.length);
          expect(names(select([...machines].reverse(), caps))).toEqual(chosen.map(({ type }) => type.name));
        },
      ),
      { numRuns: 500, seed },
    );
  });
});

const machine: fc.Arbitrary<Machine> = fc.record({
  name: fc.stringMatching(/^[a-z]{1,2}$/),
  cpu: fc.constantFrom(1, 2, 3, 4, 8, 16, 96),
  memoryGiB: fc.constantFrom(1, 4, 8, 16, 384),
  price: fc.constantFrom(0.1, 0.2, 0.5, 1, null),
  zones: fc.constantFrom('a', 'b', 'ab', 'abc'),
  capacityType: fc.constantFrom<CapacityType>('on-demand', 'spot'),
  arch: fc.constantFrom('amd64', 'arm64'),
});

function keyOf({ name, capacityType }: Machine): string {
  return `${name} ${capacityType ?? ''}`;
}

function cellOf({ arch, capacityType }: Machine): string {
  return `${arch ?? ''} ${capacityType ?? ''}`;
}

function cellOfOption({ type, capacityType }: MachineOption): string {
  return `${type.labels.get('kubernetes.io/arch')?.join() ?? ''} ${capacityType}`;
}
