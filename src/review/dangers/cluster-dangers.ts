import { sortDiagnostics } from '../../diagnostics/diagnostic.ts';
import type { Danger } from '../../model/review.ts';
import { applyDangerPolicy } from '../apply-danger-policy.ts';
import type { ClusterContext } from './danger-rule.ts';
import { CLUSTER_DANGERS } from './index.ts';
import { worstFirst } from './worst-first.ts';

/** Worst first. */
export function clusterDangers(context: ClusterContext): readonly Danger[] {
  const found = sortDiagnostics(CLUSTER_DANGERS.flatMap((rule) => [...rule.check(context)]));
  return applyDangerPolicy(worstFirst(found), context.input);
}
