import type { Bitset } from '../../selection/bitset.ts';
import type { HostPortTable } from './host-ports.ts';
import type { Level } from './pod-class.ts';
import type { PendingPod } from './problem.ts';
import type { RequirementState } from './requirement-space.ts';
import type { Template } from './template.ts';

/** A pod where it was put, and what it had given up by then. */
export interface PlacedPod {
  readonly pod: PendingPod;
  readonly level: Level;
}

/** A node that is to be made, or one that might be: all the types it could still become. */
export interface Claim {
  /** Position in the order of opening. */
  readonly id: number;
  readonly host: number;
  readonly template: Template;
  /** Without the hostname, which is the claim's own. */
  state: RequirementState;
  types: Bitset;
  /** Requests of its pods by column. */
  readonly total: Float64Array;
  /** Columns that its pods mention. */
  readonly mentioned: Set<number>;
  readonly pods: PlacedPod[];
  /** Reservations that it holds. */
  reserved: ReadonlySet<string>;
  /** By daemon group; only once a pod with host ports is about. */
  ports: readonly HostPortTable[] | undefined;
}
