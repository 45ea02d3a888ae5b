import * as z from 'zod';
import { count } from './fields.ts';
import { claimSpec } from './pod.ts';

/**
 * How many pods a controller wants. The pods themselves are read apart, because those of a dump are read the same way.
 * All kinds in one: none uses a key of another for something else.
 */
export const controller = z.object({
  spec: z
    .object({
      replicas: count.exactOptional(),
      ordinals: z.object({ start: count.exactOptional() }).exactOptional(),
      volumeClaimTemplates: z
        .array(z.object({ metadata: z.object({ name: z.string().min(1) }), spec: claimSpec.exactOptional() }))
        .exactOptional(),
      parallelism: count.exactOptional(),
      completions: count.exactOptional(),
      completionMode: z.string().exactOptional(),
      suspend: z.boolean().exactOptional(),
    })
    .exactOptional(),
  status: z
    .object({
      succeeded: count.exactOptional(),
      conditions: z.array(z.object({ type: z.string(), status: z.string() })).exactOptional(),
    })
    .exactOptional(),
});

export type ControllerData = z.output<typeof controller>;

export const cronJob = z.object({
  spec: z.object({
    suspend: z.boolean().exactOptional(),
    concurrencyPolicy: z.enum(['Allow', 'Forbid', 'Replace', '']).exactOptional(),
    jobTemplate: controller,
  }),
});

export const autoscaler = z.object({
  spec: z.object({
    scaleTargetRef: z.object({ kind: z.string(), name: z.string() }),
    minReplicas: count.exactOptional(),
    maxReplicas: count.min(1),
  }),
});
