import type { AwsCatalogue } from '../../catalogue/catalogue.ts';
import type { Provider } from '../../model/provider.ts';
import { checkSettings } from './check-settings.ts';
import { instanceTables } from './instance-tables.ts';
import { awsLabels } from './labels.ts';
import { nodeClass } from './node-class.ts';
import { builtInRequirements, derivedRequirements } from './requirements.ts';

/** Karpenter's AWS provider over one catalogue. Make one for each catalogue: what it computes is shared inside. */
export function createAwsProvider(catalogue: AwsCatalogue): Provider {
  const instanceTable = instanceTables(catalogue);
  return {
    name: 'aws',
    apiGroup: 'karpenter.k8s.aws',
    nodeClassKind: 'EC2NodeClass',
    labels: awsLabels(
      catalogue.retired,
      catalogue.types.map((type) => type.name),
    ),
    checkSettings: (cluster) => checkSettings(cluster, () => instanceTable(cluster, undefined).types),
    nodeClass,
    builtInRequirements,
    derivedRequirements,
    instanceTable,
  };
}
