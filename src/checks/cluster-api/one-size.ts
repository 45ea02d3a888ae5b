import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { MAX_SIZE_KEY, MIN_SIZE_KEY } from '../../kubernetes/scale-from-zero/keys.ts';
import { annotationKeySpan } from './machine-group.ts';
import { groupRule } from './machine-rule.ts';

/** Cluster API fills in replicas from the sizes only where both are there, else it makes one machine. */
export const oneSize = groupRule(['PW9203'], function* (group, context) {
  const annotations = context.annotationsOf(group);
  const hasMin = Object.hasOwn(annotations, MIN_SIZE_KEY);
  const hasMax = Object.hasOwn(annotations, MAX_SIZE_KEY);
  if (hasMin === hasMax || group.scaler === 'karpenter') return;
  // What is there already keeps its replicas.
  if (hasMax && group.object.isLive) return;
  const [there, missing] = hasMin ? [MIN_SIZE_KEY, 'max-size'] : [MAX_SIZE_KEY, 'min-size'];
  const message = hasMin
    ? `${group.title} has no max-size, so it is no node group`
    : `${group.title} has no min-size, so it starts with one machine instead of the minimum`;
  yield diagnostic('PW9203', annotationKeySpan(group, there), message, {
    help: `Add \`${there.replace(/(?:min|max)-size$/, missing)}\`. Only with both does Cluster API set the first number of replicas from them.`,
  });
});
