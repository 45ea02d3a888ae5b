import { describe, expect, it } from 'vitest';
import { explainerOf } from '../../../src/plan/explainer-of.ts';
import type { PodExplainer } from '../../../src/plan/pod-explainer.ts';
import { explainPodText } from '../../../src/report/explain-pod-text.ts';
import { explainUnschedulableText } from '../../../src/report/explain-unschedulable-text.ts';
import { podExplanationReport, unschedulableReport } from '../../../src/report/pod-explanation.ts';
import { deployment, type PlanCase, planInput } from '../harness.ts';

const POOLS = `default:
  limits: {cpu: 16, memory: 256Gi}
  cluster_api: {max_types: 1, max_size: 1}
  requirements:
    - {key: karpenter.k8s.aws/instance-family, operator: In, values: [m7i]}
    - {key: karpenter.k8s.aws/instance-cpu, operator: In, values: ["4"]}
`;

const LIVE = `apiVersion: v1
kind: Node
metadata: {name: spare, labels: {kubernetes.io/hostname: spare}}
status: {allocatable: {cpu: "1", memory: 4Gi, pods: "9"}, capacity: {cpu: "1", memory: 4Gi, pods: "9"}}
`;

function explainer(backend: PlanCase['backend'], manifests: string, live = ''): PodExplainer {
  return explainerOf(planInput({ pools: POOLS, backend: backend ?? 'karpenter', manifests, live }));
}

function told(of: PodExplainer, name: string): string {
  const found = of.find(name);
  if (found.found !== 'pending') throw new Error(`${name} is ${found.found}`);
  return explainPodText(podExplanationReport(of.explainPod(found.pod)));
}

const MANY = deployment('web', 9, 'cpu: "2", memory: 1Gi');
const ODD = deployment('odd', 2, 'cpu: 1', 'nodeSelector: {team: data}');

describe('pods of the Cluster Autoscaler', () => {
  const all = explainer('cluster-autoscaler', MANY + ODD);

  it('are told which node group they go to, and why', () => {
    expect(told(all, 'default/web-0')).toMatchInlineSnapshot(`
      "web: pod default/web-0 goes to a new node of the node group web-default-m7i-xlarge-eu-west-1a-od
        it asks for cpu 2, memory 1Gi; Deployment default/web
        --> workloads.yaml:8:3

      why here
        in round 1, 3 node groups could take the pod; the expander could not tell 3 of them apart, and
          this is the first by name
        the node group is m7i.xlarge in eu-west-1a of pool \`default\`; it grows from 0 to 1 of at most 1
      "
    `);
  });

  it('are told what keeps them from the node groups of each pool', () => {
    expect(told(all, 'default/odd-0')).toMatchInlineSnapshot(`
      "web: pod default/odd-0 has no place
        it asks for cpu 1; Deployment default/odd
        --> workloads.yaml:22:3

      pool default: no node group is left
        --> clusters/web.yaml:9:3
        left  lost  where              what
           3                           all node groups
           0     3  workloads.yaml:29  the pod asks for the label \`team\`, which no node of the pool
                                         carries

      what would help is not looked for where there are node groups
      "
    `);
  });

  it('are told together, by what is in the way', () => {
    expect(explainUnschedulableText(unschedulableReport(all.explainUnschedulable()))).toMatchInlineSnapshot(`
      "web: 8 of 11 pods have no place

      2 pods of Deployment default/odd
        it asks for cpu 1
        --> workloads.yaml:22:3
        pool     where              what is in the way
        default  workloads.yaml:29  the pod asks for the label \`team\`, which no node of the pool carries
        what would help is not looked for where there are node groups

      6 pods of Deployment default/web
        only limits and maximum sizes are in the way
        it asks for cpu 2, memory 1Gi
        --> workloads.yaml:8:3
        pool     where    what is in the way
        default  line 11  the 3 node groups that could take the pod are at their maximum size
        what would help is not looked for where there are node groups

      the whole story of one: poolwright explain pod web default/odd-0
      "
    `);
  });

  it('are told of the node that has room', () => {
    const one = explainer('cluster-autoscaler', deployment('web', 1, 'cpu: 100m'), LIVE);
    expect(told(one, 'default/web-0')).toMatchInlineSnapshot(`
      "web: pod default/web-0 goes to the existing node spare
        it asks for cpu 100m; Deployment default/web
        --> workloads.yaml:8:3

      why here
        there is room on a node that exists, so none has to be made for it
      "
    `);
  });
});

describe('pods of a cluster with several backends', () => {
  const OWN = `own:
  backend: karpenter
  limits: {cpu: 16, memory: 256Gi}
  requirements: [{key: node.kubernetes.io/instance-type, operator: In, values: [m7i.xlarge, g6.xlarge]}]
`;
  const toldOf = (pools: string, manifests: string, name: string) =>
    told(explainerOf(planInput({ pools, backend: 'cluster-autoscaler', manifests })), name);
  const funnelOf = (text: string) =>
    text
      .split('\n\n')
      .find((part) => part.startsWith('pool own: '))
      ?.trimEnd();

  it('see of Karpenter’s pools what they see in a cluster that has no others', () => {
    const huge = deployment('huge', 1, 'cpu: "200"');
    const mixed = toldOf(OWN + POOLS, huge, 'default/huge-0');
    expect(funnelOf(mixed)).toMatchInlineSnapshot(`
      "pool own: no instance type is left (tried as number 1)
        --> clusters/web.yaml:9:3
        left  lost  where              what
        1363                           all instance types
        1357     6                     sold in the zones and usable with the node class
           2  1355  line 12            node.kubernetes.io/instance-type In [m7i.xlarge, g6.xlarge]
           0     2  workloads.yaml:14  the pod asks for \`cpu\` 200; the most that a type has is 3.92
                                         (g6.xlarge)"
    `);
    expect(funnelOf(mixed)).toBe(funnelOf(toldOf(OWN, huge, 'default/huge-0')));
    expect(mixed).toMatch(/^pool default: no node group is left$/m);
  });

  it('see why Karpenter does not take what the autoscaler takes', () => {
    const tainted = `${OWN}  taints: [{key: own, effect: NoSchedule}]\n`;
    const text = toldOf(tainted + POOLS, deployment('web', 1, 'cpu: 1'), 'default/web-0');
    expect(text).toContain('goes to a new node of the node group web-default-');
    expect(funnelOf(text)).toContain('the pod does not tolerate the taint `own:NoSchedule`');
  });
});

describe('pods of Karpenter’s provider for Cluster API', () => {
  it('are told the MachineDeployment, or that all are full', () => {
    const all = explainer('karpenter-cluster-api', MANY);
    expect(told(all, 'default/web-0')).toMatchInlineSnapshot(`
      "web: pod default/web-0 opens the new node default-1
        it asks for cpu 2, memory 1Gi; Deployment default/web
        --> workloads.yaml:8:3

      why here
        Karpenter makes the node for pool \`default\`: m7i.xlarge in eu-west-1a, a machine of the
          MachineDeployment \`web-default-m7i-xlarge-eu-west-1a-od\`
      "
    `);
    expect(told(all, 'default/web-8')).toMatchInlineSnapshot(`
      "web: pod default/web-8 has no place
        only limits and maximum sizes are in the way
        it asks for cpu 2, memory 1Gi; Deployment default/web
        --> workloads.yaml:8:3

      pool default: no node group is left
        --> clusters/web.yaml:9:3
        left  lost  where    what
           3                 all node groups
           0     3  line 11  3 MachineDeployments of the pool are at their maximum size, and no other
                               can take the pod

      what would help is not looked for where there are node groups
      "
    `);
  });
});

describe('pods of Karpenter', () => {
  it('are explained step by step as before', () => {
    const all = explainer('karpenter', deployment('web', 1, 'cpu: 1'));
    expect(told(all, 'default/web-0')).toContain('pool `default` is the first that Karpenter tries');
  });
});
