import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Problem } from '../../src/packer/karpenter/problem.ts';
import { solve, solveAfter } from '../../src/packer/karpenter/solve.ts';
import { randomScenario } from '../conformance/random/scenario.ts';
import { cataloguesBeside } from '../conformance/read-documents.ts';
import { recordedForm } from '../conformance/recorded-form.ts';
import { problemOf } from '../conformance/scenario-to-problem.ts';
import { atDepth } from '../at-depth.ts';

const SEED = 20261122;
const RUNS = atDepth(150);
const PROBE = {
  uid: 'probe',
  name: 'probe',
  namespace: 'default',
  createdAtSeconds: 0,
  template: { spec: { tolerations: [{ operator: 'Exists' }], containers: [{ name: 'probe' }] } },
} as const;

/** What plans ask after the first decision. */
const CHANGES: readonly ((problem: Problem) => Problem)[] = [
  (problem) => ({
    ...problem,
    nodePools: problem.nodePools.map(({ spec: { limits: _limits, ...spec }, ...pool }) => ({
      ...pool,
      spec,
    })),
  }),
  (problem) => ({ ...problem, pods: problem.pods.slice(1) }),
  (problem) => ({
    ...problem,
    nodePools: problem.nodePools.slice(1),
    nodes: [],
    nodeClaims: [],
    boundPods: [],
    pods: [PROBE],
  }),
];

it('a problem is decided as it would be alone, whatever was decided before', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(fc.nat({ max: 1_000_000 }), fc.constantFrom(...CHANGES), (index, change) => {
      const problem = problemOf(
        randomScenario('properties', index),
        cataloguesBeside('test/conformance/exact/any.jsonl'),
      );
      const { encoded } = solveAfter(problem, undefined);
      const changed = change(problem);
      const alone = solve(changed);
      const after = solveAfter(changed, encoded);
      expect(recordedForm(after.decision)).toEqual(recordedForm(alone));
      expect([...after.decision.errors]).toEqual([...alone.errors]);
      const again = solveAfter(problem, after.encoded);
      expect(recordedForm(again.decision)).toEqual(recordedForm(solve(problem)));
    }),
    { seed: SEED, numRuns: RUNS },
  );
});
