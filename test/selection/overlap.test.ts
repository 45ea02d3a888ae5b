import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { Requirements } from '../../src/kubernetes/requirements.ts';
import { ambiguousPools, overlappingTypes } from '../../src/selection/overlap.ts';
import { type PoolText, selectedPool, typesFrom, VOCABULARY } from './harness.ts';

const TYPES_TEXT = `
  small arch=amd64 cpu=2 @ a/spot a/on-demand b/on-demand
  big   arch=amd64 cpu=8 @ a/spot a/on-demand b/on-demand
  arm   arch=arm64 cpu=8 @ a/spot a/on-demand b/on-demand
`;
const TYPES = typesFrom(TYPES_TEXT);

/** `loser < winner shared [keys]` per ambiguous pool. */
function ambiguous(...pools: readonly PoolText[]): readonly string[] {
  return ambiguousPools(
    pools.map((pool) => selectedPool(TYPES, pool)),
    VOCABULARY,
  ).map(
    ({ pool, preferred, sharedTypes, distinguishingKeys }) =>
      `${pool.name} < ${preferred.name} ${sharedTypes} [${distinguishingKeys.join()}]`,
  );
}

describe('overlappingTypes', () => {
  it('counts the types both admit', () => {
    const a = selectedPool(TYPES, { name: 'a', requirements: 'arch In amd64' }).selection;
    const b = selectedPool(TYPES, { name: 'b', requirements: 'cpu In 8' }).selection;
    expect(overlappingTypes(a, b)).toBe(1);
    expect(overlappingTypes(a, a)).toBe(2);
  });

  it('goes by name where the two were selected from different arrays', () => {
    const a = selectedPool(TYPES, { name: 'a', requirements: 'arch In amd64' }).selection;
    const b = selectedPool(typesFrom(TYPES_TEXT).toReversed(), {
      name: 'b',
      requirements: 'cpu In 8',
    }).selection;
    expect(overlappingTypes(a, b)).toBe(1);
    expect(overlappingTypes(b, { ...a })).toBe(1);
  });
});

describe('ambiguousPools', () => {
  it('finds the pool whose name loses', () => {
    expect(ambiguous({ name: 'a' }, { name: 'b', requirements: 'arch In arm64' })).toEqual(['a < b 1 []']);
  });

  it('compares names by code unit', () => {
    expect(ambiguous({ name: 'a10' }, { name: 'a9' })).toEqual(['a10 < a9 3 []']);
  });

  it('is content with different weights; unset is 0', () => {
    expect(ambiguous({ name: 'a', weight: 10 }, { name: 'b' })).toEqual([]);
    expect(ambiguous({ name: 'a', weight: 10 }, { name: 'b', weight: 10 })).toEqual(['a < b 3 []']);
  });

  it('is content with different taints, whatever their order', () => {
    const taints = 'x=1:NoSchedule y:NoExecute';
    expect(ambiguous({ name: 'a', taints }, { name: 'b' })).toEqual([]);
    expect(ambiguous({ name: 'a', taints }, { name: 'b', taints: 'x=2:NoSchedule y:NoExecute' })).toEqual([]);
    expect(ambiguous({ name: 'a', taints }, { name: 'b', taints: 'y:NoExecute x=1:NoSchedule' })).toEqual([
      'a < b 3 []',
    ]);
  });

  it('is content without common types', () => {
    expect(
      ambiguous({ name: 'a', requirements: 'arch In arm64' }, { name: 'b', requirements: 'arch In amd64' }),
    ).toEqual([]);
  });

  it('leaves static pools out', () => {
    expect(ambiguous({ name: 'a' }, { name: 'b', replicas: 3 })).toEqual([]);
  });

  it('names the keys on which pods can choose', () => {
    expect(
      ambiguous(
        { name: 'a', labels: { team: 'x' }, requirements: 'karpenter.sh/capacity-type In on-demand' },
        { name: 'b', labels: { team: 'y' }, requirements: 'karpenter.sh/capacity-type In spot' },
      ),
    ).toEqual(['a < b 3 [karpenter.sh/capacity-type,team]']);
  });

  it('prefers a rival that nothing tells apart', () => {
    expect(
      ambiguous(
        { name: 'a', labels: { team: 'x' } },
        { name: 'b', labels: { team: 'x' } },
        { name: 'c', labels: { team: 'y' } },
      ),
    ).toEqual(['a < b 3 []', 'b < c 3 [team]']);
  });

  it('lists each pool once, in the order of the input', () => {
    expect(ambiguous({ name: 'b' }, { name: 'a' }, { name: 'c' })).toEqual(['b < c 3 []', 'a < c 3 []']);
  });

  it('finds among many pools what comparing each with each finds', () => {
    const label = fc.constantFrom(undefined, 'x', 'y', 'z');
    const written = fc.record({
      team: label,
      stage: label,
      types: fc.constantFrom('', 'arch In arm64', 'cpu In 2'),
    });
    fc.assert(
      fc.property(fc.array(written, { maxLength: 12 }), (inputs) => {
        const pools = inputs.map(({ team, stage, types }, i) => {
          const labels = {
            ...(team === undefined ? {} : { team }),
            ...(stage === undefined ? {} : { stage }),
          };
          return { name: `pool-${i}`, labels, requirements: types };
        });
        expect(ambiguous(...pools).map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual(
          comparedOneByOne(pools),
        );
      }),
    );
  });

  it('compares few of a thousand pools that a label keeps apart', () => {
    let compared = 0;
    const intersects = vi.spyOn(Requirements.prototype, 'intersects').mockImplementation(() => {
      compared++;
      return false;
    });
    const pools = Array.from({ length: 1000 }, (_, i) => ({
      name: `pool-${i}`,
      labels: { team: `t${i}` },
      requirements: `karpenter.sh/capacity-type In ${i % 2 === 0 ? 'spot' : 'on-demand'}`,
    }));
    expect(ambiguous(...pools)).toHaveLength(999);
    intersects.mockRestore();
    expect(compared).toBeLessThan(3000);
  });
});

/** Pools without weights and taints, by the definition of the rule. */
function comparedOneByOne(pools: readonly PoolText[]): readonly string[] {
  const tried = pools.toSorted((a, b) => (a.name < b.name ? 1 : -1));
  const differ = (a: PoolText, b: PoolText) =>
    ['team', 'stage'].some((key) => {
      const [one, other] = [a.labels?.[key], b.labels?.[key]];
      return one !== undefined && other !== undefined && one !== other;
    });
  return pools.flatMap((pool) => {
    const earlier = tried.slice(0, tried.indexOf(pool)).filter((rival) => {
      const [a, b] = [pool, rival].map((one) => selectedPool(TYPES, one).selection);
      return a !== undefined && b !== undefined && overlappingTypes(a, b) > 0;
    });
    const preferred = earlier.find((rival) => !differ(pool, rival)) ?? earlier[0];
    return preferred === undefined ? [] : [`${pool.name} < ${preferred.name}`];
  });
}
