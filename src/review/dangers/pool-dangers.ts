import { sortDiagnostics } from '../../diagnostics/diagnostic.ts';
import type { Danger } from '../../model/review.ts';
import { applyDangerPolicy } from '../apply-danger-policy.ts';
import type { PoolContext } from '../pool-context.ts';
import { POOL_DANGERS } from './index.ts';
import { worstFirst } from './worst-first.ts';

/** Worst first. */
export function poolDangers(context: PoolContext): readonly Danger[] {
  const rules =
    context.change === 'unchanged' ? POOL_DANGERS.filter(({ sees }) => sees === 'all pools') : POOL_DANGERS;
  const found = sortDiagnostics(rules.flatMap((rule) => [...rule.check(context)]));
  return applyDangerPolicy(worstFirst(found), context.input);
}
