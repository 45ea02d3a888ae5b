import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { removeEntryFix } from '../../diagnostics/entry-fixes.ts';
import type { Span } from '../../diagnostics/span.ts';
import { MAX_SIZE_KEY, MIN_SIZE_KEY } from '../../kubernetes/scale-from-zero/keys.ts';
import { annotationKeySpan, hasSize, type MachineGroup, type UnscaledGroup } from './machine-group.ts';
import { groupRule } from './machine-rule.ts';
import { valueAt } from './raw.ts';

/** Replicas that a person wrote where an autoscaler decides: every apply takes its decision back. */
export const writtenReplicas = groupRule(['PW9214', 'PW9215'], function* (group, context) {
  const { object, kind } = group;
  const sized = [group, ...context.classesOf(group)].find(hasSize);
  if (group.scaler === 'karpenter' || object.isLive || sized === undefined) return;
  const own = kind === 'topology' || kind === 'class' ? ['replicas'] : ['spec', 'replicas'];
  const path = [...(kind === 'class' ? group.path.slice(0, 4) : group.path), ...own];
  const replicas = valueAt(object.raw, path);
  if (replicas === undefined || replicas === null) return;
  if (kind === 'topology' || kind === 'class') {
    yield diagnostic(
      'PW9215',
      object.span(path),
      sized === group
        ? `${group.title} has replicas and an autoscaler annotation`
        : `${group.title} has replicas, and the ${sized.title} has an autoscaler annotation`,
      {
        related: sized === group ? [] : [{ span: sizeSpan(sized), message: 'the annotation of its class' }],
        help: 'Cluster API refuses both together. Remove `replicas`.',
        fix: removal(group, path),
      },
    );
    return;
  }
  const hasBoth =
    Object.hasOwn(group.annotations, MIN_SIZE_KEY) && Object.hasOwn(group.annotations, MAX_SIZE_KEY);
  yield diagnostic(
    'PW9214',
    object.span(path),
    `${group.title} has replicas, and an autoscaler changes them`,
    {
      help: `Each time it is applied, machines come or go. Remove the field${hasBoth ? '; a new group then starts with its min-size' : ' once both sizes are there'}.`,
      fix: hasBoth ? removal(group, path) : undefined,
    },
  );
});

function sizeSpan(group: UnscaledGroup): Span {
  return annotationKeySpan(
    group,
    Object.hasOwn(group.annotations, MAX_SIZE_KEY) ? MAX_SIZE_KEY : MIN_SIZE_KEY,
  );
}

function removal({ object }: MachineGroup, path: readonly (string | number)[]) {
  const { value: map } = object.locate(path.slice(0, -1));
  const entry = map?.kind === 'map' ? map.entries.get('replicas') : undefined;
  return map?.kind === 'map' && entry !== undefined ? removeEntryFix(map, entry) : undefined;
}
