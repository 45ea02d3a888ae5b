import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { daemonSet, deployment, reported } from './harness.ts';
import { atDepth } from '../at-depth.ts';

const SEED = 20261121;

const POOLS = `default:
  limits: {cpu: 400, memory: 1600Gi}
  requirements:
    - {key: karpenter.k8s.aws/instance-category, operator: In, values: [c, m, r]}
    - {key: karpenter.k8s.aws/instance-cpu, operator: In, values: ["4", "8", "16"]}
    - {key: kubernetes.io/arch, operator: In, values: [amd64, arm64]}
spot:
  limits: {cpu: 400, memory: 1600Gi}
  weight: 20
  labels: {team: batch}
  taints: [{key: spot, value: "true", effect: NoSchedule}]
  requirements:
    - {key: karpenter.sh/capacity-type, operator: In, values: [spot, on-demand]}
    - {key: karpenter.k8s.aws/instance-category, operator: In, values: [c, m]}
    - {key: karpenter.k8s.aws/instance-cpu, operator: Lt, values: ["17"]}
`;

const EXTRAS = [
  '',
  'tolerations: [{key: spot, operator: Exists}]',
  'nodeSelector: {kubernetes.io/arch: arm64}',
  'nodeSelector: {topology.kubernetes.io/zone: eu-west-1b}',
  'nodeSelector: {team: batch}\ntolerations: [{operator: Exists}]',
  'nodeSelector: {node.kubernetes.io/instance-type: r7i.2xlarge}',
  'nodeSelector: {kubernetes.io/arch: s390x}',
];

const app = fc.record({
  replicas: fc.integer({ min: 1, max: 12 }),
  cpuMilli: fc.integer({ min: 50, max: 18_000 }),
  memoryMi: fc.integer({ min: 64, max: 40_000 }),
  extra: fc.constantFrom(...EXTRAS),
});

const workloads = fc.record({
  apps: fc.array(app, { minLength: 1, maxLength: 5 }),
  daemonMilli: fc.option(fc.integer({ min: 10, max: 1500 })),
});

it('holds for any workloads: every pod is somewhere once, the bound is below the floor, limits are kept', {
  timeout: 120_000,
}, () => {
  fc.assert(
    fc.property(workloads, ({ apps, daemonMilli }) => {
      const manifests =
        apps
          .map(({ replicas, cpuMilli, memoryMi, extra }, i) =>
            deployment(`app${i}`, replicas, `cpu: ${cpuMilli}m, memory: ${memoryMi}Mi`, extra),
          )
          .join('') + (daemonMilli === null ? '' : daemonSet('logs', `cpu: ${daemonMilli}m`));
      const plan = reported({ pools: POOLS, manifests });
      const everywhere = [
        ...plan.nodeClaims.flatMap(({ pods }) => pods),
        ...plan.unschedulable.map(({ pod }) => pod),
      ].sort();
      const wanted = apps.flatMap(({ replicas }, i) =>
        Array.from({ length: replicas }, (_, n) => `default/app${i}-${n}`),
      );
      expect(everywhere).toEqual(wanted.sort());
      if (plan.lowerBound !== undefined) {
        expect(plan.lowerBound.perHourUsd).toBeLessThanOrEqual(plan.cost.floorPerHourUsd + 1e-6);
        expect(plan.lowerBound.perHourUsd).toBeGreaterThan(0);
      }
      expect(plan.cost.expectedPerHourUsd).toBeGreaterThanOrEqual(plan.cost.floorPerHourUsd - 1e-6);
      expect(plan.cost.atLimitsPerHourUsd ?? 0).toBeGreaterThanOrEqual(plan.cost.floorPerHourUsd - 1e-6);
      for (const { limits } of plan.nodePools) {
        for (const { plannedAtMost, limitAmount } of limits)
          expect(plannedAtMost).toBeLessThanOrEqual(limitAmount);
      }
      for (const { instanceTypes, instanceTypeCount, cheapest, utilisation } of plan.nodeClaims) {
        expect(instanceTypes[0]).toBe(cheapest.instanceType);
        expect(instanceTypes.length).toBeLessThanOrEqual(Math.min(60, instanceTypeCount));
        expect(Math.max(utilisation.cpu, utilisation.memory)).toBeLessThanOrEqual(1);
      }
      for (const { reasons } of plan.unschedulable) expect(reasons.length).toBeGreaterThan(0);
    }),
    { seed: SEED, numRuns: atDepth(40) },
  );
});
