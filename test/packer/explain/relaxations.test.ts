import { describe, expect, test } from 'vitest';
import { Explainer } from '../../../src/packer/explain/explainer.ts';
import { applyChange } from '../../../src/packer/explain/relax/apply.ts';
import type { Change } from '../../../src/packer/explain/relax/change.ts';
import { findRelaxations, type ProvenRelaxation } from '../../../src/packer/explain/relax/search.ts';
import type { Problem } from '../../../src/packer/karpenter/problem.ts';
import { solve } from '../../../src/packer/karpenter/solve.ts';
import { atDepth } from '../../at-depth.ts';
import { recordedFiles, recordedProblems, sample } from './recorded.ts';

const SEED = 20_261_122;
const SCENARIOS = atDepth(10);
const TRIALS = 25;

const ON_PODS: ReadonlySet<Change['kind']> = new Set(['tolerate', 'request-less', 'drop']);

/** What is wrong with a change that is said to help. */
function faults(
  problem: Problem,
  uid: string,
  { change, place, displaced }: ProvenRelaxation,
): readonly string[] {
  const changed = applyChange(problem, change, new Set([uid]));
  if (changed === undefined) return ['it cannot be made'];
  const pools = changed.nodePools.filter((pool, at) => text(pool.spec) !== text(problem.nodePools[at]?.spec));
  const pods = changed.pods.filter((pod, at) => text(pod) !== text(problem.pods[at]));
  const found: string[] = [];
  const expected = ON_PODS.has(change.kind) ? [0, 1] : [1, 0];
  if (text([pools.length, pods.length]) !== text(expected)) {
    found.push(`it changes ${pools.length} pools and ${pods.length} pods`);
  }
  const before = solve(problem);
  const after = solve(changed);
  if (after.errors.has(uid) || after.ignored.has(uid)) found.push('the pod has no place');
  const claim = after.newNodeClaims.find(({ podUids }) => podUids.includes(uid));
  const node = after.existingNodes.find(({ podUids }) => podUids.includes(uid));
  const where = place.on === 'existing node' ? place.node : place.nodePool;
  if ((claim?.nodePool ?? node?.name) !== where)
    found.push(`it goes to ${claim?.nodePool ?? node?.name}, not ${where}`);
  const lost = [...after.errors.keys()].filter((one) => !before.errors.has(one)).length;
  if (lost !== displaced) found.push(`${lost} pods lose their place, not ${displaced}`);
  return found;
}

function text(value: unknown): string {
  return JSON.stringify(value) ?? '';
}

const kinds = new Map<string, number>();

describe('every change that is said to help does', () => {
  test.each(recordedFiles())('%s', (file) => {
    const wrong: string[] = [];
    const failing = recordedProblems(file).filter(({ problem }) => problem.pods.length < 200);
    for (const { name, problem } of sample(failing, SCENARIOS, SEED)) {
      const explainer = new Explainer(problem);
      const [uid] = [...explainer.decision.errors.keys(), ...explainer.decision.ignored.keys()];
      if (uid === undefined) continue;
      const { proven, tried } = findRelaxations({
        explainer,
        wanted: [uid],
        siblings: new Set([uid]),
        maxTrials: TRIALS,
      });
      if (tried > TRIALS) wrong.push(`${name}: ${tried} trials`);
      for (const relaxation of proven) {
        const { kind } = relaxation.change;
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
        wrong.push(
          ...faults(problem, uid, relaxation).map(
            (fault) => `seed ${SEED}, ${name}, ${uid}, ${kind}: ${fault}`,
          ),
        );
      }
    }
    expect(wrong).toEqual([]);
  });

  test('changes of every kind were found', () => {
    expect([...kinds.keys()].sort()).toEqual([
      'add-label',
      'drop',
      'raise-limit',
      'request-less',
      'tolerate',
      'widen',
    ]);
  });
});
