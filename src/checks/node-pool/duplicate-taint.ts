import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import type { PoolTaint } from '../../model/pool.ts';
import { taintIdentity } from '../../kubernetes/taint.ts';
import { poolRule } from '../rule.ts';
import { quoted } from '../words.ts';

export const duplicateTaint = poolRule(['PW3524'], function* ({ pool }) {
  const first = new Map<string, PoolTaint>();
  for (const taint of [...pool.taints, ...pool.startupTaints]) {
    const identity = taintIdentity({ key: taint.key.value, effect: taint.effect.value });
    const earlier = first.get(identity);
    if (earlier === undefined) {
      first.set(identity, taint);
      continue;
    }
    yield diagnostic('PW3524', taint.origin.span, `taint ${quoted(identity)} is given twice`, {
      related: [{ span: earlier.origin.span, message: 'first given here' }, ...usedHere(taint.origin, pool)],
      help: 'A key and effect may occur once in `taints` and `startup_taints` together, whatever the value. Karpenter ignores a pool that breaks this.',
    });
  }
});
