import { describe, expect, it } from 'vitest';
import { clusterOf, findings, messages, poolOf, printOptions, printPool } from './print.ts';

/** Pools of a cluster that grows through Cluster API. */
function clusterApi(
  pools: string,
  { clusterApi: options = '', settings = '' }: { clusterApi?: string; settings?: string } = {},
): string {
  const indented = (text: string, by: string) => text.replaceAll('\n', `\n${by}`);
  return `poolwright:
  backend: cluster-autoscaler
  kubernetes_version: 1.34.2
  zones: [eu-west-1a, eu-west-1b]
  cluster_api: {${options}}
  ${indented(settings, '  ')}
node_pools:
  ${indented(pools, '  ')}
`;
}

describe('cluster_api of the settings', () => {
  it('has built-in values, located at the settings', () => {
    const { settings } = clusterOf(clusterApi('a: {}'));
    expect(printOptions(settings.clusterApi ?? {})).toMatchInlineSnapshot(
      `"{"clusterName":"example","namespace":"default","apiVersion":"v1beta2","bootstrap":"nodeadm","output":"machine-deployments","autoscalerVersion":"1.36","autoscalerNamespace":"kube-system","expanders":["priority","least-waste"],"balancing":"label","keyPrefix":"poolwright.dev","maxMachineDeployments":200,"additionalSyncMachineLabels":[],"machineTaintPropagation":false}"`,
    );
    expect(settings.clusterApi?.expanders[0]?.origin.layer).toEqual({ kind: 'built-in', set: 1 });
  });

  it('is all read', () => {
    const { settings } = clusterOf(
      clusterApi('a: {}', {
        clusterApi: `cluster_name: prod, namespace: capi, api_version: v1beta1, bootstrap: kubeadm, output: topology,
    topology: {worker_class: w, variables: {instance_type: t, image_id: i, volume_size_gib: v, spot: s, subnet_id: n}},
    cas_version: "1.37", autoscaler_namespace: as, expanders: [least-nodes, random], balancing: generic,
    key_prefix: example.com, max_machine_deployments_per_cluster: 9,
    additional_sync_machine_labels: ["^example[.]com/"], machine_taint_propagation: true`,
      }),
    );
    expect(printOptions(settings.clusterApi ?? {})).toMatchInlineSnapshot(
      `"{"clusterName":"prod","namespace":"capi","apiVersion":"v1beta1","bootstrap":"kubeadm","output":"topology","autoscalerVersion":"1.37","autoscalerNamespace":"as","expanders":["least-nodes","random"],"balancing":"generic","keyPrefix":"example.com","maxMachineDeployments":9,"additionalSyncMachineLabels":["^example[.]com/"],"machineTaintPropagation":true,"topology":{"workerClass":"w","variables":{"instanceType":"t","imageId":"i","volumeSizeGiB":"v","spot":"s","subnetId":"n"}}}"`,
    );
  });

  it('is there only where a pool needs it', () => {
    const text = (backend: string) =>
      `poolwright: {kubernetes_version: 1.34.2, cluster_api: {namespace: capi}}\nnode_pools: {a: {}, b: {backend: ${backend}}}`;
    expect(clusterOf(text('karpenter')).settings.clusterApi).toBeUndefined();
    const cluster = clusterOf(text('karpenter-cluster-api'));
    expect(cluster.settings.clusterApi?.namespace.value).toBe('capi');
    expect(cluster.pools.map(({ backend, clusterApi: own }) => [backend.value, own !== undefined])).toEqual([
      ['karpenter', false],
      ['karpenter-cluster-api', true],
    ]);
  });

  it('merges over that of the folder, key by key', () => {
    const defaults = 'poolwright: {cluster_api: {namespace: capi, max_types: 3, expanders: [random]}}';
    const { settings, pools } = clusterOf(clusterApi('a: {}', { clusterApi: 'expanders: [most-pods]' }), {
      defaults,
    });
    expect(settings.clusterApi?.namespace.value).toBe('capi');
    expect(settings.clusterApi?.expanders.map(({ value }) => value)).toEqual(['most-pods']);
    expect(pools[0]?.clusterApi?.maxTypes).toMatchObject({
      value: 3,
      origin: { layer: { kind: 'settings' } },
    });
  });

  it('says what is wrong with its values', () => {
    const text = clusterApi('a: {}', {
      clusterApi: `cluster_name: Prod, namespace: "", api_version: v1, bootstrap: cloudinit, output: x, infrastructure: aws,
    autoscaler_version: latest, autoscaler_namespace: a_b, balancing: on, key_prefix: example,
    additional_sync_machine_labels: ["(?!a)", "[a"], max_machine_deployments_per_cluster: 0, namespase: x`,
    });
    expect(findings(text)).toMatchInlineSnapshot(`
      [
        "5:31-35 error PW2023: \`cluster_name: Prod\` contains an upper-case letter",
        "5:48-50 error PW2023: \`namespace\` is empty",
        "5:65-67 error PW2022: \`api_version\` must be one of \`v1beta2\`, \`v1beta1\`, not \`v1\`",
        "5:80-89 error PW2022: \`bootstrap\` must be one of \`nodeadm\`, \`eks\`, \`kubeadm\`, not \`cloudinit\`",
        "5:99-100 error PW2022: \`output\` must be one of \`machine-deployments\`, \`topology\`, not \`x\`",
        "5:102-116 error PW2031: \`infrastructure\` is not supported yet",
        "  help: Remove it. The infrastructure follows from \`provider\`.",
        "6:25-31 error PW2065: \`autoscaler_version: latest\` is not a version",
        "  help: Write two or three numbers, such as \`"1.34"\`.",
        "6:55-58 error PW2023: \`autoscaler_namespace: a_b\` contains \`_\`",
        "6:71-73 error PW2022: \`balancing\` must be one of \`label\`, \`generic\`, \`off\`, not \`on\`",
        "6:87-94 error PW2023: \`key_prefix: example\` is not a domain",
        "  help: Write a domain of yours, such as \`example.com\`.",
        "7:38-45 error PW2023: \`(?!a)\` uses what Go does not have: lookaround, references back",
        "7:47-51 error PW2023: \`[a\` is not a regular expression",
        "7:91-92 error PW2023: \`max_machine_deployments_per_cluster\` must be at least 1, not \`0\`",
        "7:94-103 error PW2001: unknown key \`namespase\` in \`cluster_api\`",
        "  help: Did you mean \`namespace\`?",
      ]
    `);
  });

  it('says what is wrong with a chain of expanders', () => {
    const text = clusterApi('a: {}', {
      clusterApi: 'expanders: [random, price, least-wast, least-waste, least-waste, cheapest]',
    });
    expect(findings(text)).toMatchInlineSnapshot(`
      [
        "5:29-35 error PW2067: the expander \`random\` leaves nothing to those after it",
        "  help: Put it last.",
        "5:37-42 error PW2067: the expander \`price\` does not work with Cluster API, which knows no prices",
        "  help: Remove it, or the autoscaler ends at start-up. Use \`priority\` with \`price_tiers\`.",
        "5:44-54 error PW2067: there is no expander \`least-wast\`",
        "  help: Did you mean \`least-waste\`?",
        "5:69-80 error PW2067: the expander \`least-waste\` is named twice",
        "  5:56-67 first named here",
        "  help: Remove one of the two: the autoscaler refuses to start with such a chain.",
        "5:82-90 error PW2067: there is no expander \`cheapest\`",
        "  help: Expanders: \`least-waste\`, \`most-pods\`, \`least-nodes\`, \`priority\`, \`random\`, \`grpc\`.",
      ]
    `);
    expect(findings(clusterApi('a: {}', { clusterApi: 'expanders: []' }))).toMatchInlineSnapshot(`
      [
        "5:28-30 error PW2023: \`expanders\` must not be empty",
      ]
    `);
  });

  it('says what a topology needs', () => {
    expect(findings(clusterApi('a: {}', { clusterApi: 'output: topology' }))).toMatchInlineSnapshot(`
      [
        "5:25-33 error PW2068: \`output: topology\` needs to know the ClusterClass",
        "  help: Add \`topology: {worker_class: …, variables: {instance_type: …}}\` beside it.",
      ]
    `);
    expect(
      messages(clusterApi('a: {}', { clusterApi: 'output: topology, topology: {worker_klass: a}' })),
    ).toMatchInlineSnapshot(`
      [
        "5:35-43 error PW2020: \`worker_class\` is missing in \`topology\`",
        "5:46-58 error PW2001: unknown key \`worker_klass\` in \`topology\`",
      ]
    `);
  });
});

describe('kubernetes_version', () => {
  it('needs its patch version where machines say which they run', () => {
    const versions = [
      '',
      'kubernetes_version: "1.34"',
      'kubernetes_version: "1.34.2"',
      'kubernetes_version: x',
    ];
    const texts = versions.map(
      (version) => `poolwright:\n  backend: karpenter-cluster-api\n  ${version}\nnode_pools: {a: {}}`,
    );
    expect(texts.map((text) => findings(text))).toMatchInlineSnapshot(`
      [
        [
          "2:12-33 error PW2066: backend \`karpenter-cluster-api\` needs \`kubernetes_version\`: each machine says which one it runs",
          "  help: Add the version of the cluster to the \`poolwright\` settings, such as \`"1.34.2"\`.",
        ],
        [
          "3:23-29 error PW2066: \`kubernetes_version: 1.34\` lacks the patch version",
          "  2:12-33 backend \`karpenter-cluster-api\` needs it",
          "  help: Write all three numbers, such as \`"1.34.2"\`: each machine says which version it runs.",
        ],
        [],
        [
          "3:23-24 error PW2065: \`kubernetes_version: x\` is not a version",
          "  help: Write two or three numbers, such as \`"1.34"\`.",
        ],
      ]
    `);
    expect(messages('poolwright: {kubernetes_version: "1.34"}\nnode_pools: {a: {}}')).toEqual([]);
  });

  it('is that of the Cluster in a topology', () => {
    const text = `poolwright: {backend: cluster-autoscaler, cluster_api: {output: topology, topology: {worker_class: a}}}
node_pools: {a: {}}`;
    expect(messages(text)).toEqual([]);
  });
});

describe('cluster_api of a pool', () => {
  it('has built-in values, and no disruption of its own', () => {
    const pool = poolOf(clusterApi('a: {}'));
    expect(printPool(pool)).toMatchInlineSnapshot(`
      [
        "pool a",
        "  public: false",
        "  gpuEnabled: false",
        "  clusterApi: {"maxTypes":8,"maxMachineDeployments":48,"minSize":0,"limitStrategy":"independent","annotatedResources":"allocatable","priceTiers":1,"scaleDown":{},"csiDrivers":{}}",
      ]
    `);
    expect(pool.clusterApi?.maxTypes.origin).toMatchObject({
      span: pool.keySpan,
      layer: { kind: 'built-in', set: 1 },
    });
  });

  it('is all read', () => {
    const pool = poolOf(
      clusterApi(`a:
  cluster_api:
    max_types: 2
    max_machine_deployments: 6
    max_size: 10
    min_size: 2
    limit_strategy: quota
    annotated_resources: allocatable
    price_tiers: 3
    max_surge: 25%
    max_unavailable: 0
    deletion_order: Oldest
    scale_down: {utilization_threshold: 0.50, gpu_utilization_threshold: -1, unneeded_time: 5m, unready_time: 1h30m}
    max_node_provision_time: 20m
    max_node_startup_time: 10m
    csi_drivers: {ebs.csi.aws.com: 20}
    dra_driver: gpu.nvidia.com
    health_check: {unhealthy_after: 10m, node_startup_timeout: 20m, max_unhealthy: 3}`),
    );
    expect(printOptions(pool.clusterApi ?? {})).toMatchInlineSnapshot(
      `"{"maxTypes":2,"maxMachineDeployments":6,"minSize":2,"limitStrategy":"quota","annotatedResources":"allocatable","priceTiers":3,"scaleDown":{"utilizationThreshold":"0.50","gpuUtilizationThreshold":"-1","unneededTime":"5m","unreadyTime":"1h30m"},"csiDrivers":{"ebs.csi.aws.com":20},"maxSize":10,"maxSurge":"25%","maxUnavailable":"0","deletionOrder":"Oldest","maxNodeProvisionTime":"20m","maxNodeStartupTime":"10m","draDriver":"gpu.nvidia.com","healthCheck":{"unhealthyAfter":"10m","nodeStartupTimeout":"20m","maxUnhealthy":"3"}}"`,
    );
  });

  it('starts from the settings, pool_defaults and a profile, in this order', () => {
    const { pools } = clusterOf(
      clusterApi(
        'a: {profile: p, cluster_api: {max_surge: null}}\nb: {cluster_api: {health_check: {max_unhealthy: 1}}}',
        {
          clusterApi:
            'max_types: 1, max_size: 1, min_size: 1, max_surge: 2, balancing: generic, health_check: {unhealthy_after: 1m}',
          settings:
            'pool_defaults: {cluster_api: {max_size: 2, min_size: 2}}\nprofiles: {p: {cluster_api: {min_size: 3}}}',
        },
      ),
    );
    expect(pools.map(({ clusterApi: own }) => printOptions(own ?? {}))).toMatchInlineSnapshot(`
      [
        "{"maxTypes":1,"maxMachineDeployments":48,"minSize":3,"limitStrategy":"independent","annotatedResources":"capacity","priceTiers":1,"scaleDown":{},"csiDrivers":{},"maxSize":2,"healthCheck":{"unhealthyAfter":"1m","nodeStartupTimeout":"15m","maxUnhealthy":"40%"}}",
        "{"maxTypes":1,"maxMachineDeployments":48,"minSize":2,"limitStrategy":"independent","annotatedResources":"capacity","priceTiers":1,"scaleDown":{},"csiDrivers":{},"maxSize":2,"maxSurge":"2","healthCheck":{"unhealthyAfter":"1m","nodeStartupTimeout":"15m","maxUnhealthy":"1"}}",
      ]
    `);
    expect(pools[0]?.clusterApi?.maxSize?.origin.layer).toEqual({ kind: 'pool_defaults' });
  });

  it('says what is wrong with its values', () => {
    const text = clusterApi(`a:
  cluster_api:
    max_types: 0
    max_machine_deployments: 1.5
    max_size: 1000000000
    min_size: -1
    limit_strategy: shared
    max_surge: 101%
    max_unavailable: -1
    deletion_order: newest
    scale_down: {utilization_threshold: 50%, gpu_utilization_threshold: 2, unneeded_time: 7d, unready_time: -5m}
    max_node_provision_time: 10
    csi_drivers: {"a,b": 1, ok.example.com: -1}
    dra_driver: GPU
    health_check: {max_unhealthy: most}
    namespace: capi
    expander: [random]`);
    expect(findings(text)).toMatchInlineSnapshot(`
      [
        "10:18-19 error PW2023: \`max_types\` must be at least 1, not \`0\`",
        "11:32-35 error PW2021: \`max_machine_deployments\` must be an integer, not the number \`1.5\`",
        "12:17-27 error PW2023: \`max_size\` must be at most 999999999, not \`1000000000\`",
        "13:17-19 error PW2023: \`min_size\` must be at least 0, not \`-1\`",
        "14:23-29 error PW2022: \`limit_strategy\` must be one of \`independent\`, \`split\`, \`quota\`, not \`shared\`",
        "15:18-22 error PW2023: \`max_surge: 101%\` is neither a count nor a percentage",
        "  help: Write a whole number, such as \`1\`, or a percentage, such as \`40%\`.",
        "16:24-26 error PW2023: \`max_unavailable: -1\` is neither a count nor a percentage",
        "  help: Write a whole number, such as \`1\`, or a percentage, such as \`40%\`.",
        "17:23-29 error PW2022: \`deletion_order\` must be one of \`Random\`, \`Newest\`, \`Oldest\`, not \`newest\`",
        "  help: Write \`Newest\`: case counts.",
        "  fix: write \`Newest\`",
        "18:43-46 error PW2023: \`utilization_threshold: 50%\` is not a part of a node",
        "  help: Write a number from \`0\` to \`1\`, such as \`0.5\`, or \`-1\` for never.",
        "18:75-76 error PW2023: \`gpu_utilization_threshold: 2\` is not a part of a node",
        "  help: Write a number from \`0\` to \`1\`, such as \`0.5\`, or \`-1\` for never.",
        "18:93-95 error PW2023: \`unneeded_time: 7d\` is not a duration",
        "  help: Write hours, minutes and seconds, such as \`10m\` or \`1h30m\`. A day is \`24h\`.",
        "18:111-114 error PW2023: \`unready_time: -5m\` is not a duration",
        "  help: Write hours, minutes and seconds, such as \`10m\` or \`1h30m\`. A day is \`24h\`.",
        "19:32-34 error PW2023: \`max_node_provision_time: 10\` is not a duration",
        "  help: Write hours, minutes and seconds, such as \`10m\` or \`1h30m\`. A day is \`24h\`.",
        "20:21-26 error PW2023: the CSI driver \`a,b\` contains \`,\`",
        "20:47-49 error PW2023: \`ok.example.com\` must be at least 0, not \`-1\`",
        "21:19-22 error PW2023: \`dra_driver: GPU\` contains an upper-case letter",
        "22:37-41 error PW2023: \`max_unhealthy: most\` is neither a count nor a percentage",
        "  help: Write a whole number, such as \`1\`, or a percentage, such as \`40%\`.",
        "23:7-16 error PW2062: \`namespace\` holds for the whole cluster, so it cannot stand in a pool",
        "  help: Move it to \`cluster_api\` of the \`poolwright\` settings.",
        "24:7-15 error PW2001: unknown key \`expander\` in \`cluster_api\`",
        "  help: Known here: \`annotated_resources\`, \`csi_drivers\`, \`deletion_order\`, \`dra_driver\`, \`health_check\`, \`limit_strategy\`, \`max_machine_deployments\`, \`max_node_provision_time\`, \`max_node_startup_time\`, \`max_size\`, \`max_surge\`, \`max_types\`, \`max_unavailable\`, \`min_size\`, \`price_tiers\`, \`scale_down\`.",
      ]
    `);
  });

  it('can roll out', () => {
    const text = clusterApi(
      'a: {cluster_api: {max_surge: 0}}\nb: {cluster_api: {max_surge: 0, max_unavailable: 1}}\nc: {cluster_api: {max_surge: 0, max_unavailable: 0}}',
    );
    expect(findings(text)).toMatchInlineSnapshot(`
      [
        "8:32-33 error PW2070: \`max_surge: 0\` without \`max_unavailable\` leaves a new version no way in",
        "  help: Write \`max_unavailable: 1\`, or another surge.",
        "10:32-33 error PW2070: \`max_surge: 0\` with \`max_unavailable: 0\` leaves a new version no way in",
        "  help: Write \`max_unavailable: 1\`, or another surge.",
      ]
    `);
  });

  it('has annotations that go with the balancing', () => {
    const choices = [
      ['generic', 'allocatable'],
      ['generic', 'capacity'],
      ['label', 'capacity'],
      ['off', 'allocatable'],
    ] as const;
    const texts = choices.map(([balancing, resources]) =>
      clusterApi(`a: {cluster_api: {annotated_resources: ${resources}}}`, {
        clusterApi: `balancing: ${balancing}`,
      }),
    );
    expect(texts.map((text) => findings(text))).toMatchInlineSnapshot(`
      [
        [
          "8:42-53 warning PW2069: with \`balancing: generic\` a zone with nodes never looks like one without: the annotations say less than nodes announce",
          "  5:28-35 \`balancing\` is written here in the \`poolwright\` settings",
          "  help: Write \`annotated_resources: capacity\`, or \`balancing: label\`.",
        ],
        [],
        [
          "8:42-50 warning PW2069: the annotations promise more than pods get: a pod in between grows the group and stays pending",
          "  help: Write \`annotated_resources: allocatable\`. \`capacity\` serves \`balancing: generic\` only.",
        ],
        [],
      ]
    `);
  });
});
