import { describe, expect, it } from 'vitest';
import { ambiguousPools, overlappingTypes } from '../../src/selection/overlap.ts';
import { type PoolText, selectedPool, typesFrom, VOCABULARY } from './harness.ts';

const TYPES_TEXT = `
  small arch=amd64 cpu=2 @ a/spot a/on-demand b/on-demand
  big   arch=amd64 cpu=8 @ a/spot a/on-demand b/on-demand
  arm   arch=arm64 cpu=8 @ a/spot a/on-demand b/on-demand
`;
const TYPES = typesFrom(TYPES_TEXT);

/** `loser < winner shared [keys] +others` per ambiguous pool. */
function ambiguous(...pools: readonly PoolText[]): readonly string[] {
  return ambiguousPools(
    pools.map((pool) => selectedPool(TYPES, pool)),
    VOCABULARY,
  ).map(
    ({ pool, preferred, sharedTypes, distinguishingKeys, others }) =>
      `${pool.name} < ${preferred.name} ${sharedTypes} [${distinguishingKeys.join()}] +${others}`,
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
    expect(ambiguous({ name: 'a' }, { name: 'b', requirements: 'arch In arm64' })).toEqual(['a < b 1 [] +0']);
  });

  it('compares names by code unit', () => {
    expect(ambiguous({ name: 'a10' }, { name: 'a9' })).toEqual(['a10 < a9 3 [] +0']);
  });

  it('is content with different weights; unset is 0', () => {
    expect(ambiguous({ name: 'a', weight: 10 }, { name: 'b' })).toEqual([]);
    expect(ambiguous({ name: 'a', weight: 10 }, { name: 'b', weight: 10 })).toEqual(['a < b 3 [] +0']);
  });

  it('is content with different taints, whatever their order', () => {
    const taints = 'x=1:NoSchedule y:NoExecute';
    expect(ambiguous({ name: 'a', taints }, { name: 'b' })).toEqual([]);
    expect(ambiguous({ name: 'a', taints }, { name: 'b', taints: 'x=2:NoSchedule y:NoExecute' })).toEqual([]);
    expect(ambiguous({ name: 'a', taints }, { name: 'b', taints: 'y:NoExecute x=1:NoSchedule' })).toEqual([
      'a < b 3 [] +0',
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
    ).toEqual(['a < b 3 [karpenter.sh/capacity-type,team] +0']);
  });

  it('prefers a rival that nothing tells apart', () => {
    expect(
      ambiguous(
        { name: 'a', labels: { team: 'x' } },
        { name: 'b', labels: { team: 'x' } },
        { name: 'c', labels: { team: 'y' } },
      ),
    ).toEqual(['a < b 3 [] +1', 'b < c 3 [team] +0']);
  });

  it('lists each pool once, in the order of the input', () => {
    expect(ambiguous({ name: 'b' }, { name: 'a' }, { name: 'c' })).toEqual([
      'b < c 3 [] +0',
      'a < c 3 [] +1',
    ]);
  });
});
