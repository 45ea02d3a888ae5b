import { describe, expect, it } from 'vitest';
import type { BackendName } from '../../../src/model/backend-name.ts';
import type { ClusterComparison } from '../../../src/model/plan-comparison.ts';
import { comparePlans } from '../../../src/plan/compare/compare-plans.ts';
import { comparisonMarkdown } from '../../../src/report/comparison-markdown.ts';
import { comparisonReport } from '../../../src/report/comparison-report.ts';
import { comparisonText } from '../../../src/report/comparison-text.ts';
import { deployment, type PlanCase, planned } from '../harness.ts';

const POOLS = `default:
  limits: {cpu: 32, memory: 256Gi}
  weight: 5
  requirements:
    - {key: karpenter.k8s.aws/instance-category, operator: In, values: [c, m]}
    - {key: karpenter.k8s.aws/instance-generation, operator: Gt, values: ["6"]}
    - {key: karpenter.k8s.aws/instance-cpu, operator: In, values: ["4", "8"], minValues: 2}
    - {key: karpenter.sh/capacity-type, operator: In, values: [spot, on-demand]}
`;

/** The definition is the first backend's; the others have the same pools. */
function compared(input: PlanCase, backends: readonly BackendName[]): ClusterComparison {
  const sides = backends.map((backend) => ({ backend, ...planned({ ...input, backend }) }));
  const [first] = sides;
  if (first === undefined) throw new Error('there is a backend');
  return comparePlans(first.compiled, sides);
}

const BOTH = ['karpenter', 'cluster-autoscaler'] as const;

describe('a comparison of backends', () => {
  const manifests =
    deployment('web', 9, 'cpu: 900m, memory: 2Gi') +
    deployment('family', 1, 'cpu: 1', 'nodeSelector: {karpenter.k8s.aws/instance-family: m7i}');

  it('shows the figures, the pools, and what differs and why', () => {
    const text = comparisonText(
      comparisonReport({ clusters: [compared({ pools: POOLS, manifests }, BOTH)] }),
    );
    expect(
      text.replaceAll(/^(prices in USD|proxy:|assumed:|every type is assumed).*\n/gm, ''),
    ).toMatchInlineSnapshot(`
      "web: karpenter and cluster-autoscaler compared, 10 pods

      backend             new nodes  no place   cpu  memory     $/h  $/month
      karpenter                   3         0  77 %    53 %  0.5273   384.96
      cluster-autoscaler          3         1  69 %    93 %  0.5087   371.38

      pool     backend             nodes  pods     $/h  types
      default  karpenter               3    10  0.5273  1 × c7i-flex.xlarge, 1 × m7i-flex.xlarge, 1 ×
                                                          m7i.xlarge
               cluster-autoscaler      3     9  0.5087  3 × c7i-flex.xlarge

      what differs, and why
      - karpenter: plans nodes together with their pods and buys, for each, the cheapest type and zone
        that holds them all
      - cluster-autoscaler: packs the pods onto each node group as if there were no other, and the
        expanders (\`priority\`, \`least-waste\`) choose one; prices play no part but by priorities
      - cluster-autoscaler: 1 pod of Deployment \`default/family\` has no place: \`default\`: the pod asks
        for the label \`karpenter.k8s.aws/instance-family\`, which only Karpenter sets (workloads.yaml:29)
      - karpenter, pool \`default\`: lets the cloud choose among several spot types, so the expected price
        is above that of the cheapest; a MachineDeployment has one type
      - cluster-autoscaler, pool \`default\`: 8 of 45 instance types have a MachineDeployment; left out:
        26 for another that has as much and costs no more, 11 for \`max_types\` (line 9)
      - cluster-autoscaler: sets 100m of \`cpu\` aside on every new node, for a kube-proxy that it assumes
      - cluster-autoscaler, pool \`default\`: \`minValues\` has no meaning: a node group is one type, so
        nothing is launched with several (line 15)
      - cluster-autoscaler, pool \`default\`: spot and on-demand are different node groups: when spot is
        not to be had, the autoscaler waits for it before it tries another group, while Karpenter asks for
        many types at once (line 9)
      - cluster-autoscaler, pool \`default\`: the weight is a priority: the best groups that can help any
        pod go first in each round, while Karpenter asks pod by pod (line 11)
      - cluster-autoscaler: draws lots among equal node groups: $149 to $371 a month in 32 simulated
        runs
      - the plans show the first nodes only: Karpenter replaces nodes by cheaper ones later, the Cluster
        Autoscaler only removes nodes that are hardly used

      "
    `);
  });

  it('keeps its contract', () => {
    const report = comparisonReport({ clusters: [compared({ pools: POOLS, manifests }, BOTH)] });
    expect(report).toMatchObject({ apiVersion: 'poolwright.dev/v1alpha1', kind: 'PlanComparison' });
    const [cluster] = report.clusters;
    expect(
      cluster?.sides.map(({ backend, plan, problems, missingPools }) => ({
        backend,
        nodes: plan.nodePools.map(({ nodes }) => nodes > 0),
        problems,
        missingPools,
      })),
    ).toEqual([
      { backend: 'karpenter', nodes: [true], problems: [], missingPools: [] },
      { backend: 'cluster-autoscaler', nodes: [true], problems: [], missingPools: [] },
    ]);
    expect(
      cluster?.differences.map(({ code, backend = '', nodePool = '' }) =>
        `${code} ${backend} ${nodePool}`.trim(),
      ),
    ).toMatchInlineSnapshot(`
      [
        "choice karpenter",
        "choice cluster-autoscaler",
        "pods-left cluster-autoscaler",
        "spot-price karpenter default",
        "dropped-types cluster-autoscaler default",
        "static-pod cluster-autoscaler",
        "min-values cluster-autoscaler default",
        "spot-fallback cluster-autoscaler default",
        "weight cluster-autoscaler default",
        "chance cluster-autoscaler",
        "consolidation",
      ]
    `);
    const left = cluster?.differences.find(({ code }) => code === 'pods-left');
    expect(left).toMatchObject({ backend: 'cluster-autoscaler', source: { file: 'workloads.yaml' } });
  });

  it('comes as markdown', () => {
    const markdown = comparisonMarkdown(
      comparisonReport({ clusters: [compared({ pools: POOLS, manifests }, BOTH)] }),
    );
    expect(markdown).toMatch(
      /^### web: karpenter and cluster-autoscaler compared, 10 pods\n\n\| backend \| new nodes \|/,
    );
    expect(markdown).toContain('What differs, and why:\n\n- **karpenter**: ');
  });

  it('says what limits come to with each of them', () => {
    const many = deployment('web', 60, 'cpu: "3", memory: 1Gi');
    const pools = POOLS.replace(', minValues: 2', '');
    const { differences, sides } = compared({ pools, manifests: many }, BOTH);
    expect(differences.find(({ code }) => code === 'limits')?.message).toMatchInlineSnapshot(
      `"goes beyond \`cpu\` 32 and \`memory\` 256Gi: with \`limit_strategy: independent\` each MachineDeployment has a maximum of its own, while Karpenter counts them together"`,
    );
    expect(sides[0]?.plan.unschedulable.length).toBeGreaterThan(sides[1]?.plan.unschedulable.length ?? 99);
  });

  it('says what annotations promise', () => {
    const pools = POOLS.replace('  weight: 5\n', '  cluster_api: {annotated_resources: capacity}\n');
    const { differences } = compared({ pools, manifests }, BOTH);
    const found = differences.find(({ code }) => code === 'annotated-resources');
    expect(found?.message).toMatchInlineSnapshot(
      `"takes a new c8i-flex.xlarge to have 4 cores and 7.3Gi of memory for pods; Karpenter counts 3.92 cores and 5.7Gi of memory"`,
    );
    expect(found?.source).toBeDefined();
  });

  it('says nothing of pools where nothing is to be placed', () => {
    const { differences } = compared({ pools: POOLS.replace(', minValues: 2', '') }, BOTH);
    expect(differences.map(({ code }) => code)).not.toContain('choice');
  });

  it('knows the third one too', () => {
    const pools = POOLS.replace('[spot, on-demand]', '[on-demand]').replace(', minValues: 2', '');
    const all = compared({ pools, manifests }, ['karpenter-cluster-api', ...BOTH]);
    expect(all.sides.map(({ backend, plan }) => [backend, plan.nodePools[0]?.backend])).toEqual([
      ['karpenter-cluster-api', 'karpenter-cluster-api'],
      ['karpenter', 'karpenter'],
      ['cluster-autoscaler', 'cluster-autoscaler'],
    ]);
    expect(all.differences.filter(({ code }) => code === 'choice')).toHaveLength(3);
  });
});
