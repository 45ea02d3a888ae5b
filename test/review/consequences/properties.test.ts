import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlacementChange, PodGroupChange } from '../../../src/model/review.ts';
import { overlapChanges } from '../../../src/review/overlap-changes.ts';
import { placementChange } from '../../../src/review/placement-change.ts';
import { scenarioChanges } from '../../../src/review/scenario-changes.ts';
import { deployment, type PlanCase } from '../../plan/harness.ts';
import { sideOf } from './harness.ts';
import { atDepth } from '../../at-depth.ts';

const SEED = 20261122;

const TAINTS = ['', '  taints: [{key: only, effect: NoSchedule}]\n'];
const FAMILIES = ['m7i', 'c7i', 'm7i, c7i', 'r7i'];

const pool = fc.record({
  cpu: fc.constantFrom(8, 16, 32, 64),
  weight: fc.constantFrom(0, 10),
  taint: fc.constantFrom(...TAINTS),
  families: fc.constantFrom(...FAMILIES),
});

/** Some of the pools `a`, `b` and `c`, so that pools come and go. */
const definition = fc.record({ a: pool, b: pool, c: pool }, { requiredKeys: ['a'] });

const app = fc.record({
  replicas: fc.integer({ min: 0, max: 14 }),
  cpuMilli: fc.integer({ min: 100, max: 3000 }),
  tolerates: fc.boolean(),
});

const state = fc.record({ definition, apps: fc.array(app, { minLength: 1, maxLength: 4 }) });
type State = typeof state extends fc.Arbitrary<infer T> ? T : never;

function caseOf({ definition: pools, apps }: State): PlanCase {
  return {
    pools: Object.entries(pools)
      .map(
        ([name, { cpu, weight, taint, families }]) => `${name}:
  weight: ${weight}
  limits: {cpu: ${cpu}, memory: 2000Gi}
${taint}  requirements:
    - {key: karpenter.k8s.aws/instance-family, operator: In, values: [${families}]}
    - {key: karpenter.k8s.aws/instance-cpu, operator: In, values: ["4", "8"]}
`,
      )
      .join('')
      .replaceAll('  weight: 0\n', ''),
    manifests: apps
      .map(({ replicas, cpuMilli, tolerates }, i) =>
        deployment(
          `app${i}`,
          replicas,
          `cpu: ${cpuMilli}m, memory: 256Mi`,
          tolerates ? 'tolerations: [{operator: Exists}]' : '',
        ),
      )
      .join(''),
  };
}

function placed(base: PlanCase, head: PlanCase): PlacementChange {
  const placement = placementChange({ base: sideOf(base), head: sideOf(head) });
  if (placement === undefined) return NOTHING;
  return placement;
}

const NOTHING: PlacementChange = {
  podsBefore: 0,
  podsAfter: 0,
  lost: [],
  gained: [],
  moved: [],
  unplacedNew: [],
  unplacedBefore: 0,
  unplacedAfter: 0,
  waitingBefore: 0,
  waitingAfter: 0,
};

function sum(groups: readonly { readonly count: number }[]): number {
  return groups.reduce((total, { count }) => total + count, 0);
}

/** How many of each controller. */
function byOwner(groups: readonly PodGroupChange[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { owner, count } of groups) {
    const name = owner?.name ?? '';
    counts[name] = (counts[name] ?? 0) + count;
  }
  return counts;
}

describe('for any two states', () => {
  it('a state compared with itself has no consequences', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(state, (one) => {
        const [base, head] = [sideOf(caseOf(one)), sideOf(caseOf(one))];
        const placement = placementChange({ base, head }) ?? NOTHING;
        const { lost, gained, moved, unplacedNew, unplacedBefore, unplacedAfter } = placement;
        expect([lost, gained, moved, unplacedNew]).toEqual([[], [], [], []]);
        expect(unplacedAfter).toBe(unplacedBefore);
        expect(overlapChanges({ base, head })).toEqual([]);
        expect(scenarioChanges({ base, head }).filter(({ change }) => change !== 'unchanged')).toEqual([]);
      }),
      { seed: SEED, numRuns: atDepth(30) },
    );
  });

  it('placement mirrors when the states change places, and its sums are those of the plans', {
    timeout: 240_000,
  }, () => {
    fc.assert(
      fc.property(state, state, (one, other) => {
        const [base, head] = [caseOf(one), caseOf(other)];
        const there = placed(base, head);
        const back = placed(head, base);
        expect(byOwner(back.gained)).toEqual(byOwner(there.lost));
        expect(byOwner(back.lost)).toEqual(byOwner(there.gained));
        const moves = ({ moved }: PlacementChange, turned: boolean) =>
          moved
            .map(({ owner, count, from, to }) =>
              [owner?.name, count, ...(turned ? [to, from] : [from, to])].join(' '),
            )
            .sort();
        expect(moves(back, true)).toEqual(moves(there, false));
        // Pods of base alone that had no place are what is new without a place on the way back.
        expect(there.unplacedAfter - there.unplacedBefore).toBe(
          sum(there.lost) - sum(there.gained) + sum(there.unplacedNew) - sum(back.unplacedNew),
        );
        expect(back.podsBefore).toBe(there.podsAfter);
      }),
      { seed: SEED, numRuns: atDepth(30) },
    );
  });

  it('overlaps mirror when the states change places', { timeout: 120_000 }, () => {
    const turned = { added: 'removed', removed: 'added', changed: 'changed' } as const;
    fc.assert(
      fc.property(definition, definition, (one, other) => {
        const [base, head] = [one, other].map((pools) => {
          const { manifests: _none, ...rest } = caseOf({ definition: pools, apps: [] });
          return sideOf(rest);
        });
        const there = overlapChanges({ base, head });
        const back = overlapChanges({ base: head, head: base });
        expect(back.map(({ pools, change }) => [pools, change])).toEqual(
          there.map(({ pools, change }) => [pools, turned[change]]),
        );
      }),
      { seed: SEED, numRuns: atDepth(60) },
    );
  });
});
