import type { ClusterApiObject, CompiledCluster, NodePoolObject } from '../model/compilation.ts';
import type { NodeClassObject } from '../model/provider.ts';

/** Says which pool of which file an object comes from; on the object's own metadata only, so it rotates no node. */
const SOURCE_ANNOTATION = 'poolwright.dev/source';

export interface ObjectMetadata {
  readonly name: string;
  readonly namespace?: string;
  readonly labels?: Record<string, string>;
  readonly annotations: Record<string, string>;
}

/** What is written as the metadata of a NodePool or a node class. */
export function poolObjectMetadata(
  { name, pool }: Pick<NodePoolObject | NodeClassObject, 'name' | 'pool'>,
  { cluster }: Pick<CompiledCluster, 'cluster'>,
): ObjectMetadata {
  return { name, annotations: { [SOURCE_ANNOTATION]: `${cluster.source.file}#node_pools.${pool}` } };
}

/** What is written as the metadata of an object of the Cluster API backends. */
export function clusterApiMetadata(
  { name, namespace, labels, annotations, pool }: ClusterApiObject,
  { cluster }: Pick<CompiledCluster, 'cluster'>,
): ObjectMetadata {
  const { file } = cluster.source;
  const source = pool === undefined ? file : `${file}#node_pools.${pool}`;
  return {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    ...(labels === undefined ? {} : { labels: { ...labels } }),
    annotations: { ...annotations, [SOURCE_ANNOTATION]: source },
  };
}
