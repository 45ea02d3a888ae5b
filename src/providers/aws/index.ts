import type { AwsCatalogue } from '../../catalogue/catalogue.ts';
import type { Cluster } from '../../model/cluster.ts';
import type { LabelVocabulary, Provider } from '../../model/provider.ts';
import { ADOPTION } from './adoption/index.ts';
import { checkSettings } from './check-settings.ts';
import { instanceTables } from './instance-tables.ts';
import { awsLabels } from './labels.ts';
import { LAUNCH_RULES } from './launch-rules.ts';
import { MACHINES } from './machines/index.ts';
import { nodeClass } from './node-class.ts';
import { builtInRequirements, derivedRequirements } from './requirements.ts';
import { awsProviderVersion } from './versions.ts';

/** Karpenter's AWS provider over one catalogue. Make one for each catalogue: what it computes is shared inside. */
export function createAwsProvider(catalogue: AwsCatalogue): Provider {
  const instanceTable = instanceTables(catalogue);
  const labels = labelsByVersion(catalogue);
  return {
    name: 'aws',
    apiGroup: 'karpenter.k8s.aws',
    nodeClassKind: 'EC2NodeClass',
    labels,
    checkSettings: (cluster) =>
      checkSettings(cluster, {
        labels: labels(cluster),
        typesOf: () => instanceTable(cluster, undefined).types,
      }),
    nodeClass,
    builtInRequirements,
    derivedRequirements,
    instanceTable,
    launch: LAUNCH_RULES,
    adoption: ADOPTION,
    machines: MACHINES,
  };
}

function labelsByVersion({ retired, types }: AwsCatalogue): (cluster: Cluster) => LabelVocabulary {
  const listed = types.map((type) => type.name);
  const made = new Map<string, LabelVocabulary>();
  return (cluster) => {
    const version = awsProviderVersion(cluster.settings.karpenterVersion.value);
    let vocabulary = made.get(version.name);
    if (vocabulary === undefined) {
      vocabulary = awsLabels({ labels: version.labels, retired, listed });
      made.set(version.name, vocabulary);
    }
    return vocabulary;
  };
}
