import type { ForecastCase } from './harness.ts';

export const BASE = `poolwright:
  region: eu-west-1
  zones: [eu-west-1a, eu-west-1b, eu-west-1c]
  rules: {PW3218: off}
karpenter:
  node_pools:
    default:
      node_class:
        ami: al2023@v20260715
        role: web-nodes
        volumeSize: 50Gi
        tags: {team: core, cost-centre: "12"}
        subnet_selector_terms: [{id: subnet-0aaaaaaaaaaaaaaaa}, {id: subnet-0bbbbbbbbbbbbbbbb}]
        security_group_selector_terms: [{id: sg-0aaaaaaaaaaaaaaaa}]
      labels: {team: core}
      taints: [{key: dedicated, value: web, effect: NoSchedule}]
      limits: {cpu: 100, memory: 400Gi}
      weight: 10
      expire_after: 720h
      disruption:
        consolidate_after: 1m
        budgets: [{nodes: 20%}]
      requirements:
        - {key: karpenter.k8s.aws/instance-family, operator: In, values: [m5, m6i, i4i]}
        - {key: topology.kubernetes.io/zone, operator: In, values: [eu-west-1a, eu-west-1b, eu-west-1c]}
        - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand, spot]}
        - {key: tier, operator: In, values: [gold, silver]}
`;

type Edit = readonly [from: string, to: string];

/** `BASE` with parts of it exchanged: each must be there. */
export function edited(...edits: readonly Edit[]): string {
  return edits.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`nothing to edit: ${from}`);
    return text.replace(from, to);
  }, BASE);
}

const REQUIREMENTS = '      requirements:\n';
const NODE_CLASS = '      node_class:\n';
const AMI = 'ami: al2023@v20260715';

/** What is done to `BASE`, by name of the golden file. */
export const EDITS: Readonly<Record<string, readonly Edit[]>> = {
  nothing: [],
  'tag-edited': [['team: core, cost', 'team: shop, cost']],
  'tag-taken-away': [[', cost-centre: "12"', '']],
  'disk-grown': [['50Gi', '100Gi']],
  'disk-in-other-words': [['50Gi', '51200Mi']],
  'role-changed': [['role: web-nodes', 'role: other-nodes']],
  'template-label-added': [['labels: {team: core}', 'labels: {team: core, tier: gold}']],
  'template-annotation-added': [['      labels: {team', '      annotations: {note: x}\n      labels: {team']],
  'taint-changed': [['value: web', 'value: shop']],
  'taint-becomes-startup-taint': [['      taints:', '      startup_taints:']],
  'expiry-changed': [['720h', '360h']],
  'expiry-in-other-words': [['720h', '43200m']],
  'grace-period-added': [['expire_after: 720h', 'expire_after: 720h\n      termination_grace_period: 1h']],
  'limit-cut': [['cpu: 100', 'cpu: 50']],
  'weight-and-budget-changed': [
    ['weight: 10', 'weight: 20'],
    ['nodes: 20%', 'nodes: 10%'],
  ],
  'types-added': [['[m5, m6i, i4i]', '[m5, m6i, i4i, m7i]']],
  'types-dropped': [['[m5, m6i, i4i]', '[m5, m6i]']],
  'zone-dropped': [['[eu-west-1a, eu-west-1b, eu-west-1c]}', '[eu-west-1a, eu-west-1b]}']],
  'zone-and-types-dropped': [
    ['[m5, m6i, i4i]', '[m5, m6i]'],
    ['[eu-west-1a, eu-west-1b, eu-west-1c]}', '[eu-west-1a, eu-west-1b]}'],
  ],
  'spot-dropped': [['[on-demand, spot]', '[on-demand]']],
  'types-all-other': [['[m5, m6i, i4i]', '[m7i]']],
  'not-in-added': [
    [
      REQUIREMENTS,
      `${REQUIREMENTS}        - {key: karpenter.k8s.aws/instance-size, operator: NotIn, values: [large, xlarge]}\n`,
    ],
  ],
  'custom-key-narrowed': [['[gold, silver]', '[gold]']],
  'custom-key-added': [[REQUIREMENTS, `${REQUIREMENTS}        - {key: owner, operator: Exists}\n`]],
  'custom-key-not-in-added': [
    [REQUIREMENTS, `${REQUIREMENTS}        - {key: owner, operator: NotIn, values: [x]}\n`],
  ],
  'custom-key-of-a-label-added': [
    [REQUIREMENTS, `${REQUIREMENTS}        - {key: team, operator: In, values: [core, shop]}\n`],
  ],
  'custom-key-taken-away': [['        - {key: tier, operator: In, values: [gold, silver]}\n', '']],
  'min-values-added': [['[m5, m6i, i4i]}', '[m5, m6i, i4i], minValues: 2}']],
  'ami-pinned-anew': [[AMI, 'ami: al2023@v20260801']],
  'ami-latest': [[AMI, 'ami: al2023@latest']],
  'ami-family-changed': [[AMI, 'ami: bottlerocket@v1.50.0']],
  'ami-family-spelled-out': [[AMI, `${AMI}\n        ami_family: AL2023`]],
  'subnet-added': [
    ['subnet-0bbbbbbbbbbbbbbbb}]', 'subnet-0bbbbbbbbbbbbbbbb}, {id: subnet-0cccccccccccccccc}]'],
  ],
  'subnet-taken-away': [[', {id: subnet-0bbbbbbbbbbbbbbbb}', '']],
  'subnets-all-other': [
    ['[{id: subnet-0aaaaaaaaaaaaaaaa}, {id: subnet-0bbbbbbbbbbbbbbbb}]', '[{id: subnet-0cccccccccccccccc}]'],
  ],
  'subnets-by-tag': [
    ['[{id: subnet-0aaaaaaaaaaaaaaaa}, {id: subnet-0bbbbbbbbbbbbbbbb}]', '[{tags: {net: private}}]'],
  ],
  'subnets-in-another-order': [
    [
      '[{id: subnet-0aaaaaaaaaaaaaaaa}, {id: subnet-0bbbbbbbbbbbbbbbb}]',
      '[{id: subnet-0bbbbbbbbbbbbbbbb}, {id: subnet-0aaaaaaaaaaaaaaaa}]',
    ],
  ],
  'security-group-added': [
    ['[{id: sg-0aaaaaaaaaaaaaaaa}]', '[{id: sg-0aaaaaaaaaaaaaaaa}, {id: sg-0bbbbbbbbbbbbbbbb}]'],
  ],
  'extra-security-group-added': [
    [NODE_CLASS, `${NODE_CLASS}        extra_securitygroup_ids:\n          - sg-0bbbbbbbbbbbbbbbb\n`],
  ],
  'reservation-refused': [
    [
      REQUIREMENTS,
      `${REQUIREMENTS}        - {key: karpenter.k8s.aws/capacity-reservation-id, operator: DoesNotExist}\n`,
    ],
  ],
  'tenancy-required': [
    [
      REQUIREMENTS,
      `${REQUIREMENTS}        - {key: karpenter.k8s.aws/instance-tenancy, operator: In, values: [default]}\n`,
    ],
  ],
  'security-groups-by-tag': [
    ['[{id: sg-0aaaaaaaaaaaaaaaa}]', '[{id: sg-0aaaaaaaaaaaaaaaa}, {tags: {net: extra}}]'],
  ],
  'prefix-count-added': [[NODE_CLASS, `${NODE_CLASS}        ip_prefix_count: 2\n`]],
  'placement-group-added': [[NODE_CLASS, `${NODE_CLASS}        placement_group_selector: {name: fast}\n`]],
  'detailed-monitoring-said': [[NODE_CLASS, `${NODE_CLASS}        detailed_monitoring: false\n`]],
  'node-class-renamed': [[NODE_CLASS, `      node_class_name: shared\n${NODE_CLASS}`]],
  'pool-removed-and-added': [['    default:\n', '    other:\n']],
};

export function editedCase(edits: readonly Edit[]): ForecastCase {
  return { base: BASE, head: edited(...edits) };
}
