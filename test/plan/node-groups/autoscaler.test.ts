import { describe, expect, it } from 'vitest';
import { furtherRuns } from '../../../src/plan/node-groups/further-runs.ts';
import { groupNotes } from '../../../src/plan/node-groups/group-notes.ts';
import type { AutoscaledCluster } from '../../../src/plan/node-groups/pack-autoscaler.ts';
import { packEngines } from '../../../src/plan/packed-engines.ts';
import { daemonSet, deployment, findings, type PlanCase, planInput, reported, shown } from '../harness.ts';

const GENERAL = `default:
  limits: {cpu: 64, memory: 256Gi}
  cluster_api: {max_types: 2}
  requirements:
    - {key: karpenter.k8s.aws/instance-family, operator: In, values: [m7i]}
    - {key: karpenter.k8s.aws/instance-cpu, operator: In, values: ["4", "8"]}
`;

const SPOT = `spot:
  limits: {cpu: 200, memory: 800Gi}
  weight: 10
  cluster_api: {max_types: 1}
  requirements:
    - {key: karpenter.sh/capacity-type, operator: In, values: [spot]}
    - {key: karpenter.k8s.aws/instance-family, operator: In, values: [c7i]}
    - {key: karpenter.k8s.aws/instance-cpu, operator: In, values: ["8"]}
  taints: [{key: spot, value: "true", effect: NoSchedule}]
`;

const WEB = deployment('web', 6, 'cpu: 500m, memory: 1Gi');

function cas(input: Omit<PlanCase, 'backend'>): PlanCase {
  return { ...input, backend: 'cluster-autoscaler' };
}

function autoscalerOf(manifests: string): AutoscaledCluster {
  const { autoscaler } = packEngines(planInput(cas({ pools: GENERAL, manifests })));
  if (autoscaler === undefined) throw new Error('the pool is the autoscaler’s');
  return autoscaler;
}

/** `pool code line message` of what is in the way. */
function reasons(input: Omit<PlanCase, 'backend'>): string[] {
  const all = reported(cas(input)).unschedulable.flatMap((pod) =>
    pod.reasons.map(
      ({ nodePool, code, message, source }) =>
        `${nodePool ?? '-'} ${code} ${source === undefined ? '' : `${source.file}:${source.range.start.line} `}${message}`,
    ),
  );
  return [...new Set(all)];
}

describe('a plan with the Cluster Autoscaler', () => {
  it('shows the node groups that grow', () => {
    expect(
      shown(
        cas({
          pools: GENERAL + SPOT,
          manifests: [
            WEB,
            deployment('jobs', 5, 'cpu: "2", memory: 6Gi', 'tolerations: [{key: spot, operator: Exists}]'),
            daemonSet('logs', 'cpu: 100m, memory: 200Mi'),
          ].join(''),
        }),
      ),
    ).toMatchInlineSnapshot(`
      "web: all 11 pods fit
        on 4 new nodes, expected to cost 0.6300 $/h, 459.90 $/month

      pool     nodes  pods   cpu  memory     $/h  $/month  types
      default      1     6  79 %    45 %  0.2016   147.17  1 × m7i.xlarge
      spot         3     5  43 %    74 %  0.4284   312.73  3 × c7i.2xlarge
      all          4    11  48 %    66 %  0.6300   459.90

      groups of  type         bought     add  pods     $/h  zones
      default    m7i.xlarge   on-demand   +1     6  0.2016  eu-west-1a +1 (0 to 1), eu-west-1b +0 (0 to
                                                              1), eu-west-1c +0 (0 to 1)
      spot       c7i.2xlarge  spot        +3     5  0.4284  eu-west-1a +1, eu-west-1b +1, eu-west-1c +1

      cost           $/h   $/month
      floor       0.6300    459.90  each new node at the price of its type and zone
      expected    0.6300    459.90  what the new nodes are expected to cost
      at limits  30.0636  21946.43  the most that all pools can cost within their limits
      bound       0.3993    291.47  proven lower bound, by memory: the floor is 57.8 % above it

      the autoscaler only makes room: kube-scheduler binds the pods on its own, and may put them elsewhere
      where node groups are equally good (up to 3 of them here), the autoscaler takes any, and the plan
        the first by name
      in what order the autoscaler looks at pods of different sizes is left to chance: ranges are over 32
        simulated runs
      the autoscaler grows one kind of node group at a time: it takes 2 rounds, 10 seconds apart at least"
    `);
  });

  it('has the contract of docs/plan.md', () => {
    const { nodeGroups, nodeClaims, nodePools, range } = reported(
      cas({ pools: SPOT, manifests: deployment('one', 1, 'cpu: "2"', 'tolerations: [{operator: Exists}]') }),
    );
    expect({ nodeGroups, nodeClaims, range }).toMatchInlineSnapshot(`
      {
        "nodeClaims": [],
        "nodeGroups": [
          {
            "add": 1,
            "capacityType": "spot",
            "currentSize": 0,
            "instanceType": "c7i.2xlarge",
            "maxSize": 25,
            "name": "web-spot-c7i-2xlarge-eu-west-1a-spot",
            "nodePool": "spot",
            "pods": [
              "default/one-0",
            ],
            "price": {
              "capacityType": "spot",
              "date": "2026-07-20",
              "flags": [
                "proxy",
                "assumed",
              ],
              "instanceType": "c7i.2xlarge",
              "pricePerHourUsd": 0.1428,
              "zone": "eu-west-1a",
            },
            "range": {
              "max": 1,
              "min": 0,
            },
            "utilisation": {
              "allocatable": {
                "cpuMilli": 7910,
                "memoryBytes": 14849933312,
              },
              "cpu": 0.2528,
              "memory": 0,
              "requested": {
                "cpuMilli": 2000,
                "memoryBytes": 0,
              },
            },
            "zone": "eu-west-1a",
          },
          {
            "add": 0,
            "capacityType": "spot",
            "currentSize": 0,
            "instanceType": "c7i.2xlarge",
            "maxSize": 25,
            "name": "web-spot-c7i-2xlarge-eu-west-1b-spot",
            "nodePool": "spot",
            "pods": [],
            "price": {
              "capacityType": "spot",
              "date": "2026-07-20",
              "flags": [
                "proxy",
                "assumed",
              ],
              "instanceType": "c7i.2xlarge",
              "pricePerHourUsd": 0.1428,
              "zone": "eu-west-1b",
            },
            "range": {
              "max": 1,
              "min": 0,
            },
            "utilisation": {
              "allocatable": {
                "cpuMilli": 0,
                "memoryBytes": 0,
              },
              "cpu": 0,
              "memory": 0,
              "requested": {
                "cpuMilli": 0,
                "memoryBytes": 0,
              },
            },
            "zone": "eu-west-1b",
          },
          {
            "add": 0,
            "capacityType": "spot",
            "currentSize": 0,
            "instanceType": "c7i.2xlarge",
            "maxSize": 25,
            "name": "web-spot-c7i-2xlarge-eu-west-1c-spot",
            "nodePool": "spot",
            "pods": [],
            "price": {
              "capacityType": "spot",
              "date": "2026-07-20",
              "flags": [
                "proxy",
                "assumed",
              ],
              "instanceType": "c7i.2xlarge",
              "pricePerHourUsd": 0.1428,
              "zone": "eu-west-1c",
            },
            "range": {
              "max": 1,
              "min": 0,
            },
            "utilisation": {
              "allocatable": {
                "cpuMilli": 0,
                "memoryBytes": 0,
              },
              "cpu": 0,
              "memory": 0,
              "requested": {
                "cpuMilli": 0,
                "memoryBytes": 0,
              },
            },
            "zone": "eu-west-1c",
          },
        ],
        "range": {
          "expectedPerHourUsd": {
            "max": 0.1428,
            "min": 0.1428,
          },
          "expectedPerMonthUsd": {
            "max": 104.24,
            "min": 104.24,
          },
          "nodes": {
            "max": 1,
            "min": 1,
          },
          "podsLeft": {
            "max": 0,
            "min": 0,
          },
          "runs": 32,
        },
      }
    `);
    expect(nodePools).toMatchObject([
      { name: 'spot', backend: 'cluster-autoscaler', nodeClaims: 0, nodes: 1, pods: 1 },
    ]);
  });

  it('gives a range where draws decide', () => {
    const broad = GENERAL.replace('max_types: 2', 'max_types: 8').replace('[m7i]', '[c7i, m7i, r7i]');
    const spread = `topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: topology.kubernetes.io/zone
    whenUnsatisfiable: DoNotSchedule
    labelSelector: {matchLabels: {app: apart}}`;
    const manifests =
      deployment('apart', 9, 'cpu: "1", memory: 3Gi', spread) +
      deployment('lean', 7, 'cpu: 1700m, memory: 1Gi');
    const input = cas({
      pools: broad,
      manifests: manifests + deployment('fat', 5, 'cpu: 300m, memory: 9Gi'),
    });
    const { range, nodeGroups, notes } = reported(input);
    expect(range?.runs).toBe(32);
    expect(range?.expectedPerHourUsd.min).toBeLessThan(range?.expectedPerHourUsd.max ?? 0);
    for (const { add, range: own } of nodeGroups) {
      expect(add).toBeGreaterThanOrEqual(own?.min ?? add);
      expect(add).toBeLessThanOrEqual(own?.max ?? add);
    }
    expect(notes.join('\n')).toContain('ranges are over 32 simulated runs');
    expect(shown(input)).toMatch(/^ {2}chance decides: \d/m);
  });

  it('simulates as many runs as are quick, and always some up to 10,000 pods and 500 node groups', () => {
    const runs = (pods: number, groups: number, classes: number) => {
      const { problem } = autoscalerOf(WEB);
      const [pod] = problem.pods;
      const [group] = problem.nodeGroups;
      if (pod === undefined || group === undefined) throw new Error('there is one of each');
      const templates = Array.from({ length: classes }, () => ({ ...pod.template }));
      return furtherRuns({
        pods: Array.from({ length: pods }, (_, i) => ({
          ...pod,
          template: templates[i % classes] ?? pod.template,
        })),
        nodeGroups: Array<typeof group>(groups).fill(group),
      });
    };
    expect(runs(6, 6, 1)).toBe(31);
    expect(runs(5000, 20, 20)).toBe(31);
    expect([runs(4999, 200, 20), runs(5000, 200, 20)]).toEqual([7, 7]);
    expect(runs(5000, 200, 100)).toBe(4);
    expect(runs(10_000, 500, 5000)).toBe(4);
    expect(runs(10_001, 500, 1)).toBe(0);
  });

  it('says how many runs there were, whatever they came to', () => {
    const engines = packEngines(planInput(cas({ pools: GENERAL, manifests: WEB })));
    const { ranges, ...own } = autoscalerOf(WEB);
    const notes = (autoscaler: AutoscaledCluster) => [
      ...groupNotes({ engines: { ...engines, autoscaler }, outcomes: [], groups: [], scenario: undefined }),
    ];
    expect(ranges?.runs).toBe(32);
    expect(notes({ ...own, ...(ranges === undefined ? {} : { ranges }) })).toContain(
      'ranges are over 32 simulated runs',
    );
    expect(notes(own)).toContain('32 simulated runs come to the same');
    expect(notes({ ...own, runs: 1 })).toContain(
      'there is too much here to simulate more than one run: how far others would differ is not known',
    );
  });

  const TIED = (settings = '') => `default:
  limits: {cpu: 64, memory: 256Gi}
  cluster_api: {max_types: 9${settings}}
  requirements:
    - {key: node.kubernetes.io/instance-type, operator: In, values: [m5.xlarge, g5.xlarge]}
`;
  const priceNote = (pools: string, settings?: string) =>
    reported(
      cas({
        pools,
        manifests: deployment('web', 2, 'cpu: "3"'),
        ...(settings === undefined ? {} : { settings }),
      }),
    ).notes.find((note) => note.startsWith('prices range'));

  it('says which lot the price depends on, and what would settle it', () => {
    expect(priceNote(TIED())).toMatchInlineSnapshot(
      `"prices range as they do because \`m5.xlarge\` (on-demand, 0.1920 $/h) and \`g5.xlarge\` (on-demand, 1.0060 $/h) are equally good to the expanders (\`priority\`, \`least-waste\`): more \`price_tiers\` of pool \`default\` put the cheaper one first"`,
    );
    expect(priceNote(TIED(', price_tiers: 2'))).toBeUndefined();
  });

  it('says so of lots between pools, and of other expanders', () => {
    const one = (name: string, type: string) =>
      TIED().replace('default', name).replace('m5.xlarge, g5.xlarge', type);
    const pools = one('general', 'm5.xlarge') + one('graphics', 'g5.xlarge');
    expect(priceNote(pools, 'cluster_api: {expanders: [most-pods]}\n')).toMatchInlineSnapshot(
      `"prices range as they do because \`m5.xlarge\` (on-demand, 0.1920 $/h) and \`g5.xlarge\` (on-demand, 1.0060 $/h) are equally good to the expanders (\`most-pods\`): a higher \`weight\` of pool \`general\` puts the cheaper one first, once \`priority\` is among the \`expanders\`"`,
    );
    expect(priceNote(pools.replace('general:\n', 'general:\n  weight: 5\n'))).toBeUndefined();
  });

  it('places every pod once, and charges daemons', () => {
    const { nodeGroups, unschedulable } = reported(
      cas({ pools: GENERAL, manifests: WEB + daemonSet('logs', 'cpu: 500m') }),
    );
    expect(unschedulable).toEqual([]);
    expect(nodeGroups.flatMap(({ pods }) => pods).sort()).toEqual(
      [0, 1, 2, 3, 4, 5].map((i) => `default/web-${i}`),
    );
    for (const { add, utilisation } of nodeGroups) {
      expect(utilisation.requested.cpuMilli).toBeGreaterThanOrEqual(add * 500);
    }
  });

  it('counts what new nodes cost, and pools at their maximum sizes', () => {
    const { cost, nodeGroups, nodePools } = reported(cas({ pools: GENERAL, manifests: WEB }));
    const sum = nodeGroups.reduce((total, { add, price }) => total + add * (price?.pricePerHourUsd ?? 0), 0);
    expect(cost.expectedPerHourUsd).toBeCloseTo(sum, 6);
    expect(cost.floorPerHourUsd).toBe(cost.expectedPerHourUsd);
    expect(nodePools[0]?.cost.atLimitsPerHourUsd).toBeGreaterThan(cost.expectedPerHourUsd);
  });

  it('crosses budgets like any other plan', () => {
    expect(
      findings(cas({ pools: GENERAL, settings: 'max_monthly_usd: 1\n', manifests: WEB })),
    ).toMatchInlineSnapshot(`
      [
        "PW8010 clusters/web.yaml:8 cluster \`web\` is expected to cost $147.17 a month, above its budget of $1",
      ]
    `);
  });
});

describe('pods without a node group', () => {
  it('are told what is in the way, once for each pool, with the line', () => {
    const where = (spec: string, requests = 'cpu: 1') =>
      reasons({ pools: GENERAL + SPOT, manifests: deployment('odd', 1, requests, spec) });
    expect(where('nodeSelector: {kubernetes.io/arch: arm64}')).toMatchInlineSnapshot(`
      [
        "default node-affinity clusters/web.yaml:9 the pod wants \`kubernetes.io/arch\` in [arm64], the pool has in [amd64]",
        "spot taint clusters/web.yaml:23 the pod does not tolerate the taint \`spot=true:NoSchedule\`",
      ]
    `);
    expect(where('nodeSelector: {team: data}')).toMatchInlineSnapshot(`
      [
        "default node-affinity workloads.yaml:15 the pod asks for the label \`team\`, which no node of the pool carries",
        "spot taint clusters/web.yaml:23 the pod does not tolerate the taint \`spot=true:NoSchedule\`",
      ]
    `);
    expect(where('nodeSelector: {karpenter.k8s.aws/instance-family: m7i}')).toMatchInlineSnapshot(`
      [
        "default node-affinity workloads.yaml:15 the pod asks for the label \`karpenter.k8s.aws/instance-family\`, which only Karpenter sets",
        "spot taint clusters/web.yaml:23 the pod does not tolerate the taint \`spot=true:NoSchedule\`",
      ]
    `);
    expect(where('nodeSelector: {topology.kubernetes.io/zone: eu-west-1f}')).toMatchInlineSnapshot(`
      [
        "default node-affinity workloads.yaml:15 the pod wants \`topology.kubernetes.io/zone\` in [eu-west-1f], the pool has in [eu-west-1a, eu-west-1b, eu-west-1c]",
        "spot taint clusters/web.yaml:23 the pod does not tolerate the taint \`spot=true:NoSchedule\`",
      ]
    `);
    expect(where('', 'cpu: "40", memory: 1Gi')).toMatchInlineSnapshot(`
      [
        "default resources workloads.yaml:14 the pod asks for \`cpu\` 40 beside the 0.1 of daemons; the most that an instance type has for pods is 7.91 (\`m7i.2xlarge\`)",
        "spot taint clusters/web.yaml:23 the pod does not tolerate the taint \`spot=true:NoSchedule\`",
      ]
    `);
    expect(where('', 'cpu: 7850m')).toMatchInlineSnapshot(`
      [
        "default resources workloads.yaml:14 the pod asks for \`cpu\` 7.85 beside the 0.1 of daemons; the most that an instance type has for pods is 7.91 (\`m7i.2xlarge\`)",
        "spot taint clusters/web.yaml:23 the pod does not tolerate the taint \`spot=true:NoSchedule\`",
      ]
    `);
    expect(where('', 'nvidia.com/gpu: 1')).toMatchInlineSnapshot(`
      [
        "default resources workloads.yaml:14 the pod asks for \`nvidia.com/gpu\` 1; no instance type that the pool admits for it has any",
        "spot taint clusters/web.yaml:23 the pod does not tolerate the taint \`spot=true:NoSchedule\`",
      ]
    `);
    expect(
      where(`affinity:
  podAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      - {topologyKey: topology.kubernetes.io/zone, labelSelector: {matchLabels: {app: nobody}}}`),
    ).toMatchInlineSnapshot(`
      [
        "default pod-affinity workloads.yaml:18 no node of the pool would satisfy the pod's affinity to other pods",
        "spot taint clusters/web.yaml:23 the pod does not tolerate the taint \`spot=true:NoSchedule\`",
      ]
    `);
    expect(where('resourceClaims: [{name: g, resourceClaimTemplateName: gpu}]')).toMatchInlineSnapshot(`
      [
        "- dra the pod asks for devices by resource claims, which are not simulated",
      ]
    `);
  });

  it('are told of host ports and spreads that leave no node', () => {
    const port = `apiVersion: v1
kind: Pod
metadata: {name: port}
spec: {containers: [{name: c, ports: [{containerPort: 80, hostPort: 80}]}]}
`;
    const daemon = `---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: ingress, namespace: kube-system}
spec:
  selector: {matchLabels: {app: ingress}}
  template:
    metadata: {labels: {app: ingress}}
    spec: {containers: [{name: c, ports: [{containerPort: 80, hostPort: 80}]}]}
`;
    expect(reasons({ pools: GENERAL, manifests: port + daemon })).toMatchInlineSnapshot(`[]`);
    const spread = `topologySpreadConstraints:
  - maxSkew: 1
    minDomains: 9
    topologyKey: topology.kubernetes.io/zone
    whenUnsatisfiable: DoNotSchedule
    labelSelector: {matchLabels: {app: wide}}`;
    expect(
      reasons({ pools: GENERAL, manifests: deployment('wide', 4, 'cpu: 1', spread) }),
    ).toMatchInlineSnapshot(`
      [
        "default spread workloads.yaml:16 no node of the pool would satisfy the pod's spread over \`topology.kubernetes.io/zone\`",
      ]
    `);
  });

  it('are told that maximum sizes are in the way, and only that', () => {
    const pools = GENERAL.replace('max_types: 2', 'max_types: 1, max_size: 1');
    const input = { pools, manifests: deployment('web', 9, 'cpu: "6", memory: 1Gi') };
    expect(reasons(input)).toMatchInlineSnapshot(`
      [
        "default max-size clusters/web.yaml:11 the 3 node groups that could take the pod are at their maximum size",
      ]
    `);
    expect(reported(cas(input)).unschedulable.every(({ onlyLimits }) => onlyLimits)).toBe(true);
    expect(findings(cas(input))).toMatchInlineSnapshot(`
      [
        "PW8003 workloads.yaml:8 6 pods of Deployment \`default/web\` have no place within the limits in cluster \`web\`",
      ]
    `);
    // What never fits is told what never fits it, however full the groups are.
    const both = { pools, manifests: input.manifests + deployment('big', 1, 'cpu: "40"') };
    const big = reported(cas(both)).unschedulable.find(({ pod }) => pod === 'default/big-0');
    expect(big).toMatchObject({ onlyLimits: false, reasons: [{ code: 'resources' }] });
  });

  it('are told of the quota', () => {
    const pools = GENERAL.replace('max_types: 2', 'max_types: 1, limit_strategy: quota');
    const { notes, nodePools, unschedulable } = reported(
      cas({ pools, manifests: deployment('web', 30, 'cpu: "6", memory: 1Gi') }),
    );
    expect(unschedulable[0]).toMatchObject({ onlyLimits: true, reasons: [{ code: 'quota' }] });
    expect(unschedulable[0]?.reasons[0]?.message).toMatchInlineSnapshot(
      `"the quota that stands for the limits of the pool is used up (limits: \`cpu\` 64, \`memory\` 256Gi)"`,
    );
    expect(nodePools[0]?.limits.every(({ overshoots }) => !overshoots)).toBe(true);
    expect(notes.join('\n')).not.toContain('nothing counts them together');
  });

  it('are told that limits do not hold together without one', () => {
    const { notes, nodePools } = reported(
      cas({ pools: GENERAL, manifests: deployment('web', 30, 'cpu: "6", memory: 1Gi') }),
    );
    expect(nodePools[0]?.limits[0]).toMatchObject({ resource: 'cpu', overshoots: true });
    expect(notes.join('\n')).toContain('each MachineDeployment has a maximum of its own');
  });
});

describe('scenarios of node groups', () => {
  it('keep groups from growing where machines cannot be had', () => {
    const input = { pools: GENERAL, manifests: WEB };
    const zones = (scenario: string) => [
      ...new Set(reported(cas({ ...input, scenario })).nodeGroups.map(({ zone }) => zone)),
    ];
    expect(zones('zone-outage eu-west-1a')).not.toContain('eu-west-1a');
    expect(zones('unavailable m7i.xlargexeu-west-1a')).not.toEqual([]);
    const gone = cas({ ...input, scenario: 'family-withdrawn m7i' });
    expect(reported(gone)).toMatchObject({ nodeGroups: [], nodePools: [{ nodes: 0 }] });
    expect(reasons({ ...input, scenario: 'family-withdrawn m7i' })).toMatchInlineSnapshot(`
      [
        "default no-node-groups clusters/web.yaml:9 no machine of the node groups of the pool can be had",
      ]
    `);
    expect(reported(cas({ ...input, scenario: 'replicas 50%' })).workloads.pods).toBe(3);
  });
});

describe('priorities', () => {
  const spare = (spec: string) => deployment('spare', 4, 'cpu: "3", memory: 1Gi', spec);
  const priorityClass = (name: string, value: number, more = '') => `---
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: ${name}}
value: ${value}
${more}
`;
  const nodesFor = (manifests: string) =>
    reported(cas({ pools: GENERAL, manifests })).nodeGroups.reduce((sum, { add }) => sum + add, 0);

  it('below -10 make no nodes, and are told', () => {
    const alone = nodesFor(WEB);
    expect(nodesFor(WEB + spare(''))).toBeGreaterThan(alone);
    expect(nodesFor(WEB + spare('priority: -1000'))).toBe(alone);
    const byClass = WEB + spare('priorityClassName: spare');
    expect(nodesFor(byClass + priorityClass('spare', -100))).toBe(alone);
    expect(nodesFor(byClass + priorityClass('spare', -10))).toBeGreaterThan(alone);
    expect(nodesFor(spare('') + priorityClass('low', -11, 'globalDefault: true'))).toBe(0);
    expect(reasons({ pools: GENERAL, manifests: byClass + priorityClass('spare', -100) })).toEqual([
      '- expendable workloads.yaml:34 the pod has the priority -100 (priority class `spare`), and the autoscaler makes no nodes for pods below -10',
    ]);
    expect(reasons({ pools: GENERAL, manifests: spare('priority: -1000') })).toEqual([
      '- expendable workloads.yaml:15 the pod has the priority -1000, and the autoscaler makes no nodes for pods below -10',
    ]);
  });

  it('mean nothing to Karpenter', () => {
    const input = { pools: GENERAL.replace(/ {2}cluster_api.*\n/, ''), manifests: spare('priority: -1000') };
    expect(reported(input).unschedulable).toEqual([]);
  });

  it('of a class that is not given are taken to be 0, which is said', () => {
    const { notes, unschedulable } = reported(
      cas({ pools: GENERAL, manifests: spare('priorityClassName: gone') + WEB }),
    );
    expect(unschedulable).toEqual([]);
    expect(notes).toContain(
      'the priority class of 4 pods is not given (`gone`): the priority is taken to be 0',
    );
    const { notes: others } = reported(
      cas({ pools: GENERAL, manifests: spare('priorityClassName: system-node-critical') }),
    );
    expect(others.join('\n')).not.toContain('priority class');
  });

  it('decide who gets the room that is there', () => {
    const live = `apiVersion: v1
kind: Node
metadata: {name: spare, labels: {kubernetes.io/hostname: spare}}
status: {allocatable: {cpu: "1", memory: 4Gi, pods: "9"}, capacity: {cpu: "1", memory: 4Gi, pods: "9"}}
`;
    const onSpare = (of: Readonly<Record<string, number>>) => {
      const manifests = Object.entries(of)
        .map(([name, priority]) => deployment(name, 1, 'cpu: 900m', `priority: ${priority}`))
        .join('');
      return reported(cas({ pools: GENERAL, manifests, live })).existingNodes.flatMap(({ pods }) => pods);
    };
    expect(onSpare({ a: 0, b: 7 })).toEqual(['default/b-0']);
    expect(onSpare({ a: 7, b: 0 })).toEqual(['default/a-0']);
  });
});

describe('clusters with live nodes', () => {
  const LABELS =
    'node.kubernetes.io/instance-type: m7i.xlarge, topology.kubernetes.io/zone: eu-west-1a, karpenter.sh/capacity-type: on-demand, kubernetes.io/arch: amd64, kubernetes.io/os: linux, node.cluster.x-k8s.io/poolwright-pool: default';
  const node = (name: string, annotations: string) => `---
apiVersion: v1
kind: Node
metadata:
  name: ${name}
  labels: {${LABELS}}
  annotations: {${annotations}}
spec: {providerID: "aws:///eu-west-1a/${name}"}
status:
  capacity: {cpu: "4", memory: 16000Mi, pods: "58"}
  allocatable: {cpu: "2", memory: 15000Mi, pods: "58"}
`;
  const GROUP = 'web-default-m7i-xlarge-eu-west-1a-od';
  const MANY = deployment('web', 8, 'cpu: 1500m, memory: 1Gi');

  it('count them against the maximum, by the MachineSet or the Machine that made them', () => {
    const live = [
      node('a', `cluster.x-k8s.io/owner-kind: MachineSet, cluster.x-k8s.io/owner-name: ${GROUP}-abcde`),
      node('b', `cluster.x-k8s.io/machine: ${GROUP}-abcde-fghij`),
      node('c', ''),
    ].join('');
    const { nodeGroups, existingNodes, notes } = reported(cas({ pools: GENERAL, manifests: MANY, live }));
    expect(existingNodes.map(({ name, pods }) => [name, pods.length])).toEqual([
      ['a', 1],
      ['b', 1],
      ['c', 1],
    ]);
    const own = nodeGroups.find(({ name }) => name === GROUP);
    if (own !== undefined) expect(own.currentSize).toBe(3);
    expect(notes.join('\n')).toContain('--scenario warm');
  });

  it('say of how many nodes nothing tells the group', () => {
    const stray = node('stray', '').replace('m7i.xlarge', 'm7i.metal-24xl');
    const { notes } = reported(cas({ pools: GENERAL, manifests: MANY, live: stray }));
    expect(notes.join('\n')).toContain('of 1 live node nothing tells the node group');
  });

  it('are what new nodes are taken to be like, warm', () => {
    const live = node('a', `cluster.x-k8s.io/machine: ${GROUP}-abcde-fghij`);
    const size = (scenario: string) => {
      const { nodeGroups } = reported(cas({ pools: GENERAL, manifests: MANY, live, scenario }));
      return nodeGroups.find(({ name }) => name === GROUP)?.pods.length ?? 0;
    };
    // The live node has 2 cores for pods, its annotations say nearly 4.
    const warm = reported(cas({ pools: GENERAL, manifests: MANY, live, scenario: 'warm' }));
    const cold = reported(cas({ pools: GENERAL, manifests: MANY, live, scenario: 'cold' }));
    expect(warm.notes.join('\n')).not.toContain('--scenario warm');
    expect(cold.notes.join('\n')).toContain('--scenario warm');
    expect(size('warm')).toBeLessThanOrEqual(size('cold'));
  });

  it('are no such model while they are cordoned', () => {
    const member = `cluster.x-k8s.io/machine: ${GROUP}-abcde-fghij`;
    const cordoned = node('a', member).replace(
      'spec: {',
      'spec: {taints: [{key: node.kubernetes.io/unschedulable, effect: NoSchedule}], ',
    );
    const template = (live: string) => {
      const { autoscaler } = packEngines(
        planInput(cas({ pools: GENERAL, manifests: MANY, live, scenario: 'warm' })),
      );
      return autoscaler?.problem.nodeGroups.find(({ id }) => id.endsWith(`/${GROUP}`))?.template;
    };
    expect(template(node('a', member))).toMatchObject({ warm: true, allocatable: { cpu: '2' } });
    expect(template(cordoned)).toMatchObject({ warm: false });
    const other = node('b', member).replace('allocatable: {cpu: "2"', 'allocatable: {cpu: "3"');
    expect(template(cordoned + other)).toMatchObject({ warm: true, allocatable: { cpu: '3' } });
  });
});

describe('a pool without pods', () => {
  it('is asked whether a node group holds its daemons', () => {
    const small = daemonSet('logs', 'cpu: 100m');
    expect(reported(cas({ pools: GENERAL, manifests: small })).nodePools[0]?.probe).toMatchObject({
      launches: true,
      cheapest: { instanceType: 'm7i.xlarge' },
    });
    const large = daemonSet('logs', 'cpu: "9"');
    expect(findings(cas({ pools: GENERAL, manifests: large }))).toMatchInlineSnapshot(`
      [
        "PW8002 clusters/web.yaml:9 pool \`default\` cannot launch a node that holds its daemons",
      ]
    `);
    expect(reported(cas({ pools: GENERAL, manifests: large })).nodePools[0]?.probe).toMatchInlineSnapshot(`
      {
        "launches": false,
        "reasons": [
          {
            "code": "resources",
            "message": "the daemons of a node ask for \`cpu\` 9; the most that an instance type has for pods is 7.91 (\`m7i.2xlarge\`)",
            "nodePool": "default",
            "source": {
              "file": "clusters/web.yaml",
              "range": {
                "end": {
                  "column": 10,
                  "line": 9,
                },
                "start": {
                  "column": 3,
                  "line": 9,
                },
              },
            },
          },
        ],
      }
    `);
  });
});
