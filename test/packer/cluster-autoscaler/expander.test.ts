import { describe, expect, it } from 'vitest';
import { bestOptions, type Candidate, wasteOf } from '../../../src/packer/cluster-autoscaler/expander.ts';
import type { ExpanderName, PriorityTier } from '../../../src/packer/cluster-autoscaler/problem.ts';

const NANO = 1_000_000_000n;

function option(
  nodeGroup: string,
  nodeCount: number,
  podCount: number,
  sizes: Partial<Sizes> = {},
): Candidate {
  const { cpu = 4n, memory = 16n, cpuAsked = 1n, memoryAsked = 1n } = sizes;
  return {
    nodeGroup,
    nodeCount,
    podCount,
    capacity: { cpuNano: cpu * NANO, memoryNano: memory * NANO },
    requests: { cpuNano: cpuAsked * NANO, memoryNano: memoryAsked * NANO },
  };
}

interface Sizes {
  readonly cpu: bigint;
  readonly memory: bigint;
  readonly cpuAsked: bigint;
  readonly memoryAsked: bigint;
}

const TWO = option('md/two', 2, 8, { cpuAsked: 6n });
const ONE = option('md/one', 1, 4, { cpuAsked: 2n });
const SAME = option('md/same', 1, 8, { cpuAsked: 2n });
const ALL = [TWO, ONE, SAME];

function names(chain: readonly ExpanderName[], priorities?: readonly PriorityTier[], options = ALL) {
  return bestOptions(options, chain, priorities).map(({ nodeGroup }) => nodeGroup.slice(3));
}

describe('expanders', () => {
  it('weigh idle CPU and memory as doubles', () => {
    expect(wasteOf(TWO)).toBe((8000 - 6000) / 8000 + (32 - 1) / 32);
    expect(wasteOf(ONE)).toBe((4000 - 2000) / 4000 + (16 - 1) / 16);
  });

  it.each<[readonly ExpanderName[], readonly string[]]>([
    [['least-waste'], ['two']],
    [['most-pods'], ['two', 'same']],
    [['least-nodes'], ['one', 'same']],
    [['least-nodes', 'most-pods'], ['same']],
    [['most-pods', 'least-nodes'], ['same']],
    [['random'], ['two', 'one', 'same']],
    [['grpc', 'least-waste'], ['two']],
  ])('%j leave %j', (chain, expected) => {
    expect(names(chain)).toEqual(expected);
  });

  it('let a node without capacity win only in first place', () => {
    const none = option('md/none', 1, 1, { cpu: 0n, cpuAsked: 0n });
    expect(names(['least-waste'], [], [none, ...ALL])).toEqual(['none']);
    expect(names(['least-waste'], [], [...ALL, none])).toEqual(['two']);
  });

  it.each<[string, readonly PriorityTier[] | undefined, readonly string[]]>([
    ['no configuration lets all pass', undefined, ['two', 'one', 'same']],
    ['a match anywhere counts', [{ priority: 5, patterns: ['wo$', '^one'] }], ['two']],
    [
      'the highest tier wins',
      [
        { priority: 1, patterns: ['.*'] },
        { priority: 5, patterns: ['/one', '/same'] },
      ],
      ['one', 'same'],
    ],
    ['groups that nothing matches stay behind', [{ priority: 0, patterns: ['same'] }], ['same']],
    ['-1 can win', [{ priority: -1, patterns: ['one'] }], ['one']],
    ['below it all pass', [{ priority: -2, patterns: ['one'] }], ['two', 'one', 'same']],
    ['all pass where nothing matches', [{ priority: 1, patterns: ['nothing'] }], ['two', 'one', 'same']],
    [
      'a pattern that Go refuses drops everything',
      [{ priority: 1, patterns: ['one', '(?=x)'] }],
      ['two', 'one', 'same'],
    ],
  ])('of priorities: %s', (_title, priorities, expected) => {
    expect(names(['priority'], priorities)).toEqual(expected);
  });
});
