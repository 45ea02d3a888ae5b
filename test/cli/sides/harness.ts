import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { NODE_POOL_DRIFT } from '../../../src/backends/karpenter/node-pool-drift.ts';
import { compilationSide } from '../../../src/cli/sides/compilation-side.ts';
import { liveSide } from '../../../src/cli/sides/live-side.ts';
import type { ObjectSideOptions } from '../../../src/cli/sides/object-side-options.ts';
import type { UnitCluster, UnitState } from '../../../src/cli/sides/side.ts';
import { compile } from '../../../src/compile.ts';
import { builtInProvider } from '../../../src/create-provider.ts';
import type { JsonMap } from '../../../src/diagnostics/json-value.ts';
import { Source } from '../../../src/diagnostics/source.ts';
import { readWorkloads } from '../../../src/manifests/read-workloads.ts';
import type { Compilation, CompiledCluster } from '../../../src/model/compilation.ts';
import type { CompiledObject } from '../../../src/model/compiled-object.ts';
import type { DriftRules } from '../../../src/model/provider.ts';
import type { Workloads } from '../../../src/model/workloads.ts';
import { planCluster } from '../../../src/plan/plan-cluster.ts';
import { ADOPTION } from '../../../src/providers/aws/adoption/index.ts';
import { compilationJson } from '../../../src/report/compilation-json.ts';

export const provider = builtInProvider();

export const VERSION = '1.2.3';
export const OPTIONS: ObjectSideOptions = {
  provider: () => provider,
  workloads: { hpa: 'max' },
  version: VERSION,
};

export const EXAMPLES = ['production', 'staging', 'legacy', 'edge', 'lab'] as const;

/** One of the example clusters. */
export function example(name: string): Compilation {
  return compiled(readFileSync(`clusters/${name}.yaml`, 'utf8'), {
    file: `clusters/${name}.yaml`,
    defaults: readFileSync('clusters/_defaults.yaml', 'utf8'),
  });
}

export function compiled(text: string, more: { file?: string; defaults?: string } = {}): Compilation {
  const { file = 'clusters/web.yaml', defaults } = more;
  return compile({
    files: [
      {
        source: new Source(file, text),
        origin: 'argument',
        ...(defaults === undefined ? {} : { defaults: new Source('clusters/_defaults.yaml', defaults) }),
      },
    ],
    provider: () => provider,
  });
}

export function only<T>(list: readonly T[]): T {
  const [first, ...more] = list;
  if (first === undefined || more.length > 0) throw new Error(`${list.length} where one is wanted`);
  return first;
}

/** As if it were the other side of a comparison. */
export function stateOf({ clusters }: Compilation): UnitState {
  return { clusters: clusters.map((one) => ({ compiled: one, provider })), diagnostics: [] };
}

export interface DumpOptions {
  /** Own labels of every object. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Instead of those that Karpenter would have written. */
  readonly hash?: string;
}

/** What `kubectl get nodepools,ec2nodeclasses -o json` prints of a cluster: defaults filled in, hashes and status written. */
export function dumpOf({ pools }: CompiledCluster, options: DumpOptions = {}): string {
  const classes = new Map(
    pools.flatMap(({ backend, nodeClass }) =>
      backend === 'karpenter' && nodeClass !== undefined ? [[nodeClass.name, nodeClass] as const] : [],
    ),
  );
  const items = [
    ...pools.flatMap(({ backend, nodePool }) =>
      backend === 'karpenter' && nodePool !== undefined ? [dumped(nodePool, NODE_POOL_DRIFT, options)] : [],
    ),
    ...[...classes.values()].map((one) => dumped(one, ADOPTION, options)),
  ];
  return JSON.stringify(
    { apiVersion: 'v1', kind: 'List', metadata: { resourceVersion: '' }, items },
    null,
    4,
  );
}

function dumped(object: CompiledObject, drift: DriftRules, { labels, hash }: DumpOptions): JsonMap {
  const { apiVersion, kind, name } = object;
  const spec = drift.stored(object.spec as JsonMap);
  return {
    apiVersion,
    kind,
    metadata: {
      annotations: {
        [drift.hashAnnotation]: hash ?? drift.hash(spec, drift.hashVersion) ?? '',
        [drift.hashVersionAnnotation]: drift.hashVersion,
        'kubectl.kubernetes.io/last-applied-configuration': '{}',
      },
      creationTimestamp: '2026-01-02T03:04:05Z',
      finalizers: ['karpenter.k8s.aws/termination'],
      generation: 3,
      ...(labels === undefined ? {} : { labels }),
      managedFields: [{ manager: 'kubectl', operation: 'Update', fieldsType: 'FieldsV1', fieldsV1: {} }],
      name,
      resourceVersion: '4711',
      uid: `uid-${kind}-${name}`,
    },
    spec,
    status: { conditions: [{ type: 'Ready', status: 'True', reason: 'Ready', message: '' }] },
  };
}

/** One dump, read. */
export async function liveState(
  text: string,
  other?: UnitState,
  options: Partial<ObjectSideOptions> = {},
): Promise<UnitState> {
  const side = liveSide([new Source(text.startsWith('---') ? 'dump.yaml' : 'dump.json', text)], {
    ...OPTIONS,
    ...options,
  });
  return only(side.units).load(other);
}

export async function liveCluster(
  text: string,
  other?: UnitState,
  options?: Partial<ObjectSideOptions>,
): Promise<UnitCluster> {
  return only((await liveState(text, other, options)).clusters);
}

/** The document of a compilation, as a later run reads it. `change` may spoil it. */
export function saved(
  compilation: Compilation,
  change: (document: JsonMap) => unknown = (same) => same,
): string {
  const json = JSON.stringify(compilationJson(compilation, { version: VERSION }));
  return JSON.stringify(change(JSON.parse(json) as JsonMap));
}

export async function savedCluster(text: string, other?: UnitState): Promise<UnitCluster> {
  const side = compilationSide(new Source('saved.json', text), OPTIONS);
  return only((await only(side.units).load(other)).clusters);
}

/** The workloads of an example cluster; none where it has none. */
export function workloadsOf(name: string): Workloads {
  const folder = `clusters/${name}/workloads`;
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  const sources = files
    .filter((file) => /\.(?:ya?ml|json)$/.test(file))
    .sort()
    .map((file) => new Source(`${folder}/${file}`, readFileSync(`${folder}/${file}`, 'utf8')));
  return readWorkloads({ sources }).workloads;
}

/** A plan as data, without where things stand. */
export function planOf({ compiled: cluster, provider: of }: UnitCluster, workloads: Workloads): unknown {
  return withoutPlaces(planCluster({ compiled: cluster, provider: of, workloads, scenario: undefined }));
}

/** Of the plans of two sides, all that may differ. */
export function withoutPlaces(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, child: unknown) =>
      ['file', 'span', 'source', 'origin', 'related'].includes(key) ? undefined : child,
    ),
  ) as unknown;
}

/** What a pool admits, and of what. */
export function admitted({ pools }: CompiledCluster): unknown {
  return pools.map(({ pool, selection, table, machines, backend }) => ({
    name: pool.name,
    backend,
    types: selection.types.map(({ name }) => name),
    funnel: selection.funnel.map(({ origin: _origin, ...step }) => step),
    pricing: table.pricing,
    offerings: selection.types.map(({ offerings }) => offerings),
    nodeGroups: machines?.nodeGroups.map(({ name, minSize, maxSize }) => [name, minSize, maxSize]),
  }));
}
