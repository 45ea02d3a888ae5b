import type { NetworkInterface } from '../../kubernetes/api/ec2-node-class.ts';
import { areWhole } from '../are-whole.ts';
import { nodeClassRule } from '../rule.ts';
import { fieldOrigin, finding, firstLine } from './finding.ts';

const FIELD = 'networkInterfaces';

export const networkInterfaces = nodeClassRule(['PW3212', 'PW3213', 'PW3214'], function* (nodeClass, pool) {
  const interfaces = nodeClass.spec.networkInterfaces ?? [];
  const isWhole = areWhole(['node_class.networkInterfaces'], pool.pool.incomplete);
  if (isWhole && interfaces.length > 0 && !interfaces.some(isPrimary)) {
    yield finding(nodeClass, pool, {
      code: 'PW3212',
      path: [FIELD],
      blame: 'key',
      message: '`network_interfaces` lacks a primary interface',
      help: 'Add `{network_card_index: 0, device_index: 0, interface_type: interface}`.',
    });
  }
  for (const [i, one] of interfaces.entries()) {
    const place = interfaces.findIndex(
      (other) => other.networkCardIndex === one.networkCardIndex && other.deviceIndex === one.deviceIndex,
    );
    const efa = interfaces.findIndex(
      (other) => other.networkCardIndex === one.networkCardIndex && other.interfaceType === 'efa-only',
    );
    const card = one.networkCardIndex;
    if (place < i) {
      yield finding(nodeClass, pool, {
        code: 'PW3213',
        path: [FIELD, i],
        message: `two network interfaces are at card ${card}, device ${one.deviceIndex}`,
        related: [{ span: firstLine(fieldOrigin(nodeClass, [FIELD, place]).span), message: 'the other one' }],
        help: 'Give each interface of a card its own `device_index`.',
      });
    } else if (one.interfaceType === 'efa-only' && efa < i) {
      yield finding(nodeClass, pool, {
        code: 'PW3214',
        path: [FIELD, i],
        message: `network card ${card} has several EFA interfaces`,
        related: [{ span: firstLine(fieldOrigin(nodeClass, [FIELD, efa]).span), message: 'the other one' }],
        help: 'A card takes one `efa-only` interface. Use the next card.',
      });
    }
  }
});

function isPrimary(one: NetworkInterface): boolean {
  return one.networkCardIndex === 0 && one.deviceIndex === 0 && one.interfaceType === 'interface';
}
