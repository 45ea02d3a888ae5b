import { describe, expect, test } from 'vitest';
import type {
  ExplainedPod,
  PlacedPodExplained,
  UnplacedPodExplained,
} from '../../../src/packer/explain/explained.ts';
import { Explainer } from '../../../src/packer/explain/explainer.ts';
import type { Obstacle, PoolFunnel } from '../../../src/packer/explain/step.ts';
import type { FailureCode } from '../../../src/packer/karpenter/decision.ts';
import { atDepth } from '../../at-depth.ts';
import { recordedFiles, recordedProblems, sample } from './recorded.ts';

/** Which pods of a scenario are looked at: printed with every failure, and the same on every machine. */
const SEED = 20_261_121;
const UNPLACED = atDepth(6);
const PLACED = atDepth(2);

const CLASSES: Readonly<Record<FailureCode, readonly Obstacle['kind'][]>> = {
  taints: ['taint'],
  'undefined-label': ['requirement'],
  'requirement-conflict': ['requirement'],
  'volume-requirement-conflict': ['volume'],
  'topology-unsatisfiable': ['topology'],
  'topology-conflict': ['topology'],
  'nodes-limit': ['limit'],
  'resource-limits': ['limit'],
  'filter:none': TYPES(),
  'filter:req+fits': TYPES(),
  'filter:req': TYPES(),
  'filter:fits': TYPES(),
  'filter:fits+offering': TYPES(),
  'filter:fits+offering-vs-req': TYPES(),
  'filter:minValues': ['min-values'],
  'reserved-unavailable': ['reservation'],
  'reserved-would-be-lost': ['reservation'],
  dra: [],
  'no-templates': [],
  'no-nodepools': [],
  'truncation-minValues': ['min-values'],
};

function TYPES(): readonly Obstacle['kind'][] {
  return ['requirement', 'volume', 'topology', 'offering', 'daemons', 'resource', 'host-port'];
}

/** What ended a funnel. */
function ending({ steps }: PoolFunnel): Obstacle['kind'] | undefined {
  return steps.find(({ after }) => after === 0)?.obstacle.kind;
}

function disagreements(explained: ExplainedPod): readonly string[] {
  if (explained.outcome === 'ignored') return [];
  return explained.outcome === 'placed' ? ofPlaced(explained) : ofUnplaced(explained);
}

function ofUnplaced({ failure, funnels, general }: UnplacedPodExplained): readonly string[] {
  if (general === 'dra') return [];
  const found: string[] = [];
  for (const funnel of funnels) {
    if (funnel.left !== 0) found.push(`${funnel.nodePool}: ${funnel.left} types are left`);
  }
  for (const { nodePool, code } of failure.attempts) {
    const funnel = funnels.find((one) => one.nodePool === nodePool);
    if (funnel === undefined) continue;
    const last = ending(funnel);
    if (last === undefined || !CLASSES[code].includes(last))
      found.push(`${nodePool}: ${code} ends at ${last}`);
  }
  return found;
}

function ofPlaced({ place, funnels, claims, nodes }: PlacedPodExplained): readonly string[] {
  if (place.on === 'existing node') {
    const before = nodes.reduce((sum, { count }) => sum + count, 0);
    return before === place.order - 1 ? [] : [`node ${place.order} after ${before} refusals`];
  }
  const found: string[] = [];
  const refused = claims.reduce((sum, { count }) => sum + count, 0);
  if (refused !== place.order - 1) found.push(`planned node ${place.order} after ${refused} refusals`);
  if (place.on === 'planned node') return found;
  const chosen = funnels.findIndex(({ nodePool }) => nodePool === place.nodePool);
  funnels.forEach(({ nodePool, left }, at) => {
    if (at < chosen && left !== 0) found.push(`${nodePool} comes first and has ${left} types`);
    if (at === chosen && left === 0) found.push(`${nodePool} was chosen and has no types`);
  });
  return found;
}

/** So that the property cannot hold for want of pods. */
const seen = { unschedulable: 0, 'new node': 0, 'planned node': 0, 'existing node': 0 };

function count(explained: ExplainedPod | undefined): void {
  if (explained?.outcome === 'unschedulable') seen.unschedulable++;
  if (explained?.outcome === 'placed') seen[explained.place.on]++;
}

describe('explanations agree with the packer on every recorded case', () => {
  test.each(recordedFiles())('%s', (file) => {
    const wrong: string[] = [];
    for (const { name, problem } of recordedProblems(file)) {
      const explainer = new Explainer(problem);
      const { errors } = explainer.decision;
      const placed = problem.pods.filter(({ uid }) => !errors.has(uid)).map(({ uid }) => uid);
      for (const uid of [...sample([...errors.keys()], UNPLACED, SEED), ...sample(placed, PLACED, SEED)]) {
        const explained = explainer.explain(uid);
        count(explained);
        const found = explained === undefined ? ['not explained'] : disagreements(explained);
        wrong.push(...found.map((text) => `seed ${SEED}, ${name}, pod ${uid}: ${text}`));
      }
    }
    expect(wrong).toEqual([]);
  });

  test('there were pods of every kind', () => {
    expect(Object.entries(seen).filter(([, pods]) => pods < atDepth(100))).toEqual([]);
  });
});
