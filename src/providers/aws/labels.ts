import { parseTypeName } from '../../catalogue/type-name.ts';
import type { LabelSpec, LabelVocabulary } from '../../model/provider.ts';
import { ARCH, awsLabel, CAPACITY_RESERVATION_ID, INSTANCE_TYPE, OS, REGION, ZONE } from './label-keys.ts';

/** Deprecated spellings of well-known labels, and the keys that Karpenter reads them as (`NormalizedLabels`). */
export const LABEL_ALIASES: ReadonlyMap<string, string> = new Map([
  ['beta.kubernetes.io/arch', ARCH],
  ['beta.kubernetes.io/os', OS],
  ['beta.kubernetes.io/instance-type', INSTANCE_TYPE],
  ['failure-domain.beta.kubernetes.io/zone', ZONE],
  ['failure-domain.beta.kubernetes.io/region', REGION],
  ['topology.ebs.csi.aws.com/zone', ZONE],
]);

const RESTRICTED_DOMAINS: readonly string[] = ['karpenter.sh', 'karpenter.k8s.aws'];

const FOREIGN_DOMAINS: ReadonlyMap<string, string> = new Map([
  ['karpenter.azure.com', 'azure'],
  ['kubernetes.azure.com', 'azure'],
  ['karpenter.k8s.gcp', 'gcp'],
  ['topology.k8s.gcp', 'gcp'],
  ['cloud.google.com', 'gcp'],
  ['karpenter.kwok.sh', 'kwok'],
  ['eks.amazonaws.com', 'EKS Auto Mode'],
  ['karpenter.cluster.x-k8s.io', 'Cluster API'],
]);

export interface AwsLabelsInput {
  /** Those of the Karpenter version. */
  readonly labels: ReadonlyMap<string, LabelSpec>;
  /** Types that old definitions may still name. */
  readonly retired: readonly string[];
  /** Types there are: a family with one of them is not retired. */
  readonly listed: readonly string[];
}

/** A version's labels, with the types, and the families none of whose types is left, that AWS has retired. */
export function awsLabels({ labels, retired, listed }: AwsLabelsInput): LabelVocabulary {
  const families = new Set(listed.map((name) => parseTypeName(name).family));
  const gone = [...new Set(retired.map((name) => parseTypeName(name).family))].filter(
    (family) => !families.has(family),
  );
  const specs = new Map(labels);
  withRetired(specs, INSTANCE_TYPE, retired);
  withRetired(specs, awsLabel('instance-family'), gone);
  return {
    specs,
    aliases: LABEL_ALIASES,
    restrictedDomains: RESTRICTED_DOMAINS,
    reservationId: CAPACITY_RESERVATION_ID,
    foreignDomains: FOREIGN_DOMAINS,
  };
}

function withRetired(specs: Map<string, LabelSpec>, key: string, retired: readonly string[]): void {
  const spec = specs.get(key);
  if (spec !== undefined) specs.set(key, { ...spec, retired });
}
