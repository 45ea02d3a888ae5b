import type { CodeSpec } from '../code-spec.ts';

/** PW98xx: what an API server with the given CustomResourceDefinitions says (`--crds`). */
export const ADMISSION_CODES = {
  PW9801: { severity: 'error', title: 'Schema of a CRD refuses a value' },
  PW9802: { severity: 'error', title: 'Field that the CRD does not know' },
  PW9803: { severity: 'error', title: 'Rule of a CRD refuses an object' },
  PW9804: { severity: 'error', title: 'Rule of a CRD refuses the change' },
  PW9805: { severity: 'error', title: 'Version that the CRD does not serve' },
  PW9810: { severity: 'warning', title: 'Part of a CRD cannot be used' },
  PW9811: { severity: 'warning', title: 'CRD is given twice and differs' },
  PW9812: { severity: 'info', title: 'No CRD for a kind' },
  PW9813: { severity: 'info', title: 'Existing objects are forgiven what new ones are refused for' },
} as const satisfies Record<string, CodeSpec>;
