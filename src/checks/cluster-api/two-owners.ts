import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { PAUSED_KEY } from '../../kubernetes/scale-from-zero/keys.ts';
import { readSizes } from '../../kubernetes/scale-from-zero/read-sizes.ts';
import { discoveryFlags, discovers, flagSpan } from './autoscaler.ts';
import { nameSpan, titleOf } from './machine-group.ts';
import { groupRule } from './machine-rule.ts';

/** Both rewrite the same replicas. */
export const twoOwners = groupRule(['PW9222'], function* (group, { autoscalers }) {
  if (group.scaler !== 'karpenter' || group.kind !== 'MachineDeployment') return;
  const read = readSizes(group.annotations);
  // Without a maximum the autoscaler passes it over.
  if ((read.ok && read.max === 0) || Object.hasOwn(group.annotations, PAUSED_KEY)) return;
  const autoscaler = autoscalers.find((one) => discovers(one, group));
  if (autoscaler === undefined) return;
  const [flag] = discoveryFlags(autoscaler);
  const message = `${group.title} belongs to Karpenter and is found by the Cluster Autoscaler too, and both change its replicas`;
  yield diagnostic('PW9222', nameSpan(group), message, {
    related: [
      flag === undefined
        ? {
            span: autoscaler.object.span(['metadata', 'name']),
            message: `${titleOf(autoscaler.object)} looks at every group`,
          }
        : { span: flagSpan(flag), message: 'what the autoscaler looks for' },
    ],
    help: 'Narrow `--node-group-auto-discovery` by a label that only the autoscaler’s groups carry.',
  });
});
