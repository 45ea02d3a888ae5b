import { expect, it } from 'vitest';
import { generateDeployments } from './generate-problem.ts';

const OPTIONS = { deployments: 200, pods: 10_000, seed: 1 };

it('makes so many pods of so many deployments, the same each time', () => {
  const groups = generateDeployments(OPTIONS);
  expect(groups).toHaveLength(200);
  expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(10_000);
  expect(groups.every(({ count }) => count > 0)).toBe(true);
  expect(generateDeployments(OPTIONS)).toEqual(groups);
  expect(generateDeployments({ ...OPTIONS, seed: 2 })).not.toEqual(groups);
});

it('makes the same deployments larger for more pods', () => {
  const templates = (pods: number) =>
    generateDeployments({ ...OPTIONS, pods }).map(({ template }) => template);
  expect(templates(100_000)).toEqual(templates(10_000));
});

it('has some of everything', () => {
  const text = JSON.stringify(generateDeployments(OPTIONS));
  for (const feature of [
    'DoNotSchedule',
    'ScheduleAnyway',
    '"topologyKey":"kubernetes.io/hostname","whenUnsatisfiable"',
    '"podAntiAffinity":{"requiredDuringSchedulingIgnoredDuringExecution"',
    '"podAntiAffinity":{"preferredDuringSchedulingIgnoredDuringExecution"',
    '"nodeAffinity"',
    '"nvidia.com/gpu":"1"',
    '"kubernetes.io/arch":"arm64"',
    '"karpenter.sh/capacity-type":"on-demand"',
    '"key":"arch"',
  ]) {
    expect(text, feature).toContain(feature);
  }
});
