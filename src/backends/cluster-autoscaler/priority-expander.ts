import type { ClusterApiSettings } from '../../model/cluster-api.ts';
import type { ClusterApiObject } from '../../model/compilation.ts';
import type { NodeGroup } from '../../model/node-group.ts';

/** The name that the autoscaler looks for. */
const NAME = 'cluster-autoscaler-priority-expander';
/** Below every weight's but that of pools without one: whatever was not made here takes part as well. */
const CATCH_ALL = 1;

/** The ConfigMap of the priority expander; none where it is not among the expanders. */
export function priorityExpander(
  groups: readonly NodeGroup[],
  settings: ClusterApiSettings,
): readonly ClusterApiObject[] {
  const expander = settings.expanders.find(({ value }) => value === 'priority');
  if (expander === undefined) return [];
  const tiers = new Map<number, string[]>([[CATCH_ALL, []]]);
  for (const { id, priority = CATCH_ALL } of groups) {
    const patterns = tiers.get(priority) ?? [];
    tiers.set(priority, patterns);
    patterns.push(patternOf(id, settings));
  }
  tiers.get(CATCH_ALL)?.push('.*');
  return [
    {
      tree: 'workload',
      apiVersion: 'v1',
      kind: 'ConfigMap',
      name: NAME,
      namespace: settings.autoscalerNamespace.value,
      data: { priorities: yamlOf(tiers) },
      spec: undefined,
      origins: new Map([
        ['', expander.origin],
        ['/metadata/namespace', settings.autoscalerNamespace.origin],
      ]),
    },
  ];
}

/** Anchored, because the autoscaler searches anywhere in the name. Cluster API adds five characters to names of a topology. */
function patternOf(id: string, { output }: ClusterApiSettings): string {
  const escaped = id.replaceAll(/[^A-Za-z0-9/_-]/g, '\\$&');
  return output.value === 'topology' ? `^${escaped}-[a-z0-9]{5}$` : `^${escaped}$`;
}

/** A map of integers to lists, the highest first. Quoted: a pattern is text, whatever is in it. */
function yamlOf(tiers: ReadonlyMap<number, readonly string[]>): string {
  return [...tiers]
    .sort(([a], [b]) => b - a)
    .map(([priority, patterns]) => {
      const items = patterns.map((pattern) => `  - '${pattern}'\n`);
      return `${priority}:\n${items.join('')}`;
    })
    .join('');
}
