import { isSameJson } from '../../diagnostics/is-same-json.ts';
import type {
  ClusterApiObject,
  CompiledCluster,
  CompiledPool,
  NodePoolObject,
} from '../../model/compilation.ts';
import type { CompiledObject } from '../../model/compiled-object.ts';
import type { NodeClassObject } from '../../model/provider.ts';
import { manifestOf } from '../../kubernetes/manifest-of.ts';
import type { JsonMap, JsonValue } from '../../diagnostics/json-value.ts';
import type { SavedCluster, SavedObject } from './saved-compilation.ts';
import type { SavedSources } from './saved-sources.ts';

export interface OverlayOptions {
  readonly sources: SavedSources;
  /** Which of two equal objects is taken: one may know better where its values come from. */
  readonly ofEqual: 'compiled' | 'saved';
}

export interface OverlaidCluster {
  readonly compiled: CompiledCluster;
  /** How many objects are not what the cluster compiles to. */
  readonly changed: number;
}

type AnyObject = CompiledObject | ClusterApiObject;

/**
 * A cluster with the objects of a saved document in place of what it compiles to. If all are equal, and stay as they are,
 * so does the cluster.
 */
export function overlaySaved(
  compiled: CompiledCluster,
  saved: SavedCluster,
  options: OverlayOptions,
): OverlaidCluster {
  const overlay = new Overlay(options, objectsOf(compiled));
  const byPool = new Map<string | undefined, SavedObject[]>();
  for (const one of saved.objects) byPool.set(one.pool, [...(byPool.get(one.pool) ?? []), one]);
  const pools = compiled.pools.map((pool) => overlay.pool(pool, byPool.get(pool.pool.name) ?? []));
  const ofCluster = (byPool.get(undefined) ?? []).map((one) => overlay.object(one) as ClusterApiObject);
  const changed = overlay.changed + overlay.unmet;
  if (changed === 0 && options.ofEqual === 'compiled') return { compiled, changed };
  const autoscaler = compiled.clusterApi?.autoscaler;
  return {
    compiled: {
      ...compiled,
      pools,
      ...(ofCluster.length === 0 && autoscaler === undefined
        ? {}
        : {
            clusterApi: {
              objects: ofCluster,
              ...(autoscaler === undefined
                ? {}
                : { autoscaler: { ...autoscaler, flags: saved.autoscalerFlags ?? {} } }),
            },
          }),
    },
    changed,
  };
}

function objectsOf({ pools, clusterApi }: CompiledCluster): readonly AnyObject[] {
  return [
    ...pools.flatMap(({ backend, nodeClass, nodePool, machines }) => [
      ...(backend === 'karpenter' && nodeClass !== undefined ? [nodeClass] : []),
      ...(nodePool === undefined ? [] : [nodePool]),
      ...(machines?.objects ?? []),
    ]),
    ...(clusterApi?.objects ?? []),
  ];
}

class Overlay {
  /** Saved objects that no compiled one equals. */
  changed = 0;
  readonly #options: OverlayOptions;
  readonly #compiled: ReadonlyMap<string, AnyObject>;
  readonly #met = new Set<string>();

  constructor(options: OverlayOptions, compiled: readonly AnyObject[]) {
    this.#options = options;
    this.#compiled = new Map(compiled.map((one) => [keyOf(one), one]));
  }

  /** Compiled objects that are not among the saved ones. */
  get unmet(): number {
    return this.#compiled.size - this.#met.size;
  }

  pool(compiled: CompiledPool, saved: readonly SavedObject[]): CompiledPool {
    const { nodeClass: made, nodePool: _nodePool, ...others } = compiled;
    const objects = saved.map((one) => this.object(one));
    const own = objects.filter((one) => !('tree' in one));
    const nodePool = own.find(({ kind }) => kind === 'NodePool') as NodePoolObject | undefined;
    const written = own.find(({ kind }) => kind !== 'NodePool') as NodeClassObject | undefined;
    const nodeClass = compiled.backend === 'karpenter' ? written : made;
    return {
      ...others,
      ...(nodeClass === undefined ? {} : { nodeClass }),
      ...(nodePool === undefined ? {} : { nodePool }),
      ...(compiled.machines === undefined
        ? {}
        : { machines: { ...compiled.machines, objects: objects.filter((one) => 'tree' in one) } }),
    };
  }

  object(saved: SavedObject): AnyObject {
    const object = objectOf(saved, this.#options.sources);
    const key = keyOf(object);
    this.#met.add(key);
    const compiled = this.#compiled.get(key);
    if (compiled !== undefined && isSameJson(plain(compiled), saved.object as JsonMap)) {
      return this.#options.ofEqual === 'compiled' ? compiled : object;
    }
    this.changed++;
    return object;
  }
}

function plain(object: AnyObject): JsonValue {
  // As it is after JSON: without what is undefined.
  return JSON.parse(JSON.stringify(manifestOf(object))) as JsonValue;
}

function keyOf(object: AnyObject): string {
  const { apiVersion, kind, name, pool } = object;
  const [tree, namespace] = 'tree' in object ? [object.tree, object.namespace] : [];
  return JSON.stringify([pool ?? null, tree ?? null, apiVersion, kind, namespace ?? null, name]);
}

function objectOf(saved: SavedObject, sources: SavedSources): AnyObject {
  const { apiVersion, kind, metadata, spec = null, data, ...fields } = saved.object;
  const object = { apiVersion, kind, name: metadata.name, spec, origins: sources.origins(saved) };
  if (saved.tree === undefined) return { ...object, pool: saved.pool ?? '' };
  const { namespace, labels, annotations } = metadata;
  return {
    ...object,
    tree: saved.tree,
    ...(namespace === undefined ? {} : { namespace }),
    ...(labels === undefined ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(data === undefined ? {} : { data }),
    ...(Object.keys(fields).length === 0 ? {} : { fields: fields as JsonMap }),
    ...(saved.pool === undefined ? {} : { pool: saved.pool }),
  };
}
