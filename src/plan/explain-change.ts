import type { NodeRequirement } from '../kubernetes/api/node-pool.ts';
import { formatTaint } from '../kubernetes/taint.ts';
import type { Change, PodPart } from '../packer/explain/relax/change.ts';
import { exactAmount } from './explain-amount.ts';

const PARTS: Readonly<Record<PodPart, string>> = {
  'node-selector': 'node selector',
  'node-affinity': 'node affinity',
  spread: 'spread constraint over',
  'pod-affinity': 'affinity to other pods over',
  'pod-anti-affinity': 'anti-affinity to other pods over',
  'host-port': 'host port',
};

/** A change as an imperative. */
export function changeText(change: Change): string {
  switch (change.kind) {
    case 'tolerate': {
      const taints = change.taints.map(({ taint }) => `\`${formatTaint(taint)}\``).join(' and ');
      return `tolerate ${taints} of pool \`${change.nodePool}\``;
    }
    case 'widen':
      return wideningText(change);
    case 'add-label':
      return `give the nodes of pool \`${change.nodePool}\` the label \`${change.key}: ${change.value}\``;
    case 'raise-limit': {
      const limits = change.limits.map(({ resource, from, to }) => `\`${resource}\` from ${from} to ${to}`);
      return `raise the limit ${limits.join(' and ')} in pool \`${change.nodePool}\``;
    }
    case 'request-less': {
      const { resource, fromNano, to, mayBeMore } = change;
      const more = mayBeMore === true ? ' (more may fit: the number of trials is limited)' : '';
      return `ask for \`${resource}\` ${to} instead of ${exactAmount(resource, fromNano)}${more}`;
    }
    case 'drop':
      return `drop the ${PARTS[change.part]} \`${change.what}\``;
  }
}

function wideningText({ nodePool, from, to, added }: Extract<Change, { readonly kind: 'widen' }>): string {
  const pool = `pool \`${nodePool}\``;
  if (to === undefined) return `drop the requirement \`${writtenText(from)}\` from ${pool}`;
  if (from.minValues !== to.minValues) {
    return `lower the \`minValues\` of \`${from.key}\` from ${from.minValues ?? 1} to ${to.minValues ?? 1} in ${pool}`;
  }
  if (from.operator === 'In') return `add \`${added}\` to the values of \`${from.key}\` in ${pool}`;
  if (from.operator === 'NotIn') return `take \`${added}\` out of \`${from.key} NotIn\` in ${pool}`;
  return `write \`${writtenText(to)}\` instead of \`${writtenText(from)}\` in ${pool}`;
}

function writtenText({ key, operator, values = [] }: NodeRequirement): string {
  return [key, operator, values.join(', ')].join(' ').trim();
}
