import { BASE } from './forecast-cases.ts';

type Edit = readonly [from: string, to: string];

export const MACHINES = `poolwright:
  backend: cluster-autoscaler
  region: eu-west-1
  zones: [eu-west-1a, eu-west-1b]
  kubernetes_version: "1.34.2"
  rules: {PW3218: off}
karpenter:
  node_pools:
    default:
      node_class:
        ami_selector_terms: [{id: ami-0123456789abcdef0}]
        ami_family: AL2023
        instance_profile: web-nodes
        volumeSize: 50Gi
        tags: {team: core}
      labels: {node.cluster.x-k8s.io/team: core}
      limits: {cpu: 100, memory: 400Gi}
      cluster_api: {max_surge: "2"}
      requirements:
        - {key: node.kubernetes.io/instance-type, operator: In, values: [m5.large, m5.xlarge]}
        - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
`;

const KARPENTER = MACHINES.replace('backend: cluster-autoscaler', 'backend: karpenter-cluster-api').replace(
  '      cluster_api: {max_surge: "2"}\n',
  '',
);

export function replaced(text: string, ...edits: readonly Edit[]): string {
  return edits.reduce((whole, [from, to]) => {
    if (!whole.includes(from)) throw new Error(`nothing to edit: ${from}`);
    return whole.replace(from, to);
  }, text);
}

/** Base and head, by name of the golden file. */
export const MACHINE_EDITS: Readonly<Record<string, readonly [base: string, head: string]>> = {
  'machines-tag-edited': [
    MACHINES,
    replaced(MACHINES, ['team: core}\n      labels', 'team: shop}\n      labels']),
  ],
  'machines-disk-grown': [MACHINES, replaced(MACHINES, ['50Gi', '80Gi'])],
  'machines-version-raised': [MACHINES, replaced(MACHINES, ['1.34.2', '1.34.3'])],
  'machines-label-changed': [MACHINES, replaced(MACHINES, ['io/team: core', 'io/team: shop'])],
  'machines-namespace-changed': [
    replaced(MACHINES, ['  rules:', '  cluster_api: {namespace: one}\n  rules:']),
    replaced(MACHINES, ['  rules:', '  cluster_api: {namespace: two}\n  rules:']),
  ],
  'machines-cluster-renamed': [
    replaced(MACHINES, ['  rules:', '  cluster_api: {cluster_name: one}\n  rules:']),
    replaced(MACHINES, ['  rules:', '  cluster_api: {cluster_name: two}\n  rules:']),
  ],
  'machines-own-label-added': [MACHINES, replaced(MACHINES, ['io/team: core}', 'io/team: core, own: x}'])],
  'machines-own-label-changed': [
    replaced(MACHINES, ['io/team: core}', 'io/team: core, own: x}']),
    replaced(MACHINES, ['io/team: core}', 'io/team: core, own: y}']),
  ],
  'machines-taint-added': [
    MACHINES,
    replaced(MACHINES, ['      limits', '      taints: [{key: a, effect: NoSchedule}]\n      limits']),
  ],
  'machines-startup-taint-added': [
    MACHINES,
    replaced(MACHINES, [
      '      limits',
      '      startup_taints: [{key: a, effect: NoSchedule}]\n      limits',
    ]),
  ],
  'machines-limit-loses-groups': [
    replaced(MACHINES, ['{max_surge: "2"}', '{limit_strategy: split}'], ['cpu: 100', 'cpu: 12']),
    replaced(MACHINES, ['{max_surge: "2"}', '{limit_strategy: split}'], ['cpu: 100', 'cpu: 6']),
  ],
  'machines-handed-to-karpenter': [
    replaced(KARPENTER, ['karpenter-cluster-api', 'cluster-autoscaler']),
    KARPENTER,
  ],
  'machines-limit-cut': [MACHINES, replaced(MACHINES, ['cpu: 100', 'cpu: 50'])],
  'machines-surge-changed': [MACHINES, replaced(MACHINES, ['"2"', '"3"'])],
  'machines-zone-dropped': [MACHINES, replaced(MACHINES, ['eu-west-1a, eu-west-1b', 'eu-west-1a'])],
  'machines-type-dropped-and-disk-grown': [
    MACHINES,
    replaced(MACHINES, ['m5.large, m5.xlarge', 'm5.large'], ['50Gi', '80Gi']),
  ],
  'machines-type-added': [
    MACHINES,
    replaced(MACHINES, ['m5.large, m5.xlarge', 'm5.large, m5.xlarge, m5.2xlarge']),
  ],
  'machines-by-karpenter-tag-edited': [
    KARPENTER,
    replaced(KARPENTER, ['team: core}\n      labels', 'team: shop}\n      labels']),
  ],
  'machines-by-karpenter-type-dropped': [KARPENTER, replaced(KARPENTER, ['m5.large, m5.xlarge', 'm5.large'])],
  'machines-by-karpenter-expiry': [
    KARPENTER,
    replaced(KARPENTER, ['      limits', '      expire_after: 100h\n      limits']),
  ],
  'machines-instead-of-karpenter': [
    BASE,
    replaced(MACHINES, ['      cluster_api', '      weight: 10\n      cluster_api']),
  ],
};
