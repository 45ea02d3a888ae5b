import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { MAX_SIZE_KEY, MIN_SIZE_KEY } from '../../kubernetes/scale-from-zero/keys.ts';
import { nameSpan } from './machine-group.ts';
import { groupRule } from './machine-rule.ts';
import { valueAt } from './raw.ts';

/** Cluster API makes one machine where nobody says how many; Karpenter has not asked for it. */
export const firstMachine = groupRule(['PW9239'], function* (group) {
  const { object, annotations } = group;
  if (group.scaler !== 'karpenter' || group.kind !== 'MachineDeployment' || object.isLive) return;
  const hasBoth = Object.hasOwn(annotations, MIN_SIZE_KEY) && Object.hasOwn(annotations, MAX_SIZE_KEY);
  if (hasBoth || typeof valueAt(object.raw, ['spec', 'replicas']) === 'number') return;
  yield diagnostic(
    'PW9239',
    nameSpan(group),
    `${group.title} starts with one machine that nobody asked for`,
    {
      help: 'Write `replicas: 0`, and tell Argo CD or Flux to leave the field alone afterwards.',
    },
  );
});
