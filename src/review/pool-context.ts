import type { CompiledPool } from '../model/compilation.ts';
import type { ChangeKind, CostChange, FieldChange, Rotation, TypeChange } from '../model/review.ts';
import type { ClusterReviewInput } from '../model/review-input.ts';
import type { StoredRules } from './drift-rules.ts';
import type { SpecView } from './spec-view.ts';

/** What is known of one pool when its dangers are looked for. */
export interface PoolContext {
  readonly input: ClusterReviewInput;
  readonly rules: StoredRules;
  readonly change: ChangeKind;
  readonly base?: CompiledPool;
  readonly head?: CompiledPool;
  readonly before?: SpecView;
  readonly after?: SpecView;
  readonly types: TypeChange;
  readonly fields: readonly FieldChange[];
  readonly rotation: Rotation;
  readonly cost: CostChange;
}

/** Of a pool that both states have. */
export interface ChangedPoolContext extends PoolContext {
  readonly base: CompiledPool;
  readonly head: CompiledPool;
  readonly before: SpecView;
  readonly after: SpecView;
}
