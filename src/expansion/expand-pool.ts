import type { DroppedType } from '../model/node-group.ts';
import { candidates } from './candidates.ts';
import { describeCandidates, describeSelection, describeSizes } from './describe-expansion.ts';
import type { Expansion, ExpansionInput, PlannedGroup, SizedGroup } from './expansion.ts';
import { machineDeploymentName, topologyDeploymentName } from './machine-deployment-name.ts';
import { compareOptions, compareText, type MachineOption } from './machine-option.ts';
import { maxSizes } from './max-sizes.ts';
import { minSizes } from './min-sizes.ts';
import { readableLimits } from './pool-limits.ts';
import { priceTiers } from './price-tiers.ts';
import { selectOptions } from './select-options.ts';

/** A pool as a bounded set of MachineDeployments: which, how they are called, how large each may be. */
export function expandPool(input: ExpansionInput): Expansion {
  const { pool, options, table, selection, vocabulary } = input;
  const constraints = { requirements: pool.requirements, labels: pool.labels, vocabulary };
  const limits = readableLimits(pool);
  const found = candidates({ ...input, constraints, limits, types: selection.types });
  const selected = selectOptions(found.options, {
    caps: options,
    constraints,
    workloads: input.workloads,
  });
  const tiers = priceTiers(selected.chosen, options.priceTiers.value);
  const { planned, unbounded } = sized(input, selected.chosen);
  const starved = planned.filter(({ maxSize }) => maxSize === 0);
  return {
    groups: planned
      .filter(({ maxSize }) => maxSize > 0)
      .map((group): PlannedGroup => ({ ...group, tier: tiers.get(group.option) ?? 1 }))
      .sort((a, b) => compareText(a.name, b.name)),
    dropped: [...found.dropped, ...selected.dropped, ...starved.map(beyondBudget)],
    diagnostics: [
      ...describeCandidates(pool, found, table),
      ...describeSelection(pool, selected, { selection, constraints, candidates: found }),
      ...describeSizes(input, planned, unbounded),
    ],
  };
}

interface Sizes {
  readonly planned: readonly SizedGroup[];
  /** How many of them nothing bounds. */
  readonly unbounded: number;
}

function sized(input: ExpansionInput, chosen: readonly MachineOption[]): Sizes {
  const { pool, options, clusterName } = input;
  const nameOf = input.output === 'topology' ? topologyDeploymentName : machineDeploymentName;
  const machines = [...chosen]
    .sort(compareOptions)
    .flatMap((option) => option.offerings.map((offering) => ({ option, offering })));
  const { sizes, unbounded } = maxSizes({
    capacities: machines.map(({ option }) => option.resources.capacity),
    limits: readableLimits(pool),
    maxSize: options.maxSize?.value,
    strategy: options.limitStrategy.value === 'split' ? 'split' : 'floors',
  });
  const warm = minSizes({
    machines: machines.map(({ offering }, i) => ({ zone: offering.zone, maxSize: sizes[i] ?? 0 })),
    total: options.minSize.value,
  });
  const planned = machines.map(({ option, offering }, i) => ({
    name: nameOf({
      cluster: clusterName.value,
      pool: pool.name,
      instanceType: option.type.name,
      zone: offering.zone,
      capacityType: option.capacityType,
    }),
    option,
    offering,
    minSize: warm.sizes[i] ?? 0,
    maxSize: sizes[i] ?? 0,
  }));
  return { planned, unbounded: unbounded.length };
}

function beyondBudget({ option, offering }: SizedGroup): DroppedType {
  return {
    instanceType: option.type.name,
    zone: offering.zone,
    capacityType: option.capacityType,
    rule: 'budget',
    reason: 'the limits, split over all MachineDeployments, leave none for it',
  };
}
