import type { NodePoolSpec } from '../kubernetes/api/node-pool.ts';
import type { CompiledPool } from '../model/compilation.ts';
import type { CompiledObject } from '../model/compiled-object.ts';
import type { DriftRules } from '../model/provider.ts';
import type { SideCluster } from '../model/review-input.ts';
import { nodePoolHashes } from './drift-hashes.ts';
import { hashedReplacements } from './hashed-replacements.ts';
import { missingTypes } from './missing-types.ts';
import { nodePoolsOf } from './node-pools-of.ts';
import type { PoolHashes } from './pool-hashes.ts';
import { joined, type Replacement, type Replacements } from './replacement.ts';
import { requirementReplacements } from './requirement-replacements.ts';
import { selectorReplacements } from './selector-replacements.ts';
import { upgradeReplacements } from './upgrade-replacements.ts';

export interface KarpenterInput {
  readonly base: SideCluster;
  readonly head: SideCluster;
  readonly basePool: CompiledPool;
  readonly headPool: CompiledPool;
  readonly nodePoolDrift: DriftRules;
  readonly hashes: PoolHashes;
}

export interface KarpenterReplacements extends Replacements {
  /** No node is left: for one cause, or for several together. */
  readonly concernsAll: boolean;
}

/** What Karpenter replaces nodes for, in the order in which it looks: hash, requirements, instance type, node class. */
export function karpenterReplacements(input: KarpenterInput): KarpenterReplacements {
  const parts = nodePoolsOf(input.basePool).map((before) => nodePoolReplacements(before, input));
  const nodeClass = joined([nodeClassReplacements(input), upgradeReplacements(input), unreadClass(input)]);
  return {
    ...joined([...parts, nodeClass]),
    concernsAll:
      (parts.length > 0 && parts.every(({ concernsAll }) => concernsAll)) || nodeClass.found.some(isWhole),
  };
}

/** What stands in for a class that nobody can read is no statement about it. */
function unreadClass({ base, head, basePool, headPool }: KarpenterInput): Replacements {
  const names = new Set(
    [
      { side: base, pool: basePool },
      { side: head, pool: headPool },
    ].flatMap(({ side, pool }) => {
      const [nodePool] = nodePoolsOf(pool);
      const { template } = (nodePool?.spec ?? {}) as Partial<NodePoolSpec>;
      const name = template?.spec.nodeClassRef.name ?? '';
      return side.compiled.cluster.unreadNodeClasses?.has(name) === true ? [name] : [];
    }),
  );
  const undecided = [...names].map(
    (name) =>
      `${head.provider.nodeClassKind} \`${name}\` is there and could not be read: whether it changes, and replaces nodes, is not known.`,
  );
  return { found: [], undecided };
}

interface NodePoolReplacements extends Replacements {
  readonly concernsAll: boolean;
}

function nodePoolReplacements(before: CompiledObject, input: KarpenterInput): NodePoolReplacements {
  const { base, basePool, headPool, nodePoolDrift: drift } = input;
  const after = nodePoolsOf(headPool).find(({ name }) => name === before.name);
  if (after === undefined) return goneTier(before, headPool);
  const pair = { before, after };
  const hashes = input.hashes.nodePool ?? nodePoolHashes({ before, after, base, drift });
  const rules = { drift, reason: 'NodePoolDrifted', hash: hashes.pair.after };
  const { found } = hashedReplacements(pair, rules);
  const vocabulary = base.provider.labels(base.compiled.cluster);
  const requirements = requirementReplacements({ pair, pool: basePool, vocabulary });
  const all = [...found, ...requirements.found, ...missingTypes(input)];
  return {
    found: all,
    undecided: hashes.problems,
    concernsAll: requirements.concernsAll || all.some(isWhole),
  };
}

function isWhole({ cause }: Replacement): boolean {
  return cause.scope === 'all';
}

function goneTier(before: CompiledObject, headPool: CompiledPool): NodePoolReplacements {
  const which = `of NodePool \`${before.name}\``;
  return {
    found: [
      {
        cause: {
          kind: before.kind,
          path: '',
          message: `NodePool \`${before.name}\` goes, and its nodes with it`,
          scope: 'partial',
          reason: 'deleted',
          source: headPool.pool.keySpan,
        },
        which,
        concerns: (node) => node.basis === 'plan' || node.labels['karpenter.sh/nodepool'] === before.name,
      },
    ],
    undecided: [],
    concernsAll: true,
  };
}

function nodeClassReplacements({ base, head, basePool, headPool, hashes }: KarpenterInput): Replacements {
  const { adoption } = head.provider;
  const { nodeClass: before } = basePool;
  const { nodeClass: after } = headPool;
  const known = hashes.nodeClass;
  if (adoption === undefined || known === undefined || before === undefined || after === undefined) {
    return joined([]);
  }
  const undecided = [...known.problems, ...otherRules(base, adoption)];
  // Nodes refer to their own class for ever; that they are replaced for another name is said of the NodePool.
  if (before.name !== after.name) return { found: [], undecided };
  const pair = { before, after };
  const hash = known.isOfCluster ? known.pair.after : undefined;
  const { found, selecting } = hashedReplacements(pair, { drift: adoption, reason: 'NodeClassDrift', hash });
  const selected = selecting.map((one) => selectorReplacements(one, pair, adoption.selectors ?? []));
  return joined([{ found: isOtherVersion(base, adoption) ? [] : found, undecided }, ...selected]);
}

function isOtherVersion({ provider }: SideCluster, { hashVersion }: DriftRules): boolean {
  return provider.adoption !== undefined && provider.adoption.hashVersion !== hashVersion;
}

function otherRules(base: SideCluster, drift: DriftRules): readonly string[] {
  if (!isOtherVersion(base, drift)) return [];
  return [
    `Head's Karpenter writes hashes of version \`${drift.hashVersion}\` and base's another: it renews those on nodes and replaces none for it, so edits of hashed fields go unnoticed if they come with the new Karpenter.`,
  ];
}
