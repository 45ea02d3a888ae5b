import { describe, expect, it } from 'vitest';
import type { PackerInstanceType } from '../../src/packer/karpenter/problem.ts';
import type { Scenario } from './format.ts';
import { problemOf } from './scenario-to-problem.ts';

const CATALOGUE = ['a', 'b', 'c'].map(type);

function type(name: string): PackerInstanceType {
  return { name, requirements: [], offerings: [], capacity: {} };
}

function problem(scenario: Omit<Scenario, 'name'>) {
  return problemOf({ name: 'test', ...scenario }, (name) => (name === 'all' ? CATALOGUE : []));
}

describe('instance types', () => {
  const nodePools = ['p', 'q'].map((name) => ({ metadata: { name } }));
  const typesOf = (scenario: Omit<Scenario, 'name'>) =>
    problem({ nodePools, ...scenario }).nodePools.map((pool) => pool.instanceTypes);
  const namesOf = (scenario: Omit<Scenario, 'name'>) =>
    typesOf(scenario).map((types) => types.map(({ name }) => name).join(' '));

  it('are one array for all pools', () => {
    const [first, second] = typesOf({ catalogue: 'all' });
    expect(first).toBe(CATALOGUE);
    expect(second).toBe(first);
    const [part, samePart] = typesOf({ catalogue: 'all', catalogueSubset: ['a', 'c'] });
    expect(samePart).toBe(part);
    const inline = [type('d')];
    expect(typesOf({ instanceTypes: inline })).toEqual([inline, inline]);
  });

  it('of a subset keep the order of the catalogue', () => {
    expect(namesOf({ catalogue: 'all', catalogueSubset: ['c', 'nowhere', 'a'] })).toEqual(['a c', 'a c']);
  });

  it('by pool leave the others with the shared list, or none', () => {
    const instanceTypes = { p: [type('d')] };
    expect(namesOf({ instanceTypes, catalogue: 'all' })).toEqual(['d', 'a b c']);
    expect(namesOf({ instanceTypes })).toEqual(['d', '']);
    expect(namesOf({ instanceTypes: { p: [] }, catalogue: 'all' })).toEqual(['', 'a b c']);
    expect(namesOf({})).toEqual(['', '']);
  });
});

describe('pods', () => {
  it('stand before groups, which count from zero and share their template', () => {
    const spec = { nodeSelector: { a: 'b' } };
    const { pods } = problem({
      pods: [
        { metadata: { uid: 'u' }, spec },
        {
          metadata: { uid: 'v', name: 'n', namespace: 's', creationTimestamp: '2026-01-01T00:00:07Z' },
          spec,
        },
      ],
      podGroups: [
        {
          count: 2,
          namePrefix: 'name-',
          uidPrefix: 'uid-',
          template: { metadata: { labels: { x: 'y' } }, spec },
        },
        {
          count: 2,
          namePrefix: 'm',
          uidPrefix: 'w',
          width: 2,
          creationTimestamp: '2026-01-01T00:01:00Z',
          creationStepSeconds: 0,
          template: { metadata: { namespace: 's' }, spec, status: { phase: 'Pending' } },
        },
      ],
    });
    const start = Date.UTC(2026, 0, 1) / 1000;
    expect(pods.map((pod) => [pod.uid, pod.name, pod.namespace, pod.createdAtSeconds].join(' '))).toEqual([
      `u u default ${start}`,
      `v n s ${start + 7}`,
      `uid-00000 name-00000 default ${start}`,
      `uid-00001 name-00001 default ${start + 1}`,
      `w00 m00 s ${start + 60}`,
      `w01 m01 s ${start + 60}`,
    ]);
    expect(pods[2]?.template).toEqual({ labels: { x: 'y' }, spec, status: undefined });
    expect(pods[3]?.template).toBe(pods[2]?.template);
    expect(pods[5]?.template.status).toEqual({ phase: 'Pending' });
  });

  it('that already run come from groups, too', () => {
    const { boundPods } = problem({
      boundPods: [{ metadata: { uid: 'u' }, spec: { nodeName: 'n' } }],
      boundPodGroups: [
        {
          count: 1,
          namePrefix: 'n-',
          uidPrefix: 'u-',
          creationTimestamp: '2026-02-01T00:00:00Z',
          template: {
            metadata: { labels: { x: 'y' } },
            spec: { nodeName: 'n' },
            status: { phase: 'Running' },
          },
        },
      ],
    });
    expect(boundPods).toEqual([
      {
        metadata: { uid: 'u', name: 'u', namespace: 'default', creationTimestamp: '2026-01-01T00:00:00Z' },
        spec: { nodeName: 'n' },
      },
      {
        metadata: {
          uid: 'u-00000',
          name: 'n-00000',
          namespace: 'default',
          labels: { x: 'y' },
          creationTimestamp: '2026-02-01T00:00:00.000Z',
        },
        spec: { nodeName: 'n' },
        status: { phase: 'Running' },
      },
    ]);
  });
});

describe('labels', () => {
  it("add to core's", () => {
    const { labels } = problem({
      wellKnownLabels: ['own'],
      restrictedLabelDomains: ['example.com'],
      normalizedLabels: { old: 'new' },
      reservationIDLabel: 'reservation',
    });
    expect([
      labels.wellKnown.size,
      labels.wellKnown.has('own'),
      labels.wellKnown.has('kubernetes.io/os'),
    ]).toEqual([9, true, true]);
    expect(labels.restrictedDomains).toEqual(['karpenter.sh', 'example.com']);
    expect([...labels.aliases].slice(-2)).toEqual([
      ['beta.kubernetes.io/instance-type', 'node.kubernetes.io/instance-type'],
      ['old', 'new'],
    ]);
    expect(labels.reservationId).toBe('reservation');
  });

  it('have defaults', () => {
    const { labels } = problem({});
    expect(labels.reservationId).toBe('karpenter.k8s.aws/capacity-reservation-id');
    expect([labels.wellKnown.size, labels.aliases.size, labels.restrictedDomains]).toEqual([
      8,
      5,
      ['karpenter.sh'],
    ]);
  });
});

it('passes on the options, and every kind of object', () => {
  const metadata = { name: 'n', labels: { a: 'b' } };
  const filled = { ...metadata, namespace: 'default', creationTimestamp: '2026-01-01T00:00:00Z' };
  const options = { preferencePolicy: 'Ignore', minValuesPolicy: 'BestEffort', maxInstanceTypes: 7 } as const;
  const daemon = { spec: { template: { spec: {} } } };
  const status = { conditions: [{ type: 'Ready', status: 'False' }] };
  const result = problem({
    options,
    nodePools: [{ metadata, spec: { weight: 3 }, status }],
    nodes: [{ metadata, spec: { providerID: 'x' } }],
    nodeClaims: [{ metadata }],
    daemonSets: [{ metadata, ...daemon }],
    namespaces: [{ metadata }],
    pvcs: [{ metadata }],
    pvs: [{ metadata }],
    storageClasses: [{ metadata, provisioner: 'y' }],
    csiNodes: [{ metadata }],
  });
  const { labels: _, ...rest } = result;
  expect(rest).toEqual({
    options,
    nodePools: [{ metadata, spec: { weight: 3 }, status, instanceTypes: [] }],
    pods: [],
    boundPods: [],
    nodes: [{ metadata: filled, spec: { providerID: 'x' } }],
    nodeClaims: [{ metadata: filled }],
    daemonSets: [{ metadata: filled, ...daemon }],
    namespaces: [{ metadata: filled }],
    persistentVolumeClaims: [{ metadata: filled }],
    persistentVolumes: [{ metadata: filled }],
    storageClasses: [{ metadata: filled, provisioner: 'y' }],
    csiNodes: [{ metadata: filled }],
  });
});
