import { describe, expect, it } from 'vitest';
import { packEngines } from '../../../src/plan/packed-engines.ts';
import { deployment, type PlanCase, planInput, reported, shown } from '../harness.ts';

const POOLS = `default:
  limits: {cpu: 64, memory: 256Gi}
  cluster_api: {max_types: 1}
  requirements:
    - {key: karpenter.k8s.aws/instance-family, operator: In, values: [m7i]}
    - {key: karpenter.k8s.aws/instance-cpu, operator: In, values: ["4"]}
`;
const GROUP = 'web-default-m7i-xlarge-eu-west-1a-od';
const POOL_LABEL = 'node.cluster.x-k8s.io/poolwright-pool: default';

/** A machine of the node group in eu-west-1a. */
function node(name: string, allocatable = 'cpu: 3920m, memory: 15000Mi'): string {
  return `---
apiVersion: v1
kind: Node
metadata:
  name: ${name}
  labels: {node.kubernetes.io/instance-type: m7i.xlarge, topology.kubernetes.io/zone: eu-west-1a, karpenter.sh/capacity-type: on-demand, kubernetes.io/arch: amd64, kubernetes.io/os: linux, ${POOL_LABEL}}
  annotations: {cluster.x-k8s.io/machine: ${GROUP}-abcde-${name.repeat(5)}}
spec: {providerID: "aws:///eu-west-1a/${name}"}
status:
  capacity: {cpu: "4", memory: 16000Mi, pods: "58"}
  allocatable: {${allocatable}, pods: "58"}
`;
}

function cas(input: Omit<PlanCase, 'backend'>): PlanCase {
  return { ...input, backend: 'cluster-autoscaler' };
}

describe('a live node that stands for new ones', () => {
  // Not even one fits what the annotations say.
  const manifests = deployment('web', 2, 'cpu: 500m, memory: 14900Mi');

  it('says what they have, and leaves no bound where that is more than the annotations say', () => {
    const input = cas({ pools: POOLS, manifests, live: node('a') });
    expect(reported(input).unschedulable).toHaveLength(1);
    const warm = { ...input, scenario: 'warm' };
    const { nodeGroups, lowerBound, unschedulable } = reported(warm);
    expect(unschedulable).toEqual([]);
    expect(nodeGroups).toMatchObject([
      {
        add: 1,
        utilisation: { memory: 0.9933, allocatable: { cpuMilli: 3920, memoryBytes: 15000 * 2 ** 20 } },
      },
    ]);
    expect(lowerBound).toBeUndefined();
    expect(shown(warm)).not.toMatch(/^bound/m);
  });

  it('leaves the bound where it has no more than the annotations say', () => {
    const live = node('a', 'cpu: "3", memory: 9Gi');
    const many = deployment('web', 8, 'cpu: 1500m, memory: 1Gi');
    const { lowerBound } = reported(cas({ pools: POOLS, manifests: many, live, scenario: 'warm' }));
    expect(lowerBound?.perHourUsd).toBeGreaterThan(0);
  });
});

describe('live nodes and a quota', () => {
  const pools = POOLS.replace('cpu: 64', 'cpu: 12').replace(
    'max_types: 1',
    'max_types: 1, limit_strategy: quota',
  );
  const nodes = ['a', 'b', 'c', 'd'].map((name) => node(name, 'cpu: "1", memory: 15000Mi'));
  const manifests = deployment('web', 1, 'cpu: 3500m, memory: 1Gi');

  it('which is what stops a pod, though one group is at its maximum size too', () => {
    const { notes, cost, unschedulable } = reported(cas({ pools, manifests, live: nodes.join('') }));
    expect(unschedulable).toMatchObject([
      {
        onlyLimits: true,
        reasons: [
          {
            code: 'quota',
            message:
              'the quota that stands for the limits of the pool is used up (limits: `cpu` 12, `memory` 256Gi)',
          },
        ],
      },
    ]);
    expect(cost.existingPerHourUsd).toBeGreaterThan(cost.atLimitsPerHourUsd ?? 0);
    expect(notes).toContain(
      'the nodes that pool `default` has already cost more than its limits allow: some are beyond the limits, which only keep new ones from being made',
    );
  });

  it('which passes by those without its label', () => {
    const live = nodes.join('').replaceAll(`, ${POOL_LABEL}`, '');
    const { notes, unschedulable } = reported(cas({ pools, manifests, live }));
    expect(unschedulable).toEqual([]);
    expect(notes).toContain(
      'pool `default` would go beyond its limits on `cpu` 12: 4 live nodes do not carry the label by which its quota counts (`node.cluster.x-k8s.io/poolwright-pool=default`), so the quota passes them by',
    );
    expect(notes.join('\n')).not.toContain('nothing counts them together');
  });

  it('which is not used up', () => {
    const { notes, unschedulable } = reported(cas({ pools, manifests, live: nodes[0] ?? '' }));
    expect(unschedulable).toEqual([]);
    expect(notes.join('\n')).not.toContain('beyond');
  });
});

it('prices a live node as its group, whatever its labels', () => {
  const live = node('a');
  const bare = live.replace(/labels: .*/, 'labels: {}');
  const [labelled, unlabelled] = [live, bare].map((one) => reported(cas({ pools: POOLS, live: one })).cost);
  expect(labelled).toMatchObject({ existingPerHourUsd: 0.2016, unpricedExistingNodes: 0 });
  expect(unlabelled).toEqual(labelled);
});

describe('new nodes', () => {
  const close = `affinity:
  podAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      - {topologyKey: topology.kubernetes.io/zone, labelSelector: {matchLabels: {app: close}}}`;

  it('that no pod may go to are told', () => {
    // The pods want one zone, and balancing makes nodes in three.
    const pools = POOLS.replace('cpu: 64', 'cpu: 24');
    const input = cas({ pools, manifests: deployment('close', 25, 'cpu: "1", memory: 1Gi', close) });
    const grown = packEngines(planInput(input)).autoscaler?.decision.nodeGroups ?? [];
    const made = grown.flatMap(({ nodes }) => nodes.map(({ podUids }) => podUids.length));
    const empty = made.filter((count) => count === 0).length;
    expect(empty).toBeGreaterThan(0);
    expect(reported(input).notes).toContain(
      `${empty} of ${made.length} new nodes stay empty: the pods that they were made for went elsewhere, or may not go there`,
    );
    const apart = cas({ pools, manifests: deployment('close', 6, 'cpu: "1", memory: 1Gi') });
    expect(reported(apart).notes.join('\n')).not.toContain('empty');
  });

  it('of groups that only other runs grow are shown with their range', () => {
    const input = cas({ pools: POOLS, manifests: deployment('web', 1, 'cpu: "2"') });
    expect(
      reported(input).nodeGroups.map(({ zone, add, pods, range }) => [zone, add, pods.length, range]),
    ).toEqual([
      ['eu-west-1a', 1, 1, { min: 0, max: 1 }],
      ['eu-west-1b', 0, 0, { min: 0, max: 1 }],
      ['eu-west-1c', 0, 0, { min: 0, max: 1 }],
    ]);
    expect(shown(input).replaceAll(/\s+/g, ' ')).toContain(
      'eu-west-1a +1 (0 to 1), eu-west-1b +0 (0 to 1), eu-west-1c +0 (0 to 1)',
    );
  });
});
