import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { writtenHere } from '../diagnostics/describe-origin.ts';
import type { InstanceTable } from '../model/instance-type.ts';
import type { DroppedType } from '../model/node-group.ts';
import type { Pool } from '../model/pool.ts';
import type { PoolSelection } from '../model/selection.ts';
import { minValuesShortfalls } from '../selection/min-values.ts';
import type { PoolConstraints } from '../selection/pool-constraints.ts';
import type { Candidates } from './candidates.ts';
import type { ExpansionInput, SizedGroup } from './expansion.ts';
import type { MachineOption } from './machine-option.ts';
import { DEFAULT_MAX_SIZE, overshoot } from './max-sizes.ts';
import { readableLimits } from './pool-limits.ts';
import type { OptionSelection } from './select-options.ts';

export function describeCandidates(
  pool: Pool,
  { hasUnnamedZones, unmakeable }: Candidates,
  { pricing }: InstanceTable,
): Diagnostic[] {
  const left = unmakeable === undefined ? [] : [unmakeable];
  if (!hasUnnamedZones) return left;
  const known = pricing.zonesAssumed?.named ?? [];
  return [
    ...left,
    diagnostic(
      'PW9001',
      pool.backend.origin.span,
      `pool \`${pool.name}\` needs the names of the cluster's zones: each MachineDeployment stands in one`,
      {
        help: `List them as \`zones\` in the \`poolwright\` settings.${
          known.length === 0 ? '' : ` Known so far: ${known.map((zone) => `\`${zone}\``).join(', ')}.`
        }`,
      },
    ),
  ];
}

export function describeSelection(
  pool: Pool,
  selected: OptionSelection,
  around: {
    readonly selection: PoolSelection;
    readonly constraints: PoolConstraints;
    readonly candidates: Candidates;
  },
): Diagnostic[] {
  return [
    ...exceededCap(pool, selected),
    ...lackingValues(pool, selected, around),
    ...unpriced(pool, around.candidates.options),
    ...droppedTypes(pool, selected, [...around.candidates.dropped, ...selected.dropped]),
  ];
}

function exceededCap(pool: Pool, { exceeded }: OptionSelection): Diagnostic[] {
  if (exceeded === undefined) return [];
  const { cap, needed } = exceeded;
  const isTypes = cap === pool.clusterApi?.maxTypes;
  const [key, noun] = isTypes
    ? ['max_types', 'instance types']
    : ['max_machine_deployments', 'MachineDeployments'];
  return [
    diagnostic(
      'PW9002',
      cap.origin.span,
      `\`${key}: ${cap.value}\` is too few for pool \`${pool.name}\`, which needs ${needed} ${noun}`,
      {
        help: `Write \`${key}: ${needed}\` or more, or narrow the pool: each architecture, kind of accelerator and capacity type keeps a type, and so do \`minValues\` and the largest pod.`,
      },
    ),
  ];
}

/** Where even the admitted types lack values, that is said already. */
function lackingValues(
  pool: Pool,
  { shortfalls }: OptionSelection,
  { selection, constraints }: { readonly selection: PoolSelection; readonly constraints: PoolConstraints },
): Diagnostic[] {
  if (shortfalls.length === 0 || minValuesShortfalls(constraints, selection.types).length > 0) return [];
  return shortfalls.map(({ key, minValues, found, origin }) =>
    diagnostic(
      'PW9003',
      origin.span,
      `pool \`${pool.name}\` keeps ${found} of at least ${minValues} values of \`${key}\``,
      { help: 'Raise the limits that exclude types, or lower `minValues`.' },
    ),
  );
}

function unpriced(pool: Pool, options: readonly MachineOption[]): Diagnostic[] {
  if (options.length === 0 || options.some(({ pricePerHourUsd }) => pricePerHourUsd !== undefined)) return [];
  return [
    diagnostic(
      'PW9005',
      pool.keySpan,
      `no price is known of any machine of pool \`${pool.name}\`, so the smallest types are kept instead of the cheapest`,
      { help: 'Name the `region`, or import its prices with `poolwright catalogue import`.' },
    ),
  ];
}

/** Why types have no MachineDeployment, in the order in which it is said. */
const REASONS: readonly (readonly [DroppedType['rule'], string])[] = [
  ['limits', 'above a limit'],
  ['no-image', 'without an image'],
  ['daemons', 'without room for pods'],
  ['dominated', 'for another that has as much and costs no more'],
  ['max-types', 'for `max_types`'],
  ['max-machine-deployments', 'for `max_machine_deployments`'],
];

function droppedTypes(pool: Pool, selected: OptionSelection, dropped: readonly DroppedType[]): Diagnostic[] {
  const kept = new Set(selected.chosen.map(({ type }) => type.name));
  if (kept.size === 0) return [];
  const rules = new Map<string, DroppedType['rule']>();
  for (const { instanceType, rule } of dropped) if (!kept.has(instanceType)) rules.set(instanceType, rule);
  const found = [...rules.values()];
  const parts = REASONS.flatMap(([rule, words]) => {
    const count = found.filter((one) => one === rule).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  if (parts.length === 0) return [];
  const isCapped = found.some((rule) => rule === 'max-types' || rule === 'max-machine-deployments');
  return [
    diagnostic(
      'PW9004',
      pool.clusterApi?.maxTypes.origin.span ?? pool.keySpan,
      `pool \`${pool.name}\` keeps ${kept.size} of ${kept.size + rules.size} instance types; left out: ${parts.join(', ')}`,
      isCapped ? { help: 'Raise `max_types` and `max_machine_deployments` for more.' } : {},
    ),
  ];
}

export function describeSizes(
  input: ExpansionInput,
  groups: readonly SizedGroup[],
  /** How many of them nothing bounds. */
  unbounded: number,
): Diagnostic[] {
  if (groups.length === 0) return [];
  return [
    ...unboundedSizes(input.pool, groups.length, unbounded),
    ...exceededLimits(input, groups),
    ...starvedGroups(input, groups),
    ...unplacedMinSize(input, groups),
  ];
}

function unboundedSizes(pool: Pool, groups: number, unbounded: number): Diagnostic[] {
  if (unbounded === 0) return [];
  const which =
    unbounded === groups ? 'each MachineDeployment' : `${unbounded} of ${groups} MachineDeployments`;
  return [
    diagnostic(
      'PW9006',
      pool.keySpan,
      `nothing bounds ${which} of pool \`${pool.name}\`, so ${DEFAULT_MAX_SIZE} nodes are the most`,
      { help: 'Write `limits`, or `max_size` under `cluster_api`.' },
    ),
  ];
}

function exceededLimits(
  { pool, options, limitsKeptBy }: ExpansionInput,
  groups: readonly SizedGroup[],
): Diagnostic[] {
  if (limitsKeptBy !== 'nobody') return [];
  const worst = overshoot(
    groups.map(({ option, maxSize }) => ({ capacity: option.resources.capacity, size: maxSize })),
    readableLimits(pool),
  );
  if (worst === undefined) return [];
  const { origin } = pool.limits.get(worst.resource) ?? options.limitStrategy;
  return [
    diagnostic(
      'PW9007',
      origin.span,
      `pool \`${pool.name}\` can come to ${worst.tenths / 10n}.${worst.tenths % 10n} times its limit on \`${worst.resource}\`: each of ${groups.length} MachineDeployments is within it alone`,
      {
        related: writtenHere(options.limitStrategy.origin, '`limit_strategy`'),
        help: 'Write `limit_strategy: split` to share the limit out, or `limit_strategy: quota` to have the autoscaler keep it.',
      },
    ),
  ];
}

function starvedGroups({ pool, options }: ExpansionInput, groups: readonly SizedGroup[]): Diagnostic[] {
  const starved = groups.filter(({ maxSize }) => maxSize === 0);
  if (starved.length === 0) return [];
  return [
    diagnostic(
      'PW9009',
      options.limitStrategy.origin.span,
      `the limits of pool \`${pool.name}\`, split over ${groups.length} MachineDeployments, leave nothing for ${starved.length} of them`,
      { help: 'Lower `max_types`, raise the limits, or use `limit_strategy: quota`.' },
    ),
  ];
}

function unplacedMinSize({ pool, options }: ExpansionInput, groups: readonly SizedGroup[]): Diagnostic[] {
  const left = options.minSize.value - groups.reduce((sum, { minSize }) => sum + minSize, 0);
  if (left <= 0) return [];
  return [
    diagnostic(
      'PW9008',
      options.minSize.origin.span,
      `\`min_size: ${options.minSize.value}\` is ${left} more than the MachineDeployments of pool \`${pool.name}\` may have`,
      { help: 'Lower `min_size`, or raise the limits or `max_size`.' },
    ),
  ];
}
