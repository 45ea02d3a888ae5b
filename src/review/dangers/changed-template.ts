import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { canonical } from '../../drift/differences.ts';
import { changedPool } from './danger-rule.ts';
import { machinePairs } from './machine-pairs.ts';

/** Templates are not watched, and providers refuse to change one. */
export const changedTemplate = changedPool(['PW9650'], function* ({ base, head }) {
  for (const { name, before, after, span } of machinePairs(base, head, /Template$/)) {
    if (canonical(before['spec']) === canonical(after['spec'])) continue;
    yield diagnostic(
      'PW9650',
      span('spec'),
      `template \`${name}\` of pool \`${head.pool.name}\` has other contents under the same name`,
      {
        help: 'No machine is replaced, and Cluster API’s providers refuse the change. Other contents need another name.',
      },
    );
  }
});
