import { offeredReservations } from '../karpenter/offered-reservations.ts';
import { removeAll } from '../../selection/bitset.ts';
import type { Container } from '../../kubernetes/api/pod.ts';
import { CAPACITY_TYPE, ZONE } from '../karpenter/core-labels.ts';
import { unmetMinValues, withMinValues } from '../karpenter/min-values.ts';
import type { RequirementState } from '../karpenter/requirement-space.ts';
import type { FunnelBuilder } from './builder.ts';
import { pointer } from './pointer.ts';
import { minValuesReferences, unmetOf } from './pool-steps.ts';
import { largestRequestPointer } from './request-places.ts';
import { Rows } from './rows.ts';
import type { Reference, ResourceObstacle } from './step.ts';
import type { TraceInput } from './trace-input.ts';

/** Offerings, room for daemons and pods, host ports, `minValues`, reservations: what decides between types in the end. */
export function addRoom(
  builder: FunnelBuilder,
  input: TraceInput,
  state: RequirementState | undefined,
): void {
  const { candidate } = input;
  const { table } = candidate.template;
  const admitted = state === undefined ? undefined : table.admitted(state);
  if (admitted !== undefined && state !== undefined) {
    const zone = state.set.find(ZONE);
    const capacityType = state.set.find(CAPACITY_TYPE);
    builder.add({ kind: 'offering', zone, capacityType }, [], admitted.types);
  }
  addResources(builder, input, admitted?.kinds);
  addHostPorts(builder, input);
  if (state !== undefined && !builder.isEmpty)
    addReservations(builder, input, addMinValues(builder, input, state));
}

function addResources(builder: FunnelBuilder, input: TraceInput, kinds: Uint8Array | undefined): void {
  const { queued, candidate, unlimited } = input;
  const { template, total } = candidate;
  const { shape } = queued.podClass;
  const rows = new Rows(template, builder.left, kinds);
  const alone = () => new Rows(template, template.types, undefined);
  if (rows.hasCrowded || alone().hasCrowded) {
    rows.keepCapable();
    const others = alone();
    others.keepCapable();
    builder.add({ kind: 'daemons' }, [], rows.types(), others.types());
  }
  for (const column of columnsInOrder(input)) {
    const need = (total[column] as number) + (shape.amounts[column] as number);
    if (need <= 0 || column === unlimited) continue;
    const others = alone();
    // Where nothing is left any more, what the pool has at all is worth knowing.
    const obstacle = resourceObstacle(input, column, builder.isEmpty ? others : rows);
    rows.keepRoomy(column, need);
    others.keepRoomy(column, shape.amounts[column] as number);
    builder.add(obstacle, resourcePlaces(input, obstacle.resource), rows.types(), others.types());
  }
}

/** What the pod asks for; then, on a claim, what only others ask for. */
function columnsInOrder({ run, queued }: TraceInput): readonly number[] {
  const { columns } = run.encoded.scheduler;
  const { asked } = queued.podClass.shape;
  const rest = Array.from({ length: columns }, (_, column) => column).filter(
    (column) => !asked.includes(column),
  );
  return [...asked, ...rest];
}

function resourceObstacle(
  { run, queued, candidate }: TraceInput,
  column: number,
  rows: Rows,
): ResourceObstacle {
  const { resources } = run.encoded;
  const { template, total } = candidate;
  const nano = (amount: number) => resources.toNano(column, amount);
  const best = rows.roomiest(column);
  const group = best === undefined ? undefined : template.groups[template.groupOf[best.type] as number];
  const daemons = group?.overhead[column] ?? 0;
  return {
    kind: 'resource',
    resource: resources.name(column),
    podNano: nano(queued.podClass.shape.amounts[column] as number),
    othersNano: nano(total[column] as number),
    ...(best === undefined
      ? {}
      : {
          largest: {
            instanceType: template.table.types[best.type]?.name ?? '',
            allocatableNano: nano(best.usable + daemons),
            daemonsNano: nano(daemons),
          },
        }),
  };
}

function resourcePlaces({ level }: TraceInput, resource: string): readonly Reference[] {
  const at = largestRequestPointer(level.podClass.spec, resource);
  return at === undefined ? [] : [{ in: 'pod', pointer: at }];
}

function addHostPorts(builder: FunnelBuilder, { queued, candidate }: TraceInput): void {
  const { pod, podClass } = queued;
  if (podClass.hostPorts.length === 0) return;
  const { template, ports } = candidate;
  const free = template.types.slice();
  ports.forEach((table, at) => {
    const group = template.groups[at];
    if (group !== undefined && table.conflicts(`${pod.namespace}/${pod.name}`, podClass.hostPorts)) {
      removeAll(free, group.types);
    }
  });
  const places = (podClass.spec.containers ?? []).flatMap(portPlaces);
  builder.add({ kind: 'host-port', ports: podClass.hostPorts.map(({ port }) => port) }, places, free);
}

function portPlaces({ ports = [] }: Container, at: number): readonly Reference[] {
  return ports.flatMap(({ hostPort = 0 }, port) =>
    hostPort === 0
      ? []
      : [{ in: 'pod' as const, pointer: pointer('spec', 'containers', at, 'ports', port, 'hostPort') }],
  );
}

/** Returns the requirements with `minValues` lowered, where that is allowed. */
function addMinValues(
  builder: FunnelBuilder,
  { run, candidate }: TraceInput,
  state: RequirementState,
): RequirementState {
  const { template, minValues } = candidate;
  if (state.minKeys.length === 0) return state;
  const unmet = unmetMinValues(builder.left, state, template.table);
  if (unmet.size === 0) return state;
  if (minValues === 'lower') return withMinValues(state, unmet, run.encoded.scheduler.space);
  const found = unmetOf(unmet, state);
  builder.add(
    { kind: 'min-values', unmet: found, when: 'pod' },
    minValuesReferences(template.pool, found),
    'none',
  );
  return state;
}

function addReservations(
  builder: FunnelBuilder,
  { run, candidate }: TraceInput,
  state: RequirementState,
): void {
  const { template, host, reserved } = candidate;
  if (builder.isEmpty || run.encoded.scheduler.reservedCapacity === 'off' || !template.table.hasReserved)
    return;
  const ids = offeredReservations(template.table, builder.left, state);
  const free = [...ids].some((id) => run.scheduler.canReserve(host, id));
  if (ids.size > 0 && !free) builder.add({ kind: 'reservation', failure: 'used-up' }, [], 'none');
  else if (reserved.size > 0 && !free)
    builder.add({ kind: 'reservation', failure: 'would-be-lost' }, [], 'none');
}
