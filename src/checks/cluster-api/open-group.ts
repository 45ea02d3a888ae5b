import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { annotationSpan } from './machine-group.ts';
import type { MachineRule } from './machine-rule.ts';
import { openAnnotation } from './placeholder.ts';

/** Groups with placeholders are no mistake, but nobody has looked at them. */
export const openGroup: MachineRule = {
  codes: ['PW9240'],
  *check({ openGroups }) {
    for (const group of openGroups) {
      const span = annotationSpan(group, openAnnotation(group) ?? '');
      yield diagnostic(
        'PW9240',
        span,
        `${group.title} has a placeholder in its annotations, so it is not judged`,
        {
          help: 'Render the manifests first, with `clusterctl generate`, `flux build` or `helm template`.',
        },
      );
    }
  },
};
