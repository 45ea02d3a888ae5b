import type { Span } from '../diagnostics/span.ts';
import { requirementOf } from '../kubernetes/requirement.ts';
import type { Cluster } from '../model/cluster.ts';
import type { CompiledPool } from '../model/compilation.ts';
import type { NodeGroup } from '../model/node-group.ts';
import { offeringLabels } from '../selection/offering-labels.ts';

/** The line for which head has a node group no more: the requirement that refuses it, or the cluster's zones, or a limit that is another one. */
export function goneSource(
  group: NodeGroup | undefined,
  { pool }: CompiledPool,
  { settings }: Cluster,
  base?: CompiledPool,
): Span {
  if (group === undefined) return pool.keySpan;
  const { offering, instanceType } = group;
  const labels = new Map<string, readonly string[]>([
    ...instanceType.labels,
    ...offeringLabels(offering).map(([key, value]) => [key, [value]] as const),
  ]);
  const refused = pool.requirements.find(({ key, operator, values }) => {
    const required = requirementOf({
      key: key.value,
      operator: operator.value,
      values: values.map(({ value }) => value),
    });
    return labels.get(key.value)?.some((value) => required.has(value)) === false;
  });
  if (refused !== undefined) return refused.origin.span;
  const { zones } = settings;
  const [first] = zones ?? [];
  const isOutside = zones?.every(({ value }) => value !== offering.zone) === true;
  if (isOutside && first !== undefined) return first.origin.span;
  const before = base?.pool.limits;
  const limit = [...pool.limits].find(([name, { value }]) => before?.get(name)?.value !== value);
  return base === undefined || limit === undefined ? pool.keySpan : limit[1].origin.span;
}
