import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { readAutoscalingOptions } from '../../kubernetes/scale-from-zero/autoscaling-options.ts';
import { quoted } from '../words.ts';
import { annotationSpan } from './machine-group.ts';
import { groupRule } from './machine-rule.ts';

/** Options that do not parse: the autoscaler warns in its log and keeps its own value. */
export const ignoredOption = groupRule(['PW9235'], function* (group) {
  for (const { key, problem } of readAutoscalingOptions(group.annotations).ignored) {
    // Keys that do not exist are another rule's.
    if (problem === 'unknown') continue;
    const text = group.annotations[key] ?? '';
    const name = key.slice(key.lastIndexOf('-') + 1);
    const message = `\`${name}\` of ${group.title} is ${quoted(text)}, no ${problem}, so the autoscaler keeps its own value`;
    yield diagnostic('PW9235', annotationSpan(group, key), message, {
      help:
        problem === 'duration'
          ? 'Write a Go duration such as `10m` or `1h30m`; there are no days.'
          : 'Write a number such as `0.5`.',
    });
  }
});
