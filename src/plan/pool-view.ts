import type { NodeTaint } from '../kubernetes/api/node-pool.ts';
import { Requirement } from '../kubernetes/requirement.ts';
import type { Requirements } from '../kubernetes/requirements.ts';
import type { CompiledPool, NodePoolObject } from '../model/compilation.ts';
import type { InstanceType, Offering } from '../model/instance-type.ts';
import type { LabelVocabulary } from '../model/provider.ts';
import { isOfferingKey, offeringMeets } from '../selection/offering-labels.ts';
import { allConstraints, combine } from '../selection/pool-constraints.ts';
import type { PlanTable } from './instance-tables.ts';
import { type PoolLimit, poolLimits } from './limits.ts';
import type { GroupView } from './node-groups/group-view.ts';

/** A pool as the plan looks at it: what a new node of it would be. */
export interface PoolView {
  readonly name: string;
  readonly compiled: CompiledPool;
  readonly table: PlanTable;
  /** Of its requirements and labels together. */
  readonly requirements: Requirements;
  readonly taints: readonly NodeTaint[];
  readonly limits: readonly PoolLimit[];
  /** Of the Cluster API backends, in order of name. Absent: Karpenter makes machines of its own. */
  readonly groups?: readonly GroupView[];
  /** With the backend `karpenter-cluster-api`: one for each price tier. */
  readonly nodePools?: readonly NodePoolObject[];
}

export function poolView(compiled: CompiledPool, table: PlanTable, vocabulary: LabelVocabulary): PoolView {
  const { pool } = compiled;
  const named = new Requirement({
    key: 'karpenter.sh/nodepool',
    complement: false,
    values: new Set([pool.name]),
  });
  return {
    name: pool.name,
    compiled,
    table,
    requirements: combine(allConstraints({ ...pool, vocabulary })).add([named]),
    taints: compiled.nodePool?.spec.template.spec.taints ?? [],
    limits: poolLimits(pool),
  };
}

/** A type of a pool with the offerings that are left of it. */
export interface AdmittedType {
  readonly type: InstanceType;
  /** Never empty. */
  readonly offerings: readonly Offering[];
}

/**
 * The types that some requirements of a pod leave of a pool: those of the pool itself that meet them on every key the
 * pod mentions, with an available offering that meets all. `combined` holds the pool's requirements too.
 */
export function admittedTypes(
  view: PoolView,
  combined: Requirements,
  asked: readonly string[],
  vocabulary: LabelVocabulary,
): readonly AdmittedType[] {
  const keys = asked.filter((key) => vocabulary.specs.has(key) && !isOfferingKey(key));
  const onTypes = keys.map((key) => combined.get(key));
  const onOfferings = [...combined.entries()].filter(({ key }) => isOfferingKey(key));
  return view.compiled.selection.types.flatMap((listed) => {
    const type = view.table.byName.get(listed.name);
    if (type === undefined || !onTypes.every((requirement) => meets(type, requirement))) return [];
    const offerings = type.offerings.filter(
      (offering) => offering.available && offeringMeets(offering, onOfferings),
    );
    return offerings.length === 0 ? [] : [{ type, offerings }];
  });
}

/** A type without a value of the key meets what a node without the label meets. */
export function meets(type: InstanceType, requirement: Requirement): boolean {
  const values = type.labels.get(requirement.key) ?? [];
  return values.length === 0 ? requirement.isNegative() : values.some((value) => requirement.has(value));
}
