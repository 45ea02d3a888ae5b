import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { CAPACITY_KEYS } from '../../kubernetes/scale-from-zero/keys.ts';
import { readLabels } from '../../kubernetes/scale-from-zero/read-labels.ts';
import { labelSpan } from './label-span.ts';
import { groupRule } from './machine-rule.ts';

const HOST_NAME = 'kubernetes.io/hostname';

export const hostName = groupRule(['PW9236'], function* (group) {
  if (!readLabels(group.annotations[CAPACITY_KEYS.labels] ?? '').has(HOST_NAME)) return;
  const message = `the labels of ${group.title} name one host for all of its nodes`;
  yield diagnostic('PW9236', labelSpan(group, HOST_NAME), message, {
    help: 'The autoscaler gives each node a name of its own. Remove it.',
  });
});
