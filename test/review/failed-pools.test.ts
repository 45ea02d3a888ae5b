import { describe, expect, it } from 'vitest';
import { reviewCluster } from '../../src/review/review-cluster.ts';
import { BASE, edited } from '../drift/forecast-cases.ts';
import { reviewInput } from './harness.ts';

const STATES: readonly (readonly [string, string])[] = [
  ['a version that is not known', edited(['  rules:', '  karpenter_version: "1.13"\n  rules:'])],
  ['a size that is none', edited(['volumeSize: 50Gi', 'volumeSize: abc'])],
  [
    'disks that nobody knows',
    edited(['ami: al2023@v20260715', 'ami: [{id: ami-0a}]\n        ami_family: Custom']),
  ],
];

describe('a pool without its whole objects in one state', () => {
  it.each(STATES)('is not compared: %s', (_, text) => {
    for (const [base, head, state] of [
      [BASE, text, 'head'],
      [text, BASE, 'base'],
    ] as const) {
      const { nodePools, objects, failed } = reviewCluster(reviewInput(base, head));
      expect(failed).toEqual([state]);
      expect(objects).toEqual([]);
      expect(nodePools).toMatchObject([
        {
          name: 'default',
          change: 'changed',
          summary: [`not compared: it has errors in ${state}`],
          fields: [],
          rotation: { scope: 'none', causes: [] },
          dangers: [],
        },
      ]);
      expect(nodePools[0]?.types).toBeUndefined();
    }
  });
});
