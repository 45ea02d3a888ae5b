import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { MAX_SIZE_KEY, MIN_SIZE_KEY } from '../../kubernetes/scale-from-zero/keys.ts';
import { counted } from '../words.ts';
import { changedPool } from './danger-rule.ts';
import { annotationsOf, machinePairs } from './machine-pairs.ts';

export const lostBounds = changedPool(['PW9653'], function* ({ base, head }) {
  // With Karpenter nobody reads a smallest size.
  if (base.backend !== head.backend) return;
  for (const key of [MIN_SIZE_KEY, MAX_SIZE_KEY]) {
    const found = machinePairs(base, head, /^MachineDeployment$/).filter(
      ({ before, after }) =>
        annotationsOf(before)[key] !== undefined && annotationsOf(after)[key] === undefined,
    );
    const [first] = found;
    if (first === undefined) continue;
    yield diagnostic(
      'PW9653',
      first.span('metadata', 'annotations'),
      `${counted(found.length, 'MachineDeployment')} of pool \`${head.pool.name}\` ${found.length === 1 ? 'loses' : 'lose'} the annotation \`${key}\``,
      {
        help: 'Without a largest size the Cluster Autoscaler does not scale the group any more, and one bound alone starts a machine for each new MachineDeployment.',
      },
    );
  }
});
