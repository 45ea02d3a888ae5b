import type { NodePoolSpec, NodeRequirement } from '../../../kubernetes/api/node-pool.ts';
import type { PodSpec, Toleration } from '../../../kubernetes/api/pod.ts';
import type { PackerPool, PendingPodTemplate, Problem } from '../../karpenter/problem.ts';
import type { Change } from './change.ts';
import { withoutPart } from './drop-part.ts';
import { withLowerRequest } from './lower-request.ts';

/** A problem with one change; undefined where it cannot be made. `uids` are the pods that share the changed template. */
export function applyChange(
  problem: Problem,
  change: Change,
  uids: ReadonlySet<string>,
): Problem | undefined {
  switch (change.kind) {
    case 'tolerate':
      return withSpecs(problem, uids, (spec) => ({
        ...spec,
        tolerations: [...(spec.tolerations ?? []), ...change.taints.map(({ taint }) => tolerationOf(taint))],
      }));
    case 'request-less':
      return withSpecs(problem, uids, (spec) => withLowerRequest(spec, change.resource, change.toNano));
    case 'drop':
      return withSpecs(problem, uids, (spec) => withoutPart(spec, change.pointer));
    case 'widen':
      return withPool(problem, change.nodePool, (spec) =>
        withRequirements(spec, (list) =>
          list.flatMap((one, at) =>
            at !== change.index ? [one] : change.to === undefined ? [] : [change.to],
          ),
        ),
      );
    case 'add-label':
      return withPool(problem, change.nodePool, (spec) => {
        const { template } = spec;
        if (template === undefined) return spec;
        const labels = { ...template.metadata?.labels, [change.key]: change.value };
        return { ...spec, template: { ...template, metadata: { ...template.metadata, labels } } };
      });
    case 'raise-limit': {
      const raised = Object.fromEntries(change.limits.map(({ resource, to }) => [resource, to]));
      return withPool(problem, change.nodePool, (spec) => ({
        ...spec,
        limits: { ...spec.limits, ...raised },
      }));
    }
  }
}

export function tolerationOf({
  key,
  value = '',
  effect,
}: {
  key: string;
  value?: string;
  effect: Toleration['effect'];
}): Toleration {
  const what = effect === undefined ? {} : { effect };
  return value === '' ? { key, operator: 'Exists', ...what } : { key, operator: 'Equal', value, ...what };
}

export function withPool(
  problem: Problem,
  name: string,
  change: (spec: Partial<NodePoolSpec>) => Partial<NodePoolSpec>,
): Problem {
  const nodePools = problem.nodePools.map(
    (pool): PackerPool => (pool.metadata.name === name ? { ...pool, spec: change(pool.spec) } : pool),
  );
  return { ...problem, nodePools };
}

function withRequirements(
  spec: Partial<NodePoolSpec>,
  change: (list: readonly NodeRequirement[]) => readonly NodeRequirement[],
): Partial<NodePoolSpec> {
  const { template } = spec;
  if (template === undefined) return spec;
  const requirements = change(template.spec.requirements ?? []);
  return { ...spec, template: { ...template, spec: { ...template.spec, requirements } } };
}

/** Replicas keep sharing one template. */
function withSpecs(
  problem: Problem,
  uids: ReadonlySet<string>,
  change: (spec: PodSpec) => PodSpec | undefined,
): Problem | undefined {
  const changed = new Map<PendingPodTemplate, PendingPodTemplate | undefined>();
  const pods = problem.pods.map((pod) => {
    if (!uids.has(pod.uid)) return pod;
    const { template } = pod;
    if (!changed.has(template)) {
      const spec = change(template.spec);
      changed.set(template, spec === undefined ? undefined : { ...template, spec });
    }
    return { ...pod, template: changed.get(template) ?? template };
  });
  return [...changed.values()].includes(undefined) ? undefined : { ...problem, pods };
}
