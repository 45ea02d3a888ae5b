import type { CodeSpec } from './code-spec.ts';
import { ADMISSION_CODES } from './codes/admission.ts';
import { CATALOGUE_CODES } from './codes/catalogue.ts';
import { CHECK_CODES } from './codes/checks.ts';
import { CLUSTER_API_CODES } from './codes/cluster-api.ts';
import { CLUSTER_API_OBJECT_CODES } from './codes/cluster-api-objects.ts';
import { DEFINITION_CODES } from './codes/definition.ts';
import { DOCUMENT_CODES } from './codes/documents.ts';
import { IMPORT_CODES } from './codes/import.ts';
import { KWOK_CODES } from './codes/kwok.ts';
import { MACHINE_TEMPLATE_CODES } from './codes/machine-templates.ts';
import { NODE_CLASS_CODES } from './codes/node-class.ts';
import { NODE_POOL_CODES } from './codes/node-pool.ts';
import { OUTPUT_CODES } from './codes/output.ts';
import { WORKLOAD_CODES } from './codes/workloads.ts';
import { PLAN_CODES } from './codes/plan.ts';
import { REVIEW_CODES } from './codes/review.ts';

/** The closed registry. A code, once released, never changes its meaning and is never reused. */
export const CODES = {
  ...DOCUMENT_CODES,
  ...DEFINITION_CODES,
  ...NODE_CLASS_CODES,
  ...NODE_POOL_CODES,
  ...CHECK_CODES,
  ...CATALOGUE_CODES,
  ...OUTPUT_CODES,
  ...WORKLOAD_CODES,
  ...PLAN_CODES,
  ...CLUSTER_API_CODES,
  ...MACHINE_TEMPLATE_CODES,
  ...CLUSTER_API_OBJECT_CODES,
  ...IMPORT_CODES,
  ...REVIEW_CODES,
  ...KWOK_CODES,
  ...ADMISSION_CODES,
} as const satisfies Record<`PW${number}`, CodeSpec>;

export type DiagnosticCode = keyof typeof CODES;
