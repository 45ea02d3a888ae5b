import { nodeClassRule } from '../rule.ts';
import { finding } from './finding.ts';

export const connectionTracking = nodeClassRule(
  { codes: ['PW3217'], needs: ['node_class.connectionTracking'] },
  function* (nodeClass, pool) {
    const { connectionTracking: timeouts } = nodeClass.spec;
    if (timeouts === undefined || Object.keys(timeouts).length > 0) return;
    yield finding(nodeClass, pool, {
      code: 'PW3217',
      path: ['connectionTracking'],
      blame: 'key',
      message: '`connection_tracking` sets no timeout',
      help: 'Give it `tcp_established_timeout`, `udp_stream_timeout` or `udp_timeout`, or take it out.',
    });
  },
);
