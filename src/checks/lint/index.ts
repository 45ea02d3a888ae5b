import type { Rule } from '../rule.ts';
import { blockingBudgets } from './blocking-budgets.ts';
import { boundDropsTypes } from './bound-drops-types.ts';
import { builtInDefault } from './built-in-default.ts';
import { deprecatedKey } from './deprecated-key.ts';
import { excludesNothing } from './excludes-nothing.ts';
import { exoticTypes } from './exotic-types.ts';
import { expiryIgnoresBudget } from './expiry-ignores-budget.ts';
import { expiryWithoutBudget } from './expiry-without-budget.ts';
import { fewSpotTypes } from './few-spot-types.ts';
import { hastyExpiry } from './hasty-expiry.ts';
import { idleLimit } from './idle-limit.ts';
import { neverSettles } from './never-settles.ts';
import { noBudgets } from './no-budgets.ts';
import { noLimits } from './no-limits.ts';
import { onlyOneType } from './only-one-type.ts';
import { overlappingPools } from './overlapping-pools.ts';
import { reasonlessBudget } from './reasonless-budget.ts';
import { replicasAboveLimit } from './replicas-above-limit.ts';
import { resemblingKey } from './resembling-key.ts';
import { retiredType } from './retired-type.ts';
import { singleZone } from './single-zone.ts';
import { someMissingValues } from './some-missing-values.ts';
import { staticPoolGate } from './static-pool-gate.ts';
import { typesAboveLimits } from './types-above-limits.ts';
import { unreachableLimit } from './unreachable-limit.ts';
import { unsettledCustomLabel } from './unsettled-custom-label.ts';
import { unusedLimit } from './unused-limit.ts';
import { zeroLimit } from './zero-limit.ts';

/** What Karpenter accepts and what is probably not meant. No matters of taste. */
export const LINT_RULES: readonly Rule[] = [
  onlyOneType,
  someMissingValues,
  retiredType,
  fewSpotTypes,
  builtInDefault,
  overlappingPools,
  unsettledCustomLabel,
  neverSettles,
  boundDropsTypes,
  excludesNothing,
  deprecatedKey,
  blockingBudgets,
  expiryWithoutBudget,
  expiryIgnoresBudget,
  noBudgets,
  reasonlessBudget,
  hastyExpiry,
  singleZone,
  exoticTypes,
  resemblingKey,
  noLimits,
  typesAboveLimits,
  unreachableLimit,
  unusedLimit,
  idleLimit,
  zeroLimit,
  staticPoolGate,
  replicasAboveLimit,
];
