import { controlPlaneUpgrade } from '../../drift/control-plane-upgrade.ts';
import type { CompiledPool } from '../../model/compilation.ts';
import type { ChangeKind, FieldChange, TypeChange } from '../../model/review.ts';
import type { ClusterReviewInput } from '../../model/review-input.ts';
import { knowsBudgets } from '../knows-budgets.ts';
import type { PoolPair } from '../pair-pools.ts';
import type { SpecView } from '../spec-view.ts';
import { dollars } from '../words.ts';
import { machineWords, objectWords } from './object-words.ts';
import { specWords } from './spec-words.ts';
import { admittedWords, typeWords } from './type-words.ts';

export interface PoolSummaryInput extends PoolPair {
  readonly input: Pick<ClusterReviewInput, 'base' | 'head'>;
  readonly change: ChangeKind;
  readonly types: TypeChange;
  readonly fields: readonly FieldChange[];
  readonly before?: SpecView | undefined;
  readonly after?: SpecView | undefined;
}

/** What becomes of a pool, most important first: clauses without a full stop. */
export function poolSummary(input: PoolSummaryInput): readonly string[] {
  const { base, head, before, after, change, types } = input;
  if (change === 'unchanged') return [];
  if (base === undefined || before === undefined) {
    return [`new: ${admittedWords(types.after)}`, ...(after === undefined ? [] : onlySide(after))];
  }
  if (head === undefined || after === undefined) {
    return [`gone: ${admittedWords(types.before)}`, ...onlySide(before)];
  }
  const renamed = change === 'renamed' ? [`renamed from ${base.pool.name}`] : [];
  const clauses = [
    ...renamed,
    ...backendWords(base, head),
    ...typeWords(types),
    ...(change === 'renamed' ? [] : specWords(before, after)),
    ...(change === 'renamed' ? [] : [...machineWords(base, head), ...objectWords(input.fields)]),
    ...upgradeWords(input, base, head),
    ...(knowsBudgets(input.input) ? moneyWords(base, head) : []),
  ];
  return clauses.length > 0 ? clauses : ['details of its objects change'];
}

function backendWords(base: CompiledPool, head: CompiledPool): readonly string[] {
  return base.backend === head.backend ? [] : [`moves from ${base.backend} to ${head.backend}`];
}

function upgradeWords(
  { input: { base, head } }: PoolSummaryInput,
  basePool: CompiledPool,
  headPool: CompiledPool,
): readonly string[] {
  if (base === undefined || head === undefined) return [];
  const upgrade = controlPlaneUpgrade({ base, head, basePool, headPool });
  return upgrade === undefined ? [] : [`Kubernetes ${upgrade.before} → ${upgrade.after}, with other images`];
}

/** What matters of a pool that only one state has. */
function onlySide(view: SpecView): readonly string[] {
  return specWords({ ...NOTHING, span: view.span }, { ...NOTHING, ...pick(view), span: view.span }).map(
    (clause) => clause.replaceAll(' added', ''),
  );
}

const NOTHING = {
  labels: {},
  annotations: {},
  taints: [],
  startupTaints: [],
  requirements: [],
  limits: {},
} as const;

function pick({ limits, taints, replicas, labels }: SpecView): Partial<SpecView> {
  return { limits, taints, labels, ...(replicas === undefined ? {} : { replicas }) };
}

function moneyWords({ pool: old }: CompiledPool, { pool: now }: CompiledPool): readonly string[] {
  const clauses = [
    ['monthly budget', old.maxMonthlyUsd?.value, now.maxMonthlyUsd?.value],
    ['monthly budget at limits', old.maxMonthlyUsdAtLimits?.value, now.maxMonthlyUsdAtLimits?.value],
  ] as const;
  return clauses.flatMap(([what, was, is]) =>
    was === is
      ? []
      : [`${what} ${was === undefined ? 'none' : dollars(was)} → ${is === undefined ? 'none' : dollars(is)}`],
  );
}
