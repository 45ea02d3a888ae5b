import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { CAPACITY_KEYS } from '../../kubernetes/scale-from-zero/keys.ts';
import { readLabels } from '../../kubernetes/scale-from-zero/read-labels.ts';
import { type MachineGroup, nameSpan } from './machine-group.ts';
import { labelSpan } from './label-span.ts';
import type { MachineContext } from './machine-context.ts';
import { groupRule } from './machine-rule.ts';
import { valueAt } from './raw.ts';

const CAPACITY_TYPE = 'karpenter.sh/capacity-type';
const SPOT_PATH = ['spec', 'template', 'spec', 'spotMarketOptions'];

/** Karpenter's provider offers every machine as on-demand, for nothing. */
export const spotWithKarpenter = groupRule(['PW9220'], function* (group, context) {
  if (group.scaler !== 'karpenter') return;
  const span = spotSpan(group, context);
  if (span === undefined) return;
  const template = context.infrastructureOf(group);
  yield diagnostic('PW9220', span, `${group.title} is spot, which Karpenter’s provider cannot express`, {
    related:
      template !== undefined && valueAt(template.raw, SPOT_PATH) !== undefined && span !== nameSpan(group)
        ? [{ span: template.span(SPOT_PATH), message: 'its machines are spot' }]
        : [],
    help: 'With the label it is never taken; without it Karpenter believes it is on-demand. Leave the group to the Cluster Autoscaler, or make it on-demand.',
  });
});

function spotSpan(group: MachineGroup, context: MachineContext) {
  const labels = readLabels(group.annotations[CAPACITY_KEYS.labels] ?? '');
  if (labels.get(CAPACITY_TYPE) === 'spot') return labelSpan(group, CAPACITY_TYPE);
  if (group.templateLabels[CAPACITY_TYPE] === 'spot') {
    return group.object.span(['spec', 'template', 'metadata', 'labels', CAPACITY_TYPE]);
  }
  const template = context.infrastructureOf(group);
  const options = template === undefined ? undefined : valueAt(template.raw, SPOT_PATH);
  return options === undefined || options === null ? undefined : nameSpan(group);
}
