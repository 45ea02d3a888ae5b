import type { ApiObjectMetadata } from 'cdk8s';
import { ConfigMap } from 'cdk8s-plus-28';
import type { Construct } from 'constructs';
import { re2Problem } from '../../src/kubernetes/re2/re2-problem.ts';

/** The Cluster Autoscaler looks for this name only. */
const NAME = 'cluster-autoscaler-priority-expander';
const KEY = 'priorities';
/** An expander starts from -1, so nothing below it ever wins. */
const LEAST = -1;

export interface PriorityExpanderConfigMapProps {
  /**
   * Namespace, labels and annotations. The namespace has to be the one that the autoscaler runs in, in the cluster that it
   * scales. The name cannot be chosen.
   *
   * @default - the namespace of the chart
   */
  readonly metadata?: Omit<ApiObjectMetadata, 'name'>;

  /**
   * Patterns by priority: of the node groups that help, those with the highest priority are grown. A pattern is a regular
   * expression of Go (RE2) that may match anywhere in the id of a node group, `MachineDeployment/<namespace>/<name>`: write
   * `^` and `$`. A group that no pattern matches is only grown where none of the others helps.
   */
  readonly priorities: ReadonlyMap<number, readonly string[]> | Readonly<Record<number, readonly string[]>>;
}

/**
 * Which node groups the Cluster Autoscaler grows first, with `--expander=priority`: the ConfigMap
 * `cluster-autoscaler-priority-expander`. What would make the autoscaler ignore it throws at once.
 *
 * @example
 * new PriorityExpanderConfigMap(this, 'priorities', {
 *   metadata: { namespace: 'kube-system' },
 *   priorities: { 51: ['^MachineDeployment/clusters/production-gpu-[^/]*$'], 1: ['.*'] },
 * });
 */
export class PriorityExpanderConfigMap extends ConfigMap {
  constructor(scope: Construct, id: string, props: PriorityExpanderConfigMapProps) {
    const { metadata = {}, priorities } = props;
    const tiers = priorities instanceof Map ? [...priorities] : numbered(priorities);
    const problems = tiers.flatMap(([priority, patterns]) => tierProblems(priority, patterns));
    if (problems.length > 0) throw new Error(`${scope.node.path}/${id}:\n${problems.join('\n')}`);
    super(scope, id, { metadata: { ...metadata, name: NAME }, data: { [KEY]: yaml(tiers) } });
  }
}

type Tier = readonly [priority: number, patterns: readonly string[]];

function numbered(priorities: PriorityExpanderConfigMapProps['priorities']): readonly Tier[] {
  return Object.entries(priorities).map(([priority, patterns]): Tier => [Number(priority), patterns]);
}

function tierProblems(priority: number, patterns: readonly string[]): readonly string[] {
  return [
    ...(Number.isSafeInteger(priority) && priority >= LEAST
      ? []
      : [`priorities: ${priority} is not a whole number of at least ${LEAST}`]),
    ...(patterns.length === 0 ? [`priorities[${priority}] has no pattern`] : []),
    ...patterns.flatMap((pattern) => {
      const problem = re2Problem(pattern);
      return problem === undefined ? [] : [`priorities[${priority}]: "${pattern}" ${problem}`];
    }),
  ];
}

/** Highest first, so that the text reads as it is meant. A JSON text is a YAML one, whatever is in the pattern. */
function yaml(tiers: readonly Tier[]): string {
  const lines = [...tiers]
    .sort(([a], [b]) => b - a)
    .flatMap(([priority, patterns]) => [
      `${priority}:`,
      ...patterns.map((pattern) => `  - ${JSON.stringify(pattern)}`),
    ]);
  return `${lines.join('\n')}\n`;
}
