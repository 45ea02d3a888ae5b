import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Decision } from '../../../src/packer/cluster-autoscaler/decision.ts';
import type { Problem } from '../../../src/packer/cluster-autoscaler/problem.ts';
import { simulate } from '../../../src/packer/cluster-autoscaler/simulate.ts';
import { simulateRange } from '../../../src/packer/cluster-autoscaler/simulate-range.ts';
import { misplaced } from './misplaced.ts';
import { problems } from './random-problem.ts';
import { group, replicas, tell, told } from './scene.ts';
import { atDepth } from '../../at-depth.ts';

const SEED = 20_261_121;

/** fast-check prints seed and problem where a property fails. */
function holds(numRuns: number, property: (problem: Problem, decision: Decision) => void): void {
  fc.assert(
    fc.property(problems, (problem) => property(problem, simulate(problem))),
    { numRuns: atDepth(numRuns), seed: SEED },
  );
}

function random(problem: Problem, seed: number): Decision {
  return simulate({ ...problem, options: { ...problem.options, scanOrder: 'random', seed } });
}

it('puts pods only where they fit, in whatever order', () => {
  holds(400, (problem, decision) => {
    expect(misplaced(problem, decision)).toEqual([]);
    expect(misplaced(problem, random(problem, 5))).toEqual([]);
  });
});

it('says of every pod what becomes of it, once', () => {
  holds(200, ({ pods }, { nodeGroups, existingNodes, unschedulable, ignored }) => {
    const placed = [...nodeGroups, ...existingNodes].flatMap(({ podUids }) => podUids);
    const all = [...placed, ...unschedulable.keys(), ...ignored.keys()];
    expect(all.toSorted()).toEqual(pods.map(({ uid }) => uid).toSorted());
  });
});

it('grows no group beyond its maximum, and the cluster not beyond its limits', () => {
  holds(300, ({ nodeGroups, nodes = [], options = {} }, decision) => {
    for (const { id, add, nodes: added } of decision.nodeGroups) {
      const { maxSize = 0, targetSize = 0 } = nodeGroups.find((one) => one.id === id) ?? {};
      expect(targetSize + add).toBeLessThanOrEqual(Math.max(maxSize, targetSize));
      expect(added).toHaveLength(add);
    }
    const before = nodes.length + nodeGroups.reduce((sum, { targetSize }) => sum + targetSize, 0);
    const added = decision.nodeGroups.reduce((sum, { add }) => sum + add, 0);
    const { maxNodesTotal = 0 } = options;
    if (maxNodesTotal > 0 && added > 0) expect(before + added).toBeLessThanOrEqual(maxNodesTotal);
    const increases = decision.loops.flatMap((loop) => loop.increases.map(({ add }) => add));
    expect(increases.reduce((sum, add) => sum + add, 0)).toBe(added);
  });
});

it('does not care about groups that can take none of the pods, nor where they stand', () => {
  const useless = [1, 2].map((i) =>
    group(`useless-${i}`, { template: { taints: [{ key: 'useless', effect: 'NoSchedule' }] } }),
  );
  fc.assert(
    fc.property(problems, fc.nat({ max: 6 }), fc.nat({ max: 6 }), (problem, first, second) => {
      const withUseless = problem.nodeGroups
        .toSpliced(first, 0, ...useless.slice(0, 1))
        .toSpliced(second, 0, ...useless.slice(1));
      const decision = (one: Problem) => {
        const { loops, nodeGroups, existingNodes } = simulate(one);
        return tell({ ...simulate(one), loops, nodeGroups, existingNodes, unschedulable: new Map() });
      };
      expect(decision({ ...problem, nodeGroups: withUseless })).toBe(decision(problem));
    }),
    { numRuns: atDepth(200), seed: SEED },
  );
});

it('ranges from the fewest to the most, the decision in between', () => {
  holds(60, (problem) => {
    const { decision, range, deterministic, decisions } = simulateRange(problem, { runs: 8, seed: 3 });
    const nodes = decision.nodeGroups.reduce((sum, { add }) => sum + add, 0);
    expect(within(range.nodes, nodes) && within(range.podsLeft, decision.unschedulable.size)).toBe(true);
    for (const [id, one] of range.byNodeGroup) {
      expect(within(one, decision.nodeGroups.find((grown) => grown.id === id)?.add ?? 0)).toBe(true);
    }
    expect(decisions).toHaveLength(deterministic ? 1 : 9);
    expect(simulateRange(problem, { runs: 8, seed: 3 }).range).toEqual(range);
  });
});

function within([min, max]: readonly [number, number], value: number): boolean {
  return min <= value && value <= max;
}

it('calls nothing certain that dice could change', () => {
  const alike = problems.map((problem) => {
    // Pods of one deployment: with several the order always matters.
    const app = problem.pods[0]?.template;
    return { ...problem, pods: problem.pods.filter(({ template }) => template === app) };
  });
  const property = fc.property(fc.oneof(problems, alike), (problem) => {
    const decision = simulate(problem);
    const { packing, choice } = decision.chance;
    if (packing || choice) return;
    const sizes = ({ nodeGroups, unschedulable }: Decision) => [
      nodeGroups.map(({ id, add }) => [id, add]),
      unschedulable.size,
    ];
    const renamed = { ...problem, nodes: problem.nodes?.toReversed() ?? [] };
    expect(sizes(simulate(renamed))).toEqual(sizes(decision));
    for (const seed of [1, 2, 3]) expect(sizes(random(problem, seed))).toEqual(sizes(decision));
  });
  fc.assert(property, { numRuns: atDepth(500), seed: SEED });
});

it('takes the fast path to the same place for pods that are alike', () => {
  const sizes = fc.record({
    count: fc.integer({ min: 1, max: 300 }),
    cpuMilli: fc.integer({ min: 0, max: 4500 }),
    maxSize: fc.integer({ min: 1, max: 60 }),
    maxNodesPerScaleUp: fc.integer({ min: 0, max: 20 }),
  });
  fc.assert(
    fc.property(sizes, ({ count, cpuMilli, maxSize, maxNodesPerScaleUp }) => {
      const nodeGroups = [
        group('a', { maxSize }),
        group('b', { maxSize, template: { capacity: { cpu: '16', memory: '64Gi', pods: '29' } } }),
      ];
      const problem = {
        nodeGroups,
        pods: replicas('p', count, `${cpuMilli}m`),
        options: { maxNodesPerScaleUp },
      };
      expect(told({ ...problem, options: { maxNodesPerScaleUp, fastPath: true } })).toBe(told(problem));
    }),
    { numRuns: atDepth(200), seed: SEED },
  );
});

it('folds pods that are alike without changing anything', () => {
  holds(200, (problem, decision) => {
    const different = problem.pods.map(({ controllerUid: _controller, ...pod }) => ({
      ...pod,
      template: { ...pod.template, labels: { ...pod.template.labels, own: pod.uid } },
    }));
    const alike = problem.pods.map(({ controllerUid: _controller, ...pod }) => pod);
    const unfolded = simulate({ ...problem, pods: different });
    const folded = simulate({ ...problem, pods: alike });
    expect(tell({ ...unfolded, loops: [] })).toBe(tell({ ...folded, loops: [] }));
    expect(decision.ignored).toEqual(folded.ignored);
  });
});
