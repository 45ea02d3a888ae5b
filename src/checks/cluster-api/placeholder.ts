import type { MachineGroup, UnscaledGroup } from './machine-group.ts';

/** What clusterctl, Flux or Helm put something else in the place of. */
const PLACEHOLDER = /\$\{[^}]*\}|\{\{.*\}\}/s;

export function hasPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text);
}

/** Annotations of the autoscaler and Karpenter's provider. */
const OURS = /^capacity\.cluster-autoscaler\.kubernetes\.io\/|^cluster\.x-k8s\.io\//;

/** The first annotation of a group that says nothing yet. */
export function openAnnotation({ annotations }: MachineGroup | UnscaledGroup): string | undefined {
  return Object.keys(annotations).find((key) => OURS.test(key) && hasPlaceholder(annotations[key] ?? ''));
}
