import { isSameJson } from '../diagnostics/is-same-json.ts';
import { jsonPointer } from '../diagnostics/json-pointer.ts';
import { isJsonMap, type JsonMap } from '../diagnostics/json-value.ts';
import type { CompiledObject } from '../model/compiled-object.ts';
import type { DriftRules } from '../model/provider.ts';
import { causeSource, isDerived } from './cause-source.ts';
import { changeText } from './change-text.ts';
import { claimHash } from './claim-hash.ts';
import { type Difference, differences } from './differences.ts';
import type { LeafChange } from './leaf-changes.ts';
import type { Replacement } from './replacement.ts';

/** An object on both sides. */
export interface ObjectPair {
  readonly before: CompiledObject;
  readonly after: CompiledObject;
}

export interface HashedReplacements {
  /** One for each field that the hash notices. */
  readonly found: readonly Replacement[];
  /** Fields that act through what they select. */
  readonly selecting: readonly Difference[];
}

export interface HashedRules {
  readonly drift: DriftRules;
  /** How Karpenter calls it. */
  readonly reason: string;
  /** What Karpenter will write on the object, as text. Undefined: not known. */
  readonly hash: string | undefined;
}

/** What two states of an object mean for nodes, as far as a hash tells. */
export function hashedReplacements(pair: ObjectPair, rules: HashedRules): HashedReplacements {
  const found = differences(specOf(pair.before), specOf(pair.after), rules.drift);
  return {
    found: found
      .filter(({ effect }) => effect === 'all nodes')
      .map((difference) => hashed(difference, pair, rules)),
    selecting: found.filter(({ effect }) => effect === 'some nodes'),
  };
}

function hashed(difference: Difference, pair: ObjectPair, { drift, reason, hash }: HashedRules): Replacement {
  const path = jsonPointer('spec', ...difference.path);
  return {
    cause: {
      kind: pair.after.kind,
      path,
      message: changeText({ ...difference, within: ['spec'] }),
      scope: 'all',
      reason,
      source: causeSource(decisive(difference, pair, drift), pair),
    },
    // A node that was made from what head says does not notice.
    concerns: (node) => {
      const carried = node.basis === 'nodes' ? claimHash(node.claim, drift) : undefined;
      return carried === undefined || hash === undefined || carried !== hash;
    },
  };
}

/** Of a field that nobody wrote, the one that decides it. */
function decisive(difference: Difference, pair: ObjectPair, { decidedBy }: DriftRules): LeafChange {
  const fields = decidedBy?.get(difference.path[0] ?? '');
  if (fields === undefined || !isDerived(difference, pair)) return difference;
  const changes = fields.map((field): LeafChange => {
    return { path: [field], before: specOf(pair.before)[field], after: specOf(pair.after)[field] };
  });
  return changes.find(({ before, after }) => !isSameJson(before, after)) ?? difference;
}

export function specOf({ spec }: CompiledObject): JsonMap {
  return isJsonMap(spec) ? spec : {};
}
