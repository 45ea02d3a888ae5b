import { describe, expect, it } from 'vitest';
import { Source } from '../../src/diagnostics/source.ts';
import { readWorkloads } from '../../src/manifests/read-workloads.ts';
import { check, printed, read, text } from './harness.ts';

const CONTAINERS = [{ name: 'c', resources: { requests: { cpu: '100m' } } }];

interface PodParts {
  readonly owner?: readonly [kind: string, name: string];
  readonly node?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly meta?: object;
  readonly spec?: object;
  readonly status?: object;
}

/** A pod as `kubectl get -o json` shows it. */
function pod(name: string, { owner, node, labels, meta, spec, status }: PodParts = {}) {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: 'shop',
      uid: `uid-${name}`,
      creationTimestamp: '2026-05-01T00:00:00Z',
      ...(labels === undefined ? {} : { labels }),
      ...(owner === undefined ? {} : { ownerReferences: [reference(...owner)] }),
      ...meta,
    },
    spec: { containers: CONTAINERS, ...(node === undefined ? {} : { nodeName: node }), ...spec },
    status: { phase: node === undefined ? 'Pending' : 'Running', ...status },
  };
}

const GROUPS: Readonly<Record<string, string>> = { Job: 'batch/v1', CronJob: 'batch/v1', Node: 'v1' };

function reference(kind: string, name: string) {
  return { apiVersion: GROUPS[kind] ?? 'apps/v1', kind, name, uid: `uid-${kind}-${name}`, controller: true };
}

function controller(kind: string, name: string, spec: object, owner?: readonly [string, string]) {
  return {
    apiVersion: GROUPS[kind] ?? 'apps/v1',
    kind,
    metadata: {
      name,
      namespace: 'shop',
      uid: `uid-${kind}-${name}`,
      ...(owner === undefined ? {} : { ownerReferences: [reference(...owner)] }),
    },
    spec: { template: { spec: { containers: CONTAINERS } }, ...spec },
  };
}

const NODE = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1', uid: 'uid-n1' } };

function dump(...items: readonly object[]): string {
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, 4);
}

describe('pods of a dump', () => {
  it('keep their names and uids; those that run stay where they are', () => {
    expect(
      check(
        dump(
          NODE,
          pod('a', { node: 'n1' }),
          pod('b'),
          pod('c', { node: 'n1', status: { phase: 'Succeeded' } }),
        ),
      ),
    ).toMatchInlineSnapshot(`
      "uid-b: cpu 100m
      shop/a runs on n1"
    `);
  });

  it('are placed anew where no node is given at all', () => {
    expect(check(dump(pod('a', { node: 'n1' }), pod('b')))).toMatchInlineSnapshot(`
      "uid-a to b (2): cpu 100m
      info PW7034 @25:29-33 one pod runs on nodes that are not given; the plan places it anew
        help: Give a dump of the nodes too (\`kubectl get nodes,nodeclaims -o json\`) to plan around what runs."
    `);
  });

  it('are left out when they have ended, are static, or belong to a DaemonSet', () => {
    expect(
      check(
        dump(
          NODE,
          pod('failed', { status: { phase: 'Failed' } }),
          pod('done', { status: { phase: 'Succeeded' } }),
          pod('static', { owner: ['Node', 'n1'] }),
          pod('daemon', { owner: ['DaemonSet', 'agent'] }),
          controller('DaemonSet', 'agent', {}),
        ),
      ),
    ).toMatchInlineSnapshot(`"daemons of shop/agent"`);
  });

  it('wait behind gates or for a promised place, which is said', () => {
    expect(
      check(
        dump(
          pod('gated', { spec: { schedulingGates: [{ name: 'x' }] } }),
          pod('promised', { status: { nominatedNodeName: 'n1' } }),
        ),
      ),
    ).toMatchInlineSnapshot(`
      "info PW7036 @58:38-42 Pod \`shop/promised\` waits for the place of a pod that is being preempted
        help: Karpenter makes no node for it, so it is not planned.
      info PW7033 @25:17-34 one pod waits behind scheduling gates
        help: Karpenter makes no nodes for such pods until the gates are removed, so they are not planned."
    `);
  });

  it('are one pod however often they are given', () => {
    const one = dump(NODE, pod('a', { node: 'n1' }), pod('b'));
    expect(printed(read([one, one]))).toMatchInlineSnapshot(`
      "uid-b: cpu 100m
      shop/a runs on n1"
    `);
  });

  it('share a template if they differ only in what nobody reads', () => {
    const alike = ['a', 'b', 'c'].map((name, i) =>
      pod(name, {
        owner: ['ReplicaSet', 'web-5d'],
        labels: { app: 'web', 'pod-template-hash': '5d' },
        meta: { resourceVersion: `${i}`, annotations: { 'x.example/pod': name } },
        spec: {
          serviceAccountName: 'x',
          volumes: [{ name: `kube-api-access-${name}`, projected: {} }],
          containers: [{ ...CONTAINERS[0], image: `app:${i}`, env: [{ name: 'POD', value: name }] }],
        },
        status: {
          conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: name }],
        },
      }),
    );
    const { workloads } = read(dump(...alike));
    expect(new Set(workloads.pods.map(({ template }) => template)).size).toBe(1);
    expect(workloads.pods[0]?.template.owner).toEqual({ kind: 'Deployment', namespace: 'shop', name: 'web' });
    expect(workloads.pods[0]?.createdAtSeconds).toBe(Date.parse('2026-05-01T00:00:00Z') / 1000);
  });

  it('of typed lists need not say what they are', () => {
    const { kind: _kind, apiVersion: _apiVersion, ...item } = pod('a');
    expect(check(JSON.stringify({ apiVersion: 'v1', kind: 'PodList', items: [item] }))).toMatchInlineSnapshot(
      `"uid-a: cpu 100m"`,
    );
  });

  it('keep what a resize under way says of requests', () => {
    const { workloads } = read(
      dump(
        NODE,
        pod('a', {
          node: 'n1',
          status: {
            conditions: [{ type: 'Ready', status: 'True' }],
            containerStatuses: [
              {
                name: 'c',
                ready: true,
                allocatedResources: { cpu: 2 },
                resources: { requests: { cpu: '1' } },
              },
            ],
          },
        }),
      ),
    );
    expect(workloads.boundPods[0]?.status).toEqual({
      containerStatuses: [
        { name: 'c', resources: { requests: { cpu: '1' } }, allocatedResources: { cpu: '2' } },
      ],
      phase: 'Running',
    });
  });
});

describe('replicas that are there', () => {
  const ofDeployment = (name: string, parts: PodParts = {}) =>
    pod(name, { owner: ['ReplicaSet', 'web-5d'], labels: { 'pod-template-hash': '5d' }, ...parts });

  it('count, running or not; the rest is made', () => {
    expect(
      check(
        dump(
          NODE,
          controller('Deployment', 'web', { replicas: 5 }),
          controller('ReplicaSet', 'web-5d', { replicas: 5 }, ['Deployment', 'web']),
          controller('ReplicaSet', 'web-4c', { replicas: 0 }, ['Deployment', 'web']),
          ofDeployment('web-5d-a', { node: 'n1' }),
          ofDeployment('web-5d-b', { node: 'n1' }),
          ofDeployment('web-5d-c'),
        ),
      ),
    ).toMatchInlineSnapshot(`
      "shop/Deployment/web/00003 to web-4 (2) of Deployment: cpu 100m
      uid-web-5d-c of Deployment: cpu 100m
      shop/web-5d-a runs on n1
      shop/web-5d-b runs on n1"
    `);
  });

  it('lend their hash to those that are made', () => {
    const { workloads } = read(
      dump(controller('Deployment', 'web', { replicas: 2 }), ofDeployment('web-5d-a')),
    );
    expect(workloads.pods.map(({ template }) => template.labels?.['pod-template-hash'])).toEqual([
      '5d',
      '5d',
    ]);
  });

  it('count for a manifest of the same name too, which wins over the live object', () => {
    const manifest = text`
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web, namespace: shop}
      spec: {replicas: 3, template: {spec: {containers: [{name: c, resources: {requests: {cpu: 2}}}]}}}
    `;
    const live = dump(
      NODE,
      controller('Deployment', 'web', { replicas: 1 }),
      ofDeployment('web-5d-a', { node: 'n1' }),
    );
    const expected = `"shop/Deployment/web/00001 to web-2 (2) of Deployment: cpu 2\nshop/web-5d-a runs on n1"`;
    expect(JSON.stringify(printed(read([manifest, live]))).replaceAll('\\n', '\n')).toBe(expected);
    expect(printed(read([live, manifest]))).toBe(printed(read([manifest, live])));
  });

  it('do not count while they are being deleted, nor once they have ended', () => {
    const gone = { deletionTimestamp: '2026-05-02T00:00:00Z' };
    const { workloads } = read(
      dump(
        NODE,
        controller('Deployment', 'web', { replicas: 2 }),
        ofDeployment('web-5d-a', { node: 'n1', meta: gone }),
        ofDeployment('web-5d-b', { node: 'n1', status: { phase: 'Failed' } }),
      ),
    );
    expect(workloads.pods.map(({ name }) => name)).toEqual(['web-0', 'web-1']);
    expect(workloads.boundPods.map(({ metadata }) => metadata.deletionTimestamp)).toEqual([
      gone.deletionTimestamp,
    ]);
  });

  it('count for each ReplicaSet where the Deployment is not given', () => {
    const { workloads } = read(
      dump(
        NODE,
        controller('ReplicaSet', 'web-5d', { replicas: 2 }, ['Deployment', 'web']),
        controller('ReplicaSet', 'web-4c', { replicas: 3 }, ['Deployment', 'web']),
        ofDeployment('web-5d-a', { node: 'n1' }),
        ...['a', 'b', 'c'].map((name) =>
          pod(`web-4c-${name}`, { owner: ['ReplicaSet', 'web-4c'], node: 'n1' }),
        ),
      ),
    );
    expect(workloads.pods.map(({ uid }) => uid)).toEqual(['shop/ReplicaSet/web-5d/00001']);
    expect(workloads.pods[0]?.template.owner).toEqual({ kind: 'Deployment', namespace: 'shop', name: 'web' });
  });

  it('leave gaps in a StatefulSet, which are filled', () => {
    const { workloads } = read(
      dump(
        controller('StatefulSet', 'db', { replicas: 4 }),
        pod('db-0', { owner: ['StatefulSet', 'db'] }),
        pod('db-2', { owner: ['StatefulSet', 'db'] }),
      ),
    );
    expect(workloads.pods.map(({ name }) => name)).toEqual(['db-1', 'db-3', 'db-0', 'db-2']);
  });

  it.each(['with its Job', 'without it'])('of a CronJob count, %s', (way) => {
    const spec = {
      jobTemplate: { spec: { parallelism: 3, template: { spec: { containers: CONTAINERS } } } },
    };
    const job = controller('Job', 'tidy-29123450', { parallelism: 3 }, ['CronJob', 'tidy']);
    const { workloads } = read(
      dump(
        controller('CronJob', 'tidy', spec),
        ...(way === 'with its Job' ? [job] : []),
        pod('tidy-29123450-x', { owner: ['Job', 'tidy-29123450'] }),
      ),
    );
    expect(workloads.pods.map(({ uid }) => uid)).toEqual([
      'shop/CronJob/tidy/00001',
      'shop/CronJob/tidy/00002',
      'uid-tidy-29123450-x',
    ]);
  });

  it('of a controller that is being deleted are not made again', () => {
    const { metadata, ...rest } = controller('Deployment', 'web', { replicas: 3 });
    const ending = { ...rest, metadata: { ...metadata, deletionTimestamp: '2026-05-02T00:00:00Z' } };
    expect(check(dump(ending))).toBe('');
  });
});

describe('DaemonSets', () => {
  it('that only their pods tell of are taken from the youngest', () => {
    const daemon = (name: string, cpu: string, created: string) =>
      pod(name, {
        owner: ['DaemonSet', 'agent'],
        node: 'n1',
        meta: { creationTimestamp: created },
        spec: {
          containers: [{ name: 'c', resources: { requests: { cpu } } }],
          affinity: {
            nodeAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: {
                nodeSelectorTerms: [
                  { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n1'] }] },
                ],
              },
            },
          },
        },
      });
    const result = read(
      dump(NODE, daemon('a', '1', '2026-01-02T00:00:00Z'), daemon('b', '2', '2026-01-03T00:00:00Z')),
    );
    expect(printed(result)).toMatchInlineSnapshot(`
      "shop/a runs on n1
      shop/b runs on n1
      daemons of shop/agent
      info PW7035 @71:25-28 the DaemonSet \`agent\` of this pod is not given
        help: New nodes are planned with a pod like this one. Give the DaemonSet too for its own template."
    `);
    expect(result.workloads.daemonSets[0]?.spec.template.spec).toMatchObject({
      affinity: { nodeAffinity: {} },
      containers: [{ resources: { requests: { cpu: '2' } } }],
    });
  });

  it('keep their template as it is written, for Karpenter makes its pod from that', () => {
    const { workloads } = read(text`
      apiVersion: apps/v1
      kind: DaemonSet
      metadata: {name: agent}
      spec:
        template:
          spec:
            hostNetwork: true
            containers: [{name: c, ports: [{containerPort: 80}], resources: {limits: {cpu: 1}}}]
      ---
      apiVersion: v1
      kind: LimitRange
      metadata: {name: x}
      spec: {limits: [{type: Container, defaultRequest: {memory: 1Gi}}]}
    `);
    expect(workloads.daemonSets[0]?.spec.template.spec).toEqual({
      hostNetwork: true,
      containers: [{ name: 'c', ports: [{ containerPort: 80 }], resources: { limits: { cpu: '1' } } }],
    });
  });
});

describe('pods on nodes that are being deleted', () => {
  const GONE = '2026-05-02T00:00:00Z';
  const leaving = { ...NODE, metadata: { ...NODE.metadata, deletionTimestamp: GONE } };

  it('are placed anew, unless something keeps them', () => {
    const pdb = {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'x', namespace: 'shop' },
      spec: { maxUnavailable: 0, selector: { matchLabels: { app: 'kept' } } },
    };
    const protectedPod = { annotations: { 'karpenter.sh/do-not-disrupt': 'true' } };
    expect(
      check(
        dump(
          leaving,
          pdb,
          controller('DaemonSet', 'agent', {}),
          pod('moves', { node: 'n1' }),
          pod('kept', { node: 'n1', labels: { app: 'kept' } }),
          pod('sick', {
            node: 'n1',
            labels: { app: 'kept' },
            status: { conditions: [{ type: 'Ready', status: 'False' }] },
          }),
          pod('protected', { node: 'n1', meta: protectedPod }),
          pod('daemon', { node: 'n1', owner: ['DaemonSet', 'agent'] }),
          pod('ending', { node: 'n1', meta: { deletionTimestamp: GONE } }),
          pod('db-0', { node: 'n1', owner: ['StatefulSet', 'db'], meta: { deletionTimestamp: GONE } }),
        ),
      ),
    ).toMatchInlineSnapshot(`
      "uid-db-0 of StatefulSet: cpu 100m
      uid-moves: cpu 100m
      shop/daemon runs on n1
      shop/ending runs on n1
      shop/kept runs on n1
      shop/protected runs on n1
      shop/sick runs on n1
      daemons of shop/agent"
    `);
  });

  it('are not made once more', () => {
    const { workloads } = read(
      dump(
        leaving,
        controller('StatefulSet', 'db', { replicas: 2 }),
        pod('db-0', { node: 'n1', owner: ['StatefulSet', 'db'], meta: { deletionTimestamp: GONE } }),
        pod('db-1', { owner: ['StatefulSet', 'db'], meta: { deletionTimestamp: GONE } }),
      ),
    );
    expect(workloads.pods.map(({ uid }) => uid)).toEqual(['uid-db-0', 'uid-db-1']);
  });

  it('are known by their NodeClaim', () => {
    const node = { ...NODE, spec: { providerID: 'aws:///i-1' } };
    const claim = (status: object, meta: object) => ({
      apiVersion: 'karpenter.sh/v1',
      kind: 'NodeClaim',
      metadata: { name: 'c', uid: 'c', ...meta },
      status: { providerID: 'aws:///i-1', ...status },
    });
    const placed = (one: object) => read(dump(node, one, pod('a', { node: 'n1' }))).workloads.pods.length;
    expect(placed(claim({}, {}))).toBe(0);
    expect(placed(claim({}, { deletionTimestamp: GONE }))).toBe(1);
    expect(placed(claim({ conditions: [{ type: 'InstanceTerminating', status: 'True' }] }, {}))).toBe(1);
  });
});

describe('sources that are said to be live', () => {
  it('are, whatever their objects look like', () => {
    const manifest = `{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: c}]}}`;
    const source = new Source('nodes.yaml', manifest);
    const tolerations = (input: Parameters<typeof readWorkloads>[0]) =>
      readWorkloads(input).workloads.pods[0]?.template.spec.tolerations?.length ?? 0;
    expect(tolerations({ sources: [source] })).toBe(2);
    expect(tolerations({ sources: [], liveSources: [source] })).toBe(0);
  });
});
