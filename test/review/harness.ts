import { NODE_POOL_DRIFT } from '../../src/backends/karpenter/node-pool-drift.ts';
import { compile } from '../../src/compile.ts';
import { builtInProvider } from '../../src/create-provider.ts';
import type { Policy } from '../../src/diagnostics/apply-policy.ts';
import { Source } from '../../src/diagnostics/source.ts';
import type { Span } from '../../src/diagnostics/span.ts';
import { readWorkloads } from '../../src/manifests/read-workloads.ts';
import type { CompiledCluster } from '../../src/model/compilation.ts';
import type { ClusterReview } from '../../src/model/review.ts';
import type { ClusterReviewInput, SideCluster } from '../../src/model/review-input.ts';
import type { Workloads } from '../../src/model/workloads.ts';
import { planCluster } from '../../src/plan/plan-cluster.ts';
import { reviewCluster } from '../../src/review/review-cluster.ts';

export const provider = builtInProvider();

export interface StateText {
  readonly definition: string;
  /** What has to run. */
  readonly workloads?: string | undefined;
  /** A dump. */
  readonly live?: string | undefined;
}

export type State = string | StateText;

/** The first cluster of a definition, with the plan of its workloads. */
export function side(state: State, file = 'clusters/web.yaml'): SideCluster {
  const {
    definition,
    workloads: manifests,
    live,
  } = typeof state === 'string' ? { definition: state } : state;
  const compiled = compiledText(definition, file);
  if (manifests === undefined && live === undefined) return { compiled, provider, plans: [] };
  const workloads = workloadsOf(manifests ?? '', live);
  const plans = compiled.failed ? [] : [planCluster({ compiled, provider, workloads, scenario: undefined })];
  return { compiled, provider, plans, workloads };
}

export function compiledText(definition: string, file = 'clusters/web.yaml'): CompiledCluster {
  const source = new Source(file, definition);
  const { clusters } = compile({ files: [{ source, origin: 'argument' }], provider: () => provider });
  const [compiled] = clusters;
  if (compiled === undefined) throw new Error('there is one cluster in a definition');
  return compiled;
}

export function workloadsOf(manifests: string, live?: string): Workloads {
  const { workloads } = readWorkloads({
    sources: [new Source('workloads.yaml', manifests)],
    liveSources: live === undefined ? [] : [new Source('live.yaml', live)],
  });
  return workloads;
}

export interface ReviewOptions {
  readonly policy?: Policy;
  /** A dump of nodes. */
  readonly live?: string;
  readonly atMs?: number;
}

export function reviewInput(
  base: State | undefined,
  head: State | undefined,
  { policy, live, atMs }: ReviewOptions = {},
): ClusterReviewInput {
  const nodes = live === undefined ? undefined : workloadsOf('', live);
  return {
    ...(base === undefined ? {} : { base: side(base) }),
    ...(head === undefined ? {} : { head: side(head) }),
    nodePoolDrift: NODE_POOL_DRIFT,
    replacementSeconds: 300,
    ...(policy === undefined ? {} : { policy }),
    ...(nodes === undefined ? {} : { live: { nodes: nodes.nodes, nodeClaims: nodes.nodeClaims } }),
    ...(atMs === undefined ? {} : { atMs }),
  };
}

export function review(
  base: State | undefined,
  head: State | undefined,
  options: ReviewOptions = {},
): ClusterReview {
  return reviewCluster(reviewInput(base, head, options));
}

/** What is said about pools, readable; without what others test: rotation, cost. */
export function shown({ change, nodePools, objects, dangers, notes, failed }: ClusterReview): string {
  return [
    `cluster ${change}${failed.length === 0 ? '' : `, errors in ${failed.join(' and ')}`}`,
    ...dangers.map(({ diagnostic }) => dangerText(diagnostic)),
    ...nodePools.flatMap((pool) => [
      `pool ${pool.name}: ${pool.change}${pool.renamedFrom === undefined ? '' : ` from ${pool.renamedFrom}`}`,
      ...pool.summary.map((clause) => `  - ${clause}`),
      ...pool.fields.map(
        ({ kind, pointer, message, source }) =>
          `  ${kind} ${pointer} (${source === undefined ? 'nowhere' : placeOf(source)}): ${message}`,
      ),
      ...pool.dangers.map(({ diagnostic }) => `  ${dangerText(diagnostic)}`),
    ]),
    ...objects.map(
      ({ key, change: what, pool }) => `${what} ${key}${pool === undefined ? '' : ` of ${pool}`}`,
    ),
    ...notes.map((note) => `note: ${note}`),
  ].join('\n');
}

function dangerText({ code, severity, message, help, span }: ClusterReview['dangers'][number]['diagnostic']) {
  return `! ${code} ${severity} ${placeOf(span)}: ${message}${help === undefined ? '' : ` | ${help}`}`;
}

export function placeOf({ source, start }: Span): string {
  return `${source.file}:${source.positionAt(start).line}`;
}

/** Codes of all dangers. */
export function codesOf({ dangers, nodePools }: ClusterReview): readonly string[] {
  return [...dangers, ...nodePools.flatMap((pool) => pool.dangers)].map(({ diagnostic }) => diagnostic.code);
}

export const SETTINGS = `poolwright:
  region: eu-west-1
  zones: [eu-west-1a, eu-west-1b, eu-west-1c]
  node_class: {ami: al2023@v20260715, role: web-nodes}
  rules: {PW3218: off}
`;

export const MACHINE_SETTINGS = `poolwright:
  backend: cluster-autoscaler
  region: eu-west-1
  zones: [eu-west-1a, eu-west-1b, eu-west-1c]
  kubernetes_version: "1.34.2"
  node_class: {ami_selector_terms: [{id: ami-0123456789abcdef0}], ami_family: AL2023, instance_profile: web-nodes}
  rules: {PW3218: off}
`;

/** A definition of pools: `name` and its body, one line of YAML in braces or several. */
export function definition(pools: Readonly<Record<string, string>>, settings = SETTINGS): string {
  const bodies = Object.entries(pools).map(
    ([name, body]) =>
      `  ${name}:\n${body
        .trim()
        .split('\n')
        .map((line) => `    ${line}\n`)
        .join('')}`,
  );
  return `${settings}node_pools:\n${bodies.join('')}`;
}
