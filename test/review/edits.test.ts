import { describe, expect, it } from 'vitest';
import { definition, MACHINE_SETTINGS, review, SETTINGS, shown } from './harness.ts';

const WEB = `limits: {cpu: 100, memory: 400Gi}
labels: {team: web}
requirements:
  - {key: karpenter.k8s.aws/instance-family, operator: In, values: [m5, m6a, c6i]}
  - {key: karpenter.k8s.aws/instance-cpu, operator: Lt, values: ["17"]}
  - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}`;

const MACHINES = `limits: {cpu: 100, memory: 400Gi}
requirements:
  - {key: node.kubernetes.io/instance-type, operator: In, values: [m5.large, m5.xlarge]}
  - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}`;

/** What people do to definitions: name, pool `web` before, the same after, or whole definitions. */
const EDITS: readonly (readonly [name: string, before: string, after: string])[] = [
  [
    'tag',
    edited(WEB, 'node_class: {tags: {team: web, stage: a}}'),
    edited(WEB, 'node_class: {tags: {team: shop, cost: "1"}}'),
  ],
  ['wider-families', one(WEB), one(WEB.replace('[m5, m6a, c6i]', '[m5, m5a, m6a, m6i, m7a, m7i, c6i, c7a]'))],
  ['narrower-families', one(WEB), one(WEB.replace('[m5, m6a, c6i]', '[c6i]'))],
  [
    'zone-dropped',
    one(WEB),
    edited(
      WEB.replace(
        'requirements:',
        'requirements:\n  - {key: topology.kubernetes.io/zone, operator: In, values: [eu-west-1a, eu-west-1b]}',
      ),
    ),
  ],
  ['spot-allowed', one(WEB), one(WEB.replace('[on-demand]', '[on-demand, spot]'))],
  [
    'spot-only',
    one(WEB.replace('[on-demand]', '[on-demand, spot]')),
    one(WEB.replace('[on-demand]', '[spot]')),
  ],
  ['limits', one(WEB), one(WEB.replace('{cpu: 100, memory: 400Gi}', '{cpu: 50, nodes: 10}'))],
  [
    'taints',
    edited(WEB, 'taints: [{key: old, effect: NoExecute}]'),
    edited(WEB, 'taints: [{key: dedicated, value: gpu, effect: NoSchedule}]'),
  ],
  ['labels', one(WEB), one(WEB.replace('{team: web}', '{team: shop, example.com/tier: front}'))],
  ['weight-and-expiry', edited(WEB, 'weight: 10'), edited(WEB, 'weight: 50\nexpire_after: 168h')],
  [
    'budgets',
    edited(WEB, 'disruption: {budgets: [{nodes: 10%}]}'),
    edited(
      WEB,
      'disruption: {consolidate_after: 5m, budgets: [{nodes: 20%}, {nodes: "0", schedule: "0 9 * * mon-fri", duration: 8h}, {nodes: "0", schedule: "*/5 1 1 * *", duration: 5m, reasons: [Drifted]}]}',
    ),
  ],
  [
    'image-and-disk',
    edited(WEB, 'node_class: {volumeSize: 100Gi}'),
    edited(WEB, 'node_class: {volumeSize: 200Gi, ami: al2023@v20260801, user_data: hello}'),
  ],
  [
    'same-in-other-words',
    edited(
      WEB,
      'termination_grace_period: 60m\ntaints: [{key: a, effect: NoExecute}, {key: b, effect: NoExecute}]',
    ),
    edited(
      WEB,
      'taints: [{key: b, effect: NoExecute}, {key: a, effect: NoExecute}]\ntermination_grace_period: 1h',
    ),
  ],
  [
    'min-values',
    one(WEB.replace('c6i]}', 'c6i], minValues: 2}')),
    one(WEB.replace('c6i]}', 'c6i], minValues: 3}')),
  ],
  ['monthly-budget', edited(WEB, 'max_monthly_usd: 100'), edited(WEB, 'max_monthly_usd_at_limits: 5000')],
  [
    'static',
    edited(WEB.replace('{cpu: 100, memory: 400Gi}', '{nodes: 9}'), 'replicas: 3'),
    edited(WEB.replace('{cpu: 100, memory: 400Gi}', '{nodes: 9}'), 'replicas: 5'),
  ],
  [
    'added-removed-renamed',
    definition({ a: WEB, gone: 'limits: {cpu: 10}', b: 'limits: {cpu: 20}' }),
    definition({
      gpu: 'limits: {cpu: 32}\nrequirements: [{key: karpenter.k8s.aws/instance-family, operator: In, values: [g5]}]\ntaints: [{key: gpu, effect: NoSchedule}]',
      a: WEB,
      c: 'limits: {cpu: 20}',
    }),
  ],
  [
    'several-alike',
    definition({ a: 'limits: {cpu: 10}', b: 'limits: {cpu: 10}' }),
    definition({ c: 'limits: {cpu: 10}', d: 'limits: {cpu: 10}' }),
  ],
  [
    'shared-node-class',
    definition({
      a: 'node_class_name: common\nlimits: {cpu: 10}',
      b: 'node_class_name: common\nlimits: {cpu: 20}',
    }),
    definition({
      a: 'node_class_name: common\nlimits: {cpu: 10}',
      b: 'node_class_name: own\nlimits: {cpu: 20}',
    }),
  ],
  [
    'settings-prices',
    one(WEB),
    definition(
      { web: WEB },
      `${SETTINGS}  price_adjustments: [{where: [{key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}], percent: -50}]\n`,
    ),
  ],
  [
    'settings-tag-of-all',
    definition({ a: WEB, b: 'limits: {cpu: 10}' }),
    definition(
      { a: WEB, b: 'limits: {cpu: 10}' },
      SETTINGS.replace('role: web-nodes}', 'role: web-nodes, tags: {team: x}}'),
    ),
  ],
  [
    'machines-types',
    machines(MACHINES),
    machines(MACHINES.replace('m5.large, m5.xlarge', 'm5.xlarge, r5.xlarge')),
  ],
  ['machines-disk', machines(MACHINES), machines(`${MACHINES}\nnode_class: {volumeSize: 200Gi}`)],
  ['machines-version', machines(MACHINES), machines(MACHINES, MACHINE_SETTINGS.replace('1.34.2', '1.35.0'))],
  [
    'machines-size',
    machines(`${MACHINES}\ncluster_api: {max_size: 10}`),
    machines(`${MACHINES}\ncluster_api: {max_size: 5, min_size: 3}\nlabels: {team: web}`),
  ],
  [
    'machines-renamed',
    definition({ old: MACHINES }, MACHINE_SETTINGS),
    definition({ fresh: MACHINES }, MACHINE_SETTINGS),
  ],
  [
    'machines-renamed-karpenter',
    definition({ old: MACHINES }, MACHINE_SETTINGS.replace('cluster-autoscaler', 'karpenter-cluster-api')),
    definition({ fresh: MACHINES }, MACHINE_SETTINGS.replace('cluster-autoscaler', 'karpenter-cluster-api')),
  ],
  [
    'backend',
    one(MACHINES, MACHINE_SETTINGS.replace('cluster-autoscaler', 'karpenter')),
    one(MACHINES, MACHINE_SETTINGS),
  ],
  [
    'head-fails',
    definition({ a: WEB, b: 'limits: {cpu: 10}' }),
    definition({ a: WEB.replace('cpu: 100', 'cpu: 200'), b: 'limits: {cpu: wrong}' }),
  ],
  [
    'base-fails',
    definition({ a: WEB, b: 'limits: {cpu: wrong}' }),
    definition({ a: WEB, b: 'limits: {cpu: 10}' }),
  ],
];

describe('the review of an edit', () => {
  it.each(EDITS)('%s', async (name, before, after) => {
    await expect(`${shown(review(before, after))}\n`).toMatchFileSnapshot(`edits/${name}.txt`);
  });

  it('of a cluster that is new, and of one that is gone', () => {
    const text = one(WEB);
    expect(shown(review(undefined, text))).toMatchInlineSnapshot(`
      "cluster added
      pool web: added
        - new: 12 instance types from 0.085 $/h, on-demand, in 3 zones
        - limits cpu 100, memory 400Gi
        - label team=web
      added EC2NodeClass/web of web
      added NodePool/web of web"
    `);
    expect(shown(review(text, undefined))).toMatchInlineSnapshot(`
      "cluster removed
      ! PW9603 warning clusters/web.yaml:1: cluster \`web\` is defined no more: its pool would go, and the nodes with it | Whoever applies the output deletes its objects, and nodes drain at once, disruption budgets or not. A cluster that got another name or file name is one that goes and one that comes: keep \`poolwright: {cluster: …}\`.
      pool web: removed
        - gone: 12 instance types from 0.085 $/h, on-demand, in 3 zones
        - limits cpu 100, memory 400Gi
        - label team=web
      removed EC2NodeClass/web of web
      removed NodePool/web of web"
    `);
  });
});

function one(body: string, settings = SETTINGS): string {
  return definition({ web: body }, settings);
}

function edited(body: string, more = ''): string {
  return one(more === '' ? body : `${body}\n${more}`);
}

function machines(body: string, settings = MACHINE_SETTINGS): string {
  return one(body, settings);
}
