import { NODE_POOL_DRIFT } from '../../src/backends/karpenter/node-pool-drift.ts';
import { compile } from '../../src/compile.ts';
import { builtInProvider } from '../../src/create-provider.ts';
import { Source } from '../../src/diagnostics/source.ts';
import type { Span } from '../../src/diagnostics/span.ts';
import { forecastRotation } from '../../src/drift/forecast-rotation.ts';
import { readWorkloads } from '../../src/manifests/read-workloads.ts';
import type { CompiledCluster } from '../../src/model/compilation.ts';
import type { LiveNodes, SideCluster } from '../../src/model/review-input.ts';
import type { ChangeKind, Rotation } from '../../src/model/review.ts';
import { planCluster } from '../../src/plan/plan-cluster.ts';

export const provider = builtInProvider();

export interface ForecastCase {
  /** Two definitions. */
  readonly base: string;
  readonly head: string;
  /** @default default */
  readonly pool?: string;
  /** Name in head, if it is another. */
  readonly headPool?: string;
  /** A dump of nodes and NodeClaims. */
  readonly live?: string;
  /** Planned on base. */
  readonly manifests?: string;
  readonly recordedHashes?: SideCluster['recordedHashes'];
  /** RFC 3339 */
  readonly at?: string;
  /** @default 300 */
  readonly replacementSeconds?: number;
}

export function compiledCluster(text: string, file: string): CompiledCluster {
  const { clusters, diagnostics } = compile({
    files: [{ source: new Source(file, text), clusterName: 'web', origin: 'argument' }],
    provider: () => provider,
  });
  const [compiled] = clusters;
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (compiled === undefined || errors.length > 0) {
    throw new Error(errors.map(({ message }) => message).join('\n'));
  }
  return compiled;
}

export function forecast(input: ForecastCase): Rotation {
  const { pool = 'default', headPool = pool, manifests, live, at } = input;
  const base = side(input.base, 'base.yaml');
  const head = side(input.head, 'head.yaml');
  const basePool = poolOf(base, pool);
  const other = poolOf(head, headPool);
  const plans = manifests === undefined ? [] : [planOf(base, manifests)];
  return forecastRotation({
    base: { ...base, plans, recordedHashes: input.recordedHashes ?? new Map() },
    head,
    basePool,
    headPool: other,
    change: changeOf(basePool !== undefined, other !== undefined, pool !== headPool),
    nodePoolDrift: NODE_POOL_DRIFT,
    live: live === undefined ? undefined : liveNodes(live),
    atMs: at === undefined ? undefined : Date.parse(at),
    replacementSeconds: input.replacementSeconds ?? 300,
  });
}

function changeOf(inBase: boolean, inHead: boolean, isRenamed: boolean): ChangeKind {
  if (!inBase) return 'added';
  if (!inHead) return 'removed';
  return isRenamed ? 'renamed' : 'changed';
}

function poolOf({ compiled }: SideCluster, name: string) {
  return compiled.pools.find(({ pool }) => pool.name === name);
}

export function side(text: string, file: string): SideCluster {
  return { compiled: compiledCluster(text, file), provider, plans: [] };
}

function planOf({ compiled }: SideCluster, manifests: string) {
  const { workloads } = readWorkloads({ sources: [new Source('workloads.yaml', manifests)] });
  return planCluster({ compiled, provider, workloads, scenario: undefined });
}

export function liveNodes(text: string): LiveNodes {
  const { workloads } = readWorkloads({ sources: [], liveSources: [new Source('live.yaml', text)] });
  return { nodes: workloads.nodes, nodeClaims: workloads.nodeClaims };
}

/** As a person would want to read it. */
export function rotationText({
  scope,
  predicate,
  causes,
  undecided,
  hashes,
  nodes,
  calendar,
}: Rotation): string {
  const changedHashes = Object.entries(hashes ?? {}).flatMap(([kind, { before, after }]) =>
    before === after || before === undefined || after === undefined ? [] : [kind],
  );
  return [
    `rotates: ${scope}${predicate === undefined ? '' : `, ${predicate}`}`,
    ...causes.map(
      ({ kind, path, message, scope: part, reason, source }) =>
        `- ${reason} (${part}) ${kind}${path}\n  ${message}\n  ${source === undefined ? '' : lineOf(source)}`,
    ),
    ...undecided.map((sentence) => `? ${sentence}`),
    `hashes that change: ${changedHashes.join(', ') || 'none'}`,
    ...(nodes === undefined
      ? []
      : [
          `nodes: ${nodes.count} of ${nodes.of} (${nodes.basis})${nodes.alreadyDrifted === undefined ? '' : `, ${nodes.alreadyDrifted} drifted already`}`,
        ]),
    ...(calendar === undefined
      ? []
      : [
          `calendar (${calendar.reason}, ${calendar.replacementSeconds} s each): ${calendar.finishedAt ?? 'no end'}`,
          ...calendar.windows.map(
            ({ from, to, allowed, replaced }) => `  ${from} ${to} allowed ${allowed}, replaced ${replaced}`,
          ),
          ...calendar.notes.map((note) => `  ! ${note}`),
        ]),
    '',
  ].join('\n');
}

function lineOf({ source, start, end }: Span): string {
  const { line } = source.positionAt(start);
  return `${source.file}:${line}: ${source.text.slice(start, end).split('\n', 1)[0] ?? ''}`;
}
