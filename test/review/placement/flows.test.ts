import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flowsOf } from '../../../src/review/placement/flows.ts';
import { unplacedPods } from '../../../src/review/placement/unplaced-pods.ts';

/** `0:a 1:b 2` is pod 0 in pool a, pod 1 in pool b and pod 2 without a place. */
function places(text: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const part of text.split(' ').filter((one) => one !== '')) {
    const [pod = '', place = ''] = part.split(':');
    found.set(place, [...(found.get(place) ?? []), pod]);
  }
  return found;
}

function flows(before: string, after: string): string {
  const pods = { before: places(before), after: places(after) };
  const found = flowsOf(pods);
  const { lost, added } = unplacedPods(pods, found);
  return [
    ...found.moved.map(({ from, to, count }) => `${count} ${from || '-'}>${to || '-'}`),
    ...(lost.length === 0 ? [] : [`lost ${lost.join(',')}`]),
    ...(found.unplacedNew === 0 ? [] : [`new ${added.join(',')}`]),
  ].join('; ');
}

describe('pods that are alike', () => {
  it.each([
    ['stay where they are', '0:a 1:b', '0:a 1:b', ''],
    ['do not move by changing places', '0:a 1:b', '0:b 1:a', ''],
    ['do not move in a ring', '0:a 1:b 2:c', '0:b 1:c 2:a', ''],
    ['move', '0:a 1:a', '0:a 1:b', '1 a>b'],
    ['move at most once', '0:a 1:b', '0:b 1:c', '1 a>c'],
    ['go where their names say', '0:a 1:b', '0:d 1:c', '1 a>d; 1 b>c'],
    ['lose their place', '0:a 1:a 2', '0:a 1 2', '1 a>-; lost 1'],
    ['do not lose it by changing places', '0:a 1', '0 1:a', ''],
    ['get a place', '0 1', '0:a 1', '1 ->a'],
    ['come', '0:a', '0:a 1:b', ''],
    ['come without a place', '0:a', '0:a 1', 'new 1'],
    ['come and have a place where an older one has none', '0:a', '0 1:a', 'new 0'],
    ['come while others lose their place', '0:a 1:a', '0 1 2', '2 a>-; lost 0,1; new 2'],
    ['come without a place while others move', '0:a', '0:b 1', '1 a>b; new 1'],
    ['go', '0:a 1:b', '0:a', ''],
    ['go, first those without a place', '0:a 1', '0:a', ''],
    ['go while others lose their place', '0:a 1:a 2', '0 1', '2 a>-; lost 0,1'],
    ['come to nothing', '', '', ''],
  ])('%s', (_what, before, after, expected) => {
    expect(flows(before, after)).toBe(expected);
  });
});

const SEED = 20261122;
const somewhere = fc.constantFrom('', 'a', 'b', 'c', 'd');
const placement = fc
  .array(fc.option(somewhere), { maxLength: 12 })
  .map((all) => places(all.flatMap((place, pod) => (place === null ? [] : [`${pod}:${place}`])).join(' ')));

function sizes(pods: ReadonlyMap<string, readonly string[]>, place: string): number {
  return pods.get(place)?.length ?? 0;
}

it('the flows back are the flows there, turned round, and no fewer would do', () => {
  fc.assert(
    fc.property(placement, placement, (before, after) => {
      const there = flowsOf({ before, after });
      const back = flowsOf({ before: after, after: before });
      const texts = there.moved.map(({ from, to, count }) => `${count} ${from} ${to}`).sort();
      expect(back.moved.map(({ from, to, count }) => `${count} ${to} ${from}`).sort()).toEqual(texts);
      const leaving = new Set(there.moved.map(({ from }) => from));
      for (const { from, to, count } of there.moved) {
        expect(leaving.has(to)).toBe(false);
        expect(count).toBeLessThanOrEqual(sizes(before, from));
        expect(count).toBeLessThanOrEqual(sizes(after, to));
      }
      expect(Math.min(there.unplacedNew, back.unplacedNew)).toBe(0);
    }),
    { seed: SEED, numRuns: 2000 },
  );
});
