import type { CodeSpec } from '../code-spec.ts';

/** PW35xx to PW39xx: what Karpenter refuses, at admission or later, and pools that can never launch a node. */
export const NODE_POOL_CODES = {
  PW3501: { severity: 'error', title: 'Malformed requirement key' },
  PW3502: { severity: 'error', title: 'Reserved label key' },
  PW3503: { severity: 'error', title: "Unknown label in the provider's domain" },
  PW3504: { severity: 'error', title: "Label of another provider's domain" },
  PW3505: { severity: 'error', title: 'Wrong number of requirement values' },
  PW3506: { severity: 'error', title: 'Bound is not a non-negative integer' },
  PW3507: { severity: 'warning', title: 'Values do not suit the operator' },
  PW3508: { severity: 'error', title: 'minValues out of range' },
  PW3509: { severity: 'error', title: 'Malformed requirement value' },
  PW3510: { severity: 'error', title: 'No instance type has any of the values' },
  PW3511: { severity: 'error', title: 'Contradictory requirements' },
  PW3512: { severity: 'error', title: 'List too long' },
  PW3513: { severity: 'error', title: 'minValues cannot be met' },
  PW3514: { severity: 'error', title: 'Numeric operator on a label without numbers' },

  PW3520: { severity: 'error', title: 'Malformed label key' },
  PW3521: { severity: 'error', title: 'Malformed label value' },
  PW3522: { severity: 'error', title: 'Malformed taint key' },
  PW3523: { severity: 'error', title: 'Malformed taint value' },
  PW3524: { severity: 'error', title: 'Duplicate taint' },
  PW3525: { severity: 'error', title: 'Malformed annotation key' },

  PW3540: { severity: 'error', title: 'Malformed budget size' },
  PW3541: { severity: 'error', title: 'Budget schedule and duration apart' },
  PW3542: { severity: 'error', title: 'Malformed budget duration' },
  PW3543: { severity: 'error', title: 'Malformed budget schedule' },
  PW3544: { severity: 'error', title: 'Repeated disruption reason' },
  PW3545: { severity: 'error', title: 'Malformed duration' },

  PW3561: { severity: 'error', title: 'Negative limit' },
  PW3562: { severity: 'error', title: 'Limit on an unknown resource' },
  PW3563: { severity: 'error', title: 'Weight out of range' },
  PW3564: { severity: 'error', title: 'Field not allowed on a static pool' },
  PW3565: { severity: 'error', title: 'Replicas out of range' },

  PW3580: { severity: 'error', title: 'Pool matches no instance type' },
  PW3581: { severity: 'error', title: 'A single node exceeds the limits' },
  PW3582: { severity: 'error', title: 'Nothing is left for pods' },
  PW3583: { severity: 'info', title: 'Nothing is left for pods on some instance types' },
} as const satisfies Record<string, CodeSpec>;
