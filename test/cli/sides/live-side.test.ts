import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NODE_POOL_DRIFT } from '../../../src/backends/karpenter/node-pool-drift.ts';
import type { JsonMap } from '../../../src/diagnostics/json-value.ts';
import { originAt } from '../../../src/diagnostics/origin-at.ts';
import type { Span } from '../../../src/diagnostics/span.ts';
import type { CompiledCluster } from '../../../src/model/compilation.ts';
import type { CompiledObject } from '../../../src/model/compiled-object.ts';
import { ADOPTION } from '../../../src/providers/aws/adoption/index.ts';
import type { UnitCluster } from '../../../src/cli/sides/side.ts';
import type { ClusterReview } from '../../../src/model/review.ts';
import { reviewCluster } from '../../../src/review/review-cluster.ts';
import { importText, manifestsOf } from '../../import/harness.ts';
import { clusterObjects } from '../../import/random-objects.ts';
import {
  admitted,
  compiled,
  dumpOf,
  example,
  EXAMPLES,
  liveCluster,
  liveState,
  only,
  planOf,
  provider,
  stateOf,
  workloadsOf,
} from './harness.ts';
import { atDepth } from '../../at-depth.ts';

const WORKLOADS = workloadsOf('staging');

function reviewOf(base: UnitCluster, head: UnitCluster): ClusterReview {
  const sideOf = ({ compiled: one, provider: its }: UnitCluster) => ({
    compiled: one,
    provider: its,
    plans: [],
  });
  return reviewCluster({
    base: sideOf(base),
    head: sideOf(head),
    nodePoolDrift: NODE_POOL_DRIFT,
    replacementSeconds: 300,
  });
}

const EMPTY_KEY = { deviceName: '/dev/xvda', ebs: { volumeSize: '20Gi', kmsKeyID: '' } };

/** Everything that a dump of Karpenter's pools can say of a cluster. */
function karpenterPart(cluster: CompiledCluster): CompiledCluster {
  const { clusterApi: _clusterApi, ...own } = cluster;
  return { ...own, pools: cluster.pools.filter(({ backend }) => backend === 'karpenter') };
}

/** Specs as stored, by kind and name. */
function stored({ pools }: CompiledCluster): unknown {
  return pools.map(({ nodePool, nodeClass }) => [
    nodePool?.name,
    nodePool === undefined ? undefined : NODE_POOL_DRIFT.stored(nodePool.spec as unknown as JsonMap),
    nodeClass?.name,
    nodeClass === undefined ? undefined : ADOPTION.stored(nodeClass.spec as unknown as JsonMap),
  ]);
}

describe('a dump of what a definition compiles to', () => {
  const clusters = EXAMPLES.filter((name) =>
    example(name).clusters.some(({ pools }) => pools.some(({ backend }) => backend === 'karpenter')),
  );

  it('covers several example clusters', () => {
    expect(clusters.length).toBeGreaterThanOrEqual(3);
  });

  it.each(clusters)('admits the same, plans the same and has the same objects: %s', async (name) => {
    const compilation = example(name);
    const definition = karpenterPart(only(compilation.clusters));
    const live = await liveCluster(dumpOf(definition), stateOf(compilation));
    expect(live.compiled.failed).toBe(false);
    expect(admitted(live.compiled)).toEqual(admitted(definition));
    expect(stored(live.compiled)).toEqual(stored(definition));
    const workloads = workloadsOf(name);
    const ofDefinition = { compiled: definition, provider };
    expect(planOf(live, workloads)).toEqual(planOf(ofDefinition, workloads));
  });

  it('holds for any definition', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(clusterObjects, async (objects) => {
        const { text, diagnostics } = importText(manifestsOf(objects));
        if (text === undefined || diagnostics.some(({ severity }) => severity === 'error')) return;
        count++;
        const compilation = compiled(text);
        const definition = only(compilation.clusters);
        const live = await liveCluster(dumpOf(definition), stateOf(compilation));
        expect(live.compiled.failed).toBe(false);
        expect(admitted(live.compiled)).toEqual(admitted(definition));
        expect(stored(live.compiled)).toEqual(stored(definition));
        expect(planOf(live, WORKLOADS)).toEqual(planOf({ compiled: definition, provider }, WORKLOADS));
      }),
      { seed: 20261122, numRuns: atDepth(16) },
    );
    expect(count).toBeGreaterThanOrEqual(atDepth(8));
  }, 120_000);
});

describe('the objects of a live side', () => {
  it('are those of the dump, whatever a definition can say', async () => {
    await fc.assert(
      fc.asyncProperty(clusterObjects, async (objects) => {
        const live = await liveCluster(manifestsOf(objects), undefined, { name: 'web' });
        for (const { nodePool, nodeClass } of live.compiled.pools) {
          for (const object of [nodePool, nodeClass] as readonly (CompiledObject | undefined)[]) {
            const given = objects.find(
              ({ kind, metadata }) => kind === object?.kind && metadata.name === object.name,
            );
            expect(object?.spec).toEqual(given?.spec);
          }
        }
        const pools = objects.filter(({ kind }) => kind === 'NodePool').map(({ metadata }) => metadata.name);
        expect(live.compiled.pools.map(({ pool }) => pool.name)).toEqual(pools);
      }),
      { seed: 20261122, numRuns: atDepth(60) },
    );
  }, 120_000);

  it('point at their lines in the dump', async () => {
    const compilation = example('production');
    const { compiled: live } = await liveCluster(dumpOf(only(compilation.clusters)), stateOf(compilation));
    for (const { pool, nodePool, nodeClass, selection } of live.pools) {
      const requirement = only(pool.requirements.slice(0, 1));
      expect(textAt(requirement.key.origin.span)).toBe(JSON.stringify(requirement.key.value));
      expect(textAt(selection.funnel[0]?.origin.span)).toMatch(/^[{"]/);
      expect(textAt(pool.keySpan)).toBe(JSON.stringify(pool.name));
      const cpu = pool.limits.get('cpu');
      if (cpu !== undefined) expect(textAt(cpu.origin.span)).toContain(cpu.value);
      for (const [object, pointer] of [
        [nodePool, '/spec/template/spec/expireAfter'],
        [nodeClass, '/spec/amiSelectorTerms/0/alias'],
      ] as const) {
        const value = pointer
          .split('/')
          .slice(2)
          .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], object?.spec);
        const { span } = originAt(object?.origins ?? new Map(), pointer);
        expect(textAt(span)).toBe(JSON.stringify(value));
      }
    }
  });

  it('are told side by side: keys have the order of the definition, sorted or not', async () => {
    const compilation = example('production');
    const made = only(compilation.clusters);
    const { compiled: live } = await liveCluster(sorted(dumpOf(made)), stateOf(compilation));
    for (const [i, { nodePool, nodeClass }] of live.pools.entries()) {
      const known = made.pools[i];
      expect(keysOf(nodePool?.spec).filter((key) => keysOf(known?.nodePool?.spec).includes(key))).toEqual(
        keysOf(known?.nodePool?.spec),
      );
      expect(keysOf(nodeClass?.spec).filter((key) => keysOf(known?.nodeClass?.spec).includes(key))).toEqual(
        keysOf(known?.nodeClass?.spec),
      );
    }
  });

  it('have the findings that the definition has', async () => {
    for (const name of ['production', 'staging']) {
      const compilation = example(name);
      const [made] = compilation.clusters;
      const { compiled: live } = await liveCluster(dumpOf(only(compilation.clusters)), stateOf(compilation));
      // What is built in, the objects say themselves; what pools share is told of each.
      const codes = (cluster: CompiledCluster | undefined) =>
        new Set(cluster?.diagnostics.map(({ code }) => code).filter((code) => code !== 'PW4005'));
      expect(codes(live)).toEqual(codes(made));
    }
  });

  it('keep labels that people put on them, and no bookkeeping', async () => {
    const compilation = example('staging');
    const labels = { team: 'infra', 'app.kubernetes.io/managed-by': 'Helm' };
    const { compiled: live } = await liveCluster(
      dumpOf(only(compilation.clusters), { labels }),
      stateOf(compilation),
    );
    const [first] = live.pools;
    expect(first?.nodePool?.labels).toEqual({ team: 'infra' });
    expect(first?.nodePool).not.toHaveProperty('annotations');
  });
});

/** The paths of all values, in order. */
function keysOf(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, child]) => keysOf(child, `${path}/${key}`));
}

function sorted(json: string): string {
  return JSON.stringify(
    JSON.parse(json, (_key, child: unknown) =>
      typeof child === 'object' && child !== null && !Array.isArray(child)
        ? Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : 1)))
        : child,
    ),
  );
}

function textAt(span: Span | undefined): string {
  return span === undefined ? '' : span.source.text.slice(span.start, span.end);
}

const NODE_CLASS = {
  apiVersion: 'karpenter.k8s.aws/v1',
  kind: 'EC2NodeClass',
  metadata: { name: 'shared' },
  spec: {
    amiSelectorTerms: [{ alias: 'al2023@v20260715' }],
    role: 'nodes',
    subnetSelectorTerms: [{ tags: { 'karpenter.sh/discovery': 'web' } }],
    securityGroupSelectorTerms: [{ tags: { 'karpenter.sh/discovery': 'web' } }],
  },
};

function nodePool(name: string, more: JsonMap = {}, reference: JsonMap = {}): JsonMap {
  return {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name },
    spec: {
      ...more,
      template: {
        spec: {
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'shared', ...reference },
          requirements: [{ key: 'karpenter.k8s.aws/instance-family', operator: 'In', values: ['m7i'] }],
        },
      },
    },
  };
}

const text = (...objects: readonly unknown[]) => objects.map((one) => JSON.stringify(one)).join('\n');
const NAMED = { name: 'web' };

describe('an awkward dump', () => {
  it.each([
    ['a list', JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [nodePool('a'), NODE_CLASS] })],
    ['an object a line', text(nodePool('a'), NODE_CLASS)],
    [
      'a typed list',
      text({ apiVersion: 'karpenter.sh/v1', kind: 'NodePoolList', items: [nodePool('a')] }, NODE_CLASS),
    ],
    ['YAML documents', manifestsOf([nodePool('a'), NODE_CLASS] as never)],
  ])('is read: %s', async (_title, dump) => {
    const { compiled: live, notes } = await liveCluster(dump, undefined, NAMED);
    expect(live.cluster.name).toBe('web');
    expect(live.pools.map(({ nodePool: one, nodeClass }) => [one?.name, nodeClass?.name])).toEqual([
      ['a', 'shared'],
    ]);
    expect(notes).toEqual([]);
  });

  it('shares a node class between pools', async () => {
    const { compiled: live } = await liveCluster(
      text(nodePool('a'), nodePool('b'), NODE_CLASS),
      undefined,
      NAMED,
    );
    expect(live.pools.map(({ pool, nodeClass }) => [pool.name, nodeClass?.pool, nodeClass?.spec])).toEqual([
      ['a', 'a', NODE_CLASS.spec],
      ['b', 'b', NODE_CLASS.spec],
    ]);
  });

  it('may lack a node class: that of the other side stands in, or none is known', async () => {
    const alone = await liveCluster(text(nodePool('a')), undefined, NAMED);
    expect(only(alone.compiled.pools)).not.toHaveProperty('nodeClass');
    expect(alone.compiled.failed).toBe(false);
    expect(alone.notes).toEqual([
      'dump.json does not have the EC2NodeClass `shared` of `a`: it is not compared, and what may depend on it (image, disks, kubelet) is not known. Give both: `kubectl get nodepools,ec2nodeclasses -o json`.',
    ]);
    const both = await liveCluster(text(nodePool('a'), NODE_CLASS), undefined, NAMED);
    const other = { clusters: [both], diagnostics: [] };
    const borrowing = await liveCluster(text(nodePool('a')), other);
    expect(only(borrowing.compiled.pools).nodeClass?.spec).toEqual(NODE_CLASS.spec);
    expect(borrowing.notes?.at(-1)).toContain('it is taken to be what the other side has');
  });

  it('may have a node class that cannot be read, which nothing stands in for silently', async () => {
    const both = await liveCluster(text(nodePool('a'), NODE_CLASS), undefined, NAMED);
    const broken = { ...NODE_CLASS, spec: { ...NODE_CLASS.spec, tags: 5 } };
    const live = await liveCluster(text(nodePool('a'), broken), { clusters: [both], diagnostics: [] });
    expect(live.notes?.at(-1)).toBe(
      'The EC2NodeClass `shared` of `a` in dump.json cannot be read (see PW9302): it is taken to be what the other side has. Mend it, and compare again.',
    );
    const { nodePools } = reviewOf(live, both);
    expect(nodePools.map(({ rotation }) => rotation.undecided)).toEqual([
      [
        'EC2NodeClass `shared` is there and could not be read: whether it changes, and replaces nodes, is not known.',
      ],
    ]);
  });

  it('may have empty texts where the API server takes them', async () => {
    const spec = { ...NODE_CLASS.spec, context: '', blockDeviceMappings: [EMPTY_KEY] };
    const state = await liveState(text(nodePool('a'), { ...NODE_CLASS, spec }), undefined, NAMED);
    expect(state.diagnostics).toEqual([]);
    expect(only(only(state.clusters).compiled.pools).nodeClass?.spec).toHaveProperty('context', '');
  });

  it.each(['base', 'head'] as const)('refuses a node class of another kind in %s alone', async (foreign) => {
    const own = await liveCluster(text(nodePool('a'), nodePool('b'), NODE_CLASS), undefined, NAMED);
    const reference = { group: 'karpenter.azure.com', kind: 'AKSNodeClass' };
    const other = await liveCluster(
      text(nodePool('a'), nodePool('b', {}, reference), NODE_CLASS),
      undefined,
      NAMED,
    );
    const [base, head] = foreign === 'head' ? [own, other] : [other, own];
    const found = reviewOf(base, head);
    const [from, to] = ['karpenter.k8s.aws/EC2NodeClass', 'karpenter.azure.com/AKSNodeClass'];
    const words = foreign === 'head' ? `${to} instead of ${from}` : `${from} instead of ${to}`;
    expect(
      found.nodePools.map(({ name, change, dangers }) => [
        name,
        change,
        ...dangers.map(({ diagnostic: { code, message } }) => `${code} ${message}`),
      ]),
    ).toEqual([
      ['a', 'unchanged'],
      ['b', 'changed', `PW9605 NodePool \`b\` refers to ${words}, and the API server refuses that`],
    ]);
  });

  it('may have unknown fields, which are compared', async () => {
    const { compiled: live } = await liveCluster(
      text(nodePool('a', { shinyNewField: 1 }), NODE_CLASS),
      undefined,
      NAMED,
    );
    expect(only(live.pools).nodePool?.spec).toHaveProperty('shinyNewField', 1);
  });

  it('leaves out what cannot be compared, and tells', async () => {
    const state = await liveState(
      text(
        nodePool('a'),
        NODE_CLASS,
        nodePool('azure', {}, { group: 'karpenter.azure.com', kind: 'AKSNodeClass' }),
        nodePool('dotted.name'),
        {
          apiVersion: 'karpenter.sh/v1',
          kind: 'NodePool',
          metadata: { name: 'broken' },
          spec: { weight: 'x' },
        },
        {
          apiVersion: 'karpenter.k8s.aws/v1beta1',
          kind: 'EC2NodeClass',
          metadata: { name: 'old' },
          spec: {},
        },
        { ...NODE_CLASS, metadata: { name: 'idle' } },
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data: {} },
      ),
      undefined,
      NAMED,
    );
    const { compiled: live, notes } = only(state.clusters);
    expect(live.pools.map(({ pool }) => pool.name)).toEqual(['a']);
    expect(state.diagnostics.map(({ code, message }) => `${code} ${message}`)).toMatchInlineSnapshot(`
      [
        "PW9305 NodePool \`azure\` is not compared: its nodes come from kind \`AKSNodeClass\`",
        "PW9306 NodePool \`dotted.name\`: its name contains \`.\`",
        "PW9302 NodePool \`broken\`: \`template\` is missing",
        "PW9302 NodePool \`broken\`: \`weight\` must be a number, not the text \`x\`",
        "PW9304 \`karpenter.k8s.aws/v1beta1\` EC2NodeClass \`old\` is not compared",
      ]
    `);
    expect(notes).toMatchInlineSnapshot(`
      [
        "No NodePool in dump.json uses the EC2NodeClass \`idle\`: not compared.",
      ]
    `);
  });

  it('may disagree with its recorded hashes', async () => {
    const compilation = example('staging');
    const dump = dumpOf(only(compilation.clusters), { hash: '4711' });
    const state = await liveState(dump, stateOf(compilation));
    expect(new Set(state.diagnostics.map(({ code }) => code))).toEqual(new Set(['PW9313']));
    expect(only(state.clusters).recordedHashes?.get('NodePool/default')).toEqual({
      hash: '4711',
      version: 'v3',
    });
  });

  it('has the hashes that Karpenter recorded', async () => {
    const compilation = example('production');
    const state = await liveState(dumpOf(only(compilation.clusters)), stateOf(compilation));
    expect(state.diagnostics).toEqual([]);
    const { recordedHashes, compiled: live } = only(state.clusters);
    for (const { nodePool: one } of live.pools) {
      const spec = NODE_POOL_DRIFT.stored(one?.spec as unknown as JsonMap);
      expect(recordedHashes?.get(`NodePool/${one?.name ?? ''}`)).toEqual({
        hash: NODE_POOL_DRIFT.hash(spec, 'v3'),
        version: 'v3',
      });
    }
    expect(recordedHashes?.get('EC2NodeClass/default')?.version).toBe('v5');
  });

  it('brings nodes and pods, if it has them', async () => {
    const node = {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'n1', labels: { 'karpenter.sh/nodepool': 'a' } },
      spec: {},
      status: { capacity: { cpu: '2' }, allocatable: { cpu: '2' } },
    };
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p', namespace: 'default', uid: 'p' },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    };
    const none = await liveCluster(text(nodePool('a'), NODE_CLASS), undefined, NAMED);
    expect([none.live, none.workloads]).toEqual([undefined, undefined]);
    const nodes = await liveCluster(text(nodePool('a'), NODE_CLASS, node), undefined, NAMED);
    expect(nodes.live?.nodes.map(({ metadata }) => metadata.name)).toEqual(['n1']);
    expect(nodes.workloads).toBeUndefined();
    const all = await liveCluster(text(nodePool('a'), NODE_CLASS, node, pod), undefined, NAMED);
    expect((await all.workloads?.read())?.workloads.pods.map(({ name }) => name)).toEqual(['p']);
  });

  it('says its zones, where no definition does', async () => {
    const status = {
      subnets: [
        { id: 'subnet-1', zone: 'eu-west-1a' },
        { id: 'subnet-2', zone: 'eu-west-1b' },
      ],
    };
    const dump = text(nodePool('a'), { ...NODE_CLASS, status });
    const alone = await liveCluster(dump, undefined, NAMED);
    expect(alone.compiled.cluster.settings.zones?.map(({ value }) => value)).toEqual([
      'eu-west-1a',
      'eu-west-1b',
    ]);
    const definition = compiled(
      'poolwright: {zones: [eu-west-1a, eu-west-1c]}\nnode_pools: {a: {node_class_name: shared}}\n',
    );
    const { compiled: live, notes } = await liveCluster(dump, stateOf(definition));
    expect(live.cluster.settings.zones?.map(({ value }) => value)).toEqual(['eu-west-1a', 'eu-west-1c']);
    expect(notes).toMatchInlineSnapshot(`
      [
        "Region, zones, versions, prices and scenarios are not in dump.json: those of clusters/web.yaml count for both sides.",
        "The node classes in dump.json have subnets in \`eu-west-1a\` and \`eu-west-1b\`, but clusters/web.yaml lists \`eu-west-1a\` and \`eu-west-1c\`: prices and plans of both sides are for the zones of clusters/web.yaml.",
      ]
    `);
  });
});

describe('what cannot be compared at all is refused', () => {
  const machineDeployment = {
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'MachineDeployment',
    metadata: { name: 'm', namespace: 'capi' },
    spec: {
      clusterName: 'web',
      template: {
        spec: { clusterName: 'web', infrastructureRef: { kind: 'AWSMachineTemplate', name: 't' } },
      },
    },
  };
  const two = compiled(
    'poolwright: {cluster: one}\nnode_pools: {a: {}}\n---\npoolwright: {cluster: two}\nnode_pools: {a: {}}\n',
  );

  it.each([
    ['no NodePool', text(NODE_CLASS), NAMED, undefined],
    ['an empty list', '{"apiVersion": "v1", "kind": "List", "items": []}', NAMED, undefined],
    ['nothing', '', NAMED, undefined],
    ['half a dump', dumpOf(only(example('production').clusters)).slice(0, 2000), NAMED, undefined],
    [
      'another provider',
      text(nodePool('z', {}, { group: 'karpenter.azure.com', kind: 'AKSNodeClass' })),
      NAMED,
      undefined,
    ],
    ['MachineDeployments', text(machineDeployment), NAMED, undefined],
    ['no name', text(nodePool('a'), NODE_CLASS), {}, undefined],
    ['several names', text(nodePool('a'), NODE_CLASS), {}, stateOf(two)],
  ])('%s', async (_title, dump, options, other) => {
    const message = await liveState(dump, other, options).then(
      () => 'accepted',
      (error: unknown) => String(error),
    );
    expect(message).toMatchSnapshot();
  });
});
