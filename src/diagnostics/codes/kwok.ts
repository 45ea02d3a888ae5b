import type { CodeSpec } from '../code-spec.ts';

/** PW97xx: what a rehearsal with Karpenter's KWOK provider cannot show. */
export const KWOK_CODES = {
  PW9701: { severity: 'warning', title: 'Pool of another backend is not rehearsed' },
  PW9702: { severity: 'warning', title: 'Fake nodes are smaller than the machines of the pool' },
  PW9703: { severity: 'warning', title: 'minValues is not rehearsed' },
  PW9704: { severity: 'info', title: 'Instance types do not fit into a ConfigMap' },
  PW9705: { severity: 'warning', title: 'Reserved capacity is not rehearsed' },
  PW9706: { severity: 'info', title: 'Instance types without a price are taken last in the rehearsal' },
  PW9707: { severity: 'info', title: 'Limits count differently in the rehearsal' },
  PW9708: { severity: 'warning', title: 'Nothing removes startup taints in the rehearsal' },
  PW9709: { severity: 'warning', title: 'Zones of the rehearsal are invented' },
  PW9710: { severity: 'warning', title: 'Requirement on zone ids is not rehearsed' },
} as const satisfies Record<string, CodeSpec>;
