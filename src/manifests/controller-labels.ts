import type { Labels } from './admission.ts';
import type { Controller } from './controllers.ts';
import type { Replicas } from './given-pods.ts';

/**
 * Labels that the controller gives to all of its pods, which selectors and `matchLabelKeys` may name. The hash is that of
 * the youngest pod, else a value that is constant and the controller's own.
 */
export function commonLabels({ object }: Controller, { hash }: Replicas): Labels {
  const value = asLabelValue(object.meta.name);
  switch (object.kind) {
    case 'Deployment':
      return { 'pod-template-hash': hash ?? value };
    case 'StatefulSet':
      return { 'controller-revision-hash': value };
    case 'Job':
    case 'CronJob':
      return {
        'batch.kubernetes.io/controller-uid': value,
        'batch.kubernetes.io/job-name': value,
        'controller-uid': value,
        'job-name': value,
      };
    default:
      return {};
  }
}

/** Labels in which the pods of one controller differ. */
export function numberingLabels({
  object,
  data,
}: Controller): readonly (readonly [key: string, make: (number: number) => readonly [string, string]])[] {
  const { kind, meta } = object;
  const label = (key: string, value: (number: number) => string) =>
    [key, (number: number) => [key, value(number)] as const] as const;
  if (kind === 'StatefulSet') {
    return [
      label('statefulset.kubernetes.io/pod-name', (number) => `${meta.name}-${number}`),
      label('apps.kubernetes.io/pod-index', String),
    ];
  }
  return data.spec?.completionMode === 'Indexed'
    ? [label('batch.kubernetes.io/job-completion-index', String)]
    : [];
}

/** A text as the value of a label, cut where it is too long for one. */
function asLabelValue(text: string): string {
  return text.slice(0, 63).replace(/[^A-Za-z0-9]+$/, '');
}
