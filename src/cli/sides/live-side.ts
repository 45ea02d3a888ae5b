import { NODE_POOL_DRIFT } from '../../backends/karpenter/node-pool-drift.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { invariant } from '../../diagnostics/invariant.ts';
import type { Source } from '../../diagnostics/source.ts';
import { describeNodePools } from '../../import/describe-node-pools.ts';
import type { LiveNodeClass } from '../../import/live-objects.ts';
import { recordedByName } from '../../import/overlay/recorded-by-name.ts';
import { type LiveObjects, readLiveObjects } from '../../import/read-live-objects.ts';
import { recordedHashes } from '../../import/recorded-hashes.ts';
import type { ClusterSettings } from '../../model/cluster.ts';
import type { Pool } from '../../model/pool.ts';
import type { NodeClassObject, Provider } from '../../model/provider.ts';
import { UsageError } from '../usage-error.ts';
import { clusterOfObjects } from './cluster-of-objects.ts';
import { leftOutFindings, refuseUnusable } from './live-findings.ts';
import { dumpedNodes, dumpedWorkloads } from './live-workloads.ts';
import { liveNotes } from './live-notes.ts';
import type { ObjectSideOptions } from './object-side-options.ts';
import type { LoadedSide, UnitCluster, UnitState } from './side.ts';

/**
 * NodePools and their node classes as a cluster has them (`kubectl get nodepools,ec2nodeclasses -o json`), in one or more
 * texts that belong together. What only a definition says is taken from the other side.
 *
 * @throws UsageError on load if there is nothing that can be compared, or nobody says which cluster it is
 */
export function liveSide(sources: readonly [Source, ...Source[]], options: ObjectSideOptions): LoadedSide {
  const [{ file }] = sources;
  const { name } = options;
  return {
    state: { name: `file:${file}`, kind: 'live' },
    ...(name === undefined ? { nameless: true } : {}),
    text: (one) => sources.find((source) => source.file === one),
    units: [
      {
        key: file,
        file,
        names: () => Promise.resolve(name === undefined ? [] : [name]),
        load: (other) => load({ sources, options, other }),
      },
    ],
  };
}

interface LiveInput {
  readonly sources: readonly [Source, ...Source[]];
  readonly options: ObjectSideOptions;
  readonly other: UnitState | undefined;
}

async function load({ sources, options, other }: LiveInput): Promise<UnitState> {
  const [source] = sources;
  const name = clusterName(source, options, other);
  const counterpart = other?.clusters.find(({ compiled }) => compiled.cluster.name === name);
  const provider = counterpart?.provider ?? options.provider();
  const objects = readLiveObjects(sources, provider);
  refuseUnusable(source, objects);
  const { adoption } = provider;
  invariant(adoption !== undefined, 'objects of a provider that cannot be adopted are not read');
  const { nodePools } = objects;
  const classes = nodeClassesOf(objects, counterpart);
  const zones = [...new Set(objects.nodeClasses.flatMap((one) => one.zones))].sort();
  const compiled = clusterOfObjects({
    name,
    source,
    draft: describeNodePools(nodePools, [...classes.values()].map(asLive), provider),
    nodePools,
    nodeClasses: classes,
    foreignNodePools: objects.foreignNodePools,
    unreadNodeClasses: objects.unreadNodeClasses,
    provider,
    isOwn: (one) => sources.includes(one),
    definedAs: (pool) => poolOf(counterpart, pool),
    settings: (own) => settingsOf(own, counterpart?.compiled.cluster.settings),
  });
  const recorded = [
    ...recordedByName(nodePools, NODE_POOL_DRIFT),
    ...recordedByName(objects.nodeClasses, adoption),
  ];
  const nodes = await dumpedNodes(sources, options.workloads);
  const workloads = dumpedWorkloads(sources, options.workloads);
  return {
    clusters: [
      {
        compiled,
        provider,
        ...(workloads === undefined ? {} : { workloads }),
        ...(recorded.length === 0 ? {} : { recordedHashes: new Map(recorded) }),
        ...(nodes === undefined ? {} : { live: nodes.live }),
        notes: liveNotes({ source, objects, classes, zones, counterpart, provider }),
      },
    ],
    diagnostics: [
      ...leftOutFindings(objects),
      ...hashFindings(objects, provider),
      ...(nodes?.diagnostics ?? []),
    ],
  };
}

function clusterName({ file }: Source, { name }: ObjectSideOptions, other: UnitState | undefined): string {
  if (name !== undefined) return name;
  const names = (other?.clusters ?? []).map(({ compiled }) => compiled.cluster.name);
  const [only, ...more] = names;
  if (only !== undefined && more.length === 0) return only;
  const which = only === undefined ? '' : `: one of ${names.join(', ')}`;
  throw new UsageError(
    `the objects in ${file} do not say which cluster they are of: give its name with \`--name\`${which}`,
  );
}

function poolOf(counterpart: UnitCluster | undefined, name: string): Pool | undefined {
  return counterpart?.compiled.cluster.pools.find((pool) => pool.name === name);
}

/** By name. A class that is not in the dump is the other side's, if that has it: not knowing is no difference. */
function nodeClassesOf(
  { nodePools, nodeClasses }: LiveObjects,
  counterpart: UnitCluster | undefined,
): ReadonlyMap<string, LiveNodeClass | NodeClassObject> {
  const given = new Map(nodeClasses.map((one) => [one.name, one]));
  const others = new Map(
    (counterpart?.compiled.pools ?? []).flatMap(({ nodeClass, backend }) =>
      nodeClass === undefined || backend !== 'karpenter' ? [] : [[nodeClass.name, nodeClass] as const],
    ),
  );
  const names = new Set(nodePools.map(({ nodeClassName }) => nodeClassName));
  return new Map(
    [...names].flatMap((name) => {
      const found = given.get(name) ?? others.get(name);
      return found === undefined ? [] : [[name, found] as const];
    }),
  );
}

/** To be described, all that counts is what it says. */
function asLive(one: LiveNodeClass | NodeClassObject): LiveNodeClass {
  if ('span' in one) return one;
  const { apiVersion, kind, name, spec, origins } = one;
  const known = spec as unknown as LiveNodeClass['known'];
  const span = origins.get('')?.span;
  invariant(span !== undefined, 'an object has an origin');
  return {
    apiVersion,
    kind,
    name,
    namespace: 'default',
    labels: {},
    annotations: {},
    spec: known,
    known,
    zones: [],
    source: undefined,
    span: () => span,
  };
}

/** What a definition says besides pools is not in a cluster: it holds for both sides. Budgets are for the definition. */
function settingsOf(own: ClusterSettings, other: ClusterSettings | undefined): ClusterSettings {
  if (other === undefined) return own;
  const {
    clusterApi: _clusterApi,
    maxMonthlyUsd: _monthly,
    maxMonthlyUsdAtLimits: _atLimits,
    organisationMaxMonthlyUsd: _organisation,
    ...shared
  } = other;
  const { provider, backend } = own;
  const zones = other.zones ?? own.zones;
  return { ...shared, provider, backend, workloads: [], ...(zones === undefined ? {} : { zones }) };
}

function hashFindings({ nodePools, nodeClasses }: LiveObjects, { adoption }: Provider): Diagnostic[] {
  const found = [
    ...recordedHashes(nodePools, NODE_POOL_DRIFT, 'alone'),
    ...(adoption === undefined ? [] : recordedHashes(nodeClasses, adoption, 'with a constant')),
  ];
  return found.map(({ diagnostic }) => diagnostic);
}
