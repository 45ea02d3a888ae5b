import type { LabelVocabulary } from '../model/provider.ts';
import type { LabelRules } from '../packer/karpenter/problem.ts';

/** Well known to Karpenter whatever the provider (Karpenter 1.14, pkg/apis/v1/labels.go). */
const CORE: readonly string[] = [
  'karpenter.sh/nodepool',
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'node.kubernetes.io/instance-type',
  'kubernetes.io/arch',
  'kubernetes.io/os',
  'karpenter.sh/capacity-type',
  'node.kubernetes.io/windows-build',
];

/** What Karpenter and its provider know about label keys. */
export function labelRules(vocabulary: LabelVocabulary): LabelRules {
  return {
    wellKnown: new Set([...CORE, ...vocabulary.specs.keys()]),
    restrictedDomains: vocabulary.restrictedDomains,
    aliases: vocabulary.aliases,
    reservationId: vocabulary.reservationId ?? 'karpenter.sh/reservation-id',
  };
}
