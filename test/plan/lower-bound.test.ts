import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fractionalBound, type Machine, type PodGroup } from '../../src/plan/lower-bound.ts';
import { linear, optimum } from './highs.ts';
import { atDepth } from '../at-depth.ts';

const SEED = 20261121;

const machine = fc
  .record({
    price: fc.integer({ min: 1, max: 400 }),
    cpu: fc.integer({ min: 1, max: 16 }),
    memory: fc.integer({ min: 1, max: 32 }),
    pods: fc.integer({ min: 1, max: 4 }),
  })
  .map(
    ({ price, ...room }): Omit<Machine, 'id'> => ({
      pricePerHourUsd: price / 100,
      room: new Map(Object.entries(room)),
    }),
  );

interface SmallProblem {
  readonly machines: readonly Machine[];
  readonly groups: readonly PodGroup[];
}

/** A handful of machines; pods that some of them hold. */
const problem: fc.Arbitrary<SmallProblem> = fc
  .array(machine, { minLength: 1, maxLength: 4 })
  .map((machines) => machines.map((one, i): Machine => ({ id: `m${i}`, ...one })))
  .chain((machines) =>
    fc.record({
      machines: fc.constant(machines),
      groups: fc
        .array(
          fc.record({
            pods: fc.integer({ min: 1, max: 3 }),
            cpu: fc.integer({ min: 0, max: 8 }),
            memory: fc.integer({ min: 0, max: 12 }),
            allowed: fc.subarray(machines, { minLength: 1 }),
          }),
          { minLength: 1, maxLength: 3 },
        )
        .map((groups) =>
          groups.flatMap(({ pods, cpu, memory, allowed }): PodGroup[] => {
            const requests = new Map([
              ['cpu', cpu],
              ['memory', memory],
              ['pods', 1],
            ]);
            const fitting = allowed.filter(({ room }) =>
              [...requests].every(([resource, amount]) => amount <= (room.get(resource) ?? 0)),
            );
            return fitting.length === 0 ? [] : [{ pods, requests, machines: fitting }];
          }),
        ),
    }),
  );

/** The exact optimum: so many copies of each machine as there are pods, each open or not, each pod on one of them. */
function cheapest({ machines, groups }: SmallProblem): number {
  const pods = groups.flatMap((group) => Array.from({ length: group.pods }, () => group));
  const nodes = machines.flatMap((one, m) => pods.map((_, k) => ({ machine: one, name: `${m}_${k}` })));
  const placed = (p: number, node: string) => `x${p}_${node}`;
  const hosts = (group: PodGroup) => nodes.filter((node) => group.machines.includes(node.machine));
  const lines = pods.map(
    (group, p) =>
      ` p${p}: ${hosts(group)
        .map(({ name }) => placed(p, name))
        .join(' + ')} = 1`,
  );
  for (const node of nodes) {
    for (const resource of ['cpu', 'memory', 'pods']) {
      const used = linear(
        pods.flatMap((group, p) =>
          group.machines.includes(node.machine)
            ? [[group.requests.get(resource) ?? 0, placed(p, node.name)]]
            : [],
        ),
      );
      if (used === '') continue;
      lines.push(
        ` ${resource}${node.name}: ${used} - ${node.machine.room.get(resource) ?? 0} y${node.name} <= 0`,
      );
    }
  }
  const binaries = [
    ...nodes.map(({ name }) => `y${name}`),
    ...pods.flatMap((group, p) => hosts(group).map(({ name }) => placed(p, name))),
  ];
  const value = optimum(
    [
      'Minimize',
      ` obj: ${linear(nodes.map((node) => [node.machine.pricePerHourUsd, `y${node.name}`]))}`,
      'Subject To',
      ...lines,
      'Binary',
      ` ${binaries.join(' ')}`,
      'End',
    ].join('\n'),
  );
  if (value === undefined) throw new Error('every pod fits some machine, so there is an optimum');
  return value;
}

describe('fractionalBound', () => {
  it('is never above the optimum that HiGHS finds, and often close', { timeout: 120_000 }, () => {
    let close = 0;
    let runs = 0;
    fc.assert(
      fc.property(problem, (one) => {
        if (one.groups.length === 0) return;
        const exact = cheapest(one);
        const { perHourUsd } = fractionalBound(one.groups);
        expect(perHourUsd).toBeLessThanOrEqual(exact + 1e-9);
        runs++;
        if (perHourUsd >= exact * 0.7) close++;
      }),
      { seed: SEED, numRuns: atDepth(300) },
    );
    // A bound that is always zero would be sound too.
    expect(close / runs).toBeGreaterThan(0.5);
  });

  const of = (pricePerHourUsd: number, cpu: number, memory: number, id = `${cpu}/${memory}`): Machine => ({
    id,
    pricePerHourUsd,
    room: new Map([
      ['cpu', cpu],
      ['memory', memory],
      ['pods', 100],
    ]),
  });
  const group = (pods: number, cpu: number, memory: number, machines: readonly Machine[]): PodGroup => ({
    pods,
    requests: new Map([
      ['cpu', cpu],
      ['memory', memory],
      ['pods', 1],
    ]),
    machines,
  });

  it('names the resource that costs', () => {
    expect(fractionalBound([group(10, 2, 1, [of(1, 4, 16)])])).toMatchObject({ bindingResource: 'cpu' });
    expect(fractionalBound([group(10, 1, 12, [of(1, 4, 16)])])).toMatchObject({ bindingResource: 'memory' });
    expect(fractionalBound([group(1, 1, 1, [of(1, 4, 16)])])).toMatchObject({
      bindingResource: 'one machine',
    });
  });

  it('weighs resources where machines differ in shape', () => {
    // Each shape serves one kind of pod well: by one resource alone the other kind looks nearly free.
    const machines = [of(1, 8, 8), of(1, 2, 32)];
    const { perHourUsd, bindingResource } = fractionalBound([
      group(8, 4, 1, machines),
      group(8, 1, 8, machines),
    ]);
    expect(bindingResource).toBe('cpu and memory');
    expect(perHourUsd).toBeGreaterThan(Math.max((8 * 4 + 8) / 8, (8 + 64) / 32));
  });

  it('adds what is paid for apart', () => {
    const one = group(10, 2, 1, [of(1, 4, 16, 'a')]);
    const other = group(10, 1, 12, [of(2, 4, 16, 'b')]);
    const sum = fractionalBound([one]).perHourUsd + fractionalBound([other]).perHourUsd;
    expect(fractionalBound([one, other])).toEqual({
      perHourUsd: expect.closeTo(sum, 6),
      bindingResource: 'cpu and memory',
    });
    const shared = { ...other, machines: [...other.machines, ...one.machines] };
    expect(fractionalBound([one, shared]).perHourUsd).toBeLessThan(sum);
  });

  it('is nothing for nothing', () => {
    expect(fractionalBound([])).toEqual({ perHourUsd: 0, bindingResource: '' });
  });
});
