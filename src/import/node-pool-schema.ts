import * as z from 'zod';
import { TAINT_EFFECTS } from '../kubernetes/taint.ts';

const texts = z.record(z.string(), z.string());

const taint = z.strictObject({
  key: z.string(),
  value: z.string().optional(),
  effect: z.enum(TAINT_EFFECTS as [string, ...string[]]),
});

const requirement = z.strictObject({
  key: z.string(),
  operator: z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt', 'Gte', 'Lte']),
  values: z.array(z.string()).optional(),
  minValues: z.int().optional(),
});

const budget = z.strictObject({
  nodes: z.string().optional(),
  schedule: z.string().optional(),
  duration: z.string().optional(),
  reasons: z.array(z.enum(['Underutilized', 'Empty', 'Drifted'])).optional(),
});

/** `spec` of a `karpenter.sh/v1` NodePool, as Karpenter 1.14 has it. */
export const nodePoolSchema = z.strictObject({
  template: z.strictObject({
    metadata: z.strictObject({ labels: texts.optional(), annotations: texts.optional() }).optional(),
    spec: z.strictObject({
      nodeClassRef: z.strictObject({ group: z.string(), kind: z.string(), name: z.string().min(1) }),
      requirements: z.array(requirement),
      taints: z.array(taint).optional(),
      startupTaints: z.array(taint).optional(),
      expireAfter: z.string().optional(),
      terminationGracePeriod: z.string().optional(),
    }),
  }),
  disruption: z
    .strictObject({
      consolidationPolicy: z.enum(['WhenEmptyOrUnderutilized', 'WhenEmpty', 'Balanced']).optional(),
      consolidateAfter: z.string(),
      budgets: z.array(budget).optional(),
    })
    .optional(),
  limits: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  weight: z.int().optional(),
  replicas: z.int().optional(),
});
