import { describe, expect, it } from 'vitest';
import { NODE_POOL_DRIFT } from '../../src/backends/karpenter/node-pool-drift.ts';
import type { ClusterReview } from '../../src/model/review.ts';
import type { ClusterReviewInput } from '../../src/model/review-input.ts';
import { reviewCluster } from '../../src/review/review-cluster.ts';
import { readExample } from './danger-example.ts';
import { definition, MACHINE_SETTINGS, placeOf, review, reviewInput, SETTINGS } from './harness.ts';

const POOL = 'limits: {cpu: 100}';
const VERSIONED = SETTINGS.replace('  rules', '  kubernetes_version: "1.33.1"\n  rules');

function withBudgets(budgets: string): string {
  return definition({ a: `${POOL}\ndisruption: {budgets: ${budgets}}` });
}

/** Codes with their lines. */
function places({ dangers, nodePools }: ClusterReview): readonly string[] {
  return [...dangers, ...nodePools.flatMap((pool) => pool.dangers)].map(
    ({ diagnostic: { code, span } }) => `${code} ${placeOf(span)}`,
  );
}

describe('zero budgets', () => {
  const NEVER = [
    '[{nodes: "0", schedule: "@daily", duration: 24h}]',
    '[{nodes: "0", schedule: "0 0 * * *", duration: 12h}, {nodes: "0", schedule: "0 12 * * *", duration: 12h}]',
  ];

  it.each(NEVER)('that are always active never end, though they have a schedule: %s', (budgets) => {
    expect(places(review(withBudgets('[{nodes: 10%}]'), withBudgets(budgets)))).toEqual([
      'PW9611 clusters/web.yaml:9',
    ]);
  });

  it('that leave a time are told with it', () => {
    const found = review(
      withBudgets('[{nodes: 10%}]'),
      withBudgets('[{nodes: "0", schedule: "@daily", duration: 23h}]'),
    );
    expect(places(found)).toEqual(['PW9612 clusters/web.yaml:9']);
  });

  it('stand for all where a schedule cannot be read, and nothing is replaced then', () => {
    const body = 'disruption: {budgets: [{nodes: 100%}]}';
    const input = reviewInput(definition({ a: body }), definition({ a: `${body}\nexpire_after: 900h` }));
    const found = reviewCluster({
      ...input,
      nodePoolDrift: {
        ...NODE_POOL_DRIFT,
        // As a dump may have them; a definition with such a schedule has errors.
        stored: (spec) => {
          const stored = NODE_POOL_DRIFT.stored(spec);
          const { template, disruption } = stored as unknown as {
            readonly template: { readonly spec: { readonly expireAfter: string } };
            readonly disruption: object;
          };
          if (template.spec.expireAfter !== '900h') return stored;
          const budgets = [{ nodes: '1', reasons: ['Empty'], schedule: '0 0 * * 7', duration: '1h' }];
          return { ...stored, disruption: { ...disruption, budgets } };
        },
      },
    });
    const told = found.nodePools.flatMap((pool) => pool.dangers).map(({ diagnostic }) => diagnostic);
    expect(told.map(({ code }) => code)).toEqual(['PW9611', 'PW9614']);
    expect(told[0]?.help).toContain('`0 0 * * 7`');
  });
});

describe('an upgrade of the control plane', () => {
  const upgraded = VERSIONED.replace('1.33.1', '1.34.0');

  it('replaces nodes whose image is an alias, pinned or not', () => {
    const found = review(definition({ a: POOL }, VERSIONED), definition({ a: POOL }, upgraded));
    const [pool] = found.nodePools;
    expect([found.change, pool?.change, pool?.summary, pool?.rotation.scope]).toEqual([
      'changed',
      'changed',
      ['Kubernetes 1.33 → 1.34, with other images'],
      'all',
    ]);
    expect(
      pool?.rotation.causes.map(({ reason, source }) => [
        reason,
        source === undefined ? '' : placeOf(source),
      ]),
    ).toEqual([['AMIDrift', 'clusters/web.yaml:5']]);
  });

  const ID = 'ami: [{id: ami-0123456789abcdef0}], ami_family: AL2023';

  it.each([
    [
      'an image by id',
      VERSIONED.replace('ami: al2023@v20260715', ID),
      upgraded.replace('ami: al2023@v20260715', ID),
    ],
    ['another patch release', VERSIONED, VERSIONED.replace('1.33.1', '1.33.5')],
    ['a version that is only written down', SETTINGS, upgraded],
  ])('replaces nothing: %s', (_name, before, after) => {
    const found = review(definition({ a: POOL }, before), definition({ a: POOL }, after));
    expect(found.nodePools.map(({ change, rotation }) => [change, rotation.scope])).toEqual([
      ['unchanged', 'none'],
    ]);
  });
});

describe('what one line does to several pools', () => {
  it('is said once, and names them', () => {
    const pools = { a: POOL, b: POOL, c: POOL };
    const found = review(definition(pools), definition(pools, SETTINGS.replace('@v20260715', '@latest')));
    expect(found.nodePools.flatMap((pool) => pool.dangers)).toEqual([]);
    expect(found.dangers.map(({ diagnostic: { code, message } }) => `${code} ${message}`)).toEqual([
      'PW9616 nodes of pool `a` follow every release of their image from now on; the same holds for `b` and `c`',
    ]);
  });

  it('is said of each where the lines are their own', () => {
    const [before, after] = ['720h', '900h'].map((age) =>
      definition({ a: `expire_after: ${age}`, b: `expire_after: ${age}` }),
    );
    const found = review(before, after);
    expect([found.dangers.length, ...found.nodePools.map((pool) => pool.dangers.length)]).toEqual([0, 1, 1]);
  });
});

describe('budgets of money', () => {
  const text = definition({ a: `${POOL}\nmax_monthly_usd: 100` }, `${SETTINGS}  max_monthly_usd: 500\n`);

  it('are no difference from objects, which do not have them', () => {
    const input = reviewInput(definition({ a: POOL }), text);
    const { base } = input;
    if (base === undefined) throw new Error('there is a base');
    const cluster = { ...base.compiled.cluster, isOfObjects: true as const };
    const live: ClusterReviewInput = { ...input, base: { ...base, compiled: { ...base.compiled, cluster } } };
    const changes = (one: ClusterReviewInput) => {
      const { change, nodePools } = reviewCluster(one);
      return [change, ...nodePools.map((pool) => [pool.change, ...pool.summary].join(': '))];
    };
    expect(changes(live)).toEqual(['unchanged', 'unchanged']);
    expect(changes(input)).toEqual(['changed', 'changed: monthly budget none → $100']);
  });
});

describe('lines', () => {
  it('of a label that goes is where it was', () => {
    const workloads = readExample('PW9631', 'workloads.yaml');
    const state = (pool: string) => ({ definition: definition({ a: pool }), workloads });
    const found = review(state('limits: {cpu: 9}\nlabels: {team: data}'), state('limits: {cpu: 9}'));
    const told = found.nodePools[0]?.dangers.find(({ diagnostic }) => diagnostic.code === 'PW9631');
    expect(told === undefined ? '' : placeOf(told.diagnostic.span)).toBe('clusters/web.yaml:9');
    expect(told?.diagnostic.message).toMatch(/of \w+ `[\w-]+\/[\w-]+`/);
  });

  it('of zones of a cluster count for all that they take away', () => {
    const body =
      'requirements:\n  - {key: node.kubernetes.io/instance-type, operator: In, values: [m5.large]}';
    const one = MACHINE_SETTINGS.replace('[eu-west-1a, eu-west-1b, eu-west-1c]', '[eu-west-1a]');
    const found = review(definition({ a: body }, MACHINE_SETTINGS), definition({ a: body }, one));
    expect(places(found).filter((text) => /PW9621|PW9651/.test(text))).toEqual([
      'PW9621 clusters/web.yaml:4',
      'PW9651 clusters/web.yaml:4',
    ]);
  });
});

describe('words', () => {
  const body =
    'requirements:\n  - {key: node.kubernetes.io/instance-type, operator: In, values: [m5.large, m5.xlarge]}';
  const summary = (found: ClusterReview) => found.nodePools.flatMap((pool) => pool.summary);

  it('tell tags of machines as those of node classes', () => {
    const tagged = MACHINE_SETTINGS.replace('node_class: {', 'node_class: {tags: {cost: "42"}, ');
    const found = review(definition({ a: body }, MACHINE_SETTINGS), definition({ a: body }, tagged));
    expect(summary(found)).toEqual(['tag cost=42 added']);
  });

  it('tell disks by what becomes of them', () => {
    const disks = (root: string, other: string) =>
      `${POOL}\nnode_class: {block_device_mappings: [{deviceName: /dev/xvda, rootVolume: true, ebs: {${root}}}${other}]}`;
    const found = review(
      definition({ a: disks('volumeSize: 20Gi, encrypted: true, volumeType: gp2', '') }),
      definition({
        a: disks(
          'volumeSize: 50Gi, encrypted: false, volumeType: gp3, iops: 4000',
          ', {deviceName: /dev/xvdb, ebs: {volumeSize: 9Gi}}',
        ),
      }),
    );
    expect(summary(found)).toEqual([
      'root volume 20Gi → 50Gi, type gp2 → gp3, iops none → 4000 and encrypted no more',
      'volume /dev/xvdb of 9Gi added',
    ]);
  });

  it('tell each group whose largest size is too small', () => {
    const sized = (most: number) =>
      definition(
        { a: body.replace('requirements', `cluster_api: {max_size: ${most}}\nrequirements`) },
        MACHINE_SETTINGS.replace('[eu-west-1a, eu-west-1b, eu-west-1c]', '[eu-west-1a]'),
      );
    const input = reviewInput(sized(9), sized(1));
    const groups = input.base?.compiled.pools[0]?.machines?.nodeGroups ?? [];
    const live = groups
      .flatMap(({ nodeLabels, name }, i) =>
        Array.from({ length: i + 2 }, (_, n) =>
          JSON.stringify({
            apiVersion: 'v1',
            kind: 'Node',
            metadata: {
              name: `${name}-${n}`,
              labels: nodeLabels,
              annotations: {
                'cluster.x-k8s.io/owner-kind': 'MachineSet',
                'cluster.x-k8s.io/owner-name': `${name}-abcde`,
              },
            },
            status: { capacity: { cpu: '2' } },
          }),
        ),
      )
      .join('\n---\n');
    const found = review(sized(9), sized(1), { live });
    const told = found.nodePools[0]?.dangers.find(({ diagnostic }) => diagnostic.code === 'PW9655');
    expect(told?.diagnostic.message).toMatch(
      /^the largest sizes of `[\w-]+` \(1, with 2 machines\) and `[\w-]+` \(1, with 3 machines\) are below the machines there are$/,
    );
  });
});
