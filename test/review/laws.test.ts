import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChangeKind, ClusterReview, PoolReview } from '../../src/model/review.ts';
import { definition, review } from './harness.ts';
import { atDepth } from '../at-depth.ts';

/** Set REVIEW_SEED to reproduce. */
const SEED = Number(process.env['REVIEW_SEED'] ?? 20261122);

const parts: Readonly<Record<string, fc.Arbitrary<string>>> = {
  limits: fc.constantFrom('{cpu: 100}', '{cpu: "50", memory: 400Gi}', '{nodes: 3, cpu: 10}'),
  weight: fc.constantFrom('1', '10', '100'),
  labels: fc.constantFrom('{team: a}', '{team: b, example.com/tier: web}', '{}'),
  taints: fc.constantFrom(
    '[{key: dedicated, value: gpu, effect: NoSchedule}]',
    '[{key: a, effect: NoExecute}, {key: dedicated, value: web, effect: NoSchedule}]',
  ),
  expire_after: fc.constantFrom('720h', '168h', 'Never', '30m'),
  termination_grace_period: fc.constantFrom('1h', '60m'),
  disruption: fc.constantFrom(
    '{budgets: [{nodes: "0"}]}',
    '{budgets: []}',
    '{consolidate_after: 5m, budgets: [{nodes: 10%, reasons: [Drifted]}]}',
    '{budgets: [{nodes: "0", schedule: "0 9 * * mon-fri", duration: 8h}]}',
  ),
  node_class: fc.constantFrom(
    '{tags: {team: web}}',
    '{volumeSize: 200Gi}',
    '{ami: al2023@latest}',
    '{tags: {team: web, b: c}, user_data: x}',
  ),
  max_monthly_usd: fc.constantFrom('10', '1000'),
  requirements: fc
    .subarray(
      [
        '{key: karpenter.k8s.aws/instance-family, operator: In, values: [m5, c5, m6a], minValues: 2}',
        '{key: kubernetes.io/arch, operator: In, values: [amd64, arm64]}',
        '{key: karpenter.sh/capacity-type, operator: In, values: [spot]}',
        '{key: topology.kubernetes.io/zone, operator: NotIn, values: [eu-west-1c]}',
        '{key: example.com/disk, operator: In, values: [ssd]}',
      ],
      { minLength: 1 },
    )
    .map((items) => `[${items.join(', ')}]`),
};

const pool = fc.record(parts, { requiredKeys: [] }).map(
  (fields) =>
    `{${Object.entries(fields)
      .map(([key, value]) => `${key}: ${value}`)
      .join(', ')}}`,
);

const state = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'batch'), pool, { minKeys: 1, maxKeys: 4 });

/** Two states that have something in common, under the same name or another. */
const states = fc
  .record({ before: state, after: state, kept: fc.subarray(['a', 'b', 'c']), renamed: fc.boolean() })
  .map(({ before, after, kept, renamed }) => {
    const same = Object.entries(before).filter(([name]) => kept.includes(name));
    const moved = renamed
      ? Object.entries(before)
          .slice(-1)
          .map(([, body]) => ['moved', body] as const)
      : [];
    return { before, after: { ...after, ...Object.fromEntries([...same, ...moved]) } };
  });

const runs = { seed: SEED, numRuns: atDepth(30) };

describe(`a review, seed ${SEED}`, () => {
  it('of a state against itself says that nothing changes', () => {
    fc.assert(
      fc.property(state, (pools) => {
        const found = review(definition(pools), definition(pools));
        expect(found.change).toBe('unchanged');
        expect(found.objects).toEqual([]);
        expect(found.dangers).toEqual([]);
        for (const one of found.nodePools) {
          expect([one.change, one.summary, one.fields, one.dangers]).toEqual(['unchanged', [], [], []]);
          expect([one.rotation.scope, one.rotation.causes]).toEqual(['none', []]);
        }
      }),
      runs,
    );
  });

  it('the other way round says the reverse', () => {
    const seen = new Set<ChangeKind>();
    fc.assert(
      fc.property(states, ({ before, after }) => {
        const there = review(definition(before), definition(after));
        const back = review(definition(after), definition(before));
        for (const { change } of there.nodePools) seen.add(change);
        expect(mirrored(there)).toEqual(plain(back));
      }),
      runs,
    );
    // A property of changes that never come tests nothing.
    expect([...seen].sort()).toEqual(['added', 'changed', 'removed', 'renamed', 'unchanged']);
  });

  it('does not depend on the order of pools', () => {
    fc.assert(
      fc.property(states, ({ before, after }) => {
        const reversed = Object.fromEntries(Object.entries(after).toReversed());
        const [one, other] = [after, reversed].map((head) =>
          plain(review(definition(before), definition(head))),
        );
        expect(one).toEqual(other);
      }),
      runs,
    );
  });

  it('finds a pool that only got another name', () => {
    fc.assert(
      fc.property(pool, pool, (body, other) => {
        fc.pre(body !== other);
        const found = review(
          definition({ old: body, kept: other }),
          definition({ kept: other, fresh: body }),
        );
        expect(found.nodePools.map(({ name, change, renamedFrom }) => [name, change, renamedFrom])).toEqual([
          ['kept', 'unchanged', undefined],
          ['fresh', 'renamed', 'old'],
        ]);
      }),
      runs,
    );
  });
});

interface PlainPool {
  readonly name: string;
  readonly change: ChangeKind;
  readonly fields: readonly string[];
  readonly types: unknown;
}

/** What has a direction, by name: the order of head and of base may differ. */
function plain({ change, nodePools, objects }: ClusterReview) {
  return {
    change,
    nodePools: nodePools
      .map((one): PlainPool => {
        const { types, fields } = one;
        return {
          name: one.renamedFrom === undefined ? one.name : [one.name, one.renamedFrom].sort().join(),
          change: one.change,
          fields: fields
            .map(({ kind, pointer, before, after }) => fieldText(kind, pointer, before, after))
            .sort(),
          types,
        };
      })
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    objects: objects.map(({ key, change: what, before, after }) => [key, what, before, after]),
  };
}

function mirrored(review: ClusterReview) {
  const turned: ClusterReview = {
    ...review,
    nodePools: review.nodePools.map(
      (one): PoolReview => ({
        ...one,
        change: TURNED[one.change],
        fields: one.fields.map(({ before, after, ...field }) => ({
          ...field,
          ...(after === undefined ? {} : { before: after }),
          ...(before === undefined ? {} : { after: before }),
        })),
        ...(one.types === undefined
          ? {}
          : {
              types: {
                before: one.types.after,
                after: one.types.before,
                added: one.types.removed,
                removed: one.types.added,
                addedFamilies: one.types.removedFamilies,
                removedFamilies: one.types.addedFamilies,
                addedZones: one.types.removedZones,
                removedZones: one.types.addedZones,
                addedCapacityTypes: one.types.removedCapacityTypes,
                removedCapacityTypes: one.types.addedCapacityTypes,
              },
            }),
      }),
    ),
    objects: review.objects.map(({ before, after, change, ...object }) => ({
      ...object,
      change: TURNED[change] as 'added' | 'removed' | 'changed',
      ...(after === undefined ? {} : { before: after }),
      ...(before === undefined ? {} : { after: before }),
    })),
  };
  return plain(turned);
}

const TURNED: Readonly<Record<ChangeKind, ChangeKind>> = {
  added: 'removed',
  removed: 'added',
  changed: 'changed',
  renamed: 'renamed',
  unchanged: 'unchanged',
};

/** Items of lists stand at another place in the other state. */
function fieldText(kind: string, pointer: string, before: unknown, after: unknown): string {
  return JSON.stringify([kind, pointer.replaceAll(/\/\d+/g, '/*'), before ?? null, after ?? null]);
}
