import { compileCluster } from '../../compile.ts';
import { readDefinition } from '../../definition/read-definition.ts';
import { type Diagnostic, sortDiagnostics } from '../../diagnostics/diagnostic.ts';
import { invariant } from '../../diagnostics/invariant.ts';
import { Source } from '../../diagnostics/source.ts';
import type { Span } from '../../diagnostics/span.ts';
import type { DefinitionDraft } from '../../import/definition-draft.ts';
import { definitionText } from '../../import/definition-text.ts';
import type { LiveNodeClass, LiveNodePool } from '../../import/live-objects.ts';
import { type OverlaidObjects, overlayPool } from '../../import/overlay/overlay-pool.ts';
import { placesInObjects } from '../../import/overlay/places-in-objects.ts';
import { relocated, relocatedPool } from '../../import/overlay/relocated.ts';
import type { Cluster, ClusterSettings, ForeignNodePool } from '../../model/cluster.ts';
import type { CompiledCluster } from '../../model/compilation.ts';
import type { Pool } from '../../model/pool.ts';
import type { NodeClassObject, Provider } from '../../model/provider.ts';

export interface ClusterOfObjectsInput {
  readonly name: string;
  /** What the cluster's own place is in. */
  readonly source: Source;
  /** The definition that says the same as the objects. */
  readonly draft: DefinitionDraft;
  readonly nodePools: readonly LiveNodePool[];
  /** By name; what the pools name and what is not here is not known, and left out. */
  readonly nodeClasses: ReadonlyMap<string, LiveNodeClass | NodeClassObject>;
  /** Names of those that are there and cannot be read. @default none */
  readonly unreadNodeClasses?: ReadonlySet<string>;
  /** Of other providers, which are no pools. @default none */
  readonly foreignNodePools?: ReadonlyMap<string, ForeignNodePool>;
  readonly provider: Provider;
  /** Whether a text is one that the objects come from. What is wrong in others is not told here. */
  readonly isOwn: (source: Source) => boolean;
  /** Of the definition's settings, those that hold. */
  readonly settings: (own: ClusterSettings) => ClusterSettings;
  /** The pool as a definition has it, for what no object says: whether it is for GPUs. Undefined: none has it. */
  readonly definedAs: (pool: string) => Pool | undefined;
  /** Where a pool stands that has no NodePool of its own. Undefined: it is no pool. @default none is one */
  readonly placeOf?: (pool: string) => Span | undefined;
}

/**
 * Compiles the definition that objects amount to, for what they admit and cost, and puts the objects themselves in place
 * of what it compiles to. All places are in the objects: nobody has written that definition.
 */
export function clusterOfObjects(input: ClusterOfObjectsInput): CompiledCluster {
  const { name, source, draft, nodePools, nodeClasses, provider } = input;
  const made = new Source(source.file, definitionText({ draft }));
  const read = readDefinition({ source: made, clusterName: STAND_IN });
  const [own] = read.clusters;
  invariant(own !== undefined, 'a draft with pools is a definition with pools');
  const objects = objectsByPool(nodePools, nodeClasses);
  const placed = own.pools.flatMap((pool) => {
    const place = placeIn(pool, objects.get(pool.name), input);
    return place === undefined ? [] : [{ pool, place }];
  });
  const cluster: Cluster = {
    name,
    nameSpan: { source, start: 0, end: 0 },
    source,
    settings: input.settings(own.settings),
    pools: placed.map(({ pool, place }) => asDefined(relocatedPool(pool, place), input)),
    // What is wrong with them is told; they are there all the same.
    failedPools: [],
    isOfObjects: true,
    ...(input.foreignNodePools === undefined ? {} : { foreignNodePools: input.foreignNodePools }),
    ...(input.unreadNodeClasses === undefined ? {} : { unreadNodeClasses: input.unreadNodeClasses }),
  };
  const placeOf = (span: Span) => {
    if (span.source !== made) return span;
    const holder = placed.find(
      ({ pool }) => contains(pool.tree.origin.span, span) || contains(pool.keySpan, span),
    );
    return holder === undefined ? cluster.nameSpan : holder.place(span);
  };
  const earlier = read.diagnostics.map((found) =>
    relocated(found, { span: placeOf, layer: (layer) => layer }),
  );
  const compiled = compileCluster(cluster, addingNothing(provider), earlier);
  return {
    ...compiled,
    pools: compiled.pools.map((pool) => {
      const found = objects.get(pool.pool.name);
      return found === undefined ? pool : overlayPool(pool, found);
    }),
    failed: own.failedPools.length > 0,
    // Nobody edits objects here.
    diagnostics: sortDiagnostics(
      compiled.diagnostics.filter((found) => isJudged(found, input)).map(({ fix: _fix, ...found }) => found),
    ),
  };
}

/** The name of the cluster decides nothing in what has been read from objects. */
const STAND_IN = 'objects';

/** Requirements that are not in the NodePools are not there. */
function addingNothing(provider: Provider): Provider {
  return {
    ...provider,
    builtInRequirements: (pool, nodeClass) =>
      pool.backend.value === 'karpenter' ? [] : provider.builtInRequirements(pool, nodeClass),
    derivedRequirements: () => [],
  };
}

function asDefined(pool: Pool, { definedAs }: ClusterOfObjectsInput): Pool {
  const { gpuEnabled } = pool.nodeClass;
  const value = definedAs(pool.name)?.nodeClass.gpuEnabled.value ?? gpuEnabled.value;
  return { ...pool, nodeClass: { ...pool.nodeClass, gpuEnabled: { ...gpuEnabled, value } } };
}

/** What other texts say is told of them, and what a pool is meant for is asked only where somebody may have said it. */
function isJudged(found: Diagnostic, { isOwn, definedAs, nodePools }: ClusterOfObjectsInput): boolean {
  const { code, span } = found;
  if (!isOwn(span.source)) return false;
  if (code !== UNASKED_GPUS) return true;
  const pool = nodePools.find((one) => contains(one.span(['metadata', 'name']), span));
  return pool === undefined || definedAs(pool.name) !== undefined;
}

/** A pool that has GPUs and does not say that it is for them. */
const UNASKED_GPUS = 'PW3406';

type NodeClasses = ClusterOfObjectsInput['nodeClasses'];

function objectsByPool(
  nodePools: readonly LiveNodePool[],
  nodeClasses: NodeClasses,
): ReadonlyMap<string, OverlaidObjects> {
  return new Map(
    nodePools.map((nodePool) => [
      nodePool.name,
      { nodePool, nodeClass: nodeClasses.get(nodePool.nodeClassName) },
    ]),
  );
}

function placeIn(
  pool: Pool,
  objects: OverlaidObjects | undefined,
  { placeOf }: ClusterOfObjectsInput,
): ((span: Span) => Span) | undefined {
  if (objects !== undefined) {
    return placesInObjects(pool, { ...objects, nodeClass: livePart(objects.nodeClass) });
  }
  const place = placeOf?.(pool.name);
  return place === undefined ? undefined : () => place;
}

function livePart(nodeClass: LiveNodeClass | NodeClassObject | undefined): LiveNodeClass | undefined {
  return nodeClass !== undefined && 'span' in nodeClass ? nodeClass : undefined;
}

function contains(outer: Span, inner: Span): boolean {
  return inner.source === outer.source && inner.start >= outer.start && inner.end <= outer.end;
}
