import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { poolRule } from '../rule.ts';
import { joinedNodes } from './joined-node.ts';
import { machineMismatches, type Mismatch } from './machine-mismatches.ts';

/** Whichever backend makes it, a node of a pool is the same machine: amounts, labels, taints, place. */
export const oneMachine = poolRule(['PW8022'], function* (compiled, { labels }) {
  const { pool, machines } = compiled;
  if (machines === undefined) return;
  const found = new Map<string, { readonly first: Mismatch; readonly type: string; groups: number }>();
  const joinedOf = joinedNodes(machines);
  for (const group of machines.nodeGroups) {
    const joined = joinedOf(group.name);
    for (const one of machineMismatches({ compiled, group, joined, labels })) {
      const known = found.get(one.what);
      if (known === undefined) found.set(one.what, { first: one, type: group.instanceType.name, groups: 1 });
      else known.groups++;
    }
  }
  for (const { first, type, groups } of found.values()) {
    const { message, origin } = first;
    const more = groups === 1 ? '' : ` (and ${groups - 1} more of its node groups)`;
    yield diagnostic(
      'PW8022',
      origin?.span ?? pool.keySpan,
      `a \`${type}\` of pool \`${pool.name}\`${more} is not the node that Karpenter would make: ${message}`,
      { related: origin === undefined ? [] : usedHere(origin, pool) },
    );
  }
});
