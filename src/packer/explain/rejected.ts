import { formatTaint } from '../../kubernetes/taint.ts';
import { untolerated } from '../../kubernetes/toleration.ts';
import type { Level } from '../karpenter/pod-class.ts';
import type { QueuedPod } from '../karpenter/queued-pod.ts';
import type { NodeInRun } from '../karpenter/scheduler.ts';
import type { Claim } from '../karpenter/claim.ts';
import { FunnelBuilder } from './builder.ts';
import type { Replay } from './replay.ts';
import type { Obstacle, Rejected } from './step.ts';
import { trace } from './trace.ts';
import { claimCandidate } from './trace-input.ts';

/** What keeps a pod from a node or claim: a kind of obstacle, and which. */
export interface Refusal {
  readonly obstacle: Rejected['obstacle'];
  readonly detail?: string;
}

const EXAMPLES = 3;

/** Counts refusals of the same kind. In the order in which the kinds came up. */
export class RefusalCounts {
  readonly #byKind = new Map<
    string,
    { readonly refusal: Refusal; count: number; readonly examples: string[] }
  >();

  add(name: string, refusal: Refusal): void {
    const key = `${refusal.obstacle}\n${refusal.detail ?? ''}`;
    const known = this.#byKind.get(key) ?? { refusal, count: 0, examples: [] };
    known.count++;
    if (known.examples.length < EXAMPLES) known.examples.push(name);
    this.#byKind.set(key, known);
  }

  all(): readonly Rejected[] {
    return [...this.#byKind.values()].map(({ refusal, count, examples }) => ({
      ...refusal,
      count,
      examples,
    }));
  }
}

/** Why an existing node does not take a pod now, in the order in which the scheduler looks; undefined if it does. */
export function nodeRefusal(
  run: Replay,
  { pod, podClass, volumes }: QueuedPod,
  level: Level,
  node: NodeInRun,
  unlimited?: number,
): Refusal | undefined {
  const { resources } = run.encoded;
  const { topology } = run.encoded.scheduler;
  const { stateNode, remaining } = node;
  if (node.exhausted) return { obstacle: 'resource', detail: 'overcommitted' };
  const { amounts, asked } = podClass.shape;
  const short = asked.find(
    (column) => column !== unlimited && (remaining[column] as number) < (amounts[column] as number),
  );
  if (short !== undefined) return { obstacle: 'resource', detail: resources.name(short) };
  const taint = untolerated(stateNode.taints, level.preferences.tolerations);
  if (taint !== undefined) return { obstacle: 'taint', detail: formatTaint(taint) };
  for (const [driver, limit] of stateNode.volumeLimits) {
    const used = new Set([...(stateNode.volumes.get(driver) ?? []), ...(volumes.get(driver) ?? [])]);
    if (used.size > limit) return { obstacle: 'volume-limit', detail: driver };
  }
  if (stateNode.ports.conflicts(`${pod.namespace}/${pod.name}`, podClass.hostPorts))
    return { obstacle: 'host-port' };
  if (topology.allowsHost(level, node.host) !== 'yes') {
    return { obstacle: 'topology', detail: 'kubernetes.io/hostname' };
  }
  const base = node.state.narrow(level.full.all, 'existing');
  if (typeof base === 'string')
    return { obstacle: 'requirement', ...detailOf(requirementAgainst(level, node)) };
  return whereRefusal(run, level, base);
}

/** Volumes and the topology constraints other than hostname. */
function whereRefusal(run: Replay, level: Level, base: NodeInRun['state']): Refusal | undefined {
  const { topology } = run.encoded.scheduler;
  const { volumes } = level.podClass;
  const states = volumes.length === 0 ? [base] : volumes.map(({ all }) => base.narrow(all, 'existing'));
  let refusal: Refusal = { obstacle: 'volume' };
  for (const state of states) {
    if (typeof state === 'string') continue;
    if (typeof topology.tighten(level, state, 'existing') !== 'string') return undefined;
    refusal = { obstacle: 'topology', ...detailOf(level.groups?.byName[0]?.group.key) };
  }
  return refusal;
}

function requirementAgainst(level: Level, node: NodeInRun): string | undefined {
  for (const requirement of level.full.all.set.entries()) {
    const own = node.state.set.find(requirement.key);
    if (own === undefined ? !requirement.isNegative() : own.intersection(requirement).values.size === 0) {
      return requirement.key;
    }
  }
  return undefined;
}

/** Why a claim does not take a pod now; undefined if it does. */
export function claimRefusal(
  run: Replay,
  queued: QueuedPod,
  level: Level,
  claim: Claim,
): Refusal | undefined {
  const full = fullColumn(queued, claim);
  if (full !== undefined) return { obstacle: 'resource', detail: run.encoded.resources.name(full) };
  const start = new FunnelBuilder(claim.types);
  const { builder } = trace({ run, queued, level, candidate: claimCandidate(claim) }, start);
  const last = builder.steps.find(({ after }) => after === 0);
  return last === undefined
    ? undefined
    : { obstacle: last.obstacle.kind, ...detailOf(detailOfObstacle(last.obstacle)) };
}

/** Most of thousands of claims are simply full, which is quickly seen. */
function fullColumn(
  { podClass: { shape } }: QueuedPod,
  { template, types, total }: Claim,
): number | undefined {
  const { masks } = template;
  if (masks === undefined) return undefined;
  return shape.asked.find(
    (column) => masks.most(column, types) < (total[column] as number) + (shape.amounts[column] as number),
  );
}

function detailOfObstacle(obstacle: Obstacle): string | undefined {
  switch (obstacle.kind) {
    case 'taint':
      return formatTaint(obstacle.taint);
    case 'requirement':
    case 'topology':
      return obstacle.key;
    case 'resource':
      return obstacle.resource;
    default:
      return undefined;
  }
}

function detailOf(detail: string | undefined): { readonly detail?: string } {
  return detail === undefined ? {} : { detail };
}
