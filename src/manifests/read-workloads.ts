import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Source } from '../diagnostics/source.ts';
import type { Workloads } from '../model/workloads.ts';
import { namespacesOf, readClusterObjects } from './cluster-objects.ts';
import { readControllers } from './controllers.ts';
import { readDaemonSets } from './daemon-sets.ts';
import { DeletingNodes } from './deleting-nodes.ts';
import { expand } from './expand.ts';
import { countReplicas, readGivenPods } from './given-pods.ts';
import { Inventory } from './inventory.ts';
import { selfKey } from './owners.ts';
import { MAX_PODS, PodBudget } from './pod-budget.ts';
import { PodDataReader } from './pod-data.ts';
import { PodNames } from './pod-names.ts';
import { readObjects } from './read-objects.ts';
import { sortPods } from './sort-pods.ts';
import { readStorage } from './storage.ts';
import { Templates } from './templates.ts';

export interface WorkloadsInput {
  /** Manifests and dumps, in any order. An object with a uid comes from a cluster. */
  readonly sources: readonly Source[];
  /** Dumps of a running cluster, whether or not their objects look so. @default none */
  readonly liveSources?: readonly Source[];
  readonly options?: WorkloadsOptions;
}

export interface WorkloadsOptions {
  /** Replicas of what an autoscaler scales: its maximum or its minimum. @default max */
  readonly hpa?: 'max' | 'min';
  /** Runs of a CronJob at a time, where its concurrency policy allows more than one. @default 1 */
  readonly cronJobRuns?: number;
  /** Of objects that name none. @default default */
  readonly namespace?: string;
  /** @default 200,000 */
  readonly maxPods?: number;
}

export interface ReadWorkloads {
  readonly workloads: Workloads;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads what has to run on a cluster from manifests and dumps (YAML, JSON, lists of either), as the API server and
 * Karpenter would see it: defaults filled in, controllers expanded to pods, live pods counted as replicas. What cannot
 * be read is reported and left out.
 */
export function readWorkloads({ sources, liveSources = [], options = {} }: WorkloadsInput): ReadWorkloads {
  const { hpa = 'max', cronJobRuns = 1, namespace = 'default', maxPods = MAX_PODS } = options;
  const diagnostics: Diagnostic[] = [];
  const report = (found: Diagnostic): void => void diagnostics.push(found);
  const inventory = new Inventory(readObjects({ sources, liveSources, namespace }, report), report);

  // All pods and templates first: their selectors decide which labels make pods of a controller differ.
  const reader = new PodDataReader();
  const given = readGivenPods(inventory, reader, report);
  const controllers = readControllers(inventory, reader, { autoscalers: hpa, cronJobRuns }, report);
  const daemonSets = readDaemonSets(inventory, given, reader, report);

  const cluster = readClusterObjects(inventory, report);
  const templates = new Templates(reader, inventory, report);
  const budget = new PodBudget(maxPods, report);
  const hasNodes = cluster.nodes.length + cluster.nodeClaims.length > 0;
  const deletingNodes = new DeletingNodes(inventory, cluster, report);
  const { pending, placed, bound, boundTemplates } = sortPods(
    { pods: given, templates, hasNodes, deletingNodes, budget },
    report,
  );
  const replicas = countReplicas(given, (pod) => placed.has(pod));
  const made = expand(
    {
      controllers,
      templates,
      reader,
      replicasOf: ({ object }) => replicas.get(selfKey(object)) ?? NO_REPLICAS,
      budget,
      names: new PodNames(given, controllers),
    },
    report,
  );
  templates.reportFailures();

  const pods = [...pending, ...made.pods].sort(byUid);
  const used = [...pods.map((pod) => pod.namespace), ...bound.map((pod) => pod.metadata.namespace ?? '')];
  return {
    workloads: {
      pods,
      boundTemplates,
      boundPods: bound.toSorted((a, b) => compare(a.metadata.uid ?? '', b.metadata.uid ?? '')),
      daemonSets,
      ...cluster,
      namespaces: namespacesOf(inventory, used),
      ...readStorage({ inventory, pods, made: made.claims }, report),
    },
    diagnostics,
  };
}

const NO_REPLICAS = { count: 0, names: new Set<string>(), hash: undefined };

function byUid(a: { readonly uid: string }, b: { readonly uid: string }): number {
  return compare(a.uid, b.uid);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
