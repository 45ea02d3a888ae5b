import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { CAPACITY_KEYS } from '../../kubernetes/scale-from-zero/keys.ts';
import { flagsOf } from './autoscaler.ts';
import type { FeatureGate } from './feature-gates.ts';
import { keySpanOf } from './machine-group.ts';
import type { MachineContext } from './machine-context.ts';
import { groupRule } from './machine-rule.ts';
import { listAt } from './raw.ts';

const GATE: FeatureGate = 'MachineTaintPropagation';

/** Cluster API refuses taints of machines while its gate is off, and it is off by default. */
export const specTaints = groupRule(['PW9212'], function* (group, context) {
  // What is live has passed.
  if (group.object.isLive) return;
  const own = group.kind === 'topology' ? ['taints'] : ['spec', 'template', 'spec', 'taints'];
  const path = [...group.path, ...own];
  if (listAt(group.object.raw, path).length === 0 || hasGate(context)) return;
  yield diagnostic(
    'PW9212',
    keySpanOf(group.object, path),
    `taints in the spec of ${group.title} need the feature gate ${GATE}`,
    {
      help: `It is alpha and off by default: Cluster API refuses the object. Taint nodes with the kubelet’s \`register-with-taints\` and say so in \`${CAPACITY_KEYS.taints}\`; or, where the manager has the gate, say so with \`--feature-gate ${GATE}\` or give its Deployment too.`,
    },
  );
});

function hasGate({ objects, featureGates }: MachineContext): boolean {
  if (featureGates.has(GATE)) return true;
  return objects.some(
    (object) =>
      object.kind === 'Deployment' &&
      flagsOf(object).some(
        ({ name, value }) => name === 'feature-gates' && value.split(',').includes(`${GATE}=true`),
      ),
  );
}
