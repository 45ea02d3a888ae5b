import type { Span } from '../diagnostics/span.ts';
import type { Pod, PodSpec, PodStatus } from '../kubernetes/api/pod.ts';
import type { WorkloadOwner } from '../model/workloads.ts';

/** A pod that the plan places: one of the workloads, or one that lost its node. */
export interface PlanPod {
  readonly uid: string;
  readonly name: string;
  readonly namespace: string;
  readonly createdAtSeconds: number;
  readonly template: PlanTemplate;
}

/** As in workloads, where a pod of a dump that already ran may have no place to point at. */
export interface PlanTemplate {
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly spec: PodSpec;
  readonly status?: PodStatus | undefined;
  readonly owner?: WorkloadOwner | undefined;
  readonly locate?: ((pointer: string) => Span) | undefined;
}

/** `<namespace>/<name>` */
export function podName({ namespace, name }: Pick<PlanPod, 'namespace' | 'name'>): string {
  return `${namespace}/${name}`;
}

/** Of which controller a pod that ran is, and where that is written. */
export type PodOrigin = Pick<PlanTemplate, 'owner' | 'locate'>;

/** A pod that ran and wants another place. */
export function pendingAgain(
  { metadata, spec: { nodeName: _nodeName, ...spec }, status }: Pod,
  { owner, locate }: PodOrigin = {},
): PlanPod {
  const namespace = metadata.namespace ?? 'default';
  return {
    uid: metadata.uid ?? `${namespace}/Pod/${metadata.name}`,
    name: metadata.name,
    namespace,
    createdAtSeconds: Math.floor(Date.parse(metadata.creationTimestamp ?? CREATED) / 1000),
    template: {
      ...(metadata.labels === undefined ? {} : { labels: metadata.labels }),
      spec,
      ...(status === undefined ? {} : { status }),
      ...(owner === undefined ? {} : { owner }),
      ...(locate === undefined ? {} : { locate }),
    },
  };
}

/** Where nothing is said. */
const CREATED = '2026-01-01T00:00:00Z';
