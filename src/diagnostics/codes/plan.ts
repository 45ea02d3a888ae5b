import type { CodeSpec } from '../code-spec.ts';

/** PW80xx: workloads and the nodes they need. PW8001 to PW8009 say what does not fit, PW8010 to PW8019 what it costs. */
export const PLAN_CODES = {
  PW8001: { severity: 'error', title: 'Pods that fit no node pool', outcome: 'fit' },
  PW8002: { severity: 'error', title: 'Pool that cannot launch a node for its daemons', outcome: 'fit' },
  PW8003: { severity: 'error', title: 'Pods that only limits keep pending', outcome: 'fit' },
  PW8004: { severity: 'warning', title: 'Pods that wait for the first nodes' },
  PW8010: { severity: 'error', title: 'Expected cost above the budget', outcome: 'money' },
  PW8011: { severity: 'error', title: 'Cost at limits above the budget', outcome: 'money' },
  PW8012: { severity: 'error', title: 'Expected cost of all clusters above the budget', outcome: 'money' },
  PW8020: { severity: 'warning', title: 'Workloads that are not there' },
  PW8021: { severity: 'warning', title: 'Pools with different backends' },
  PW8022: { severity: 'warning', title: 'Node that is not the same machine with another backend' },
} as const satisfies Record<string, CodeSpec>;
