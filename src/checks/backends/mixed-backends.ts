import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import type { Rule } from '../rule.ts';

/** Everybody who makes nodes reacts to the same pending pods. */
export const mixedBackends: Rule = {
  codes: ['PW8021'],
  *check({ pools }) {
    const [first] = pools;
    const other = pools.find(({ backend }) => backend !== first?.backend);
    if (first === undefined || other === undefined) return;
    const { backend } = other.pool;
    yield diagnostic(
      'PW8021',
      backend.origin.span,
      `pool \`${other.pool.name}\` has the backend \`${other.backend}\` and pool \`${first.pool.name}\` \`${first.backend}\`: for a pod that fits both, both make a node`,
      {
        related: usedHere(backend.origin, other.pool),
        help: 'Give the pools of one backend a taint that only the pods meant for them tolerate, or use one backend.',
      },
    );
  },
};
