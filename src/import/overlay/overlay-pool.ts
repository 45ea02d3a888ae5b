import type { JsonValue } from '../../diagnostics/json-value.ts';
import type { NodePoolSpec } from '../../kubernetes/api/node-pool.ts';
import type { CompiledPool } from '../../model/compilation.ts';
import type { CompiledObject } from '../../model/compiled-object.ts';
import type { NodeClassObject } from '../../model/provider.ts';
import type { LiveNodeClass, LiveNodePool, LiveObject } from '../live-objects.ts';
import { isBookkeeping } from '../own-metadata.ts';
import { inOrderOf } from './in-order-of.ts';
import { objectOrigins } from './object-origins.ts';

export interface OverlaidObjects {
  readonly nodePool: LiveNodePool;
  /** As it is to be compared. Absent: not known. */
  readonly nodeClass?: LiveNodeClass | NodeClassObject | undefined;
}

/** The pool that was compiled from objects, with the objects themselves in place of what it compiled to. */
export function overlayPool(compiled: CompiledPool, { nodePool, nodeClass }: OverlaidObjects): CompiledPool {
  const { nodeClass: made, ...others } = compiled;
  const { name } = compiled.pool;
  return {
    ...others,
    nodePool: objectOf(nodePool, name, compiled.nodePool) as CompiledObject<NodePoolSpec>,
    ...(nodeClass === undefined
      ? {}
      : {
          nodeClass:
            'span' in nodeClass
              ? (objectOf(nodeClass, name, made) as NodeClassObject)
              : { ...nodeClass, pool: name },
        }),
  };
}

/**
 * What the API server has stored, with the labels and annotations that somebody put on it. Keys are in the order of the
 * compiled object: a cluster gives them sorted, and side by side nobody would see what differs.
 */
function objectOf(live: LiveObject, pool: string, made: CompiledObject | undefined): CompiledObject {
  const { apiVersion, kind, name, spec } = live;
  const [labels, annotations] = [live.labels, live.annotations].map(withoutBookkeeping);
  return {
    apiVersion,
    kind,
    name,
    ...(labels === undefined ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
    spec: inOrderOf(spec, made?.spec as JsonValue | undefined),
    origins: objectOrigins(live),
    pool,
  };
}

function withoutBookkeeping(
  metadata: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | undefined {
  const own = Object.entries(metadata).filter(([key]) => !isBookkeeping(key));
  return own.length === 0 ? undefined : Object.fromEntries(own);
}
