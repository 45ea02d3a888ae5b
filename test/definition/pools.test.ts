import { describe, expect, it } from 'vitest';
import { MAX_POOLS } from '../../src/definition/read-pools.ts';
import { codes, findings, fixed, messages, poolOf, printPool, read } from './print.ts';

/** A file with one pool `a`, whose keys are given. */
function pool(body: string): string {
  return `node_pools:\n  a:\n${body.replace(/^(?=.)/gm, '    ')}\n`;
}

describe('keys of a pool', () => {
  it('reads every one', () => {
    const text = pool(`node_class:
  extra_securitygroup_ids: [sg-1]
  gpu_enabled: true
  public: true
  tags: {team: x}
  volumeSize: 100Gi
  ami: al2023@latest
  kubelet: {max_pods: 20}
annotations: {foo: bar}
labels: {foo: bar}
limits: {cpu: 111, memory: 100Gi}
requirements: [{key: a, operator: In, values: [b]}]
taints: [{key: a, effect: NoExecute}]
startup_taints: [{key: b, value: c, effect: PreferNoSchedule}]
weight: 10
disruption:
  consolidation_policy: Balanced
  consolidate_after: 5m
  budgets: [{nodes: "10", schedule: "0 9 * * *", duration: 8h, reasons: [Empty, Drifted]}, {nodes: 20%}]
expire_after: Never
termination_grace_period: 1h
replicas: 3
backend: karpenter
max_monthly_usd: 100.5
max_monthly_usd_at_limits: 1000
dedicated: team
dedicated_key: example.com/owner
cluster_api: {max_types: 3}`);
    expect(messages(text)).toEqual([]);
    expect(printPool(poolOf(text))).toMatchInlineSnapshot(`
      [
        "pool a",
        "  public: true",
        "  gpuEnabled: true",
        "  volumeSize: 100Gi",
        "  tags: team=x",
        "  extraSecurityGroupIds: sg-1",
        "  rest: {"ami":"al2023@latest","kubelet":{"max_pods":20}}",
        "  labels: foo=bar example.com/owner=team",
        "  annotations: foo=bar",
        "  limits: cpu=111 memory=100Gi",
        "  requirements: a In [b]",
        "  taints: a:NoExecute example.com/owner=team:NoSchedule",
        "  startupTaints: b=c:PreferNoSchedule",
        "  weight: 10",
        "  disruption: Balanced 5m [10 0 9 * * * 8h Empty+Drifted, 20%]",
        "  expireAfter: Never",
        "  terminationGracePeriod: 1h",
        "  replicas: 3",
        "  maxMonthlyUsd: 100.5",
        "  maxMonthlyUsdAtLimits: 1000",
      ]
    `);
  });

  it('accepts null for every one, and an empty pool', () => {
    const keys = [
      'node_class',
      'annotations',
      'labels',
      'limits',
      'requirements',
      'taints',
      'startup_taints',
      'weight',
      'disruption',
      'expire_after',
      'termination_grace_period',
      'replicas',
      'profile',
      'backend',
      'max_monthly_usd',
      'max_monthly_usd_at_limits',
      'dedicated',
      'dedicated_key',
      'cluster_api',
    ];
    const nothing = poolOf('node_pools: {a: {}}');
    const nulls = pool(keys.map((key) => `${key}:`).join('\n'));
    expect(messages(nulls)).toEqual([]);
    expect(printPool(poolOf(nulls))).toEqual(printPool(nothing));
    expect(printPool(poolOf('node_pools: {a: }'))).toEqual(printPool(nothing));
  });

  it('keeps what it does not know of node_class for the provider', () => {
    const { nodeClass } = poolOf(pool('node_class: {userData: x, anything: [1]}'));
    expect([...nodeClass.rest.entries.keys()]).toEqual(['userData', 'anything']);
  });

  it('suggests the nearest key, the block it belongs to, or our spelling', () => {
    expect(
      findings(
        pool(
          'requirement: []\nvolumeSize: 1Gi\nconsolidate_after: 1m\nexpireAfter: 1h\nStartup-Taints: []\nquux: 1',
        ),
      ),
    ).toMatchInlineSnapshot(`
      [
        "3:5-16 error PW2001: unknown key \`requirement\`",
        "  help: Did you mean \`requirements\`?",
        "4:5-15 error PW2001: unknown key \`volumeSize\`",
        "  help: It belongs under \`node_class\`.",
        "5:5-22 error PW2001: unknown key \`consolidate_after\`",
        "  help: It belongs under \`disruption\`.",
        "6:5-16 error PW2001: unknown key \`expireAfter\`",
        "  help: Did you mean \`expire_after\`?",
        "  fix: write \`expire_after\`",
        "7:5-19 error PW2001: unknown key \`Startup-Taints\`",
        "  help: Did you mean \`startup_taints\`?",
        "  fix: write \`startup_taints\`",
        "8:5-9 error PW2001: unknown key \`quux\`",
        "  help: Known here: \`annotations\`, \`backend\`, \`cluster_api\`, \`dedicated\`, \`dedicated_key\`, \`defaults\`, \`disruption\`, \`expire_after\`, \`labels\`, \`limits\`, \`max_monthly_usd\`, \`max_monthly_usd_at_limits\`, \`node_class\`, \`node_class_name\`, \`profile\`, \`replicas\`, \`requirements\`, \`startup_taints\`, \`taints\`, \`termination_grace_period\`, \`weight\`.",
      ]
    `);
    expect(fixed(pool('expireAfter: 1h\nStartup-Taints: []'))).toBe(
      pool('expire_after: 1h\nstartup_taints: []'),
    );
  });

  it.each([
    ['min_values: 2', '`requirements`'],
    ['minValues: 2', '`requirements`'],
    ['operator: In', '`requirements`'],
    ['effect: NoSchedule', '`taints` or `startup_taints`'],
    ['disruption: {schedule: "@daily"}', '`budgets`'],
  ])('says that %s belongs in an item of %s', (text, lists) => {
    expect(findings(pool(text)).filter((line) => line.startsWith('  help'))).toEqual([
      `  help: It belongs in an item of ${lists}.`,
    ]);
  });

  it('says of planned keys that they are not there yet', () => {
    expect(findings(pool('headroom: {cpu: 1}\nspot_percentage: 50'))).toMatchInlineSnapshot(`
      [
        "3:5-13 error PW2031: \`headroom\` is not supported yet",
        "  help: Remove it. Until it is supported, run pause pods with a low priority class to keep capacity spare.",
        "4:5-20 error PW2031: \`spot_percentage\` is not supported yet",
        "  help: Remove it. Until it is supported, use one pool for spot and one for on-demand, with weights or limits.",
      ]
    `);
  });

  it('refuses a backend that does not exist', () => {
    expect(findings(pool('backend: cluster-autoscalr'))).toMatchInlineSnapshot(`
      [
        "3:14-31 error PW2060: there is no backend \`cluster-autoscalr\`",
        "  help: Available: \`karpenter\`, \`cluster-autoscaler\`, \`karpenter-cluster-api\`.",
      ]
    `);
    expect(codes(pool('backend: karpentr'))).toEqual(['PW2060']);
  });

  it('accepts the older spelling of volumeSize with a note', () => {
    const text = pool('node_class: {volume_size: 100Gi}');
    expect(findings(text)).toMatchInlineSnapshot(`
      [
        "3:18-29 info PW2029: \`volume_size\` is spelt \`volumeSize\` in the documented format",
        "  help: Both are accepted.",
        "  fix: write \`volumeSize\`",
      ]
    `);
    expect(poolOf(text).nodeClass.volumeSize?.value).toBe('100Gi');
    expect(fixed(text)).toBe(pool('node_class: {volumeSize: 100Gi}'));
  });
});

describe('values of the wrong type', () => {
  it('says what is wanted, at the value', () => {
    expect(
      findings(
        pool(`weight: "10"
replicas: 1.5
labels: [a]
limits: 3
taints: {key: a, effect: NoSchedule}
disruption: {budgets: {nodes: 10%}}
node_class: {public: yes, gpu_enabled: "no", extra_securitygroup_ids: sg-1, tags: x}
max_monthly_usd: -1
cluster_api: []`),
      ),
    ).toMatchInlineSnapshot(`
      [
        "3:13-17 error PW2021: \`weight\` must be a number, not the text \`10\`",
        "  help: Write \`10\`, without quotes.",
        "  fix: write \`10\`",
        "4:15-18 error PW2021: \`replicas\` must be an integer, not the number \`1.5\`",
        "5:13-16 error PW2021: \`labels\` must be a map, not a list",
        "6:13-14 error PW2021: \`limits\` must be a map, not the number \`3\`",
        "7:13-41 error PW2021: \`taints\` must be a list, not a map",
        "  help: Write a list with this as its only item.",
        "  fix: write a list",
        "8:27-39 error PW2021: \`budgets\` must be a list, not a map",
        "  help: Write a list with this as its only item.",
        "  fix: write a list",
        "9:26-29 error PW2021: \`public\` must be \`true\` or \`false\`, not the text \`yes\`",
        "  help: Write \`true\`, without quotes.",
        "  fix: write \`true\`",
        "9:44-48 error PW2021: \`gpu_enabled\` must be \`true\` or \`false\`, not the text \`no\`",
        "  help: Write \`false\`, without quotes.",
        "  fix: write \`false\`",
        "9:75-79 error PW2021: \`extra_securitygroup_ids\` must be a list, not the text \`sg-1\`",
        "  help: Write a list with this as its only item.",
        "  fix: write \`[sg-1]\`",
        "9:87-88 error PW2021: \`tags\` must be a map, not the text \`x\`",
        "10:22-24 error PW2023: \`max_monthly_usd\` must be greater than 0, not \`-1\`",
        "11:18-20 error PW2021: \`cluster_api\` must be a map, not a list",
      ]
    `);
  });

  it('mends what can only mean one thing', () => {
    expect(
      fixed(
        pool(`weight: "10" # ten
taints: {key: a, effect: NoSchedule}
node_class: {public: yes, gpu_enabled: 'no', extra_securitygroup_ids: sg-1}
requirements: {key: a, operator: IN, values: x}
disruption:
  consolidation_policy: whenempty
  budgets:
    # at most a tenth
    nodes: 10%
    reasons:
      - empty`),
      ),
    ).toBe(
      pool(`weight: 10 # ten
taints: [{key: a, effect: NoSchedule}]
node_class: {public: true, gpu_enabled: false, extra_securitygroup_ids: [sg-1]}
requirements: [{key: a, operator: In, values: [x]}]
disruption:
  consolidation_policy: WhenEmpty
  budgets:
    # at most a tenth
    - nodes: 10%
      reasons:
        - Empty`),
    );
  });

  it('names the policy that replaced an older one', () => {
    expect(findings(pool('disruption: {consolidation_policy: WhenUnderutilized}'))).toMatchInlineSnapshot(`
      [
        "3:40-57 error PW2022: \`consolidation_policy\` must be one of \`WhenEmptyOrUnderutilized\`, \`WhenEmpty\`, \`Balanced\`, not \`WhenUnderutilized\`",
        "  help: It is called \`WhenEmptyOrUnderutilized\` since version 1 of the API.",
      ]
    `);
  });
});

describe('limits', () => {
  it('takes numbers as the documented format shows them', () => {
    const text = pool('limits: {cpu: 111, memory: 100Gi, nvidia.com/gpu: 4, pods: 1.5e3}');
    expect(messages(text)).toEqual([]);
    expect([...poolOf(text).limits].map(([key, { value }]) => `${key}=${value}`)).toEqual([
      'cpu=111',
      'memory=100Gi',
      'nvidia.com/gpu=4',
      'pods=1.5e3',
    ]);
  });

  it('explains what is not a quantity', () => {
    expect(
      findings(pool('limits: {cpu: 100GB, memory: "100gi", pods: 1k5, nodes: ten}')),
    ).toMatchInlineSnapshot(`
      [
        "3:19-24 error PW2026: limit \`cpu\`: \`100GB\` is not a quantity",
        "  help: Write \`100G\` or \`100Gi\` (powers of 1000 or of 1024).",
        "  fix: write \`100G\`",
        "3:34-41 error PW2026: limit \`memory\`: \`100gi\` is not a quantity",
        "  help: Write \`100Gi\`.",
        "  fix: write \`100Gi\`",
        "3:49-52 error PW2026: limit \`pods\`: \`1k5\` has a suffix that quantities do not know",
        "  help: Write a number with an optional suffix: \`100\`, \`500m\`, \`100Gi\`, \`100G\`.",
        "3:61-64 error PW2026: limit \`nodes\`: \`ten\` is not a quantity",
        "  help: Write a number with an optional suffix: \`100\`, \`500m\`, \`100Gi\`, \`100G\`.",
      ]
    `);
    expect(fixed(pool('limits: {cpu: 100GB, memory: "100gi"}'))).toBe(
      pool('limits: {cpu: 100G, memory: "100Gi"}'),
    );
  });

  it('doubts memory in bytes', () => {
    expect(findings(pool('limits: {memory: 100, ephemeral-storage: "107374182400"}'))).toMatchInlineSnapshot(`
      [
        "3:22-25 warning PW2027: limit \`memory\` is \`100\` without a unit, which counts bytes",
        "  help: Write the unit, such as \`100Gi\` for gibibytes.",
        "3:46-60 warning PW2027: limit \`ephemeral-storage\` is \`107374182400\` without a unit, which counts bytes",
        "  help: Write \`100Gi\`, which is the same.",
        "  fix: write \`100Gi\`",
      ]
    `);
  });

  it('doubts numbers that are octal to some readers', () => {
    expect(codes(pool('limits: {cpu: 010, pods: 0x10}'))).toEqual(['PW2025', 'PW2025', 'PW2026']);
  });
});

describe('taints', () => {
  it('refuses an empty value, however it is written, and can take it out', () => {
    const block = pool(
      'taints:\n  - effect: NoSchedule\n    # why\n    key: role\n    value: "" # gone\n  - value: \'\'\n    key: a\n    effect: NoExecute',
    );
    expect(findings(block)).toMatchInlineSnapshot(`
      [
        "7:16-18 error PW2028: the value of the taint is empty",
        "  help: Leave \`value\` out: the API server accepts a taint without a value, but not an empty one.",
        "  fix: remove \`value\`",
        "8:16-18 error PW2028: the value of the taint is empty",
        "  help: Leave \`value\` out: the API server accepts a taint without a value, but not an empty one.",
        "  fix: remove \`value\`",
      ]
    `);
    expect(fixed(block)).toBe(
      pool('taints:\n  - effect: NoSchedule\n    # why\n    key: role\n  - key: a\n    effect: NoExecute'),
    );
    expect(
      fixed(pool('taints: [{key: a, value: "", effect: NoExecute}, {key: b, effect: NoExecute, value: ""}]')),
    ).toBe(pool('taints: [{key: a, effect: NoExecute}, {key: b, effect: NoExecute}]'));
  });

  it('does not guess how to take out an anchored value', () => {
    const text = pool(
      'taints: [{key: a, value: &x "", effect: NoExecute}, {key: b, value: *x, effect: NoExecute}]',
    );
    expect(codes(text)).toEqual(['PW2028', 'PW2028']);
    expect(fixed(text)).toBe(text);
  });

  it('wants effects in exact case', () => {
    expect(
      findings(pool('taints: [{key: a, effect: noschedule}, {key: b, effect: Evict}]')),
    ).toMatchInlineSnapshot(`
      [
        "3:31-41 error PW2022: \`effect\` must be one of \`NoSchedule\`, \`PreferNoSchedule\`, \`NoExecute\`, not \`noschedule\`",
        "  help: Write \`NoSchedule\`: case counts.",
        "  fix: write \`NoSchedule\`",
        "3:61-66 error PW2022: \`effect\` must be one of \`NoSchedule\`, \`PreferNoSchedule\`, \`NoExecute\`, not \`Evict\`",
      ]
    `);
  });
});

describe('text that YAML takes for something else', () => {
  it('converts plain numbers and booleans with a note', () => {
    const text = pool(
      'labels: {a: 12, b: true}\nrequirements: [{key: x, operator: Gt, values: [4]}]\ndisruption: {budgets: [{nodes: 10}]}',
    );
    expect(findings(text)).toMatchInlineSnapshot(`
      [
        "3:17-19 info PW2024: the number \`12\` is taken as text",
        "  help: Text is wanted here. Quotes say so.",
        "  fix: write \`"12"\`",
        "3:24-28 info PW2024: the boolean \`true\` is taken as text",
        "  help: Text is wanted here. Quotes say so.",
        "  fix: write \`"true"\`",
        "4:52-53 info PW2024: the number \`4\` is taken as text",
        "  help: Text is wanted here. Quotes say so.",
        "  fix: write \`"4"\`",
        "5:36-38 info PW2024: the number \`10\` is taken as text",
        "  help: Text is wanted here. Quotes say so.",
        "  fix: write \`"10"\`",
      ]
    `);
    expect(codes(fixed(text))).toEqual([]);
  });

  it('warns where readers disagree, and goes by what is written', () => {
    const text = pool(
      'labels: {a: 010, b: yes, c: 1.10, d: 1e3, e: 2024-01-01, f: 12:30, g: 0x1F, h: 1_000, i: True, j: .inf, k: 0o17, l: off}',
    );
    expect(messages(text)).toMatchInlineSnapshot(`
      [
        "3:17-20 warning PW2025: \`010\` without quotes is the number 10 to YAML",
        "3:25-28 warning PW2025: \`yes\` without quotes is a boolean to YAML 1.1 readers",
        "3:33-37 warning PW2025: \`1.10\` without quotes is the number 1.1 to YAML",
        "3:42-45 warning PW2025: \`1e3\` without quotes is the number 1000 to YAML",
        "3:50-60 warning PW2025: \`2024-01-01\` without quotes is a date to YAML 1.1 readers",
        "3:65-70 warning PW2025: \`12:30\` without quotes is a number in base 60 to YAML 1.1 readers",
        "3:75-79 warning PW2025: \`0x1F\` without quotes is the number 31 to YAML",
        "3:84-89 warning PW2025: \`1_000\` without quotes is a number to YAML 1.1 readers",
        "3:94-98 warning PW2025: \`True\` without quotes is the boolean true to YAML",
        "3:103-107 warning PW2025: \`.inf\` without quotes is the number Infinity to YAML",
        "3:112-116 warning PW2025: \`0o17\` without quotes is the number 15 to YAML",
        "3:121-124 warning PW2025: \`off\` without quotes is a boolean to YAML 1.1 readers",
      ]
    `);
    expect(printPool(poolOf(text)).find((line) => line.includes('labels'))).toBe(
      '  labels: a=010 b=yes c=1.10 d=1e3 e=2024-01-01 f=12:30 g=0x1F h=1_000 i=True j=.inf k=0o17 l=off',
    );
    expect(codes(fixed(text))).toEqual([]);
  });

  it('has nothing to say about quoted text and ordinary words', () => {
    expect(
      messages(pool('labels: {a: "010", b: \'yes\', c: yesterday, d: v1.10, e: 1.2.3, f: y, g: "", h: x}')),
    ).toEqual([]);
  });

  it('leaves durations and sizes without a unit to those who know the units', () => {
    const text = pool('expire_after: 720\nnode_class: {volumeSize: 100}');
    expect(messages(text)).toEqual([]);
    expect(poolOf(text).expireAfter?.value).toBe('720');
    expect(poolOf(text).nodeClass.volumeSize?.value).toBe('100');
  });

  it('keeps integers of any size exact', () => {
    expect(poolOf(pool('labels: {a: 123456789012345678901234567890}')).labels.get('a')?.value).toBe(
      '123456789012345678901234567890',
    );
  });
});

describe('names of pools', () => {
  it('are DNS labels', () => {
    expect(findings('node_pools: {my_pool: {}, Default: {}, -: {}, a.b: {}}')).toMatchInlineSnapshot(`
      [
        "1:14-21 error PW2010: the pool name \`my_pool\` contains \`_\`",
        "  help: Call it \`my-pool\`. A pool that runs already is replaced with all its nodes when renamed.",
        "1:27-34 error PW2010: the pool name \`Default\` contains an upper-case letter",
        "  help: Call it \`default\`. A pool that runs already is replaced with all its nodes when renamed.",
        "1:40-41 error PW2010: the pool name \`-\` does not start and end with a letter or digit",
        "  help: Use lower-case letters, digits and dashes, at most 63.",
        "1:47-50 error PW2010: the pool name \`a.b\` contains \`.\`",
        "  help: Call it \`a-b\`. A pool that runs already is replaced with all its nodes when renamed.",
      ]
    `);
    expect(codes(`node_pools: {${'a'.repeat(63)}: {}}`)).toEqual([]);
    expect(codes(`node_pools: {${'a'.repeat(64)}: {}}`)).toEqual(['PW2010']);
  });

  it('are not mended by a machine: another name is another pool', () => {
    expect(fixed('node_pools: {my_pool: {}}')).toBe('node_pools: {my_pool: {}}');
  });

  it('may be what YAML takes for something else', () => {
    expect(
      read('node_pools: {1: {}, true: {}, null: {}, 010: {}}').clusters[0]?.pools.map(({ name }) => name),
    ).toEqual(['1', 'true', 'null', '010']);
  });
});

describe('many pools', () => {
  const pools = (count: number) =>
    `node_pools:\n${Array.from({ length: count }, (_, i) => `  p${i}: {}\n`).join('')}`;

  it('are read up to the limit', () => {
    expect(read(pools(MAX_POOLS)).clusters[0]?.pools).toHaveLength(MAX_POOLS);
  });

  it('are refused beyond it', () => {
    const text = pools(MAX_POOLS + 1);
    expect(findings(text)).toMatchInlineSnapshot(`
      [
        "5002:3-8 error PW2009: there are 5001 node pools, more than 5000",
        "  help: Split them over several clusters.",
      ]
    `);
    expect(read(text).clusters[0]?.failedPools).toHaveLength(MAX_POOLS + 1);
  });
});

describe('a mistake in one pool', () => {
  it('does not keep the others from being read', () => {
    const { clusters, diagnostics } = read('node_pools: {a: {weight: x}, b: {}, c: [], d: {wait: 1}}');
    expect(clusters[0]?.pools.map(({ name }) => name)).toEqual(['a', 'b', 'd']);
    expect(clusters[0]?.pools.map(({ incomplete }) => incomplete?.has('weight'))).toEqual([
      true,
      undefined,
      true,
    ]);
    expect(clusters[0]?.failedPools).toEqual(['a', 'c', 'd']);
    expect(diagnostics.map(({ code }) => code)).toEqual(['PW2021', 'PW2021', 'PW2001']);
  });

  it('behind an alias shows both places, whatever it is about', () => {
    const text = `x-common: &c {labels: {a: 010}, limits: {memory: 1}, requirements: {n: {key: a, operator: Exists}}}
node_pools:
  a: *c
`;
    expect(findings(text)).toMatchInlineSnapshot(`
      [
        "3:6-8 warning PW2025: \`010\` without quotes is the number 10 to YAML",
        "  1:27-30 it is written here",
        "  help: It is taken as the text \`010\`. Put it in quotes, so that every reader agrees.",
        "3:6-8 warning PW2027: limit \`memory\` is \`1\` without a unit, which counts bytes",
        "  1:50-51 it is written here",
        "  help: Write the unit, such as \`100Gi\` for gibibytes.",
        "3:6-8 info PW2040: the requirements are written as a dictionary",
        "  1:68-99 it is written here",
        "  help: They are used in this order. A list is the usual form.",
      ]
    `);
    expect(fixed(text)).toBe(text);
  });

  it('behind an alias is blamed on the alias, and shows where it is written', () => {
    expect(
      findings('node_pools:\n  a: &a {weight: x}\n  b: *a\n  c: {<<: *a, labels: {}}\n'),
    ).toMatchInlineSnapshot(`
      [
        "2:18-19 error PW2021: \`weight\` must be a number, not the text \`x\`",
        "3:6-8 error PW2021: \`weight\` must be a number, not the text \`x\`",
        "  2:18-19 the alias stands for this value",
        "4:11-13 error PW2021: \`weight\` must be a number, not the text \`x\`",
        "  2:18-19 the alias stands for this value",
      ]
    `);
  });
});
