import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { CAPACITY_KEYS } from '../../kubernetes/scale-from-zero/keys.ts';
import { listed } from '../words.ts';
import { annotationKeySpan, describesNode, nameSpan } from './machine-group.ts';
import { groupRule } from './machine-rule.ts';

/** Karpenter's provider takes what is not said for none, pods included. */
export const karpenterRoom = groupRule(['PW9207'], function* (group) {
  if (group.scaler !== 'karpenter') return;
  const missing = (['cpu', 'memory', 'maxPods'] as const).filter(
    (name) => !Object.hasOwn(group.annotations, CAPACITY_KEYS[name]),
  );
  if (missing.length === 0) return;
  const first = Object.values(CAPACITY_KEYS).find((key) => Object.hasOwn(group.annotations, key));
  const span =
    first !== undefined && describesNode(group) ? annotationKeySpan(group, first) : nameSpan(group);
  yield diagnostic(
    'PW9207',
    span,
    `${group.title} has no ${listed(missing)}, so nothing ever fits on its machines`,
    {
      help: `Karpenter’s provider has no defaults, unlike the autoscaler. Add ${listed(missing.map((name) => CAPACITY_KEYS[name]))}.`,
    },
  );
});
