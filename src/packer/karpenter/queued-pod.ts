import type { PodClass } from './pod-class.ts';
import type { PendingPod } from './problem.ts';

/** A pod that waits, with what all pods like it share. */
export interface QueuedPod {
  readonly pod: PendingPod;
  readonly podClass: PodClass;
  /** CSI driver to claims; empty for most. */
  readonly volumes: ReadonlyMap<string, ReadonlySet<string>>;
}
