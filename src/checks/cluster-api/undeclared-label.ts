import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { isManagedLabel } from '../../kubernetes/scale-from-zero/managed-label.ts';
import { CAPACITY_KEYS } from '../../kubernetes/scale-from-zero/keys.ts';
import { readLabels } from '../../kubernetes/scale-from-zero/read-labels.ts';
import type { ManifestObject } from '../../model/manifest-set.ts';
import { listed, quoted } from '../words.ts';
import { labelSpan } from './label-span.ts';
import { keySpanOf, type MachineGroup } from './machine-group.ts';
import { groupRule } from './machine-rule.ts';
import { listAt, textAt, textsAt } from './raw.ts';

/** Labels that a NodePool need not define (Karpenter's core 1.5 with the provider for Cluster API). */
const WELL_KNOWN: ReadonlySet<string> = new Set([
  'karpenter.sh/nodepool',
  'karpenter.sh/capacity-type',
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'node.kubernetes.io/instance-type',
  'node.kubernetes.io/windows-build',
  'kubernetes.io/arch',
  'kubernetes.io/os',
  'capacity.karpenter.cluster.x-k8s.io/cpu',
  'capacity.karpenter.cluster.x-k8s.io/memory',
]);

/** Karpenter's provider makes each label of a group a requirement; a NodeClaim without the key is incompatible. */
export const undeclaredLabel = groupRule(['PW9221'], function* (group, { nodeClasses }) {
  if (group.scaler !== 'karpenter') return;
  const pools = nodeClasses.filter(({ selects }) => selects(group)).flatMap(({ nodePools }) => nodePools);
  if (pools.length === 0) return;
  const defined = pools.map((pool) => [pool, keysOf(pool)] as const);
  for (const key of labelsOf(group)) {
    if (WELL_KNOWN.has(key)) continue;
    const without = defined.filter(([, keys]) => !keys.has(key)).map(([pool]) => pool);
    if (without.length === 0) continue;
    const names = listed(without.map(({ name }) => name));
    const message = `the label ${quoted(key)} of ${group.title} is not defined by NodePool ${names}, so it never gets a machine of it`;
    yield diagnostic('PW9221', spanOf(group, key), message, {
      related: without.slice(0, 3).map((pool) => ({
        span: keySpanOf(pool, ['spec', 'template', 'metadata', 'labels']),
        message: 'it is not among these labels, nor in the requirements',
      })),
      help: 'Add it to the NodePool’s template labels or requirements, or take it off the group.',
    });
  }
});

function labelsOf(group: MachineGroup): ReadonlySet<string> {
  return new Set([
    ...Object.keys(group.templateLabels).filter(isManagedLabel),
    ...readLabels(group.annotations[CAPACITY_KEYS.labels] ?? '').keys(),
  ]);
}

function spanOf(group: MachineGroup, key: string) {
  const isAnnotated = readLabels(group.annotations[CAPACITY_KEYS.labels] ?? '').has(key);
  return isAnnotated
    ? labelSpan(group, key)
    : group.object.span(['spec', 'template', 'metadata', 'labels', key]);
}

function keysOf({ raw }: ManifestObject): ReadonlySet<string> {
  return new Set([
    ...Object.keys(textsAt(raw, ['spec', 'template', 'metadata', 'labels'])),
    ...listAt(raw, ['spec', 'template', 'spec', 'requirements']).map((one) => textAt(one, ['key']) ?? ''),
  ]);
}
