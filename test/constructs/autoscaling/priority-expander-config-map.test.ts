import { Testing } from 'cdk8s';
import { parse } from 'yaml';
import { expect, it } from 'vitest';
import { PriorityExpanderConfigMap, type PriorityExpanderConfigMapProps } from '../../../constructs/index.ts';
import { chart } from '../harness.ts';

function synth(priorities: unknown): any {
  const scope = chart();
  new PriorityExpanderConfigMap(scope, 'priorities', {
    metadata: { namespace: 'kube-system', labels: { team: 'platform' } },
    priorities: priorities as PriorityExpanderConfigMapProps['priorities'],
  });
  return Testing.synth(scope)[0];
}

const TIERS = { 1: ['.*'], 51: ['^MachineDeployment/clusters/a-gpu-[^/]*$', '"\\.'], 0: ['a: b # c'] };

it('is the ConfigMap that the autoscaler looks for', () => {
  const { data, ...object } = synth(TIERS);
  expect(object).toEqual({
    apiVersion: 'v1',
    immutable: false,
    kind: 'ConfigMap',
    metadata: {
      name: 'cluster-autoscaler-priority-expander',
      namespace: 'kube-system',
      labels: { team: 'platform' },
    },
  });
  expect(data.priorities).toBe(
    '51:\n  - "^MachineDeployment/clusters/a-gpu-[^/]*$"\n  - "\\"\\\\."\n1:\n  - ".*"\n0:\n  - "a: b # c"\n',
  );
  expect(parse(data.priorities)).toEqual(TIERS);
});

it('takes a Map, and does not depend on its order', () => {
  const entries = Object.entries(TIERS).map(([priority, patterns]) => [Number(priority), patterns] as const);
  expect(synth(new Map(entries.reverse()))).toEqual(synth(TIERS));
});

it.each<[string, object, string]>([
  ['a lookahead', { 1: ['a(?!b)'] }, 'priorities[1]: "a(?!b)" has a lookahead'],
  ['a tier that never wins', { [-2]: ['a'] }, '-2 is not a whole number of at least -1'],
  ['half a tier', { 1.5: ['a'] }, '1.5 is not a whole number'],
  ['a tier that is no number', { high: ['a'] }, 'NaN is not a whole number'],
  ['a tier without patterns', { 1: [] }, 'priorities[1] has no pattern'],
])('refuses %s at once', (_title, priorities, problem) => {
  expect(() => synth(priorities)).toThrow(problem);
});
