import type { PodExplanation, UnschedulableExplanation } from '../model/explanation.ts';
import type { FoundPod } from './find-pod.ts';
import type { PlanPod } from './plan-pod.ts';

/** Says of the pods of a cluster why they are where they are, or why they have no place. */
export interface PodExplainer {
  readonly find: (name: string) => FoundPod;
  readonly explainPod: (pod: PlanPod) => PodExplanation;
  /** Replicas that fail alike are one group. */
  readonly explainUnschedulable: () => UnschedulableExplanation;
}
