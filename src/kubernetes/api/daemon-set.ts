import type { LabelSelector } from './label-selector.ts';
import type { ObjectMeta } from './object-meta.ts';
import type { PodSpec } from './pod.ts';

/** The parts of apps/v1 DaemonSet that scheduling reads. */
export interface DaemonSet {
  readonly metadata: ObjectMeta;
  readonly spec: {
    readonly selector?: LabelSelector;
    readonly template: PodTemplate;
  };
}

/** What a controller makes pods from. */
export interface PodTemplate {
  readonly metadata?: Partial<ObjectMeta>;
  readonly spec: PodSpec;
}
