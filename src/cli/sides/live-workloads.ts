import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Source } from '../../diagnostics/source.ts';
import type { LiveNodes } from '../../model/review-input.ts';
import type { WorkloadOptions } from '../cluster-workloads.ts';
import type { ReadUnitWorkloads, UnitWorkloads } from './side.ts';

export interface DumpedNodes {
  readonly live: LiveNodes;
  readonly diagnostics: readonly Diagnostic[];
}

/** The nodes and NodeClaims beside the NodePools. Undefined: the dump is not about nodes. */
export async function dumpedNodes(
  sources: readonly Source[],
  options: WorkloadOptions,
): Promise<DumpedNodes | undefined> {
  if (!sources.some(({ text }) => NODES.test(text))) return undefined;
  const { workloads, diagnostics } = await read(sources, options);
  // Those of a dump with pods come with its workloads.
  const own = sources.some(({ text }) => WORKLOADS.test(text)) ? [] : diagnostics;
  const { nodes, nodeClaims } = workloads;
  return nodes.length + nodeClaims.length === 0
    ? undefined
    : { live: { nodes, nodeClaims }, diagnostics: own };
}

/** What runs on the cluster, of a dump that has pods or what makes them. */
export function dumpedWorkloads(
  sources: readonly Source[],
  options: WorkloadOptions,
): UnitWorkloads | undefined {
  if (!sources.some(({ text }) => WORKLOADS.test(text))) return undefined;
  return { sources, read: () => read(sources, options) };
}

const NODES = kinds('Node|NodeClaim');
const WORKLOADS = kinds('Pod|Deployment|StatefulSet|DaemonSet|ReplicaSet|ReplicationController|Job|CronJob');

function kinds(names: string): RegExp {
  return new RegExp(`\\bkind"?\\s*:\\s*["']?(?:${names})(?:List)?["']?\\s*(?:[,}#\\r\\n]|$)`);
}

async function read(sources: readonly Source[], options: WorkloadOptions): Promise<ReadUnitWorkloads> {
  const { readWorkloads } = await import('../../manifests/read-workloads.ts');
  return readWorkloads({ sources: [], liveSources: sources, options });
}
