import { describe, expect, test } from 'vitest';
import {
  DEFINITION,
  type ExplainCase,
  explained,
  explainer,
  shownPod,
  shownUnschedulable,
} from './explain-harness.ts';
import { daemonSet, deployment } from './harness.ts';

const LOGS = daemonSet('logs', 'cpu: 100m, memory: 200Mi');
const ZONES = 'topologyKey: topology.kubernetes.io/zone';

function pod(manifests: string, name: string): string {
  return shownPod(name, { definition: DEFINITION, manifests: LOGS + manifests });
}

describe('explain pod', () => {
  test('a taint, a request that is too large', () => {
    expect(pod(deployment('web', 1, 'cpu: 10, memory: 4Gi'), 'default/web-0')).toMatchInlineSnapshot(`
      "web: pod default/web-0 has no place
        it asks for cpu 10, memory 4Gi; Deployment default/web
        --> clusters/web/workloads.yaml:22:3

      what would help
        any one of these; each was made and the plan done again, and the pod fitted
        1. tolerate \`spot=true:NoSchedule\` of pool \`batch\`
           fits in pool \`batch\` as a new node, at the cheapest c6i.4xlarge (on-demand, eu-west-1a) for
             0.6800 $/h
           --> clusters/web.yaml:19:16
        2. add \`c6a.4xlarge\` to the values of \`node.kubernetes.io/instance-type\` in pool \`default\`
           fits in pool \`default\` as a new node, at the cheapest c6a.4xlarge (on-demand, eu-west-1a) for
             0.6120 $/h
           --> clusters/web.yaml:11:11
        3. ask for \`cpu\` 7800m instead of 10
           fits in pool \`default\` as a new node, at the cheapest m6i.2xlarge (on-demand, eu-west-1a) for
             0.3840 $/h
           --> clusters/web/workloads.yaml:28:29

      pool batch: no instance type is left (tried as number 1, weight 10)
        --> clusters/web.yaml:13:5
        left  lost  where    what
        1363                 all instance types
        1357     6           sold in the zones and usable with the node class
          10  1347  line 17  karpenter.k8s.aws/instance-family In [c6i]
           4     6  line 18  karpenter.k8s.aws/instance-cpu Lt 17
           0     4  line 19  the pod does not tolerate the taint \`spot=true:NoSchedule\`

      pool default: no instance type is left (tried as number 2)
        --> clusters/web.yaml:8:5
        left  lost  where              what
        1363                           all instance types
        1357     6                     sold in the zones and usable with the node class
           3  1354  line 11            node.kubernetes.io/instance-type In [m6i.large, m6i.2xlarge,
                                         r6i.large]
           0     3  workloads.yaml:28  the pod asks for \`cpu\` 10; the most that a type has is 7.91
                                         (m6i.2xlarge), of which daemons take 0.1
      "
    `);
  });

  test('a node selector that no pool meets, and what would', () => {
    const manifests = deployment('web', 1, 'cpu: 1', 'nodeSelector: {kubernetes.io/arch: arm64}');
    expect(pod(manifests, 'default/web-0')).toMatchInlineSnapshot(`
      "web: pod default/web-0 has no place
        it asks for cpu 1; Deployment default/web
        --> clusters/web/workloads.yaml:22:3

      what would help
        any one of these; each was made and the plan done again, and the pod fitted
        1. drop the node selector \`kubernetes.io/arch: arm64\`
           fits in pool \`default\` as a new node, at the cheapest m6i.large (on-demand, eu-west-1a) for
             0.0960 $/h
           --> clusters/web/workloads.yaml:29:42

      pool batch: no instance type is left (tried as number 1, weight 10)
        --> clusters/web.yaml:13:5
        left  lost  where    what
        1363                 all instance types
        1357     6           sold in the zones and usable with the node class
          10  1347  line 17  karpenter.k8s.aws/instance-family In [c6i]
           4     6  line 18  karpenter.k8s.aws/instance-cpu Lt 17
           0     4  line 19  the pod does not tolerate the taint \`spot=true:NoSchedule\`
        also in the way: the pod wants \`kubernetes.io/arch\` in [arm64], the pool has in [amd64]
          (workloads.yaml:29)

      pool default: no instance type is left (tried as number 2)
        --> clusters/web.yaml:8:5
        left  lost  where              what
        1363                           all instance types
        1357     6                     sold in the zones and usable with the node class
           3  1354  line 11            node.kubernetes.io/instance-type In [m6i.large, m6i.2xlarge,
                                         r6i.large]
           0     3  workloads.yaml:29  the pod wants \`kubernetes.io/arch\` in [arm64], the pool has in
                                         [amd64]
      "
    `);
  });

  test('a label that no pool has', () => {
    const manifests = deployment('web', 1, 'cpu: 1', 'nodeSelector: {team: web}');
    expect(pod(manifests, 'default/web-0')).toMatchInlineSnapshot(`
      "web: pod default/web-0 has no place
        it asks for cpu 1; Deployment default/web
        --> clusters/web/workloads.yaml:22:3

      what would help
        any one of these; each was made and the plan done again, and the pod fitted
        1. give the nodes of pool \`default\` the label \`team: web\`
           fits in pool \`default\` as a new node, at the cheapest m6i.large (on-demand, eu-west-1a) for
             0.0960 $/h
           --> clusters/web.yaml:8:5
        2. drop the node selector \`team: web\`
           fits in pool \`default\` as a new node, at the cheapest m6i.large (on-demand, eu-west-1a) for
             0.0960 $/h
           --> clusters/web/workloads.yaml:29:28

      pool batch: no instance type is left (tried as number 1, weight 10)
        --> clusters/web.yaml:13:5
        left  lost  where    what
        1363                 all instance types
        1357     6           sold in the zones and usable with the node class
          10  1347  line 17  karpenter.k8s.aws/instance-family In [c6i]
           4     6  line 18  karpenter.k8s.aws/instance-cpu Lt 17
           0     4  line 19  the pod does not tolerate the taint \`spot=true:NoSchedule\`
        also in the way: the pod wants \`team\` in [web], a label that the pool does not have
          (workloads.yaml:29)

      pool default: no instance type is left (tried as number 2)
        --> clusters/web.yaml:8:5
        left  lost  where              what
        1363                           all instance types
        1357     6                     sold in the zones and usable with the node class
           3  1354  line 11            node.kubernetes.io/instance-type In [m6i.large, m6i.2xlarge,
                                         r6i.large]
           0     3  workloads.yaml:29  the pod wants \`team\` in [web], a label that the pool does not have
      "
    `);
  });

  test('a limit that others have used up', () => {
    const manifests = deployment('web', 5, 'cpu: 6, memory: 20Gi');
    expect(pod(manifests, 'default/web-4')).toMatchInlineSnapshot(`
      "web: pod default/web-4 has no place
        it asks for cpu 6, memory 20Gi; Deployment default/web
        --> clusters/web/workloads.yaml:22:3

      what would help
        any one of these; each was made and the plan done again, and the pod fitted
        1. tolerate \`spot=true:NoSchedule\` of pool \`batch\`
           fits in pool \`batch\` as a new node, at the cheapest c6i.4xlarge (on-demand, eu-west-1a) for
             0.6800 $/h
           --> clusters/web.yaml:19:16
        2. raise the limit \`cpu\` from 20 to 40 and \`memory\` from 100Gi to 150Gi in pool \`default\`
           fits in pool \`default\` as a new node, at the cheapest m6i.2xlarge (on-demand, eu-west-1a) for
             0.3840 $/h
           --> clusters/web.yaml:9:21

      pool batch: no instance type is left (tried as number 1, weight 10)
        --> clusters/web.yaml:13:5
        left  lost  where    what
        1363                 all instance types
        1357     6           sold in the zones and usable with the node class
          10  1347  line 17  karpenter.k8s.aws/instance-family In [c6i]
           4     6  line 18  karpenter.k8s.aws/instance-cpu Lt 17
           0     4  line 19  the pod does not tolerate the taint \`spot=true:NoSchedule\`

      pool default: no instance type is left (tried as number 2)
        --> clusters/web.yaml:8:5
        left  lost  where              what
        1363                           all instance types
        1357     6                     sold in the zones and usable with the node class
           3  1354  line 11            node.kubernetes.io/instance-type In [m6i.large, m6i.2xlarge,
                                         r6i.large]
           2     1  line 9             limit \`cpu\` 20: 4 left
           0     2  workloads.yaml:28  the pod asks for \`cpu\` 6; the most that a type has is 1.93
                                         (m6i.large), of which daemons take 0.1

      nodes that did not take it
        2 planned nodes: too little \`cpu\` left (default-1, default-2)
      "
    `);
  });

  test('anti-affinity over zones, of which the pool has one', () => {
    const spec = `affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{${ZONES}, labelSelector: {matchLabels: {app: web}}}]}}`;
    expect(pod(deployment('web', 2, 'cpu: 1', spec), 'default/web-1')).toMatchInlineSnapshot(`
      "web: pod default/web-1 has no place
        it asks for cpu 1; Deployment default/web
        --> clusters/web/workloads.yaml:22:3

      what would help
        any one of these; each was made and the plan done again, and the pod fitted
        1. drop the anti-affinity to other pods over \`topology.kubernetes.io/zone\`
           fits in pool \`default\` together with other pods, at the cheapest m6i.2xlarge (on-demand,
             eu-west-1a) for 0.3840 $/h
           --> clusters/web/workloads.yaml:29:85

      pool batch: no instance type is left (tried as number 1, weight 10)
        --> clusters/web.yaml:13:5
        left  lost  where    what
        1363                 all instance types
        1357     6           sold in the zones and usable with the node class
          10  1347  line 17  karpenter.k8s.aws/instance-family In [c6i]
           4     6  line 18  karpenter.k8s.aws/instance-cpu Lt 17
           0     4  line 19  the pod does not tolerate the taint \`spot=true:NoSchedule\`
        also in the way: its anti-affinity over \`topology.kubernetes.io/zone\`: no place is left (pods
          there: eu-west-1a: 1) (workloads.yaml:29)

      pool default: no instance type is left (tried as number 2)
        --> clusters/web.yaml:8:5
        left  lost  where              what
        1363                           all instance types
        1357     6                     sold in the zones and usable with the node class
           3  1354  line 11            node.kubernetes.io/instance-type In [m6i.large, m6i.2xlarge,
                                         r6i.large]
           0     3  workloads.yaml:29  its anti-affinity over \`topology.kubernetes.io/zone\`: no place is
                                         left (pods there: eu-west-1a: 1)

      nodes that did not take it
        1 planned node: spread or affinity over \`topology.kubernetes.io/zone\` (default-1)
      "
    `);
  });

  test('a pod that opens a node, and one that joins it', () => {
    const manifests = deployment(
      'web',
      2,
      'cpu: 500m, memory: 1Gi',
      'tolerations: [{key: spot, operator: Exists}]',
    );
    expect(pod(manifests, 'default/web-0')).toMatchInlineSnapshot(`
      "web: pod default/web-0 opens the new node batch-1
        it asks for cpu 500m, memory 1Gi; Deployment default/web
        --> clusters/web/workloads.yaml:22:3

      why here
        pool \`batch\` (weight 10) is the first that Karpenter tries
        1 other pod joined it later
        of 4 types of the pool 4 are left in the end, at the cheapest c6i.large for 0.0850 $/h
        no type that the pool allows is cheaper
        the next pool that would take it is \`default\`, as a new m6i.large for 0.0960 $/h

      pool batch: 4 instance types left (tried as number 1, weight 10)
        --> clusters/web.yaml:13:5
        left  lost  where    what
        1363                 all instance types
        1357     6           sold in the zones and usable with the node class
          10  1347  line 17  karpenter.k8s.aws/instance-family In [c6i]
           4     6  line 18  karpenter.k8s.aws/instance-cpu Lt 17

      pool default: 3 instance types left (tried as number 2)
        --> clusters/web.yaml:8:5
        left  lost  where    what
        1363                 all instance types
        1357     6           sold in the zones and usable with the node class
           3  1354  line 11  node.kubernetes.io/instance-type In [m6i.large, m6i.2xlarge, r6i.large]
      "
    `);
    expect(pod(manifests, 'default/web-1').split('\n\n').slice(0, 2).join('\n\n')).toMatchInlineSnapshot(`
      "web: pod default/web-1 joins the new node batch-1
        it asks for cpu 500m, memory 1Gi; Deployment default/web
        --> clusters/web/workloads.yaml:22:3

      why here
        nodes that are planned already come before new ones, those with the fewest pods first; it is the
          first of them
        it is pod 2 of 2 on this node
        of the 4 types that the node could be before 4 are left in the end, at the cheapest c6i.large
          for 0.0850 $/h
        no type that the pool allows is cheaper
        the next pool that would take it is \`default\`, as a new m6i.large for 0.0960 $/h"
    `);
  });

  test('requests are exact', () => {
    const manifests = deployment('web', 1, 'cpu: 1234567u, memory: 1088Mi, ephemeral-storage: 1500M');
    const { explained: told } = explained('default/web-0', { definition: DEFINITION, manifests });
    expect(Object.fromEntries(told.requests)).toEqual({
      cpu: '1234567u',
      memory: '1088Mi',
      'ephemeral-storage': '1500000000',
    });
    expect(pod(manifests, 'default/web-0')).toContain('memory 1088Mi');
  });

  test('what is lost to a scenario says so', () => {
    const manifests = deployment('web', 1, 'cpu: 1');
    const input = { definition: DEFINITION, manifests };
    const scenario = 'zone-outage eu-west-1a';
    const ofScenario = (given: ExplainCase) =>
      explained('default/web-0', given).explained.nodePools.flatMap(({ name, steps }) =>
        steps.flatMap((step) => (step.scenario === undefined ? [] : [`${name}: ${step.message}`])),
      );
    expect(ofScenario(input)).toEqual([]);
    expect(ofScenario({ ...input, scenario: 'zone-outage eu-west-1b' })).toEqual([]);
    expect(ofScenario({ ...input, scenario })).toMatchInlineSnapshot(`
      [
        "default: to be had in the zones and capacity types of the pool; lost to the scenario \`zone-outage eu-west-1a\`",
      ]
    `);
    expect(shownPod('default/web-0', { ...input, scenario })).toMatch(
      / 0 +3 +scenario +to be had in the zones/,
    );
  });

  test('preferences that were given up', () => {
    const spec = `affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, preference: {matchExpressions: [{key: kubernetes.io/arch, operator: In, values: [arm64]}]}}]}}`;
    const { explained: told } = explained('default/web-0', {
      definition: DEFINITION,
      manifests: deployment('web', 1, 'cpu: 1', spec),
    });
    expect([told.outcome, told.givenUp]).toEqual(['placed', ['preferred-node-affinity']]);
    expect(pod(deployment('web', 1, 'cpu: 1', spec), 'default/web-0')).toContain(
      '  it has given up: a preferred node affinity\n',
    );
  });

  test('an existing node comes first', () => {
    const live = `apiVersion: v1
kind: Node
metadata:
  name: node-1
  labels: {kubernetes.io/hostname: node-1, kubernetes.io/arch: amd64, karpenter.sh/nodepool: default, karpenter.sh/registered: "true", karpenter.sh/initialized: "true"}
spec: {providerID: "aws:///eu-west-1a/i-1"}
status:
  capacity: {cpu: "8", memory: 32Gi, pods: "58"}
  allocatable: {cpu: "7", memory: 30Gi, pods: "58"}
`;
    const { explained: told } = explained('default/web-0', {
      definition: DEFINITION,
      manifests: deployment('web', 1, 'cpu: 1'),
      live,
    });
    expect(told.place).toMatchObject({ on: 'existing node', node: 'node-1', order: 1 });
  });

  test('every place is a line of the definition or of the manifest', () => {
    const manifests = deployment('web', 1, 'cpu: 10', 'nodeSelector: {team: web, kubernetes.io/arch: arm64}');
    const { explained: told } = explained('default/web-0', { definition: DEFINITION, manifests });
    const lines = told.nodePools.flatMap(({ steps }) =>
      steps.flatMap(({ places, what }) =>
        places.map(({ span, layer }) =>
          layer?.kind === 'built-in'
            ? `${what}: built in`
            : `${what}: ${span.source.text.slice(span.start, span.end)}`,
        ),
      ),
    );
    expect([...new Set(lines)]).toMatchInlineSnapshot(`
      [
        "pool-requirement: {key: karpenter.k8s.aws/instance-family, operator: In, values: [c6i]}",
        "pool-requirement: {key: karpenter.k8s.aws/instance-cpu, operator: Lt, values: ["17"]}",
        "pool-requirement: built in",
        "pool-offering: batch",
        "limit: 100",
        "taint: {key: spot, value: "true", effect: NoSchedule}",
        "requirement: web",
        "requirement: arm64",
        "requirement: built in",
        "resource: 10",
        "pool-requirement: {key: node.kubernetes.io/instance-type, operator: In, values: [m6i.large, m6i.2xlarge, r6i.large]}",
        "pool-requirement: {key: topology.kubernetes.io/zone, operator: In, values: [eu-west-1a]}",
        "pool-offering: default",
        "limit: 20",
        "limit: 100Gi",
      ]
    `);
  });
});

describe('what would help', () => {
  const LIMITED = DEFINITION.replace(/limits: .*100Gi}/, 'limits: {cpu: 20, memory: 100Gi, nodes: 1}')
    .replace(/ {4}batch:[^]*$/, '')
    .replace('m6i.large, m6i.2xlarge, r6i.large', 'm6i.xlarge, m6i.2xlarge, m6i.4xlarge');

  function changes(definition: string, manifests: string): readonly string[] {
    const { groups } = explainer({ definition, manifests }).explainUnschedulable();
    return groups.flatMap(({ relaxations }) => relaxations?.proven.map(({ message }) => message) ?? []);
  }

  test('a limit on nodes that is not in the way stays as it is', () => {
    const manifests = deployment('web', 12, 'cpu: 3, memory: 1Gi');
    const found = changes(LIMITED, manifests).filter((message) => message.startsWith('raise'));
    expect(found).toEqual(
      changes(LIMITED.replace(', nodes: 1', ''), manifests).filter((message) => message.startsWith('raise')),
    );
    expect(found).toMatchInlineSnapshot(`
      [
        "raise the limit \`cpu\` from 20 to 48 and \`memory\` from 100Gi to 180Gi in pool \`default\`",
      ]
    `);
    const [, cpu = '', memory = ''] = /from 20 to (\d+) .* to (\w+) in/.exec(found[0] ?? '') ?? [];
    const raised = LIMITED.replace('cpu: 20, memory: 100Gi', `cpu: ${cpu}, memory: ${memory}`);
    expect(shownUnschedulable({ definition: raised, manifests })).toBe('web: all 12 pods fit\n');
  });

  test('a lower request is the most that fits', () => {
    const lowered = (cpu: string) =>
      shownUnschedulable({
        definition: LIMITED,
        manifests: deployment('web', 12, `cpu: ${cpu}, memory: 1Gi`),
      });
    const found = changes(LIMITED, deployment('web', 12, 'cpu: 3, memory: 1Gi'));
    const message = found.find((one) => one.startsWith('ask')) ?? '';
    const milli = Number(/` (\d+)m instead of 3$/.exec(message)?.[1]);
    expect(lowered(`${milli}m`)).toBe('web: all 12 pods fit\n');
    expect(lowered(`${milli + (milli < 1000 ? 10 : 50)}m`)).toContain('no place');
    expect(message).toMatchInlineSnapshot(`"ask for \`cpu\` 1550m instead of 3"`);
  });
});

describe('explain unschedulable', () => {
  test('replicas are one entry, what others used up comes last', () => {
    const manifests = [
      LOGS,
      deployment('web', 6, 'cpu: 6, memory: 20Gi'),
      deployment('arm', 2, 'cpu: 1', 'nodeSelector: {kubernetes.io/arch: arm64}'),
    ].join('');
    expect(shownUnschedulable({ definition: DEFINITION, manifests })).toMatchInlineSnapshot(`
      "web: 6 of 8 pods have no place

      4 pods of Deployment default/web
        it asks for cpu 6, memory 20Gi
        --> clusters/web/workloads.yaml:22:3
        pool     where              what is in the way
        batch    line 19            the pod does not tolerate the taint \`spot=true:NoSchedule\`
        default  workloads.yaml:28  the pod asks for \`cpu\` 6; the most that a type has is 1.93
                                      (m6i.large), of which daemons take 0.1
        what would help
          any one of these; each was made and the plan done again, and all 4 pods fitted
          1. tolerate \`spot=true:NoSchedule\` of pool \`batch\`
             fits in pool \`batch\` as a new node, at the cheapest c6i.4xlarge (on-demand, eu-west-1a) for
               0.6800 $/h
             --> clusters/web.yaml:19:16
          2. raise the limit \`cpu\` from 20 to 48 and \`memory\` from 100Gi to 180Gi in pool \`default\`
             fits in pool \`default\` as a new node, at the cheapest m6i.2xlarge (on-demand, eu-west-1a)
               for 0.3840 $/h
             --> clusters/web.yaml:9:21

      2 pods of Deployment default/arm
        it asks for cpu 1
        --> clusters/web/workloads.yaml:36:3
        pool     where              what is in the way
        batch    line 19            the pod does not tolerate the taint \`spot=true:NoSchedule\`
                 workloads.yaml:43  the pod wants \`kubernetes.io/arch\` in [arm64], the pool has in [amd64]
        default  workloads.yaml:43  the pod wants \`kubernetes.io/arch\` in [arm64], the pool has in [amd64]
        what would help
          any one of these; each was made and the plan done again, and both pods fitted
          1. drop the node selector \`kubernetes.io/arch: arm64\`
             fits in pool \`default\` together with other pods, at the cheapest m6i.2xlarge (on-demand,
               eu-west-1a) for 0.3840 $/h
             --> clusters/web/workloads.yaml:43:42

      the whole story of one: poolwright explain pod web default/web-2
      "
    `);
  });

  test('a scenario, and a cluster in which everything fits', () => {
    const manifests = deployment('web', 1, 'cpu: 1');
    const input = { definition: DEFINITION, manifests };
    expect(shownUnschedulable(input)).toBe('web: the pod fits\n');
    const out = shownUnschedulable({ ...input, scenario: 'zone-outage eu-west-1a' });
    expect(out).toContain('web, scenario zone-outage eu-west-1a: 1 of 1 pod has no place');
  });

  test('names that are no pending pods', () => {
    const one = explainer({ definition: DEFINITION, manifests: deployment('web', 2, 'cpu: 1') });
    expect(one.find('default/web')).toEqual({
      found: 'owner',
      kind: 'Deployment',
      pods: ['default/web-0', 'default/web-1'],
    });
    const logs = explainer({ definition: DEFINITION, manifests: LOGS });
    expect(logs.find('kube-system/logs')).toEqual({ found: 'daemon-set' });
    expect(one.find('default/wbe-0')).toEqual({
      found: 'nothing',
      names: ['default/web-0', 'default/web-1'],
    });
  });
});
