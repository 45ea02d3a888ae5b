import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Span } from '../diagnostics/span.ts';
import type { BackendName } from './backend-name.ts';
import type { ClusterPlan } from './plan.ts';

/** The same pools and workloads with different backends. */
export interface PlanComparison {
  readonly clusters: readonly ClusterComparison[];
}

export interface ClusterComparison {
  readonly name: string;
  /** The definition. */
  readonly file: string;
  /** Two or more; the backend of the definition first. */
  readonly sides: readonly ComparedSide[];
  /** What differs, and why; what concerns all pools first. */
  readonly differences: readonly PlanDifference[];
}

export interface ComparedSide {
  readonly backend: BackendName;
  readonly plan: ClusterPlan;
  /** Errors that the definition has with this backend and not as it is written: the plan looks past them. */
  readonly problems: readonly Diagnostic[];
  /** Pools that this backend can make nothing of. */
  readonly missingPools: readonly string[];
}

export interface PlanDifference {
  /** What kind of difference it is. */
  readonly code: DifferenceCode;
  /** Whose doing it is. Absent: of all of them. */
  readonly backend?: BackendName;
  readonly nodePool?: string;
  /** A sentence without a final full stop. */
  readonly message: string;
  /** The line that decides it. */
  readonly source?: Span;
}

export type DifferenceCode =
  | 'missing-pool'
  | 'choice'
  | 'dropped-types'
  | 'annotated-resources'
  | 'static-pod'
  | 'zones'
  | 'limits'
  | 'pods-left'
  | 'min-values'
  | 'spot-fallback'
  | 'spot-price'
  | 'weight'
  | 'chance'
  | 'consolidation';
