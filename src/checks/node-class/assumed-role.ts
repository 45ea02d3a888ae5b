import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { isBuiltIn } from '../../diagnostics/is-built-in.ts';
import { LAUNCHING, type Rule } from '../rule.ts';
import { counted } from '../words.ts';
import { fieldOrigin } from './finding.ts';

/** Said once a cluster: the role is the cluster's, whatever pool it is. */
export const assumedRole: Rule = {
  codes: ['PW3202'],
  backends: LAUNCHING,
  needs: ['node_class.role', 'node_class.instanceProfile'],
  *check({ pools }) {
    const assumed = pools.filter(
      ({ nodeClass }) => nodeClass?.spec.role !== undefined && isBuiltIn(fieldOrigin(nodeClass, ['role'])),
    );
    const [first] = assumed;
    if (first?.nodeClass === undefined) return;
    yield diagnostic(
      'PW3202',
      first.pool.keySpan,
      `nodes are assumed to have the IAM role \`${first.nodeClass.spec.role}\` (${counted(assumed.length, 'pool')})`,
      {
        help: 'Write `node_class.role` or `node_class.instance_profile`, in `poolwright.node_class` for all pools at once.',
      },
    );
  },
};
