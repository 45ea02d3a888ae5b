import type { Rule } from '../rule.ts';
import { annotationKey } from './annotation-key.ts';
import { boundValue } from './bound-value.ts';
import { budgetDuration } from './budget-duration.ts';
import { budgetNodes } from './budget-nodes.ts';
import { budgetSchedule } from './budget-schedule.ts';
import { budgetWindow } from './budget-window.ts';
import { contradiction } from './contradiction.ts';
import { duplicateTaint } from './duplicate-taint.ts';
import { durationText } from './duration-text.ts';
import { foreignLabel } from './foreign-label.ts';
import { labelKey } from './label-key.ts';
import { labelValue } from './label-value.ts';
import { limitsFitNoType } from './limits-fit-no-type.ts';
import { listLength } from './list-length.ts';
import { minValues } from './min-values.ts';
import { missingValue } from './missing-value.ts';
import { negativeLimit } from './negative-limit.ts';
import { noInstanceType } from './no-instance-type.ts';
import { nothingLeftForPods } from './nothing-left-for-pods.ts';
import { numericOperator } from './numeric-operator.ts';
import { operatorValues } from './operator-values.ts';
import { providerLabel } from './provider-label.ts';
import { repeatedReason } from './repeated-reason.ts';
import { replicas } from './replicas.ts';
import { requirementKey } from './requirement-key.ts';
import { requirementValue } from './requirement-value.ts';
import { reservedLabel } from './reserved-label.ts';
import { staticPool } from './static-pool.ts';
import { taintKey } from './taint-key.ts';
import { taintValue } from './taint-value.ts';
import { unknownLimit } from './unknown-limit.ts';
import { unmetMinValues } from './unmet-min-values.ts';
import { valueCount } from './value-count.ts';
import { weight } from './weight.ts';

/** What Karpenter refuses in a NodePool, at admission or later, and pools that can never launch a node. */
export const NODE_POOL_RULES: readonly Rule[] = [
  requirementKey,
  reservedLabel,
  providerLabel,
  foreignLabel,
  valueCount,
  boundValue,
  operatorValues,
  minValues,
  requirementValue,
  missingValue,
  contradiction,
  listLength,
  unmetMinValues,
  numericOperator,
  labelKey,
  labelValue,
  taintKey,
  taintValue,
  duplicateTaint,
  annotationKey,
  budgetNodes,
  budgetWindow,
  budgetDuration,
  budgetSchedule,
  repeatedReason,
  durationText,
  negativeLimit,
  unknownLimit,
  weight,
  staticPool,
  replicas,
  noInstanceType,
  limitsFitNoType,
  nothingLeftForPods,
];
