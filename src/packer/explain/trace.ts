import { untolerated } from '../../kubernetes/toleration.ts';
import type { Level } from '../karpenter/pod-class.ts';
import type { Incoming, RequirementState } from '../karpenter/requirement-space.ts';
import type { FunnelBuilder } from './builder.ts';
import type { Ask } from './pod-asks.ts';
import { pointer } from './pointer.ts';
import { poolReference } from './pool-steps.ts';
import { addSharedRequirements, addTypeRequirements, typesWith } from './requirement-steps.ts';
import { addRoom } from './room-steps.ts';
import type { Reference, VolumeObstacle } from './step.ts';
import { addMetTopology, addTopology } from './topology-steps.ts';
import type { TraceInput } from './trace-input.ts';

/** What is left when a pod is tried on a candidate. */
export interface Trace {
  readonly builder: FunnelBuilder;
  /** What the node would have to satisfy; undefined where that is a contradiction. */
  readonly state: RequirementState | undefined;
}

/**
 * Follows the types of a candidate through everything that the scheduler looks at, in its order: first what settles the
 * matter for all types at once, then what each type has to pass. Of several places where volumes can be, the first that
 * leaves a type, else the last. Nothing of the run is changed.
 */
export function trace(input: TraceInput, builder: FunnelBuilder): Trace {
  addTaints(builder, input);
  const { state, asks } = addSharedRequirements(builder, input);
  const { volumes } = input.level.podClass;
  if (volumes.length === 0) return finish(builder, { ...input, asks, base: state, volume: undefined });
  let last: Trace = { builder, state: undefined };
  for (const volume of volumes) {
    last = finish(builder.copy(), { ...input, asks, base: state, volume });
    if (!last.builder.isEmpty) break;
  }
  return last;
}

function addTaints(builder: FunnelBuilder, { level, candidate: { template } }: TraceInput): void {
  template.taints.forEach((taint, at) => {
    const tolerated = untolerated([taint], level.preferences.tolerations) === undefined;
    const places = [poolReference(template.pool, pointer('spec', 'template', 'spec', 'taints', at))];
    builder.add({ kind: 'taint', taint, tolerated }, places, tolerated ? 'all' : 'none');
  });
}

interface Rest extends TraceInput {
  /** What is left to ask of each type. */
  readonly asks: readonly Ask[];
  readonly base: RequirementState | undefined;
  readonly volume: Incoming | undefined;
}

function finish(builder: FunnelBuilder, input: Rest): Trace {
  const withVolume = addVolume(builder, input);
  const { state, met } = addTopology(builder, input, withVolume);
  addTypeRequirements(builder, input, input.asks);
  if (withVolume !== undefined) addMetVolume(builder, input);
  addMetTopology(builder, input, met);
  addRoom(builder, input, state);
  return { builder, state };
}

/** Volumes that cannot be where any node of the pool is. */
function addVolume(
  builder: FunnelBuilder,
  { run, level, candidate, base, volume }: Rest,
): RequirementState | undefined {
  if (volume === undefined) return base;
  const { hosts } = run.encoded.scheduler.topology;
  const hostAgrees = volume.hostname?.has(hosts.name(candidate.host)) ?? true;
  const narrowed = (base ?? candidate.state).narrow(volume.withoutHostname, 'new');
  if (hostAgrees && typeof narrowed !== 'string') return base === undefined ? undefined : narrowed;
  builder.add({ ...volumeObstacle(level, volume), failure: 'conflict' }, volumePlaces(level), 'none');
  return undefined;
}

function addMetVolume(builder: FunnelBuilder, { run, level, candidate, volume }: Rest): void {
  if (volume === undefined) return;
  const narrowed = candidate.state.narrow(volume.withoutHostname, 'new');
  if (typeof narrowed === 'string') return;
  builder.add(
    volumeObstacle(level, volume),
    volumePlaces(level),
    candidate.template.table.admitted(narrowed).compatible,
    typesWith(candidate.template, [...volume.withoutHostname.set.entries()], run),
  );
}

function volumeObstacle({ podClass }: Level, volume: Incoming): VolumeObstacle {
  return {
    kind: 'volume',
    where: [...volume.all.set.entries()],
    alternatives: podClass.volumes.length,
  };
}

function volumePlaces({ podClass }: Level): readonly Reference[] {
  return (podClass.spec.volumes ?? []).flatMap(({ persistentVolumeClaim, ephemeral }, at) =>
    persistentVolumeClaim === undefined && ephemeral === undefined
      ? []
      : [{ in: 'pod' as const, pointer: pointer('spec', 'volumes', at) }],
  );
}
