import { isBuiltIn } from '../../diagnostics/is-built-in.ts';
import type { BackendName } from '../../model/backend-name.ts';
import type { CompiledPool } from '../../model/compilation.ts';
import type { DroppedType } from '../../model/node-group.ts';
import type { PlanDifference } from '../../model/plan-comparison.ts';
import type { ClusterPlan, UnschedulablePod } from '../../model/plan.ts';
import type { PlannedSide } from './planned-side.ts';
import { machineDifferences } from './machine-differences.ts';

/** What differs between the plans, and why; only what can be seen in these plans or follows from these pools. */
export function differences(sides: readonly PlannedSide[]): readonly PlanDifference[] {
  const grouped = sides.filter(({ backend }) => backend !== 'karpenter');
  const makesNodes = sides.some(({ plan }) => plan.nodePools.some(({ nodes }) => nodes > 0));
  return [
    ...(makesNodes ? choices(sides) : []),
    ...podsLeft(sides),
    ...sides.filter(({ backend }) => backend === 'karpenter').flatMap(spotPrice),
    ...grouped.flatMap(limitsOf),
    ...grouped.flatMap(({ backend, compiled }) =>
      compiled.pools.flatMap((pool) => droppedTypes(pool, backend)),
    ),
    ...machineDifferences(sides),
    ...grouped.flatMap(({ backend, compiled }) =>
      compiled.pools.flatMap((pool) => [...pooled(pool, backend)]),
    ),
    ...sides.flatMap(chance),
    ...(sides.some(({ backend }) => backend === 'cluster-autoscaler') && makesNodes ? [CONSOLIDATION] : []),
  ];
}

const CONSOLIDATION: PlanDifference = {
  code: 'consolidation',
  message:
    'the plans show the first nodes only: Karpenter replaces nodes by cheaper ones later, the Cluster Autoscaler only removes nodes that are hardly used',
};

/** How each of them comes to its types, where the types differ. */
function choices(sides: readonly PlannedSide[]): readonly PlanDifference[] {
  const typesOf = ({ nodePools }: ClusterPlan) =>
    JSON.stringify(nodePools.map(({ name, cheapestTypes }) => [name, cheapestTypes]));
  if (new Set(sides.map(({ plan }) => typesOf(plan))).size < 2) return [];
  return sides.map(({ backend, compiled }): PlanDifference => {
    const expanders = compiled.cluster.settings.clusterApi?.expanders ?? [];
    const [first] = expanders;
    // Where nobody wrote it, no line says so.
    const isWritten = first !== undefined && !isBuiltIn(first.origin);
    const source = backend === 'cluster-autoscaler' && isWritten ? first?.origin.span : undefined;
    return {
      code: 'choice',
      backend,
      message: choiceText(backend, expanders.map(({ value }) => `\`${value}\``).join(', ')),
      ...(source === undefined ? {} : { source }),
    };
  });
}

function choiceText(backend: BackendName, expanders: string): string {
  switch (backend) {
    case 'karpenter':
      return 'plans nodes together with their pods and buys, for each, the cheapest type and zone that holds them all';
    case 'cluster-autoscaler':
      return `packs the pods onto each node group as if there were no other, and the expanders (${expanders}) choose one; prices play no part but by priorities`;
    case 'karpenter-cluster-api':
      return 'plans like Karpenter, but every machine counts as free, and the MachineDeployment of the first type by name that is large enough is taken';
  }
}

/** Spot capacity is asked for as several types at once, of which the cloud takes one. */
function spotPrice({ backend, plan }: PlannedSide): readonly PlanDifference[] {
  return plan.nodePools.flatMap(({ name, cost }): PlanDifference[] =>
    cost.expectedPerHourUsd > cost.floorPerHourUsd
      ? [
          {
            code: 'spot-price',
            backend,
            nodePool: name,
            message:
              'lets the cloud choose among several spot types, so the expected price is above that of the cheapest; a MachineDeployment has one type',
          },
        ]
      : [],
  );
}

const MOST_NAMED = 3;

/** Pods that have a place with one backend and none with another, and what is in the way there. */
function podsLeft(sides: readonly PlannedSide[]): readonly PlanDifference[] {
  return sides.flatMap(({ backend, plan }) => {
    const others = sides.filter((side) => side.backend !== backend);
    const leftThere = others.map((side) => new Set(side.plan.unschedulable.map(({ pod }) => pod)));
    const only = plan.unschedulable.filter(({ pod }) => leftThere.some((left) => !left.has(pod)));
    const groups = new Map<string, UnschedulablePod[]>();
    for (const one of only) {
      const key = JSON.stringify([one.owner ?? one.pod, one.reasons.map(({ message }) => message)]);
      groups.set(key, [...(groups.get(key) ?? []), one]);
    }
    return [...groups.values()].flatMap((pods): PlanDifference[] => {
      const [first] = pods;
      if (first === undefined) return [];
      const { owner, pod, reasons } = first;
      const who =
        owner === undefined
          ? `pod \`${pod}\` has no place`
          : `${pods.length} ${pods.length === 1 ? 'pod' : 'pods'} of ${owner.kind} \`${owner.namespace}/${owner.name}\` ${pods.length === 1 ? 'has' : 'have'} no place`;
      const why = reasons
        .slice(0, MOST_NAMED)
        .map(({ nodePool, message }) => (nodePool === undefined ? message : `\`${nodePool}\`: ${message}`))
        .join('; ');
      const source = reasons.find((one) => one.source !== undefined)?.source ?? first.span;
      return [
        {
          code: 'pods-left',
          backend,
          message: `${who}: ${why}`,
          ...(source === undefined ? {} : { source }),
        },
      ];
    });
  });
}

/** Limits that hold for a pool as a whole with Karpenter, and for each group alone here. */
function limitsOf({ backend, compiled, plan }: PlannedSide): readonly PlanDifference[] {
  if (backend !== 'cluster-autoscaler') return [];
  return plan.nodePools.flatMap(({ name, limits }): PlanDifference[] => {
    const over = limits.filter(({ overshoots }) => overshoots);
    const [first] = over;
    const pool = compiled.pools.find((one) => one.pool.name === name)?.pool;
    if (first === undefined || pool === undefined) return [];
    const which = over.map(({ resource, limit }) => `\`${resource}\` ${limit}`).join(' and ');
    const strategy = pool.clusterApi?.limitStrategy.value ?? 'independent';
    return [
      {
        code: 'limits',
        backend,
        nodePool: name,
        message: `goes beyond ${which}: with \`limit_strategy: ${strategy}\` each MachineDeployment has a maximum of its own, while Karpenter counts them together`,
        source: pool.clusterApi?.limitStrategy.origin.span ?? first.origin.span,
      },
    ];
  });
}

const RULE_TEXTS: Readonly<Record<DroppedType['rule'], string>> = {
  limits: 'above a limit',
  daemons: 'too small for the daemons',
  dominated: 'for another that has as much and costs no more',
  'max-types': 'for `max_types`',
  'max-machine-deployments': 'for `max_machine_deployments`',
  spot: 'as spot cannot be said',
  reserved: 'as reserved capacity cannot be said',
  'unnamed-zone': 'in zones without a name',
  budget: 'for what the limits leave',
  'no-image': 'without an image',
};

/** Types that Karpenter may buy and that have no MachineDeployment. */
function droppedTypes({ pool, machines, selection }: CompiledPool, backend: BackendName): PlanDifference[] {
  const dropped = machines?.dropped ?? [];
  const kept = new Set((machines?.nodeGroups ?? []).map(({ instanceType }) => instanceType.name));
  const byRule = new Map<DroppedType['rule'], Set<string>>();
  for (const { rule, instanceType } of dropped) {
    if (kept.has(instanceType)) continue;
    byRule.set(rule, (byRule.get(rule) ?? new Set()).add(instanceType));
  }
  if (byRule.size === 0 || machines === undefined) return [];
  const why = [...byRule].map(([rule, names]) => `${names.size} ${RULE_TEXTS[rule]}`).join(', ');
  const source = byRule.has('max-types') ? pool.clusterApi?.maxTypes.origin.span : pool.keySpan;
  return [
    {
      code: 'dropped-types',
      backend,
      nodePool: pool.name,
      message: `${kept.size} of ${selection.types.length} instance types have a MachineDeployment; left out: ${why}`,
      ...(source === undefined ? {} : { source }),
    },
  ];
}

/** What a pool says and the backend cannot do. */
function* pooled({ pool, machines }: CompiledPool, backend: BackendName): Iterable<PlanDifference> {
  const of = { backend, nodePool: pool.name };
  const flexible = pool.requirements.find(({ minValues }) => minValues !== undefined);
  if (flexible !== undefined && backend === 'cluster-autoscaler') {
    const message =
      '`minValues` has no meaning: a node group is one type, so nothing is launched with several';
    yield { ...of, code: 'min-values', message, source: flexible.origin.span };
  }
  const markets = new Set((machines?.nodeGroups ?? []).map(({ offering }) => offering.capacityType));
  if (markets.has('spot') && markets.has('on-demand')) {
    yield {
      ...of,
      code: 'spot-fallback',
      message:
        'spot and on-demand are different node groups: when spot is not to be had, the autoscaler waits for it before it tries another group, while Karpenter asks for many types at once',
      source: pool.keySpan,
    };
  }
  if (pool.weight !== undefined && backend === 'cluster-autoscaler') {
    yield {
      ...of,
      code: 'weight',
      message:
        'the weight is a priority: the best groups that can help any pod go first in each round, while Karpenter asks pod by pod',
      source: pool.weight.origin.span,
    };
  }
}

function chance({ backend, plan: { range } }: PlannedSide): readonly PlanDifference[] {
  if (range === undefined) return [];
  const { nodes, podsLeft, pricePerHourUsd: usd, runs } = range;
  const monthly = (perHourUsd: number) => Math.round(perHourUsd * HOURS_PER_MONTH);
  const parts = [
    ...(nodes.min === nodes.max ? [] : [`${nodes.min} to ${nodes.max} new nodes`]),
    ...(usd.min === usd.max ? [] : [`$${monthly(usd.min)} to $${monthly(usd.max)} a month`]),
    ...(podsLeft.min === podsLeft.max ? [] : [`${podsLeft.min} to ${podsLeft.max} pods without a place`]),
  ];
  const result = parts.length === 0 ? 'the same figures in other node groups and zones' : parts.join(', ');
  const message = `draws lots among equal node groups: ${result} in ${runs} simulated runs`;
  return [{ code: 'chance', backend, message }];
}

const HOURS_PER_MONTH = 730;
