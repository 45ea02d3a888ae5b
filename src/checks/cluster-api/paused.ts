import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { PAUSED_KEY } from '../../kubernetes/scale-from-zero/keys.ts';
import { annotationKeySpan } from './machine-group.ts';
import { groupRule } from './machine-rule.ts';

export const paused = groupRule(['PW9231'], function* (group) {
  if (group.scaler === 'none' || !Object.hasOwn(group.annotations, PAUSED_KEY)) return;
  yield diagnostic(
    'PW9231',
    annotationKeySpan(group, PAUSED_KEY),
    `${group.title} is paused, so the autoscaler passes it over`,
    {
      help: 'The annotation counts whatever its value, `"false"` and nothing included. Remove it to have the group scaled.',
    },
  );
});
