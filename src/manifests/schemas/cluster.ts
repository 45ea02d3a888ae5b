import * as z from 'zod';
import { resourceList } from './fields.ts';
import { claimSpec } from './pod.ts';
import { labelSelector, nodeSelector, toleration } from './selectors.ts';

const conditions = z.array(z.object({ type: z.string(), status: z.string() })).exactOptional();

const taints = z
  .array(
    z.object({
      key: z.string(),
      value: z.string().exactOptional(),
      effect: z.enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute']),
    }),
  )
  .exactOptional();

const amounts = {
  capacity: resourceList.exactOptional(),
  allocatable: resourceList.exactOptional(),
};

export const node = z.object({
  spec: z.object({ providerID: z.string().exactOptional(), taints }).exactOptional(),
  status: z.object({ ...amounts, conditions }).exactOptional(),
});

export const nodeClaim = z.object({
  spec: z
    .object({
      taints,
      startupTaints: taints,
      requirements: z
        .array(
          z.object({
            key: z.string(),
            operator: z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt', 'Gte', 'Lte']),
            values: z.array(z.string()).exactOptional(),
          }),
        )
        .exactOptional(),
    })
    .exactOptional(),
  status: z
    .object({
      providerID: z.string().exactOptional(),
      nodeName: z.string().exactOptional(),
      ...amounts,
      conditions,
    })
    .exactOptional(),
});

export const csiNode = z.object({
  spec: z
    .object({
      drivers: z
        .array(
          z.object({
            name: z.string(),
            allocatable: z.object({ count: z.int().exactOptional() }).exactOptional(),
          }),
        )
        .exactOptional(),
    })
    .exactOptional(),
});

export const persistentVolumeClaim = z.object({
  spec: claimSpec.exactOptional(),
  status: z.object({ phase: z.string().exactOptional() }).exactOptional(),
});

export const persistentVolume = z.object({
  spec: z
    .object({
      csi: z.object({ driver: z.string() }).exactOptional(),
      awsElasticBlockStore: z.object({}).exactOptional(),
      local: z.object({}).exactOptional(),
      hostPath: z.object({}).exactOptional(),
      nodeAffinity: z.object({ required: nodeSelector.exactOptional() }).exactOptional(),
      storageClassName: z.string().exactOptional(),
    })
    .exactOptional(),
});

export const storageClass = z.object({
  provisioner: z.string().exactOptional(),
  volumeBindingMode: z.enum(['Immediate', 'WaitForFirstConsumer']).exactOptional(),
  allowedTopologies: z
    .array(
      z.object({
        matchLabelExpressions: z
          .array(z.object({ key: z.string(), values: z.array(z.string()) }))
          .exactOptional(),
      }),
    )
    .exactOptional(),
});

const defaults = resourceList.exactOptional();

export const limitRange = z.object({
  spec: z.object({
    limits: z.array(
      z.object({
        type: z.string(),
        default: defaults,
        defaultRequest: defaults,
        max: defaults,
        min: defaults,
      }),
    ),
  }),
});

export type LimitRangeData = z.output<typeof limitRange>;

export const runtimeClass = z.object({
  overhead: z.object({ podFixed: defaults }).exactOptional(),
  scheduling: z
    .object({
      nodeSelector: z.record(z.string(), z.string()).exactOptional(),
      tolerations: z.array(toleration).exactOptional(),
    })
    .exactOptional(),
});

export type RuntimeClassData = z.output<typeof runtimeClass>;

export const priorityClass = z.object({
  value: z.int(),
  globalDefault: z.boolean().exactOptional(),
});

const countOrShare = z.union([z.int(), z.string()]).exactOptional();

export const disruptionBudget = z.object({
  spec: z
    .object({
      selector: labelSelector.exactOptional(),
      maxUnavailable: countOrShare,
      minAvailable: countOrShare,
      unhealthyPodEvictionPolicy: z.string().exactOptional(),
    })
    .exactOptional(),
});

export type DisruptionBudgetData = z.output<typeof disruptionBudget>;
