import { describe, expect, it } from 'vitest';
import { daemonSet, deployment, findings, reported, shown } from './harness.ts';

const GENERAL = `default:
  limits: {cpu: 200, memory: 800Gi}
  requirements:
    - {key: karpenter.k8s.aws/instance-category, operator: In, values: [c, m, r]}
    - {key: karpenter.k8s.aws/instance-generation, operator: Gt, values: ["6"]}
    - {key: karpenter.k8s.aws/instance-cpu, operator: In, values: ["4", "8"]}
`;

const SPOT = `spot:
  limits: {cpu: 200, memory: 800Gi}
  weight: 10
  requirements:
    - {key: karpenter.sh/capacity-type, operator: In, values: [spot]}
    - {key: karpenter.k8s.aws/instance-category, operator: In, values: [c, m, r]}
    - {key: karpenter.k8s.aws/instance-cpu, operator: In, values: ["4", "8", "16"]}
  taints: [{key: spot, value: "true", effect: NoSchedule}]
`;

const WEB = deployment('web', 6, 'cpu: 500m, memory: 1Gi');

describe('a plan of what fits', () => {
  it('shows nodes, prices and how full they are', () => {
    expect(
      shown({
        pools: GENERAL + SPOT,
        manifests: [
          WEB,
          deployment('jobs', 5, 'cpu: "2", memory: 6Gi', 'tolerations: [{key: spot, operator: Exists}]'),
          daemonSet('logs', 'cpu: 100m, memory: 200Mi'),
        ].join(''),
      }),
    ).toMatchInlineSnapshot(`
      "web: all 11 pods fit
        on 2 new nodes, expected to cost 0.6823 $/h, 498.10 $/month

      pool     nodes  pods   cpu  memory     $/h  $/month  cheapest types
      default      1     6  79 %    96 %  0.1696   123.79  1 × c7i-flex.xlarge
      spot         1     5  64 %    54 %  0.2752   200.90  1 × m5a.4xlarge
      all          2    11  67 %    58 %  0.4448   324.69

      cost           $/h   $/month
      floor       0.4448    324.69  each new node as its cheapest offering
      expected    0.6823    498.10  what the new nodes are expected to cost
      at limits  29.5499  21571.40  the most that all pools can cost within their limits
      bound       0.3027    220.98  proven lower bound, by cpu and memory: the floor is 46.9 % above it

      the cloud chooses the final instance among those that are sent; the cheapest is shown
      expected, for spot: half way between the cheapest and the dearest machine that is sent"
    `);
  });

  it('has the contract of docs/plan.md', () => {
    const plan = reported({ pools: GENERAL, manifests: WEB });
    expect({
      ...plan,
      nodeClaims: plan.nodeClaims.map((claim) => ({
        ...claim,
        instanceTypes: claim.instanceTypes.slice(0, 3),
      })),
      pricing: undefined,
    }).toMatchInlineSnapshot(`
      {
        "cost": {
          "atLimitsPerHourUsd": 21.092766,
          "atLimitsPerMonthUsd": 15397.72,
          "existingPerHourUsd": 0,
          "expectedPerHourUsd": 0.16958,
          "expectedPerMonthUsd": 123.79,
          "floorPerHourUsd": 0.16958,
          "floorPerMonthUsd": 123.79,
          "unpricedExistingNodes": 0,
          "unpricedNodeClaims": 0,
        },
        "existingNodes": [],
        "file": "clusters/web.yaml",
        "lowerBound": {
          "abovePercent": 0,
          "bindingResource": "one machine",
          "floorPerHourUsd": 0.16958,
          "perHourUsd": 0.16958,
        },
        "name": "web",
        "nodeClaims": [
          {
            "capacityType": "on-demand",
            "cheapest": {
              "capacityType": "on-demand",
              "date": "2026-07-20",
              "flags": [
                "proxy",
              ],
              "instanceType": "c7i-flex.xlarge",
              "pricePerHourUsd": 0.16958,
              "zone": "eu-west-1a",
            },
            "cost": {
              "expectedPerHourUsd": 0.16958,
              "floorPerHourUsd": 0.16958,
              "worstPerHourUsd": 0.16958,
            },
            "instanceTypeCount": 61,
            "instanceTypes": [
              "c7i-flex.xlarge",
              "c7i.xlarge",
              "m7i-flex.xlarge",
            ],
            "name": "default-1",
            "nodePool": "default",
            "pods": [
              "default/web-0",
              "default/web-1",
              "default/web-2",
              "default/web-3",
              "default/web-4",
              "default/web-5",
            ],
            "utilisation": {
              "allocatable": {
                "cpuMilli": 3920,
                "memoryBytes": 6903824384,
              },
              "cpu": 0.7653,
              "memory": 0.9332,
              "requested": {
                "cpuMilli": 3000,
                "memoryBytes": 6442450944,
              },
            },
            "zones": [
              "eu-west-1a",
              "eu-west-1b",
              "eu-west-1c",
            ],
          },
        ],
        "nodeGroups": [],
        "nodePools": [
          {
            "backend": "karpenter",
            "cheapestTypes": [
              {
                "count": 1,
                "instanceType": "c7i-flex.xlarge",
              },
            ],
            "cost": {
              "atLimitsPerHourUsd": 21.092766,
              "atLimitsPerMonthUsd": 15397.72,
              "existingPerHourUsd": 0,
              "expectedPerHourUsd": 0.16958,
              "expectedPerMonthUsd": 123.79,
              "floorPerHourUsd": 0.16958,
              "floorPerMonthUsd": 123.79,
              "unpricedExistingNodes": 0,
              "unpricedNodeClaims": 0,
            },
            "limits": [
              {
                "limit": "200",
                "limitAmount": 200000,
                "overshoots": false,
                "planned": 4000,
                "plannedAtMost": 8000,
                "resource": "cpu",
                "source": {
                  "file": "clusters/web.yaml",
                  "range": {
                    "end": {
                      "column": 22,
                      "line": 8,
                    },
                    "start": {
                      "column": 19,
                      "line": 8,
                    },
                  },
                },
                "used": 0,
              },
              {
                "limit": "800Gi",
                "limitAmount": 858993459200,
                "overshoots": false,
                "planned": 7945060352,
                "plannedAtMost": 63564677120,
                "resource": "memory",
                "source": {
                  "file": "clusters/web.yaml",
                  "range": {
                    "end": {
                      "column": 37,
                      "line": 8,
                    },
                    "start": {
                      "column": 32,
                      "line": 8,
                    },
                  },
                },
                "used": 0,
              },
            ],
            "name": "default",
            "nodeClaims": 1,
            "nodes": 1,
            "pods": 6,
            "utilisation": {
              "allocatable": {
                "cpuMilli": 3920,
                "memoryBytes": 6903824384,
              },
              "cpu": 0.7653,
              "memory": 0.9332,
              "requested": {
                "cpuMilli": 3000,
                "memoryBytes": 6442450944,
              },
            },
          },
        ],
        "notes": [
          "the cloud chooses the final instance among those that are sent; the cheapest is shown",
        ],
        "pricing": undefined,
        "relaxedPods": [],
        "spread": [],
        "unschedulable": [],
        "utilisation": {
          "allocatable": {
            "cpuMilli": 3920,
            "memoryBytes": 6903824384,
          },
          "cpu": 0.7653,
          "memory": 0.9332,
          "requested": {
            "cpuMilli": 3000,
            "memoryBytes": 6442450944,
          },
        },
        "workloads": {
          "boundPods": 0,
          "daemonSets": 0,
          "nodes": 0,
          "pods": 6,
        },
      }
    `);
  });

  it('names the 60 cheapest types that would be sent, cheapest first', () => {
    const any = `any:
  limits: {cpu: 200, memory: 800Gi}
  requirements: [{key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}]
`;
    const [claim] = reported({ pools: any, manifests: WEB }).nodeClaims;
    expect(claim?.instanceTypes).toHaveLength(60);
    expect(claim?.instanceTypes[0]).toBe(claim?.cheapest.instanceType);
    expect(claim?.instanceTypeCount).toBeGreaterThan(60);
  });

  it('leaves accelerators and bare metal out of launches that can do without', () => {
    const broad = `broad:
  limits: {cpu: 2000, memory: 8000Gi}
  requirements:
    - {key: karpenter.k8s.aws/instance-cpu, operator: In, values: ["96"]}
    - {key: karpenter.k8s.aws/instance-family, operator: In, values: [m5, p4d, g5]}
`;
    const one = deployment('one', 1, 'cpu: "80", memory: 1Gi');
    expect(reported({ pools: broad, manifests: one }).nodeClaims[0]).toMatchObject({
      instanceTypeCount: 4,
      instanceTypes: ['m5.24xlarge'],
    });
    const flexible = broad.replace('values: [m5, p4d, g5]', 'values: [m5, p4d, g5], minValues: 2');
    expect(reported({ pools: flexible, manifests: one }).nodeClaims[0]?.instanceTypes).toHaveLength(4);
  });

  it('expects spot half way between the cheapest and the dearest machine', () => {
    const plan = reported({
      pools: SPOT,
      manifests: deployment('jobs', 1, 'cpu: "2", memory: 6Gi', 'tolerations: [{operator: Exists}]'),
    });
    const [claim] = plan.nodeClaims;
    expect(claim?.capacityType).toBe('spot');
    const { floorPerHourUsd = 0, expectedPerHourUsd = 0, worstPerHourUsd = 0 } = claim?.cost ?? {};
    expect(worstPerHourUsd).toBeGreaterThan(floorPerHourUsd);
    expect(expectedPerHourUsd).toBeCloseTo((floorPerHourUsd + worstPerHourUsd) / 2, 6);
    expect(plan.cost.expectedPerHourUsd).toBe(expectedPerHourUsd);
  });

  it('never puts the proven bound above the floor', () => {
    const { lowerBound, cost } = reported({ pools: GENERAL, manifests: WEB });
    expect(lowerBound?.floorPerHourUsd).toBe(cost.floorPerHourUsd);
    expect(lowerBound?.perHourUsd).toBeLessThanOrEqual(cost.floorPerHourUsd);
    expect(lowerBound?.perHourUsd).toBeGreaterThan(0);
  });
});

describe('pods without a place', () => {
  const reasons = (manifests: string, pools = GENERAL + SPOT) =>
    reported({ pools, manifests }).unschedulable.flatMap((pod) =>
      pod.reasons.map(
        ({ nodePool, code, message, source }) =>
          `${nodePool ?? '-'} ${code} ${source === undefined ? '' : `${source.file}:${source.range.start.line} `}${message}`,
      ),
    );

  it('are told the taint, the requirement, the label, the size, with their lines', () => {
    expect(
      reasons(deployment('arm', 1, 'cpu: 1', 'nodeSelector: {kubernetes.io/arch: arm64}')),
    ).toMatchInlineSnapshot(`
      [
        "spot taints clusters/web.yaml:20 the pod does not tolerate the taint \`spot=true:NoSchedule\`",
        "default requirement-conflict clusters/web.yaml:7 the pod wants \`kubernetes.io/arch\` in [arm64], the pool has in [amd64]",
      ]
    `);
    expect(reasons(deployment('team', 1, 'cpu: 1', 'nodeSelector: {team: data}'))).toMatchInlineSnapshot(`
      [
        "spot taints clusters/web.yaml:20 the pod does not tolerate the taint \`spot=true:NoSchedule\`",
        "default undefined-label workloads.yaml:15 the pod asks for the label \`team\`, which the pool does not have",
      ]
    `);
    expect(reasons(deployment('large', 1, 'cpu: "40", memory: 1Gi'))).toMatchInlineSnapshot(`
      [
        "spot taints clusters/web.yaml:20 the pod does not tolerate the taint \`spot=true:NoSchedule\`",
        "default filter:fits workloads.yaml:14 the pod asks for \`cpu\` 40; the most that an instance type has for pods is 7.91 (\`c7a.2xlarge\`)",
      ]
    `);
    expect(reasons(deployment('gpu', 1, 'nvidia.com/gpu: 1'))).toMatchInlineSnapshot(`
      [
        "spot taints clusters/web.yaml:20 the pod does not tolerate the taint \`spot=true:NoSchedule\`",
        "default filter:fits workloads.yaml:14 the pod asks for \`nvidia.com/gpu\` 1; no instance type that the pool admits for it has any",
      ]
    `);
    expect(reasons(deployment('wide', 1, 'cpu: 7500m, memory: 62Gi'))).toMatchInlineSnapshot(`
      [
        "spot taints clusters/web.yaml:20 the pod does not tolerate the taint \`spot=true:NoSchedule\`",
        "default filter:fits workloads.yaml:14 the pod asks for \`memory\` 62Gi; the most that an instance type has for pods is 58.2Gi (\`r7a.2xlarge\`)",
      ]
    `);
    expect(
      reasons(
        deployment('family', 1, 'cpu: 1', 'nodeSelector: {karpenter.k8s.aws/instance-family: m5}'),
        GENERAL,
      ),
    ).toMatchInlineSnapshot(`
      [
        "default filter:req workloads.yaml:15 no instance type of the pool that can be had has \`karpenter.k8s.aws/instance-family\` In m5",
      ]
    `);
  });

  it('are told what their ties to other pods leave', () => {
    const apart = `affinity:
  podAntiAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      - {topologyKey: topology.kubernetes.io/zone, labelSelector: {matchLabels: {app: apart}}}`;
    expect(reasons(deployment('apart', 4, 'cpu: 1', apart), GENERAL).slice(0, 1)).toMatchInlineSnapshot(`
      [
        "default topology-unsatisfiable workloads.yaml:18 no node of the pool would satisfy the pod's anti-affinity to other pods",
      ]
    `);
  });

  it('are grouped for people', () => {
    expect(
      shown({
        pools: GENERAL + SPOT,
        manifests: [
          deployment('large', 3, 'cpu: "40", memory: 1Gi'),
          deployment('web', 2, 'cpu: 500m, memory: 1Gi'),
          '---\napiVersion: v1\nkind: Pod\nmetadata: {name: one}\nspec: {nodeSelector: {team: x}, containers: [{name: c}]}\n',
        ].join(''),
      }),
    ).toMatchInlineSnapshot(`
      "web: 2 of 6 pods fit; 4 have no place
        on 1 new node, expected to cost 0.1696 $/h, 123.79 $/month

      pool     nodes  pods   cpu  memory     $/h  $/month  cheapest types
      default      1     2  26 %    31 %  0.1696   123.79  1 × c7i-flex.xlarge
      spot                                                 not needed

      3 pods of Deployment default/large have no place (workloads.yaml:8)
        pool     where              why
        spot     line 20            the pod does not tolerate the taint \`spot=true:NoSchedule\`
        default  workloads.yaml:14  the pod asks for \`cpu\` 40; the most that an instance type has for
                                      pods is 7.91 (\`c7a.2xlarge\`)

      pod default/one has no place (workloads.yaml:30)
        pool     where              why
        spot     line 20            the pod does not tolerate the taint \`spot=true:NoSchedule\`
        default  workloads.yaml:33  the pod asks for the label \`team\`, which the pool does not have

      cost           $/h   $/month
      floor       0.1696    123.79  each new node as its cheapest offering
      expected    0.1696    123.79  what the new nodes are expected to cost
      at limits  29.5499  21571.40  the most that all pools can cost within their limits
      bound       0.1696    123.79  proven lower bound, by one machine: the floor is 0 % above it

      the cloud chooses the final instance among those that are sent; the cheapest is shown"
    `);
  });

  it('are told nothing of pools that were not tried because of the pod', () => {
    const manifests = deployment(
      'gpu',
      1,
      'cpu: 1',
      'resourceClaims: [{name: g, resourceClaimTemplateName: gpu}]',
    );
    expect(
      reported({ pools: GENERAL + SPOT, manifests }).unschedulable.map(({ reasons }) => reasons),
    ).toEqual([
      [
        {
          code: 'dra',
          message: 'the pod asks for devices by resource claims, which Karpenter does not place',
        },
      ],
    ]);
  });

  it('are told of pools without any type that can be had', () => {
    const manifests = deployment('big', 1, 'cpu: 999', 'tolerations: [{operator: Exists}]');
    const { unschedulable } = reported({ pools: GENERAL + SPOT, manifests, scenario: 'no-spot' });
    expect(unschedulable[0]?.reasons.map(({ nodePool, code }) => [nodePool, code])).toEqual([
      ['default', 'filter:fits'],
      ['spot', 'no-templates'],
    ]);
  });

  it('are told the volume that ties them to where nothing can be had', () => {
    const volume = (affinity: string) => `---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data, namespace: default}
spec: {volumeName: pv1, storageClassName: zonal}
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: pv1}
spec:
  nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: topology.kubernetes.io/zone, operator: In, values: [${affinity}]}]}]}}
`;
    const pod = deployment(
      'db',
      1,
      'cpu: 1',
      'volumes: [{name: d, persistentVolumeClaim: {claimName: data}}]',
    );
    const { unschedulable } = reported({ pools: GENERAL, manifests: pod + volume('eu-west-1f') });
    expect(unschedulable[0]?.reasons).toMatchObject([
      {
        nodePool: 'default',
        message:
          'no instance type of the pool can be had where the volume `pv1` of the claim `data` is tied to: `topology.kubernetes.io/zone` In eu-west-1f',
        source: { file: 'workloads.yaml' },
      },
    ]);
    expect(reported({ pools: GENERAL, manifests: pod + volume('eu-west-1b') }).unschedulable).toEqual([]);
  });

  it('include those that Karpenter does not look at', () => {
    const pod = `apiVersion: v1
kind: Pod
metadata: {name: db}
spec:
  containers: [{name: c}]
  volumes: [{name: data, persistentVolumeClaim: {claimName: nowhere}}]
`;
    expect(reasons(pod, GENERAL)).toMatchInlineSnapshot(`
      [
        "- ignored workloads.yaml:1 the pod uses the claim \`default/nowhere\`, which does not exist",
      ]
    `);
  });
});

describe('limits', () => {
  const SMALL = GENERAL.replace('cpu: 200', 'cpu: 8');

  it('that are used up are told from pools that can never take the pod', () => {
    const { unschedulable } = reported({
      pools: SMALL,
      manifests: deployment('web', 4, 'cpu: "3", memory: 1Gi'),
    });
    expect(
      unschedulable.map(({ pod, onlyLimits, laterBatch }) => ({ pod, onlyLimits, laterBatch })),
    ).toMatchInlineSnapshot(`
      [
        {
          "laterBatch": false,
          "onlyLimits": true,
          "pod": "default/web-2",
        },
        {
          "laterBatch": false,
          "onlyLimits": true,
          "pod": "default/web-3",
        },
      ]
    `);
    expect(unschedulable[0]?.reasons).toMatchInlineSnapshot(`
      [
        {
          "code": "resource-limits",
          "message": "every instance type exceeds what is left of the limits (\`cpu\` 8, \`memory\` 800Gi)",
          "nodePool": "default",
          "source": {
            "file": "clusters/web.yaml",
            "range": {
              "end": {
                "column": 20,
                "line": 8,
              },
              "start": {
                "column": 19,
                "line": 8,
              },
            },
          },
        },
      ]
    `);
    const [large] = reported({ pools: SMALL, manifests: deployment('large', 1, 'cpu: "40"') }).unschedulable;
    expect(large).toMatchObject({ onlyLimits: false, reasons: [{ code: 'filter:fits' }] });
  });

  it('make pods wait that only Karpenter’s caution keeps pending', () => {
    // Two nodes of 4 cores would do; while it plans, Karpenter counts the first as one of 8.
    const input = { pools: SMALL, manifests: deployment('web', 2, 'cpu: "3", memory: 1Gi', APART) };
    expect(reported(input).unschedulable).toMatchObject([{ onlyLimits: true, laterBatch: true }]);
    expect(findings(input)).toMatchInlineSnapshot(`
      [
        "PW8004 workloads.yaml:8 1 pod of Deployment \`default/web\` waits until the first nodes are there in cluster \`web\`",
      ]
    `);
    expect(shown(input)).toMatchInlineSnapshot(`
      "web: 1 of 2 pods fit; 1 must wait until the first nodes are there
        on 1 new node, expected to cost 0.1696 $/h, 123.79 $/month

      pool     nodes  pods   cpu  memory     $/h  $/month  cheapest types
      default      1     1  77 %    16 %  0.1696   123.79  1 × c7i-flex.xlarge

      1 pod of Deployment default/web waits until the first nodes are there (workloads.yaml:8)
        only limits are in the way
        pool     where   why
        default  line 8  every instance type exceeds what is left of the limits (\`cpu\` 8, \`memory\` 800Gi)

      cost          $/h  $/month
      floor      0.1696   123.79  each new node as its cheapest offering
      expected   0.1696   123.79  what the new nodes are expected to cost
      at limits  0.9379   684.65  the most that all pools can cost within their limits
      bound      0.1696   123.79  proven lower bound, by one machine: the floor is 0 % above it

      the cloud chooses the final instance among those that are sent; the cheapest is shown
      while Karpenter plans a batch, each new node counts against the limits as the largest it may become:
        pods that wait for the first nodes are in no sum"
    `);
  });

  it('on nodes are overshot in one batch, which is said', () => {
    const input = {
      pools: GENERAL.replace('limits: {', 'limits: {nodes: 1, '),
      manifests: deployment('web', 3, 'cpu: "3", memory: 1Gi', APART),
    };
    const { nodePools, notes, nodeClaims } = reported(input);
    expect(nodeClaims).toHaveLength(3);
    expect(nodePools[0]?.limits.find(({ resource }) => resource === 'nodes')).toMatchObject({
      planned: 3,
      limitAmount: 1,
      overshoots: true,
    });
    expect(notes).toContain(
      'pool `default` would have 3 nodes, and its limit is 1: Karpenter does not count `nodes` while it plans one batch',
    );
  });
});

const APART = `affinity:
  podAntiAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      - {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: web}}}`;

describe('daemons', () => {
  it('are what pools are tried with where there are no pods', () => {
    expect(
      shown({ pools: GENERAL, manifests: daemonSet('logs', 'cpu: 100m, memory: 200Mi') }),
    ).toMatchInlineSnapshot(`
      "web: no pods to place; each of 1 pool can launch a node

      pool     nodes  pods  cpu  memory  $/h  $/month  cheapest types
      default                                          not needed; could launch c7i-flex.xlarge for
                                                         0.1696 $/h

      cost           $/h   $/month
      at limits  21.0928  15397.72  the most that all pools can cost within their limits

      there are no pods to place; shown is whether each pool can launch a node that holds its daemons"
    `);
    expect(shown({ pools: GENERAL })).toMatchInlineSnapshot(`
      "web: no pods to place; each of 1 pool can launch a node

      pool     nodes  pods  cpu  memory  $/h  $/month  cheapest types
      default                                          not needed; could launch c7i-flex.xlarge for
                                                         0.1696 $/h

      cost           $/h   $/month
      at limits  21.0928  15397.72  the most that all pools can cost within their limits

      there are no pods to place; shown is whether each pool can launch a node that holds its daemons"
    `);
  });

  it('that fit no type of a pool are found', () => {
    const input = { pools: GENERAL, manifests: daemonSet('hog', 'cpu: "9", memory: 1Gi') };
    expect(findings(input)).toMatchInlineSnapshot(`
      [
        "PW8002 clusters/web.yaml:7 pool \`default\` cannot launch a node that holds its daemons",
      ]
    `);
    expect(shown(input)).toMatchInlineSnapshot(`
      "web: \`default\` cannot launch a node that holds its daemons

      pool     nodes  pods  cpu  memory  $/h  $/month  cheapest types
      default                                          cannot launch: the daemons of a node ask for
                                                         \`cpu\` 9; the most that an instance type has for
                                                         pods is 7.91 (\`c7a.2xlarge\`)

      cost           $/h   $/month
      at limits  21.0928  15397.72  the most that all pools can cost within their limits

      there are no pods to place; shown is whether each pool can launch a node that holds its daemons"
    `);
  });

  it('that fit are no finding, whether or not there are pods', () => {
    const logs = daemonSet('logs', 'cpu: 100m, memory: 200Mi');
    expect(findings({ pools: GENERAL + SPOT, manifests: logs })).toEqual([]);
    expect(findings({ pools: GENERAL + SPOT, manifests: logs + WEB })).toEqual([]);
  });
});

describe('live nodes', () => {
  const live = (cpu: string) => `apiVersion: v1
kind: Node
metadata:
  name: n1
  labels:
    topology.kubernetes.io/zone: eu-west-1a
    node.kubernetes.io/instance-type: m7i.xlarge
    karpenter.sh/capacity-type: on-demand
    karpenter.sh/nodepool: default
    kubernetes.io/arch: amd64
    kubernetes.io/os: linux
    kubernetes.io/hostname: n1
spec: {providerID: aws:///eu-west-1a/i-1}
status:
  capacity: {cpu: "4", memory: 16000000Ki, pods: "58"}
  allocatable: {cpu: ${cpu}, memory: 15000000Ki, pods: "58"}
`;

  it('are filled first, count against limits and cost what they cost', () => {
    const plan = reported({ pools: GENERAL, manifests: WEB, live: live('2') });
    expect(plan.existingNodes).toEqual([{ name: 'n1', pods: expect.arrayContaining(['default/web-0']) }]);
    expect(plan.existingNodes[0]?.pods).toHaveLength(4);
    expect(plan.nodeClaims.flatMap(({ pods }) => pods)).toHaveLength(2);
    expect(plan.nodePools[0]?.limits.find(({ resource }) => resource === 'cpu')?.used).toBe(4000);
    expect(plan.cost.existingPerHourUsd).toBe(0.2016);
  });

  it('tell how much memory machines really have, in the warm model', () => {
    const utilisation = (scenario: string) =>
      reported({
        pools: GENERAL.replace('values: [c, m, r]', 'values: [m]')
          .replace('operator: Gt, values: ["6"]', 'operator: In, values: ["7"]')
          .replace('values: ["4", "8"]', 'values: ["4"]'),
        manifests: deployment(
          'web',
          1,
          'cpu: 100m',
          'nodeSelector: {node.kubernetes.io/instance-type: m7i.xlarge}',
        ),
        live: live('10m'),
        scenario,
      }).nodeClaims[0]?.utilisation.allocatable.memoryBytes ?? 0;
    // 16 GiB less 7.5 %, against what the node reports.
    expect(utilisation('warm') - utilisation('cold')).toBe(16_000_000 * 1024 - (16384 - 1229) * 2 ** 20);
  });

  it('without a known price are left out of the sums, which say so', () => {
    const priceless = (text: string) => text.replaceAll('m7i.xlarge', 'zz.unknown').replaceAll('n1', 'n2');
    const plan = reported({
      pools: GENERAL,
      manifests: WEB,
      live: `${live('2')}---\n${priceless(live('2'))}`,
    });
    expect(plan.cost).toMatchObject({ existingPerHourUsd: 0.2016, unpricedExistingNodes: 1 });
    expect(plan.nodePools[0]?.cost.unpricedExistingNodes).toBe(1);
    expect(plan.notes).toContain(
      '1 node that is there already is left out of the sums: the labels do not tell a type, zone and capacity type with a known price',
    );
  });

  it('are missed by the warm model, which says so', () => {
    expect(reported({ pools: GENERAL, manifests: WEB, scenario: 'warm' }).notes).toContain(
      'memory is estimated: what machines really have is known from live nodes only (`--nodes`)',
    );
  });
});

describe('static pools', () => {
  const STATIC = `fixed:
  replicas: 3
  requirements:
    - {key: karpenter.k8s.aws/instance-family, operator: In, values: [m7i]}
    - {key: karpenter.k8s.aws/instance-cpu, operator: In, values: ["4"]}
`;

  it('have nodes that pods may use and that cost what they cost', () => {
    const plan = reported({ pools: STATIC, manifests: WEB });
    expect(plan.unschedulable).toEqual([]);
    expect(plan.nodeClaims).toEqual([]);
    expect(plan.existingNodes.map(({ name }) => name)).toEqual(['fixed-static-1']);
    expect(plan.cost).toMatchObject({ existingPerHourUsd: 0.6048, atLimitsPerHourUsd: 0.6048 });
    expect(plan.notes).toContain(
      'pool `fixed` is static: its 3 nodes are taken to be there, each as the cheapest type where no dump says otherwise',
    );
  });

  it('are never launched for pods', () => {
    const { unschedulable } = reported({ pools: STATIC, manifests: deployment('web', 30, 'cpu: "1"') });
    expect(unschedulable).toHaveLength(21);
    expect(unschedulable[0]?.reasons).toEqual([
      { code: 'no-templates', message: 'no node pool has an instance type that can be had' },
    ]);
  });
});

describe('machines without a price', () => {
  it('are used, and left out of the sums', () => {
    const pools = `gpu:
  limits: {cpu: 400}
  node_class: {gpu_enabled: true, volumeSize: 200Gi}
  requirements: [{key: node.kubernetes.io/instance-type, operator: In, values: [p5e.48xlarge]}]
`;
    const plan = reported({ pools, manifests: deployment('train', 1, 'nvidia.com/gpu: 8') });
    expect(plan.nodeClaims).toMatchObject([{ cheapest: { instanceType: 'p5e.48xlarge' } }]);
    expect(plan.nodeClaims[0]).not.toHaveProperty('cost');
    expect(plan).not.toHaveProperty('lowerBound');
    expect(plan.cost).toMatchObject({ floorPerHourUsd: 0, unpricedNodeClaims: 1 });
    expect(plan.notes).toContain('1 of the new nodes have no known price and are left out of the sums');
  });
});

describe('scenarios', () => {
  it('take a zone away', () => {
    const plan = reported({ pools: GENERAL, manifests: WEB, scenario: 'zone-outage eu-west-1a' });
    expect(plan.scenario).toEqual({ name: 'zone-outage eu-west-1a' });
    expect(plan.nodeClaims.map(({ zones }) => zones)).toEqual([['eu-west-1b', 'eu-west-1c']]);
  });

  it('take types, families and spot away', () => {
    const cheapest = (scenario?: string) =>
      reported({ pools: GENERAL, manifests: WEB, ...(scenario === undefined ? {} : { scenario }) })
        .nodeClaims[0];
    const type = cheapest()?.cheapest.instanceType ?? '';
    expect(cheapest(`unavailable ${type}`)?.instanceTypes).not.toContain(type);
    expect(cheapest(`unavailable ${type}xeu-west-1a`)).toMatchObject({
      cheapest: { instanceType: type, zone: 'eu-west-1b' },
    });
    const family = type.slice(0, type.indexOf('.'));
    expect(
      cheapest(`family-withdrawn ${family}`)?.instanceTypes.filter((name) => name.startsWith(`${family}.`)),
    ).toEqual([]);
    const tolerant = deployment('jobs', 2, 'cpu: 1, memory: 2Gi', 'tolerations: [{operator: Exists}]');
    const both = { pools: GENERAL + SPOT, manifests: tolerant };
    expect(reported(both).nodeClaims.map(({ nodePool }) => nodePool)).toEqual(['spot']);
    expect(reported({ ...both, scenario: 'no-spot' }).nodeClaims.map(({ nodePool }) => nodePool)).toEqual([
      'default',
    ]);
  });

  it('scale replicas', () => {
    const pods = (scenario: string) => reported({ pools: GENERAL, manifests: WEB, scenario }).workloads.pods;
    expect([pods('replicas +50%'), pods('replicas -50%'), pods('replicas +1%')]).toEqual([9, 3, 7]);
  });

  it('do not blame unused pools for what is not there', () => {
    const logs = daemonSet('logs', 'cpu: 100m, memory: 200Mi');
    expect(findings({ pools: GENERAL + SPOT, manifests: WEB + logs, scenario: 'no-spot' })).toEqual([]);
  });
});

describe('money', () => {
  it('above a budget is found where the budget is written', () => {
    const over = {
      pools: GENERAL,
      manifests: WEB,
      settings: 'max_monthly_usd: 10\nmax_monthly_usd_at_limits: 100\n',
    };
    expect(findings(over)).toMatchInlineSnapshot(`
      [
        "PW8010 clusters/web.yaml:6 cluster \`web\` is expected to cost $123.79 a month, above its budget of $10",
        "PW8011 clusters/web.yaml:7 cluster \`web\` can cost $15,398 a month within its limits, above its budget of $100",
      ]
    `);
    const pool = { pools: `${GENERAL}  max_monthly_usd: 10\n`, manifests: WEB };
    expect(findings(pool)).toMatchInlineSnapshot(`
      [
        "PW8010 clusters/web.yaml:13 pool \`default\` is expected to cost $123.79 a month, above its budget of $10",
      ]
    `);
  });

  it('within them is none', () => {
    const settings = 'max_monthly_usd: 1000\nmax_monthly_usd_at_limits: 20000\n';
    expect(findings({ pools: GENERAL, manifests: WEB, settings })).toEqual([]);
  });

  it('has no bound without limits', () => {
    const pools = GENERAL.replace(/ {2}limits.*\n/, '');
    expect(reported({ pools, manifests: WEB }).cost).toMatchObject({
      atLimitsPerHourUsd: null,
      atLimitsReason: 'pool `default` has no limits',
    });
    expect(
      findings({ pools, manifests: WEB, settings: 'max_monthly_usd_at_limits: 100\n' }),
    ).toMatchInlineSnapshot(`
      [
        "PW8011 clusters/web.yaml:6 cluster \`web\` can cost any amount within its limits, above its budget of $100",
      ]
    `);
  });
});

describe('spread', () => {
  const SPREAD = (when: string) => `topologySpreadConstraints:
  - {maxSkew: 1, topologyKey: topology.kubernetes.io/zone, whenUnsatisfiable: ${when}, labelSelector: {matchLabels: {app: web}}}`;

  it('is counted by zone', () => {
    const manifests = deployment('web', 4, 'cpu: 500m', SPREAD('DoNotSchedule'));
    expect(reported({ pools: GENERAL, manifests }).spread).toEqual([
      {
        namespace: 'default',
        owner: { kind: 'Deployment', namespace: 'default', name: 'web' },
        topologyKey: 'topology.kubernetes.io/zone',
        whenUnsatisfiable: 'DoNotSchedule',
        maxSkew: 1,
        skew: 1,
        undecided: 0,
        domains: [
          { domain: 'eu-west-1a', pods: 2 },
          { domain: 'eu-west-1b', pods: 1 },
          { domain: 'eu-west-1c', pods: 1 },
        ],
      },
    ]);
  });

  it.each([
    ['a label', 'labels: {karpenter.sh/nodepool: default, topology.kubernetes.io/zone: eu-west-1b}', '[]'],
    [
      'a requirement',
      'labels: {karpenter.sh/nodepool: default}',
      '[{key: topology.kubernetes.io/zone, operator: In, values: [eu-west-1b]}]',
    ],
  ])('counts machines without a Node yet, their zone known by %s', (_, labels, requirements) => {
    const live = `apiVersion: karpenter.sh/v1
kind: NodeClaim
metadata: {name: coming, ${labels}}
spec: {requirements: ${requirements}}
status:
  providerID: aws:///eu-west-1b/i-2
  capacity: {cpu: "4", memory: 16Gi, pods: "58"}
  allocatable: {cpu: 3900m, memory: 14Gi, pods: "58"}
`;
    // Karpenter goes by labels, so a pod that is spread itself would not go to a machine without one.
    const away = `topologySpreadConstraints:
  - {maxSkew: 9, topologyKey: topology.kubernetes.io/zone, whenUnsatisfiable: ScheduleAnyway, labelSelector: {matchLabels: {app: web}}}
`;
    const manifests = deployment('web', 2, 'cpu: 1') + deployment('watch', 1, 'cpu: 100m', away);
    const plan = reported({ pools: GENERAL, manifests, live });
    const [coming] = plan.existingNodes;
    expect(coming?.name).toBe('coming');
    expect(coming?.pods.filter((pod) => pod.startsWith('default/web'))).toHaveLength(2);
    expect(plan.spread).toMatchObject([{ undecided: 0 }]);
    expect(plan.spread[0]?.domains).toContainEqual({ domain: 'eu-west-1b', pods: 2 });
  });

  it('that leaves pods without a place says what is left to chance', () => {
    const chance = expect.stringContaining('of several equally full zones Karpenter takes any');
    const manifests = deployment('web', 4, 'cpu: 500m', SPREAD('DoNotSchedule'));
    const lost = reported({ pools: GENERAL, manifests, scenario: 'zone-outage eu-west-1a' });
    expect(lost.unschedulable).toHaveLength(4);
    expect(lost.notes).toContainEqual(chance);
    expect(reported({ pools: GENERAL, manifests }).notes).not.toContainEqual(chance);
  });

  it('that had to give way is told', () => {
    const manifests = deployment('web', 4, 'cpu: 500m', SPREAD('ScheduleAnyway'));
    const plan = reported({ pools: GENERAL, manifests, scenario: 'zone-outage eu-west-1a' });
    expect(plan.relaxedPods.map(({ given }) => given)).toContainEqual(['schedule-anyway-spread']);
    expect(plan.unschedulable).toEqual([]);
  });
});

it('gives the same bytes for the same input', () => {
  const input = { pools: GENERAL + SPOT, manifests: WEB + daemonSet('logs', 'cpu: 100m') };
  expect(JSON.stringify(reported(input))).toBe(JSON.stringify(reported(input)));
});
