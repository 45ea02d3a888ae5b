import type { ApiObject, ApiObjectMetadata } from 'cdk8s';
import type { Construct } from 'constructs';
import { Ec2NodeClass, NodePool } from '../../constructs/index.ts';
import { invariant } from '../diagnostics/invariant.ts';
import type {
  ClusterApiObject,
  CompiledCluster,
  CompiledPool,
  NodePoolObject,
} from '../model/compilation.ts';
import type { NodeClassObject } from '../model/provider.ts';
import { addClusterApiObject } from './cluster-api-construct.ts';
import type { OutputTree } from './output-tree.ts';

/** Says which pool of which file an object comes from; on the object's own metadata only, so it rotates no node. */
const SOURCE_ANNOTATION = 'poolwright.dev/source';

export interface ClusterObjects {
  readonly nodeClasses: readonly Ec2NodeClass[];
  readonly nodePools: readonly NodePool[];
  /** Of the Cluster API backends. */
  readonly clusterApi: readonly ApiObject[];
}

/** Adds the objects of one of a cluster's trees to a construct of some chart. */
export function addClusterObjects(
  scope: Construct,
  compiled: CompiledCluster,
  tree: OutputTree,
): ClusterObjects {
  const { source, settings } = compiled.cluster;
  const { file } = source;
  const version = settings.clusterApi?.apiVersion.value ?? 'v1beta2';
  const pools = compiled.pools.filter(({ backend }) => treeOfNodePool(backend) === tree);
  return {
    nodeClasses: nodeClassesOf(pools).map(
      (nodeClass) => new Ec2NodeClass(scope, constructId(nodeClass), propsOf(nodeClass, file)),
    ),
    nodePools: pools.flatMap(({ nodePool }) =>
      nodePool === undefined ? [] : [new NodePool(scope, constructId(nodePool), propsOf(nodePool, file))],
    ),
    clusterApi: clusterApiObjects(compiled, tree).map((object) => {
      const metadata = clusterApiMetadata(object, file);
      return addClusterApiObject(scope, constructId(object), { object, metadata, version });
    }),
  };
}

/** Node pools are read where their nodes are. */
function treeOfNodePool(backend: CompiledPool['backend']): OutputTree | undefined {
  if (backend === 'karpenter') return 'karpenter';
  return backend === 'karpenter-cluster-api' ? 'workload' : undefined;
}

/** Pools may share one, and then agree in it: the first of them stands for all. */
function nodeClassesOf(pools: readonly CompiledPool[]): readonly NodeClassObject[] {
  const byName = new Map<string, NodeClassObject>();
  for (const { backend, nodeClass } of pools) {
    // Elsewhere it only decides what the templates of machines say.
    if (backend !== 'karpenter' || nodeClass === undefined || byName.has(nodeClass.name)) continue;
    byName.set(nodeClass.name, nodeClass);
  }
  return [...byName.values()];
}

/** Those of the pools, then those of the cluster as a whole. */
export function clusterApiObjects(
  { pools, clusterApi }: CompiledCluster,
  tree: OutputTree,
): readonly ClusterApiObject[] {
  const all = [...pools.flatMap(({ machines }) => machines?.objects ?? []), ...(clusterApi?.objects ?? [])];
  return all.filter((object) => object.tree === tree);
}

type CompiledObject = NodeClassObject | NodePoolObject;

/** Unique, because a kind has no hyphen and names are unique within it. */
function constructId({ kind, name }: Pick<CompiledObject, 'kind' | 'name'>): string {
  return `${kind.toLowerCase()}-${name}`;
}

function propsOf<Spec>(object: CompiledObject & { readonly spec: Spec }, file: string) {
  const { apiVersion, kind, name, pool, spec } = object;
  invariant(
    [NodePool.GVK, Ec2NodeClass.GVK].some((type) => type.apiVersion === apiVersion && type.kind === kind),
    `no construct writes ${apiVersion} ${kind}`,
  );
  return { metadata: { name, annotations: { [SOURCE_ANNOTATION]: `${file}#node_pools.${pool}` } }, spec };
}

function clusterApiMetadata(object: ClusterApiObject, file: string): ApiObjectMetadata {
  const { name, namespace, labels, pool } = object;
  const source = pool === undefined ? file : `${file}#node_pools.${pool}`;
  return {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    ...(labels === undefined ? {} : { labels: { ...labels } }),
    annotations: { ...object.annotations, [SOURCE_ANNOTATION]: source },
  };
}
