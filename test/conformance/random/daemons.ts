import type { DaemonSet } from '../../../src/kubernetes/api/daemon-set.ts';
import type { PodSpec } from '../../../src/kubernetes/api/pod.ts';
import { maybe, type Context, type Mutable } from './context.ts';
import { expression, label } from './expressions.ts';
import { tolerations } from './pools.ts';

/** Daemons, some of which run on some nodes only. */
export function daemonSets(context: Context): DaemonSet[] {
  const { rng, features } = context;
  if (!features.has('daemons')) return [];
  return Array.from({ length: rng.between(1, 3) }, (_, i) => {
    const name = `ds${i}`;
    return {
      metadata: { name, namespace: 'kube-system', uid: `ds-${name}` },
      spec: {
        selector: { matchLabels: { ds: name } },
        template: { metadata: { labels: { ds: name } }, spec: daemonSpec(context) },
      },
    };
  });
}

function daemonSpec(context: Context): PodSpec {
  const { rng } = context;
  const amounts = {
    cpu: rng.pick(['10m', '50m', '100m', '500m', '1']),
    memory: rng.pick(['32Mi', '128Mi', '512Mi']),
  };
  const ports = maybe(context, 'host-ports', 0.4)
    ? { ports: [{ containerPort: 80, hostPort: 80, protocol: 'TCP' }] }
    : {};
  // What a template leaves out, Karpenter takes from the limits.
  const resources = rng.chance(0.8) ? { requests: amounts } : { limits: amounts };
  const spec: Mutable<PodSpec> = { containers: [{ name: 'c', resources, ...ports }] };
  if (maybe(context, 'init-containers', 0.2)) {
    spec.initContainers = [{ name: 'i', resources: { limits: { cpu: '700m', memory: '100Mi' } } }];
  }
  if (rng.chance(0.5)) spec.tolerations = rng.chance(0.5) ? [{ operator: 'Exists' }] : tolerations(context);
  if (rng.chance(0.2)) spec.nodeSelector = Object.fromEntries([label(context)]);
  else if (rng.chance(0.4)) spec.affinity = { nodeAffinity: requiredAffinity(context) };
  return spec;
}

function requiredAffinity(context: Context): NonNullable<NonNullable<PodSpec['affinity']>['nodeAffinity']> {
  const count = maybe(context, 'or-terms', 0.5) ? 2 : 1;
  const terms = Array.from({ length: count }, () => ({ matchExpressions: [expression(context)] }));
  return { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } };
}
