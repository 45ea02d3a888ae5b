import type { LabelVocabulary } from '../../model/provider.ts';

/** Well known to Karpenter's provider for Cluster API (v0.2.0); labels of a cloud's own mean nothing to it. */
const WELL_KNOWN: readonly string[] = [
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'node.kubernetes.io/instance-type',
  'kubernetes.io/arch',
  'kubernetes.io/os',
  'karpenter.sh/capacity-type',
  'node.kubernetes.io/windows-build',
  'capacity.karpenter.cluster.x-k8s.io/cpu',
  'capacity.karpenter.cluster.x-k8s.io/memory',
];

export function clusterApiVocabulary({ aliases }: LabelVocabulary): LabelVocabulary {
  return {
    specs: new Map(WELL_KNOWN.map((key) => [key, { domain: 'open', stamped: true, description: key }])),
    aliases,
    restrictedDomains: ['karpenter.sh', 'karpenter.cluster.x-k8s.io'],
    foreignDomains: new Map(),
  };
}
