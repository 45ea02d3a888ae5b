import type { Construct } from 'constructs';
import { Ec2NodeClass, NodePool } from '../../constructs/index.ts';
import { invariant } from '../diagnostics/invariant.ts';
import type { CompiledCluster, NodePoolObject } from '../model/compilation.ts';
import type { NodeClassObject } from '../model/provider.ts';

/** Says which pool of which file an object comes from; on the object's own metadata only, so it rotates no node. */
const SOURCE_ANNOTATION = 'poolwright.dev/source';

export interface ClusterObjects {
  readonly nodeClasses: readonly Ec2NodeClass[];
  readonly nodePools: readonly NodePool[];
}

/** Adds a cluster's objects to a construct of some chart. */
export function addClusterObjects(scope: Construct, { cluster, pools }: CompiledCluster): ClusterObjects {
  const { file } = cluster.source;
  return {
    nodeClasses: pools.flatMap(({ nodeClass }) =>
      nodeClass === undefined
        ? []
        : [new Ec2NodeClass(scope, constructId(nodeClass), propsOf(nodeClass, file))],
    ),
    nodePools: pools.flatMap(({ nodePool }) =>
      nodePool === undefined ? [] : [new NodePool(scope, constructId(nodePool), propsOf(nodePool, file))],
    ),
  };
}

type CompiledObject = NodeClassObject | NodePoolObject;

/** Unique, because a kind has no hyphen and names are unique within it. */
function constructId({ kind, name }: CompiledObject): string {
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
