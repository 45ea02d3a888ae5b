import type { ClusterApiObject, CompiledCluster, CompiledPool } from '../model/compilation.ts';
import type { CompiledObject } from '../model/compiled-object.ts';

export type AnyObject = CompiledObject | ClusterApiObject;

/** What a pool is written as. Node classes that no Karpenter reads only decide what templates of machines say. */
export function poolObjects({ backend, nodeClass, nodePool, machines }: CompiledPool): readonly AnyObject[] {
  return [backend === 'karpenter' ? nodeClass : undefined, nodePool, ...(machines?.objects ?? [])].filter(
    (object) => object !== undefined,
  );
}

/** All objects of a cluster by identity. Pools may share a node class: the first of them stands for all. */
export function clusterObjects({ pools, clusterApi }: CompiledCluster): ReadonlyMap<string, AnyObject> {
  const found = new Map<string, AnyObject>();
  for (const object of [...pools.flatMap(poolObjects), ...(clusterApi?.objects ?? [])]) {
    const id = identityOf(object);
    if (!found.has(id)) found.set(id, object);
  }
  return found;
}

/** API group, kind, namespace and name: what the API server knows an object by. */
export function identityOf(object: AnyObject): string {
  const { apiVersion, kind, name } = object;
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  const tree = 'tree' in object ? object.tree : '';
  return [kind, namespaceOf(object) ?? '', name, group, tree].join('\0');
}

/** `NodePool/default`, `MachineDeployment/infra/web-default`. */
export function keyOf(object: AnyObject): string {
  const namespace = namespaceOf(object);
  return [object.kind, ...(namespace === undefined ? [] : [namespace]), object.name].join('/');
}

function namespaceOf(object: AnyObject): string | undefined {
  return 'tree' in object ? object.namespace : undefined;
}
