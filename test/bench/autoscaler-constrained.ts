import type { PodSpec } from '../../src/kubernetes/api/pod.ts';
import type { PendingPod, Problem } from '../../src/packer/cluster-autoscaler/problem.ts';
import { generateAutoscalerProblem } from './generate-autoscaler-problem.ts';

/** What all pods of a problem ask for beside resources. `mixed`: every second deployment spreads over zones, the others keep apart. */
export type Constraint = 'zone-spread' | 'hostname-spread' | 'mixed' | 'claims';

const ZONE = 'topology.kubernetes.io/zone';
const HOSTNAME = 'kubernetes.io/hostname';
const DEPLOYMENTS = 50;

/** The generated problem with one constraint for all pods in place of those that it has. Same arguments, same problem. */
export function constrainedProblem(options: {
  readonly constraint: Constraint;
  readonly pods: number;
  readonly nodeGroups: number;
  readonly seed: number;
}): Problem {
  const { constraint, pods, nodeGroups, seed } = options;
  const problem = generateAutoscalerProblem({ pods, deployments: DEPLOYMENTS, nodeGroups, seed });
  const templates = new Map<PendingPod['template'], PendingPod['template']>();
  const constrained = problem.pods.map((pod) => {
    const { template } = pod;
    if (constraint === 'claims') return { ...pod, template: withClaim(pod) };
    const made = templates.get(template) ?? {
      ...template,
      spec: { containers: template.spec.containers ?? [], ...asking(constraint, template, templates.size) },
    };
    templates.set(template, made);
    return { ...pod, template: made };
  });
  if (constraint !== 'claims') return { ...problem, pods: constrained };
  return {
    ...problem,
    pods: constrained,
    storageClasses: [
      {
        metadata: { name: 'ebs' },
        provisioner: 'ebs.csi.aws.com',
        volumeBindingMode: 'WaitForFirstConsumer',
      },
    ],
    persistentVolumeClaims: constrained.map(({ name }) => ({
      metadata: { name },
      spec: { storageClassName: 'ebs' },
    })),
  };
}

function withClaim({ name, template }: PendingPod): PendingPod['template'] {
  const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: name } }];
  return { ...template, spec: { containers: template.spec.containers ?? [], volumes } };
}

function asking(constraint: Constraint, { labels = {} }: PendingPod['template'], i: number): PodSpec {
  const labelSelector = { matchLabels: labels };
  if (constraint === 'mixed' && i % 2 === 1) {
    const term = { topologyKey: HOSTNAME, labelSelector };
    return { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } };
  }
  const topologyKey = constraint === 'hostname-spread' ? HOSTNAME : ZONE;
  return {
    topologySpreadConstraints: [
      { maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule', topologyKey, labelSelector },
    ],
  };
}
