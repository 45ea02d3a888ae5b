import type { CodeSpec } from '../code-spec.ts';

/** PW60xx: what the chosen Karpenter version reads. PW61xx: the output folder. */
export const OUTPUT_CODES = {
  PW6001: { severity: 'error', title: 'Karpenter version is not supported' },
  PW6002: { severity: 'error', title: 'Field or value does not exist in this Karpenter version' },
  PW6101: { severity: 'error', title: 'Rendered output is stale' },
  PW6102: { severity: 'error', title: 'Generated file was edited by hand' },
  PW6103: { severity: 'error', title: 'Something else is in the way of a generated file' },
  PW6104: { severity: 'info', title: 'Interrupted run is completed' },
  PW6105: { severity: 'warning', title: 'Folder of a vanished cluster is kept' },
  PW6106: { severity: 'info', title: 'Ownership record is rebuilt' },
} as const satisfies Record<string, CodeSpec>;
