import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documents, lintText, machineDeployment } from './harness.ts';
import { atDepth } from '../../at-depth.ts';

const SEED = 20261121;

/** Objects that every rule looks at. */
const OBJECTS: readonly object[] = [
  JSON.parse(machineDeployment({ labels: { 'node.cluster.x-k8s.io/karpenter-member': '' } })) as object,
  JSON.parse(machineDeployment({ templateSpec: { taints: [{ key: 'a', effect: 'NoSchedule' }] } })) as object,
  {
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'Cluster',
    metadata: { name: 'c' },
    spec: { topology: { workers: { machineDeployments: [{ name: 'a', metadata: { annotations: {} } }] } } },
  },
  {
    apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta2',
    kind: 'AWSMachineTemplate',
    metadata: { name: 'm5-xlarge', namespace: 'clusters' },
    spec: { template: { spec: { spotMarketOptions: {} } } },
    status: { capacity: { cpu: 2 } },
  },
  {
    apiVersion: 'karpenter.cluster.x-k8s.io/v1alpha1',
    kind: 'ClusterAPINodeClass',
    metadata: { name: 'n' },
    spec: { scalableResourceSelector: { matchLabels: { a: 'b' }, matchExpressions: [{ key: 'x' }] } },
  },
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'cluster-autoscaler-priority-expander' },
    data: { priorities: '1: [a]' },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'd' },
    spec: { template: { spec: { containers: [{ args: ['--cloud-provider=clusterapi', '--expander'] }] } } },
  },
];

const ODD: readonly unknown[] = [
  null,
  0,
  1.5,
  true,
  '',
  'x',
  [],
  [null],
  {},
  { a: null },
  [[1]],
  'a'.repeat(300),
];

describe('whatever is in a manifest', () => {
  it(`is judged or passed over, and every finding has a place (seed ${SEED})`, () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0 }),
        fc.constantFrom(...OBJECTS),
        fc.constantFrom(...ODD),
        (pick, object, odd) => {
          const others = OBJECTS.filter((one) => one !== object).map((one) => JSON.stringify(one));
          const text = documents(JSON.stringify(replaced(object, pick, odd)), ...others);
          for (const { span, fix } of lintText(text).diagnostics) {
            expect(span.end).toBeGreaterThanOrEqual(span.start);
            expect(span.end).toBeLessThanOrEqual(text.length);
            for (const { span: edited } of fix?.edits ?? [])
              expect(edited.end).toBeLessThanOrEqual(text.length);
          }
        },
      ),
      { seed: SEED, numRuns: atDepth(500) },
    );
  });

  it.each(['', '# nothing', '---\n---\n', '[]', '{}', 'kind: MachineDeployment', '{{ helm }}', 'a: &a [*a]'])(
    '%j is no crash',
    (text) => {
      expect(() => lintText(text)).not.toThrow();
    },
  );
});

/** A copy with another value at one of its places. */
function replaced(value: unknown, pick: number, odd: unknown): unknown {
  const places: (readonly (string | number)[])[] = [];
  const visit = (one: unknown, path: readonly (string | number)[]) => {
    places.push(path);
    if (typeof one !== 'object' || one === null) return;
    for (const [key, child] of Object.entries(one)) visit(child, [...path, key]);
  };
  visit(value, []);
  const place = places[pick % places.length] ?? [];
  const copy = (one: unknown, path: readonly (string | number)[]): unknown => {
    if (path.length === place.length && path.every((part, i) => part === place[i])) return odd;
    if (Array.isArray(one)) return one.map((child, i) => copy(child, [...path, String(i)]));
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, child]) => [key, copy(child, [...path, key])]));
  };
  return copy(value, []);
}
