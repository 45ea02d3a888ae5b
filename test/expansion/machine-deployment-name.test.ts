import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_TOPOLOGY_CLUSTER,
  type MachineDeploymentIdentity,
  machineDeploymentName,
  templateBase,
  topologyDeploymentName,
} from '../../src/expansion/machine-deployment-name.ts';
import { dnsLabelProblem, labelValueProblem } from '../../src/kubernetes/label.ts';

/** Printed by a failure, and changed by `SEED=…`. */
const seed = Number(process.env['SEED'] ?? 20261121);

const IDENTITY: MachineDeploymentIdentity = {
  cluster: 'prod',
  pool: 'batch',
  instanceType: 'm5.xlarge',
  zone: 'eu-west-1a',
  capacityType: 'on-demand',
};

describe('the name of a MachineDeployment', () => {
  it.each([
    [{}, 'prod-batch-m5-xlarge-eu-west-1a-od'],
    [{ capacityType: 'spot' }, 'prod-batch-m5-xlarge-eu-west-1a-spot'],
    [{ capacityType: 'reserved' }, 'prod-batch-m5-xlarge-eu-west-1a-res'],
    [{ cluster: 'prod-eu' }, 'prod-eu-batch-m5-xlarge-eu-west-1a-od'],
    [{ instanceType: 'c7i-flex.large' }, 'prod-batch-c7i-flex-large-eu-west-1a-od'],
  ] as const)('is readable where that says which it is: %o', (change, name) => {
    expect(machineDeploymentName({ ...IDENTITY, ...change })).toBe(name);
  });

  it.each([
    ['a pool with a dash, which could be part of the cluster', { pool: 'gpu-a' }],
    ['another zone than a region and a letter', { zone: 'us-east-1-bos-1a' }],
    ['a type with dashes', { instanceType: 'u-6tb1.56xlarge' }],
    ['upper case', { cluster: 'Prod' }],
    ['a digit in front', { cluster: '1prod' }],
    ['too long a name', { pool: 'p'.repeat(40) }],
  ] as const)('ends in a hash for %s', (_, change) => {
    expect(machineDeploymentName({ ...IDENTITY, ...change })).toMatch(/^[a-z][-a-z0-9]{1,41}-[0-9a-f]{8}$/);
  });

  it('takes the hash over the parts, so that moving a boundary changes it', () => {
    const [a, b] = [
      machineDeploymentName({ ...IDENTITY, pool: 'gpu-a' }),
      machineDeploymentName({ ...IDENTITY, cluster: 'prod-gpu', pool: 'a' }),
    ];
    expect(a).toMatch(/^prod-gpu-a-m5-xlarge-eu-west-1a-od-/);
    expect(b).toBe('prod-gpu-a-m5-xlarge-eu-west-1a-od');
  });

  it('is unique, valid and at most 51 characters long for any identities', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(identity, { maxLength: 40, selector: (one) => JSON.stringify(one) }),
        (all) => {
          const names = all.map(machineDeploymentName);
          expect(new Set(names).size).toBe(all.length);
          for (const name of names) {
            expect(name.length).toBeLessThanOrEqual(51);
            expect([dnsLabelProblem(name), labelValueProblem(name)]).toEqual([undefined, undefined]);
            expect(name).toMatch(/^[a-z]/);
          }
        },
      ),
      { numRuns: 500, seed },
    );
  });
});

describe('the name of an entry of a topology', () => {
  const entry = (change: Partial<MachineDeploymentIdentity>) => {
    const identity = { ...IDENTITY, ...change };
    const name = topologyDeploymentName(identity);
    expect(name.startsWith(`${identity.cluster}-`)).toBe(true);
    return name.slice(identity.cluster.length + 1);
  };

  it.each([
    ['a cluster', {}],
    ['a digit in front of its name', { cluster: '1c' }],
    ['dashes in its name', { cluster: 'prod-eu-1' }],
    ['a long name that leaves just enough', { cluster: 'c'.repeat(56 - 29) }],
  ])('is readable for %s', (_, change) => {
    expect(entry(change)).toBe('batch-m5-xlarge-eu-west-1a-od');
  });

  it('ends in a hash where it is not readable, or too long', () => {
    expect(entry({ pool: 'gpu-a' })).toMatch(/^gpu-a-m5-xlarge-eu-west-1a-od-[0-9a-f]{8}$/);
    expect(entry({ cluster: 'c'.repeat(56 - 28) })).toMatch(/^batch-m5-xlarge-eu-[0-9a-f]{8}$/);
    expect(entry({ cluster: 'c'.repeat(MAX_TOPOLOGY_CLUSTER) })).toMatch(/^b-[0-9a-f]{8}$/);
  });

  it('is unique, a DNS label, and short enough for what Cluster API adds, for any identities', () => {
    const cluster = fc.stringMatching(/^[a-c1](?:[-a-c1]{0,44}[a-c1])?$/);
    fc.assert(
      fc.property(
        cluster,
        fc.uniqueArray(identity, {
          maxLength: 40,
          selector: (one) => JSON.stringify({ ...one, cluster: '' }),
        }),
        (name, all) => {
          const entries = all.map((one) => entry({ ...one, cluster: name }));
          expect(new Set(entries).size).toBe(all.length);
          for (const one of entries) {
            expect(dnsLabelProblem(one)).toBe(undefined);
            expect(`${name}-${one}-x2x4x`.length).toBeLessThanOrEqual(63);
          }
        },
      ),
      { numRuns: 500, seed },
    );
  });
});

/** Few letters and many dashes: boundaries that can be mistaken for one another. */
const word = fc.stringMatching(/^[a-c1](?:[-a-c1]{0,4}[a-c1])?$/);
const longWord = fc.stringMatching(/^[a-zA-Z](?:[-a-z0-9_./]{0,50}[a-z0-9])?$/);
const identity: fc.Arbitrary<MachineDeploymentIdentity> = fc.record({
  cluster: fc.oneof(word, longWord),
  pool: word,
  instanceType: fc.oneof(
    fc.tuple(word, word).map(([family, size]) => `${family}.${size}`),
    fc.constantFrom('m5.large', 'm5-flex.large', 'flex.large'),
  ),
  zone: fc.constantFrom('a-b-1a', 'eu-west-1a', 'us-east-1-bos-1a', 'west-1a'),
  capacityType: fc.constantFrom('on-demand', 'spot', 'reserved'),
});

describe('the name of a template without its content', () => {
  it('leaves room for the hash of the content', () => {
    expect(templateBase(['prod', 'batch', 'm5.xlarge', 'od'])).toBe('prod-batch-m5-xlarge-od');
    expect(templateBase(['prod', 'p'.repeat(60), 'od']).length).toBeLessThanOrEqual(42);
    expect(templateBase(['1', 'batch'])).toMatch(/^m-1-batch-[0-9a-f]{8}$/);
  });
});
