import type { CodeSpec } from '../code-spec.ts';

/** PW4xxx: valid, but probably not what is meant. */
export const CHECK_CODES = {
  PW4001: { severity: 'warning', title: 'Pool admits only one instance type' },
  PW4002: { severity: 'warning', title: 'Value that does not exist' },
  PW4003: { severity: 'warning', title: 'Retired instance type' },
  PW4004: { severity: 'warning', title: 'Spot pool with few instance types' },
  PW4005: { severity: 'info', title: 'Left to a built-in default' },
  PW4006: { severity: 'warning', title: 'Overlapping pools of equal weight' },
  PW4007: { severity: 'warning', title: 'Custom label without a single value' },
  PW4008: { severity: 'warning', title: 'Requirement that never settles' },
  PW4009: { severity: 'info', title: 'Bound drops types that lack the label' },
  PW4010: { severity: 'info', title: 'Requirement that excludes nothing' },
  PW4011: { severity: 'info', title: 'Deprecated label key' },
  PW4012: { severity: 'warning', title: 'Budgets block every disruption' },
  PW4013: { severity: 'info', title: 'Expiry without a budget' },
  PW4014: { severity: 'warning', title: 'Expiry ignores the budget' },
  PW4015: { severity: 'warning', title: 'No disruption budget at all' },
  PW4016: { severity: 'warning', title: 'Budget that applies to no reason' },
  PW4017: { severity: 'warning', title: 'Nodes expire almost at once' },
  PW4018: { severity: 'info', title: 'Pool confined to one zone' },
  PW4019: { severity: 'warning', title: 'minValues lets exotic instance types in' },
  PW4020: { severity: 'warning', title: 'Custom label that resembles a well-known one' },

  PW4030: { severity: 'warning', title: 'Pool without limits' },
  PW4031: { severity: 'info', title: 'Instance types excluded by limits' },
  PW4032: { severity: 'warning', title: 'Limits that cannot be used up together' },
  PW4033: { severity: 'warning', title: 'Limit on a resource that no type has' },
  PW4034: { severity: 'warning', title: 'Limit of zero' },
  PW4035: { severity: 'info', title: 'Static pool needs a feature gate' },
  PW4036: { severity: 'info', title: 'Limit on a resource that the pool never has' },
  PW4037: { severity: 'warning', title: 'More replicas than the limit on nodes' },
} as const satisfies Record<string, CodeSpec>;
