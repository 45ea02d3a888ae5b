import type { Origin } from '../diagnostics/origin.ts';
import type { RequirementOperator } from '../kubernetes/api/node-pool.ts';
import type { InstanceType } from './instance-type.ts';

/** Which types a pool admits, and where the others were lost. */
export interface PoolSelection {
  /** Before the first requirement. */
  readonly total: number;
  /** Admitted, in catalogue order: before limits, price and launch filters. */
  readonly types: readonly InstanceType[];
  /** In the order of the pool's requirements. */
  readonly funnel: readonly FunnelStep[];
}

export interface FunnelStep {
  readonly key: string;
  readonly operator: RequirementOperator;
  readonly values: readonly string[];
  readonly before: number;
  readonly after: number;
  /** How many of all types satisfy this one requirement alone. */
  readonly alone: number;
  readonly origin: Origin;
}
