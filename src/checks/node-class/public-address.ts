import { nodeClassRule } from '../rule.ts';
import { counted } from '../words.ts';
import { fieldOrigin, finding } from './finding.ts';

const FIELD = 'associatePublicIPAddress';

/** EC2 gives no public address to a machine that starts with several network interfaces. */
export const publicAddress = nodeClassRule(['PW3215', 'PW3216'], function* (nodeClass, pool) {
  const { associatePublicIPAddress, networkInterfaces = [] } = nodeClass.spec;
  if (associatePublicIPAddress === true && networkInterfaces.length > 1) {
    const list = fieldOrigin(nodeClass, ['networkInterfaces']);
    yield finding(nodeClass, pool, {
      code: 'PW3215',
      path: [FIELD],
      message: `a node with ${counted(networkInterfaces.length, 'network interface')} cannot have a public address`,
      related: [{ span: list.keySpan ?? list.span, message: 'the interfaces' }],
      help: 'Leave `public` out, or keep the primary interface only. Such launches fail.',
    });
  }
  const wanted = pool.pool.nodeClass.public;
  if (associatePublicIPAddress !== undefined && associatePublicIPAddress !== wanted.value) {
    yield finding(nodeClass, pool, {
      code: 'PW3216',
      path: [FIELD],
      message: associatePublicIPAddress
        ? 'nodes get public addresses in subnets that are chosen as private ones'
        : 'nodes stand in public subnets without public addresses, so that they may reach nothing outside',
      related: [{ span: wanted.origin.span, message: '`public` decides which subnets are chosen' }],
      help: 'Write `public` only, and leave `associate_public_ip_address` to it.',
    });
  }
});
