import * as z from 'zod';
import { containerResourceList, labels, resourceList } from './fields.ts';
import { affinity, toleration, topologySpreadConstraint } from './selectors.ts';

const named = z.array(z.object({ name: z.string() })).exactOptional();

const resources = z
  .object({
    requests: containerResourceList.exactOptional(),
    limits: containerResourceList.exactOptional(),
    claims: named,
  })
  .exactOptional();

const port = z.int().min(0).max(65_535).exactOptional();

const container = z.object({
  name: z.string().min(1),
  resources,
  ports: z
    .array(
      z.object({
        containerPort: port,
        hostPort: port,
        hostIP: z.string().exactOptional(),
        protocol: z.enum(['TCP', 'UDP', 'SCTP']).exactOptional(),
      }),
    )
    .exactOptional(),
  restartPolicy: z.string().exactOptional(),
});

export const claimSpec = z.object({
  storageClassName: z.string().exactOptional(),
  volumeName: z.string().exactOptional(),
});

const volume = z.object({
  name: z.string().min(1),
  persistentVolumeClaim: z.object({ claimName: z.string().min(1) }).exactOptional(),
  ephemeral: z.object({ volumeClaimTemplate: z.object({ spec: claimSpec }).exactOptional() }).exactOptional(),
});

/** What scheduling reads of a pod, and the gates that hold it back. The node it runs on is read apart. */
export const podSpec = z.object({
  nodeSelector: labels.exactOptional(),
  affinity: affinity.exactOptional(),
  tolerations: z.array(toleration).exactOptional(),
  topologySpreadConstraints: z.array(topologySpreadConstraint).exactOptional(),
  containers: z.array(container).min(1),
  initContainers: z.array(container).exactOptional(),
  resources,
  overhead: resourceList.exactOptional(),
  volumes: z.array(volume).exactOptional(),
  resourceClaims: named,
  hostNetwork: z.boolean().exactOptional(),
  runtimeClassName: z.string().exactOptional(),
  priorityClassName: z.string().exactOptional(),
  priority: z.int().exactOptional(),
  schedulerName: z.string().exactOptional(),
  schedulingGates: named,
});

/** What a resize under way says of requests. */
const podStatus = z.object({
  conditions: z
    .array(z.object({ type: z.string(), status: z.string(), reason: z.string().exactOptional() }))
    .exactOptional(),
  containerStatuses: z
    .array(
      z.object({
        name: z.string(),
        resources: z.object({ requests: resourceList.exactOptional() }).exactOptional(),
        allocatedResources: resourceList.exactOptional(),
      }),
    )
    .exactOptional(),
});

/** A pod or a template of pods, but for the labels. */
export const podTemplate = z.object({
  spec: podSpec,
  status: podStatus.exactOptional(),
});

export type PodTemplateData = z.output<typeof podTemplate>;
