import type { ApiObject } from 'cdk8s';
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
import { nodeClassesOf } from './node-classes-of.ts';
import { clusterApiMetadata, poolObjectMetadata } from './object-metadata.ts';
import type { OutputTree } from './output-tree.ts';

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
  const { settings } = compiled.cluster;
  const version = settings.clusterApi?.apiVersion.value ?? 'v1beta2';
  const pools = compiled.pools.filter(({ backend }) => treeOfNodePool(backend) === tree);
  return {
    nodeClasses: nodeClassesOf(pools).map(
      (nodeClass) => new Ec2NodeClass(scope, constructId(nodeClass), propsOf(nodeClass, compiled)),
    ),
    nodePools: pools.flatMap(({ nodePool }) =>
      nodePool === undefined ? [] : [new NodePool(scope, constructId(nodePool), propsOf(nodePool, compiled))],
    ),
    clusterApi: clusterApiObjects(compiled, tree).map((object) => {
      const metadata = clusterApiMetadata(object, compiled);
      return addClusterApiObject(scope, constructId(object), { object, metadata, version });
    }),
  };
}

/** Node pools are read where their nodes are. */
function treeOfNodePool(backend: CompiledPool['backend']): OutputTree | undefined {
  if (backend === 'karpenter') return 'karpenter';
  return backend === 'karpenter-cluster-api' ? 'workload' : undefined;
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

function propsOf<Spec>(object: CompiledObject & { readonly spec: Spec }, compiled: CompiledCluster) {
  const { apiVersion, kind, spec } = object;
  invariant(
    [NodePool.GVK, Ec2NodeClass.GVK].some((type) => type.apiVersion === apiVersion && type.kind === kind),
    `no construct writes ${apiVersion} ${kind}`,
  );
  return { metadata: poolObjectMetadata(object, compiled), spec };
}
