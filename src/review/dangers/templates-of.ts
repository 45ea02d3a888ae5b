import type { PodSpec } from '../../kubernetes/api/pod.ts';
import type { WorkloadOwner, Workloads } from '../../model/workloads.ts';

/** Pods that were made from one template. */
export interface TemplateUse {
  readonly spec: PodSpec;
  /** Absent: a bare pod, or nobody knows. */
  readonly owner?: WorkloadOwner | undefined;
  /** `<namespace>/<name>` of the first one. */
  readonly pod: string;
  readonly count: number;
}

const cache = new WeakMap<Workloads, readonly TemplateUse[]>();

/** What runs or has to, daemons apart: replicas of a controller count as one. */
export function templatesOf(workloads: Workloads): readonly TemplateUse[] {
  const known = cache.get(workloads);
  if (known !== undefined) return known;
  const uses = new Map<object, { use: Omit<TemplateUse, 'count'>; count: number }>();
  const add = (key: object, use: Omit<TemplateUse, 'count'>) => {
    const seen = uses.get(key);
    if (seen === undefined) uses.set(key, { use, count: 1 });
    else seen.count++;
  };
  for (const { template, namespace, name } of workloads.pods) {
    add(template, { spec: template.spec, owner: template.owner, pod: `${namespace}/${name}` });
  }
  for (const { metadata, spec } of workloads.boundPods) {
    if (metadata.ownerReferences?.some(({ kind }) => kind === 'DaemonSet') === true) continue;
    const template = workloads.boundTemplates?.get(metadata.uid ?? '');
    const pod = `${metadata.namespace ?? 'default'}/${metadata.name}`;
    add(template ?? metadata, { spec, owner: template?.owner, pod });
  }
  const made = [...uses.values()].map(({ use, count }) => ({ ...use, count }));
  cache.set(workloads, made);
  return made;
}
