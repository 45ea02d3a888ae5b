import { amountReader } from '../../kubernetes/resources.ts';
import { nanoOf } from '../../kubernetes/quantity.ts';
import type { CompiledPool } from '../../model/compilation.ts';
import type { ClusterPlan } from '../../model/plan.ts';
import type { ChangedPoolContext } from '../pool-context.ts';
import { nodesOfPool } from './nodes-of-pool.ts';

export interface Need {
  /** In billionths of the resource's unit. */
  readonly nano: bigint;
  readonly basis: 'nodes' | 'plan';
}

const NANO_PER_UNIT = 10n ** 9n;
const NANO_PER_MILLI = 10n ** 6n;

/** How much of a resource the nodes of a pool have: those that run, else those that the dry run of base gives it. */
export function needOf({ base, input }: ChangedPoolContext, resource: string): Need | undefined {
  const running = nodesOfPool(base, input);
  if (running !== undefined) {
    const amounts = running.map(({ status }) =>
      resource === 'nodes' ? NANO_PER_UNIT : nanoOf(status?.capacity?.[resource] ?? '0'),
    );
    return { nano: sum(amounts), basis: 'nodes' };
  }
  const plan = input.base?.plans.find(({ scenario }) => scenario === undefined);
  return plan === undefined ? undefined : { nano: sum(plannedAmounts(plan, base, resource)), basis: 'plan' };
}

/** Each new node as its cheapest type. */
function plannedAmounts(
  plan: ClusterPlan,
  { pool, table }: CompiledPool,
  resource: string,
): readonly bigint[] {
  const types = new Map(table.types.map((type) => [type.name, type]));
  const amountOf = amountReader(resource);
  const amount = (name: string) => {
    if (resource === 'nodes') return NANO_PER_UNIT;
    const type = types.get(name);
    if (type === undefined) return 0n;
    const per = resource === 'cpu' ? NANO_PER_MILLI : NANO_PER_UNIT;
    return BigInt(amountOf(table.resourcesOf(type).capacity)) * per;
  };
  return [
    ...plan.nodeClaims
      .filter(({ nodePool }) => nodePool === pool.name)
      .map(({ cheapest }) => amount(cheapest.instanceType)),
    ...plan.nodeGroups
      .filter(({ nodePool }) => nodePool === pool.name)
      .map(({ instanceType, add, currentSize }) => amount(instanceType) * BigInt(add + currentSize)),
  ];
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, one) => total + one, 0n);
}
