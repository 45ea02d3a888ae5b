import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { annotation, CAPACITY_KEYS } from '../../kubernetes/scale-from-zero/keys.ts';
import { annotationKeySpan } from './machine-group.ts';
import { groupRule } from './machine-rule.ts';

const { gpuCount, gpuType, draDriver } = CAPACITY_KEYS;

/** A count without a name, or a name without a count: the node has no GPU. */
export const halfGpu = groupRule(['PW9234'], function* (group) {
  const has = (key: string) => annotation(group.annotations, key) !== undefined;
  const named = [gpuType, draDriver].find(has);
  if (has(gpuCount) === (named !== undefined)) return;
  const [there, missing] =
    named === undefined ? [gpuCount, `${gpuType}\` or \`${draDriver}`] : [named, gpuCount];
  const name = there.slice(there.lastIndexOf('/') + 1);
  yield diagnostic(
    'PW9234',
    annotationKeySpan(group, there),
    `${group.title} has \`${name}\` alone, so its node has no GPU`,
    {
      help: `Add \`${missing}\`.`,
    },
  );
});
