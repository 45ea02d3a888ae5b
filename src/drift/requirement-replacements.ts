import { alternatives } from '../diagnostics/describe-value.ts';
import { originAt } from '../diagnostics/origin-at.ts';
import { jsonPointer } from '../diagnostics/json-pointer.ts';
import type { NodePoolSpec, NodeRequirement } from '../kubernetes/api/node-pool.ts';
import { type Requirement, requirementOf } from '../kubernetes/requirement.ts';
import { Requirements } from '../kubernetes/requirements.ts';
import type { CompiledPool } from '../model/compilation.ts';
import type { LabelVocabulary } from '../model/provider.ts';
import { admitsAll } from './admits-all.ts';
import { editedSpan } from './edited-span.ts';
import type { ObjectPair } from './hashed-replacements.ts';
import { type Carried, labelOutcome, type Outcome } from './label-outcome.ts';
import { nodeWords } from './node-words.ts';
import { type PossibleNode, possibleNodes } from './possible-nodes.ts';
import type { ObservedNode, Replacement } from './replacement.ts';

export interface RequirementInput {
  /** NodePools. */
  readonly pair: ObjectPair;
  /** Base's. */
  readonly pool: CompiledPool;
  readonly vocabulary: LabelVocabulary;
}

export interface RequirementReplacements {
  /** One for each key on which the requirements got narrower. */
  readonly found: readonly Replacement[];
  /** Together they leave no node. */
  readonly concernsAll: boolean;
}

/**
 * Nodes that do not meet their NodePool's requirements any more: Karpenter holds the labels of each NodeClaim against them.
 * A running node has what its type, zone and template say, and of other keys what base's requirements let it have.
 */
export function requirementReplacements({
  pair,
  pool,
  vocabulary,
}: RequirementInput): RequirementReplacements {
  const [before, after] = [sideOf(pair.before.spec, vocabulary), sideOf(pair.after.spec, vocabulary)];
  const changed = [...after.combined.entries()].filter((one) => !isEqual(before.combined.find(one.key), one));
  if (changed.length === 0) return { found: [], concernsAll: false };
  const nodes = possibleNodes(pool, vocabulary);
  const keys = changed
    .map((required): ChangedKey => {
      const carries = carriedBy(required.key, before, vocabulary);
      return { required, carries, outcomes: outcomesOf(required, carries, nodes) };
    })
    .filter(({ outcomes }) => outcomes.some((outcome) => outcome !== 'kept'));
  return {
    found: keys.map((key) => replacement(key, { nodes, before, after, pair, vocabulary })),
    concernsAll:
      nodes.length > 0 && nodes.every((_, i) => keys.some(({ outcomes }) => outcomes[i] === 'replaced')),
  };
}

interface Side {
  readonly written: readonly NodeRequirement[];
  readonly labels: Readonly<Record<string, string>>;
  readonly combined: Requirements;
}

function sideOf(spec: unknown, { aliases }: LabelVocabulary): Side {
  const { template } = spec as NodePoolSpec;
  const written = template.spec.requirements;
  return {
    written,
    labels: template.metadata?.labels ?? {},
    combined: Requirements.of(written.map((one) => requirementOf(one, aliases))),
  };
}

/** How many values there must be makes no difference to a node. */
function isEqual(before: Requirement | undefined, after: Requirement): boolean {
  return before !== undefined && admitsAll(before, after) && admitsAll(after, before);
}

interface ChangedKey {
  readonly required: Requirement;
  readonly carries: (node: PossibleNode | undefined) => Carried;
  /** Of each possible node; of nodes at large where none is known. */
  readonly outcomes: readonly Outcome[];
}

/** What running nodes carry under a key. */
function carriedBy(key: string, before: Side, { specs }: LabelVocabulary): ChangedKey['carries'] {
  const allowed = before.combined.find(key);
  const isMissing = allowed !== undefined && !allowed.complement && allowed.values.size === 0;
  if (specs.has(key)) {
    return (node) => {
      const values = node?.values(key);
      if (values === undefined) return allowed ?? 'anything';
      return values.length < 2 ? values : values.filter((value) => allowed?.has(value) ?? true);
    };
  }
  const label = before.labels[key];
  const carried: Carried = label === undefined ? (isMissing ? [] : (allowed ?? [])) : [label];
  return () => carried;
}

function outcomesOf(
  required: Requirement,
  carries: ChangedKey['carries'],
  nodes: readonly PossibleNode[],
): readonly Outcome[] {
  const asked = nodes.length === 0 ? [undefined] : nodes;
  return asked.map((node) => labelOutcome(carries(node), required));
}

interface Surroundings {
  readonly nodes: readonly PossibleNode[];
  readonly before: Side;
  readonly after: Side;
  readonly pair: ObjectPair;
  readonly vocabulary: LabelVocabulary;
}

function replacement(
  { required, carries, outcomes }: ChangedKey,
  { nodes, before, after, pair, vocabulary }: Surroundings,
): Replacement {
  const { key } = required;
  const isAll = outcomes.every((outcome) => outcome === 'replaced');
  const path = pathOf(key, { before, after, vocabulary });
  const hit = nodes.filter((_, i) => outcomes[i] !== 'kept');
  return {
    cause: {
      kind: pair.after.kind,
      path,
      message: messageOf(key, { before, after, vocabulary }),
      scope: isAll ? 'all' : 'partial',
      reason: 'RequirementsDrifted',
      source: editedSpan(originAt(pair.after.origins, path), path, pair.before.origins),
    },
    ...(isAll ? {} : { which: nodeWords({ required, carries, hit, nodes, vocabulary }) }),
    concerns: (node) => concerns(node, { required, hit }),
  };
}

function concerns(
  node: ObservedNode,
  { required, hit }: { readonly required: Requirement; readonly hit: readonly PossibleNode[] },
): boolean {
  if (node.basis === 'nodes') {
    const value = node.labels[required.key];
    return value === undefined ? !required.isNegative() : !required.has(value);
  }
  return hit.some(
    ({ instanceType, zone, capacityType }) =>
      (node.capacityType ?? capacityType) === capacityType &&
      node.zones.includes(zone) &&
      node.instanceTypes.includes(instanceType),
  );
}

type Sides = Pick<Surroundings, 'before' | 'after' | 'vocabulary'>;

/** The requirement of head on the key that base does not have; of several the last. */
function pathOf(key: string, { before, after, vocabulary }: Sides): string {
  const old = new Set(onKey(key, before, vocabulary).map(requirementText));
  const own = onKey(key, after, vocabulary);
  const decisive = own.findLast((one) => !old.has(requirementText(one))) ?? own.at(-1);
  const index = decisive === undefined ? -1 : after.written.indexOf(decisive);
  return jsonPointer('spec', 'template', 'spec', 'requirements', ...(index < 0 ? [] : [index]));
}

function onKey(key: string, side: Side, { aliases }: LabelVocabulary): readonly NodeRequirement[] {
  return side.written.filter((one) => (aliases.get(one.key) ?? one.key) === key);
}

function messageOf(key: string, { before, after, vocabulary }: Sides): string {
  const [old, now] = [before, after].map((side) =>
    alternatives(onKey(key, side, vocabulary).map(requirementText), 'and'),
  );
  return old === ''
    ? `a requirement on \`${key}\` comes: ${now}`
    : `the requirement on \`${key}\` is ${old} and becomes ${now}`;
}

const MOST_VALUES = 6;

function requirementText({ operator, values = [] }: NodeRequirement): string {
  const shown = values.slice(0, MOST_VALUES).join(', ');
  const rest = values.length > MOST_VALUES ? `, and ${values.length - MOST_VALUES} more` : '';
  return values.length === 0 ? `\`${operator}\`` : `\`${operator} [${shown}${rest}]\``;
}
