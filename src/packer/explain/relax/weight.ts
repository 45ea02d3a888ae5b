import { nanoOf } from '../../../kubernetes/quantity.ts';
import type { Change, PodPart } from './change.ts';

const DROPPED: Readonly<Record<PodPart, number>> = {
  'node-selector': 1.6,
  'node-affinity': 1.6,
  spread: 1.7,
  'pod-anti-affinity': 1.8,
  'pod-affinity': 1.8,
  'host-port': 1.9,
};

/** How much a change asks of people, for ranking only: small things first, and what changes little of an amount. */
export function weightOf(change: Change): number {
  switch (change.kind) {
    case 'tolerate':
      return 1;
    case 'widen':
      return change.to === undefined ? 1.5 : 1.1;
    case 'add-label':
      return 1.2;
    case 'request-less':
      return 1 + 2 * part(change.fromNano - change.toNano, change.fromNano);
    case 'raise-limit':
      return (
        1 + Math.max(...change.limits.map(({ from, to }) => part(nanoOf(to) - nanoOf(from), nanoOf(to))))
      );
    case 'drop':
      return DROPPED[change.part];
  }
}

function part(some: bigint, of: bigint): number {
  return of === 0n ? 1 : Number((some * 1000n) / of) / 1000;
}
