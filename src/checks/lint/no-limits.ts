import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { poolRule, WITH_NODE_POOL } from '../rule.ts';

export const noLimits = poolRule(
  { codes: ['PW4030'], backends: WITH_NODE_POOL, needs: ['limits', 'replicas'] },
  function* ({ pool }) {
    if (pool.limits.size > 0 || pool.replicas !== undefined) return;
    yield diagnostic('PW4030', pool.keySpan, `pool \`${pool.name}\` has no limits`, {
      help: 'Nothing keeps it from growing, and from costing, without end. Add `limits` on `cpu` and `memory`.',
    });
  },
);
