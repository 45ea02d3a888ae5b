import * as fc from 'fast-check';

export type Files = Readonly<Record<string, string>>;

const POOL = `
    default:
      limits: {cpu: 100, memory: 400Gi}
      requirements:
        - {key: karpenter.k8s.aws/instance-category, operator: In, values: [c, m]}
        - {key: karpenter.k8s.aws/instance-cpu, operator: Lt, values: ["17"]}
        - {key: kubernetes.io/arch, operator: In, values: [amd64]}
        - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
`;

const WORKLOADS = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: a, image: a, resources: {requests: {cpu: "1", memory: 1Gi}}}]}
`;

/** What stands in one definition file. */
const KINDS: Readonly<Record<string, string>> = {
  clean: `karpenter:\n  node_pools:${POOL}`,
  'an unknown key': `karpenter:\n  node_pools:${POOL}      limts: {cpu: 1}\n`,
  'a wrong value': `karpenter:\n  node_pools:\n    default:\n      requirements:\n        - {key: kubernetes.io/arch, operator: In, values: [x86_64]}\n`,
  'a profile': `karpenter: {node_pools: {spot: {profile: shared}, other: {profile: shared}}}\n`,
  'no limits': 'karpenter: {node_pools: {default: {}}}\n',
  'no pools': 'other: 1\n',
  'no pools any more': 'karpenter: {node_pools: {}}\n',
  'broken YAML': 'karpenter: {node_pools: {default: {\n',
  'the name of another': `poolwright: {cluster: c-1}\nkarpenter:\n  node_pools:${POOL}`,
  'a name of its own': `poolwright: {cluster: own}\nkarpenter:\n  node_pools:${POOL}`,
  'two clusters': `poolwright: {cluster: c-2}\nkarpenter: {node_pools: {a: {}}}\n---\npoolwright: {cluster: twin}\nkarpenter: {node_pools: {a: {}}}\n`,
  'a catalogue that is not there': `poolwright: {catalogue: nowhere.json}\nkarpenter:\n  node_pools:${POOL}`,
  'a level of its own': `poolwright: {fail_on: warning}\nkarpenter: {node_pools: {default: {}}}\n`,
  'workloads that are not there': `poolwright: {workloads: ["nowhere/*.yaml"]}\nkarpenter:\n  node_pools:${POOL}`,
};

const DEFAULTS = `poolwright:
  region: eu-west-1
  zones: [eu-west-1a, eu-west-1b]
  kubernetes_version: "1.34"
  node_class: {ami: al2023@v20260715, role: nodes}
  profiles:
    shared: {labels: {team: a}}
`;

/** What is added to the defaults. */
const SETTINGS: readonly string[] = [
  '',
  '  regoin: eu-west-1\n',
  '  organisation_max_monthly_usd: 100\n',
  '  rules: {PW4010: off, PW4012: off}\n',
  '  pool_defaults: {requirements: [{key: kubernetes.io/arch, operator: In, values: [x86_64]}]}\n',
  '  pool_defaults: {expire_after: 720h, weight: 1000}\n',
];

/** Repositories of definitions with all that can go wrong between files. */
export const repositories: fc.Arbitrary<Files> = fc
  .record({
    files: fc.array(
      fc.record({
        kind: fc.constantFrom(...Object.keys(KINDS), 'clean', 'clean', 'no limits', 'a profile'),
        workloads: fc.boolean(),
      }),
      { minLength: 1, maxLength: 9 },
    ),
    settings: fc.uniqueArray(fc.constantFrom(...SETTINGS), { maxLength: 2, selector: settingKey }),
    hasDefaults: fc.constantFrom(true, true, true, false),
  })
  .map(({ files, settings, hasDefaults }) => ({
    ...(hasDefaults ? { 'clusters/_defaults.yaml': DEFAULTS + settings.join('') } : {}),
    ...Object.fromEntries(
      files.flatMap(({ kind, workloads }, i) => [
        [`clusters/c-${i}.yaml`, KINDS[kind] ?? ''] as const,
        ...(workloads ? [[`clusters/c-${i}/workloads/web.yaml`, WORKLOADS] as const] : []),
      ]),
    ),
  }));

function settingKey(setting: string): string {
  return setting.split(':')[0] ?? '';
}
