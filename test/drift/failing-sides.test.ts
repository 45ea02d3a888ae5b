import { NODE_POOL_DRIFT } from '../../src/backends/karpenter/node-pool-drift.ts';
import { compile } from '../../src/compile.ts';
import { Source } from '../../src/diagnostics/source.ts';
import { forecastRotation } from '../../src/drift/forecast-rotation.ts';
import type { SideCluster } from '../../src/model/review-input.ts';
import { describe, expect, it } from 'vitest';
import { BASE, edited } from './forecast-cases.ts';
import { provider } from './harness.ts';

function anySide(text: string): SideCluster {
  const { clusters } = compile({
    files: [{ source: new Source('web.yaml', text), clusterName: 'web', origin: 'argument' }],
    provider: () => provider,
  });
  const [compiled] = clusters;
  if (compiled === undefined) throw new Error('no cluster');
  return { compiled, provider, plans: [] };
}

function rotation(base: SideCluster, head: SideCluster) {
  const [basePool, headPool] = [base, head].map(({ compiled }) => compiled.pools[0]);
  const more = { nodePoolDrift: NODE_POOL_DRIFT, replacementSeconds: 300 };
  return forecastRotation({ base, head, basePool, headPool, change: 'changed', ...more });
}

describe('a state that has errors', () => {
  it.each([
    ['a version that is not known', edited(['  rules:', '  karpenter_version: "1.13"\n  rules:'])],
    ['a size that is none', edited(['volumeSize: 50Gi', 'volumeSize: abc'])],
    [
      'disks that nobody knows',
      edited(['ami: al2023@v20260715', 'ami: [{id: ami-0a}]\n        ami_family: Custom']),
    ],
  ])('says nothing about nodes: %s', (_, text) => {
    const [sound, failed] = [anySide(BASE), anySide(text)];
    expect(failed.compiled.failed).toBe(true);
    for (const [base, head, state] of [
      [sound, failed, 'head'],
      [failed, sound, 'base'],
    ] as const) {
      const { scope, causes, undecided } = rotation(base, head);
      expect({ scope, causes }).toEqual({ scope: 'none', causes: [] });
      expect(undecided.join()).toContain(`The definition has errors in ${state}:`);
    }
  });
});

it('hashes nothing where both states are the same one', () => {
  const base = anySide(BASE);
  expect(rotation(base, base)).toEqual({ scope: 'none', causes: [], undecided: [] });
});
