import { alternatives } from '../diagnostics/describe-value.ts';
import type { NodePoolSpec } from '../kubernetes/api/node-pool.ts';
import type { CompiledPool } from '../model/compilation.ts';
import type { DriftRules } from '../model/provider.ts';
import type { LiveNodes, SideCluster } from '../model/review-input.ts';
import type { ChangeKind, HashPair, Rotation, RotationCalendar } from '../model/review.ts';
import { deploymentsOf } from './deployments.ts';
import { specOf } from './hashed-replacements.ts';
import { karpenterReplacements } from './karpenter-replacements.ts';
import { machineReplacements, share } from './machine-replacements.ts';
import { nodePoolsOf } from './node-pools-of.ts';
import { observedNodes, type ObservedNodes } from './observed-nodes.ts';
import { poolDeletion } from './pool-deletion.ts';
import { poolHashes, type PoolHashes, reviewedHashes } from './pool-hashes.ts';
import type { Replacement } from './replacement.ts';
import { concernedNodes, type KnownHash, queuedNodes, rotatedNodes } from './rotated-nodes.ts';
import { type RollingGroup, rolloutCalendar } from './rollout-calendar.ts';
import { rotationCalendar } from './rotation-calendar.ts';

export interface RotationInput {
  readonly base?: SideCluster | undefined;
  readonly head?: SideCluster | undefined;
  readonly basePool?: CompiledPool | undefined;
  readonly headPool?: CompiledPool | undefined;
  readonly change: ChangeKind;
  /** When Karpenter replaces nodes because their NodePool changed. */
  readonly nodePoolDrift: DriftRules;
  /** Nodes that run now. Absent: no dump was given. */
  readonly live?: LiveNodes | undefined;
  /** From when on the rotation is laid out, in milliseconds since 1970. Absent: it is not. */
  readonly atMs?: number | undefined;
  /** How long the replacement of one node is taken to last; above 0. */
  readonly replacementSeconds: number;
}

/** Which nodes of a pool a change replaces, why, and how long disruption budgets make that take. */
export function forecastRotation(input: RotationInput): Rotation {
  const { base, basePool, head, headPool } = input;
  if (basePool !== undefined && basePool === headPool && base === head) return NO_ROTATION;
  const failing = input.change === 'unchanged' ? [] : failingSides(input);
  if (failing.length > 0) return { ...NO_ROTATION, undecided: [failingText(failing)] };
  const hashes = poolHashes(input);
  const nothing: Rotation = { scope: 'none', causes: [], undecided: [], ...reviewedHashes(hashes) };
  if (input.change === 'added') return nothing;
  if (base === undefined || basePool === undefined) {
    return {
      ...nothing,
      undecided: ['Base’s pool could not be compiled: what becomes of its nodes is not known.'],
    };
  }
  const deletion = poolDeletion({ basePool, headPool, change: input.change });
  const observed = observedNodes(basePool, base, input.live);
  if (deletion !== undefined) {
    return {
      ...nothing,
      scope: 'all',
      causes: [deletion.cause],
      ...(observed === undefined ? {} : { nodes: rotatedNodes(observed, [deletion], []) }),
    };
  }
  if (head === undefined || headPool === undefined) {
    return {
      ...nothing,
      undecided: ['Head’s pool could not be compiled: what becomes of its nodes is not known.'],
    };
  }
  return comparedRotation({ ...input, base, basePool, head, headPool }, { hashes, observed });
}

const NO_ROTATION: Rotation = { scope: 'none', causes: [], undecided: [] };

function failingSides({ base, head }: RotationInput): readonly ('base' | 'head')[] {
  return [
    ...(base?.compiled.failed === true ? (['base'] as const) : []),
    ...(head?.compiled.failed === true ? (['head'] as const) : []),
  ];
}

function failingText(sides: readonly string[]): string {
  return `The definition has errors in ${sides.join(' and ')}: what would become of the pool's nodes is not known until they are mended.`;
}

type Whole = RotationInput & {
  readonly base: SideCluster;
  readonly basePool: CompiledPool;
  readonly head: SideCluster;
  readonly headPool: CompiledPool;
};

interface Known {
  readonly hashes: PoolHashes;
  readonly observed: ObservedNodes | undefined;
}

function comparedRotation(input: Whole, { hashes, observed }: Known): Rotation {
  const { basePool, headPool } = input;
  const karpenter = karpenterReplacements({ ...input, hashes });
  const machines = machineReplacements(basePool, headPool, input.head.compiled.cluster);
  const found = [...karpenter.found, ...machines];
  const groups = new Set(machines.flatMap((one) => [...(one.groups ?? [])]));
  const all = deploymentsOf(basePool).size;
  const isAll = karpenter.concernsAll || (groups.size > 0 && groups.size === all);
  const scope = isAll ? 'all' : found.length > 0 ? 'partial' : 'none';
  const known = knownHashes(input, hashes);
  const calendar = calendarOf(input, { found, observed, known });
  return {
    scope,
    ...(scope === 'partial' ? { predicate: predicateOf(karpenter.found, groups.size, all) } : {}),
    causes: found.map(({ cause }) => cause),
    undecided: karpenter.undecided,
    ...reviewedHashes(hashes),
    ...(observed === undefined ? {} : { nodes: rotatedNodes(observed, found, known) }),
    ...(calendar === undefined ? {} : { calendar }),
  };
}

function predicateOf(found: readonly Replacement[], groups: number, all: number): string {
  const which = [...new Set(found.flatMap((one) => one.which ?? []))];
  return alternatives([
    ...(which.length === 0 ? [] : [`nodes ${alternatives(which)}`]),
    ...(groups === 0 ? [] : [`machines of ${share(groups, all)}`]),
  ]);
}

/** What NodeClaims carry that have not drifted. */
function knownHashes(
  { head, nodePoolDrift }: Whole,
  { nodePool, nodeClass }: PoolHashes,
): readonly KnownHash[] {
  const { adoption } = head.provider;
  const ofClass = nodeClass?.isOfCluster === true ? nodeClass.pair : undefined;
  return [...knownHash(nodePool?.pair, nodePoolDrift), ...knownHash(ofClass, adoption)];
}

function knownHash(pair: HashPair | undefined, drift: DriftRules | undefined): readonly KnownHash[] {
  if (pair?.before === undefined || drift === undefined) return [];
  return [{ drift, before: pair.before, ...(pair.after === undefined ? {} : { after: pair.after }) }];
}

interface Counted {
  readonly found: readonly Replacement[];
  readonly observed: ObservedNodes | undefined;
  readonly known: readonly KnownHash[];
}

/** Deletion waits for no budget, so that only what Karpenter or a rollout replaces takes its time. */
function calendarOf(input: Whole, { found, observed, known }: Counted): RotationCalendar | undefined {
  const { atMs, replacementSeconds, basePool, headPool, nodePoolDrift } = input;
  if (atMs === undefined || observed === undefined) return undefined;
  const drifted = found.filter(({ cause }) => cause.reason !== 'rollout' && cause.reason !== 'deleted');
  const isDrifting = concernedNodes(observed.nodes, drifted).length > 0;
  const [nodePool] = nodePoolsOf(headPool);
  if (isDrifting && nodePool !== undefined) {
    const [base] = nodePoolsOf(basePool);
    return rotationCalendar({
      spec: storedSpec(nodePool, nodePoolDrift),
      base: base === undefined ? undefined : storedSpec(base, nodePoolDrift),
      queue: queuedNodes(observed.nodes, drifted, known),
      nodes: observed.budgeted,
      atMs,
      replacementSeconds,
    });
  }
  const rolling = rollingGroups(headPool, { found, observed });
  return rolling.length === 0 ? undefined : rolloutCalendar(rolling, { atMs, replacementSeconds });
}

function storedSpec(nodePool: Parameters<typeof specOf>[0], drift: DriftRules): NodePoolSpec {
  return drift.stored(specOf(nodePool)) as unknown as NodePoolSpec;
}

function rollingGroups(
  headPool: CompiledPool,
  { found, observed }: { readonly found: readonly Replacement[]; readonly observed: ObservedNodes },
): readonly RollingGroup[] {
  const rolled = new Set(
    found.flatMap(({ cause, groups }) => (cause.reason === 'rollout' ? [...(groups ?? [])] : [])),
  );
  return [...deploymentsOf(headPool).values()].flatMap(({ name, rollout }): readonly RollingGroup[] => {
    const machines = observed.nodes.filter(({ group }) => group === name).length;
    if (!rolled.has(name) || machines === 0) return [];
    return [{ machines, ...(rollout === undefined ? {} : { rollout }) }];
  });
}
