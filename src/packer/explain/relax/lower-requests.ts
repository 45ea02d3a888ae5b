import { parseQuantity } from '../../../kubernetes/quantity.ts';
import type { Level } from '../../karpenter/pod-class.ts';
import type { QueuedPod } from '../../karpenter/queued-pod.ts';
import { FunnelBuilder } from '../builder.ts';
import { poolsInOrderOfTrying } from '../explainer.ts';
import { poolFunnel } from '../pool-funnel.ts';
import { nodeRefusal } from '../rejected.ts';
import type { Replay } from '../replay.ts';
import { Rows } from '../rows.ts';
import { trace } from '../trace.ts';
import { claimCandidate } from '../trace-input.ts';
import type { Change } from './change.ts';
import { requestAtMost } from './quantities.ts';

/** Amounts that are tried of each resource, the largest first. */
const MAX_AMOUNTS = 3;

/**
 * How much a pod could ask for of each resource it asks too much of: the most that any place has to spare which would take
 * it otherwise, in the state after the run. By resource, in groups of which the first that works counts.
 */
export function lowerRequests(run: Replay, queued: QueuedPod, level: Level): readonly (readonly Change[])[] {
  const { resources } = run.encoded;
  const { asked, amounts } = queued.podClass.shape;
  return asked.flatMap((column): readonly (readonly Change[])[] => {
    const resource = resources.name(column);
    if (resource === 'pods') return [];
    const fromNano = resources.toNano(column, amounts[column] as number);
    const texts = roomOf(run, queued, level, column)
      .filter((room) => room > 0 && room < (amounts[column] as number))
      .map((room) => requestAtMost(resource, resources.toNano(column, room)))
      .filter((text) => text !== undefined);
    const changes = [...new Set(texts)].slice(0, MAX_AMOUNTS).flatMap((to): readonly Change[] => {
      const parsed = parseQuantity(to);
      return parsed.ok
        ? [{ kind: 'request-less', resource, fromNano, toNano: parsed.quantity.nano, to }]
        : [];
    });
    return changes.length === 0 ? [] : [changes];
  });
}

/** What places have of one resource for the pod, descending. */
function roomOf(run: Replay, queued: QueuedPod, level: Level, column: number): readonly number[] {
  const found = new Set<number>();
  for (const pool of poolsInOrderOfTrying(run)) {
    const { template, types } = poolFunnel(run, pool, { queued, level }, { unlimited: column });
    const best = template === undefined ? undefined : new Rows(template, types, undefined).roomiest(column);
    if (best !== undefined) found.add(best.usable);
  }
  for (const claim of run.scheduler.claims) {
    const input = { run, queued, level, candidate: claimCandidate(claim), unlimited: column };
    const { builder } = trace(input, new FunnelBuilder(claim.types));
    const best = new Rows(claim.template, builder.left, undefined).roomiest(column);
    if (best !== undefined) found.add(best.usable - (claim.total[column] as number));
  }
  for (const node of run.encoded.scheduler.nodes) {
    if (nodeRefusal(run, queued, level, node, column) === undefined)
      found.add(node.remaining[column] as number);
  }
  return [...found].sort((a, b) => b - a);
}
