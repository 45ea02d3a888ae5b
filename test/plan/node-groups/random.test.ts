import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { deployment, reported } from '../harness.ts';
import { atDepth } from '../../at-depth.ts';

const BACKENDS = ['cluster-autoscaler', 'karpenter-cluster-api', 'karpenter'] as const;
const ZONES = ['eu-west-1a', 'eu-west-1b', 'eu-west-1c'];

const someWorkload = fc.record({
  replicas: fc.integer({ min: 1, max: 12 }),
  cpu: fc.constantFrom('100m', '900m', '"2"', '3500m', '"7"', '"40"'),
  memory: fc.constantFrom('256Mi', '2Gi', '9Gi'),
  spec: fc.constantFrom(
    '',
    'tolerations: [{operator: Exists}]',
    'nodeSelector: {topology.kubernetes.io/zone: eu-west-1b}',
    'nodeSelector: {team: nobody}',
  ),
});

const somePool = fc.record({
  backend: fc.constantFrom(...BACKENDS),
  strategy: fc.constantFrom('independent', 'split', 'quota'),
  cpu: fc.constantFrom(16, 40, 200),
  maxSize: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  isTainted: fc.boolean(),
});

it('holds for any pools and workloads: each pod is somewhere once, sizes and limits are kept, ranges hold the plan', () => {
  fc.assert(
    fc.property(
      fc.array(somePool, { minLength: 1, maxLength: 3 }),
      fc.array(someWorkload, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(undefined, 'zone-outage eu-west-1a', 'replicas 150%'),
      (somePools, workloads, scenario) => {
        const pools = somePools.map(poolText).join('');
        const manifests = workloads
          .map(({ replicas, cpu, memory, spec }, i) =>
            deployment(`d${i}`, replicas, `cpu: ${cpu}, memory: ${memory}`, spec),
          )
          .join('');
        const plan = reported({
          pools,
          manifests,
          backend: 'karpenter',
          ...(scenario === undefined ? {} : { scenario }),
        });
        const { nodeClaims, nodeGroups, unschedulable, range } = plan;
        const claimed = new Set(nodeClaims.flatMap(({ nodeGroup }) => nodeGroup ?? []));
        const own = nodeGroups.filter(({ name }) => !claimed.has(name));
        const placed = [...nodeClaims, ...own].flatMap(({ pods }) => pods);
        const all = [...placed, ...unschedulable.map(({ pod }) => pod)];
        expect(all.length).toBe(plan.workloads.pods);
        expect(new Set(all).size).toBe(all.length);
        expect(unschedulable.every(({ reasons }) => reasons.length > 0)).toBe(true);
        for (const { add, currentSize, maxSize, zone, range: one } of nodeGroups) {
          expect(currentSize + add).toBeLessThanOrEqual(maxSize);
          expect(scenario === 'zone-outage eu-west-1a' ? zone : '').not.toBe('eu-west-1a');
          if (one !== undefined) expect([one.min <= add, add <= one.max]).toEqual([true, true]);
        }
        somePools.forEach(({ backend, strategy }, i) => {
          if (backend !== 'cluster-autoscaler' || strategy === 'independent') return;
          const limits = plan.nodePools.find(({ name }) => name === `p${i}`)?.limits ?? [];
          expect(limits.filter(({ overshoots }) => overshoots)).toEqual([]);
        });
        const nodes = plan.nodePools.reduce((sum, pool) => sum + pool.nodes, 0);
        expect(nodes).toBeGreaterThanOrEqual(range?.nodes.min ?? nodes);
        expect(nodes).toBeLessThanOrEqual(range?.nodes.max ?? nodes);
      },
    ),
    { numRuns: atDepth(40) },
  );
});

type SomePool = typeof somePool extends fc.Arbitrary<infer T> ? T : never;

function poolText({ backend, strategy, cpu, maxSize, isTainted }: SomePool, i: number): string {
  const options = [
    'max_types: 3',
    ...(backend === 'cluster-autoscaler' ? [`limit_strategy: ${strategy}`] : []),
    ...(maxSize === undefined ? [] : [`max_size: ${maxSize}`]),
  ];
  return [
    `p${i}:`,
    `  backend: ${backend}`,
    `  limits: {cpu: ${cpu}, memory: 4000Gi}`,
    ...(backend === 'karpenter' ? [] : [`  cluster_api: {${options.join(', ')}}`]),
    ...(isTainted ? [`  taints: [{key: p${i}, effect: NoSchedule}]`] : []),
    '  requirements:',
    '    - {key: karpenter.k8s.aws/instance-family, operator: In, values: [m7i]}',
    '    - {key: karpenter.k8s.aws/instance-cpu, operator: In, values: ["2", "4", "8"]}',
    `    - {key: topology.kubernetes.io/zone, operator: In, values: [${ZONES.join(', ')}]}`,
    '',
  ].join('\n');
}
