import { describe, expect, it } from 'vitest';
import { toPlain } from '../../src/diagnostics/to-plain.ts';
import { clusterOf, codes, findings, fixed, messages, printRequirement, read } from './print.ts';

/** A cluster with one empty pool and these settings. */
function settings(body: string): string {
  return `poolwright:\n${body.replace(/^(?=.)/gm, '  ')}\nnode_pools: {a: {}}\n`;
}

const defaults = (body: string) => ({ defaults: `poolwright:\n${body.replace(/^(?=.)/gm, '  ')}\n` });

describe('settings', () => {
  it('have built-in values', () => {
    const { settings: found } = clusterOf('node_pools: {a: {}}', { file: 'prod.yaml' });
    expect({
      provider: found.provider.value,
      backend: found.backend.value,
      karpenterVersion: found.karpenterVersion.value,
      defaults: found.defaults.value,
      workloads: found.workloads.map(({ value }) => value),
      spotPriceRatio: found.spotPriceRatio.value,
      failOn: found.failOn.value,
      rules: found.rules.size,
      priceAdjustments: found.priceAdjustments,
    }).toMatchInlineSnapshot(`
      {
        "backend": "karpenter",
        "defaults": 1,
        "failOn": "error",
        "karpenterVersion": "1.14",
        "priceAdjustments": [],
        "provider": "aws",
        "rules": 0,
        "spotPriceRatio": 0.4,
        "workloads": [
          "prod/workloads/**/*.{yaml,yml,json}",
        ],
      }
    `);
    expect(found.provider.origin.layer).toEqual({ kind: 'built-in', set: 1 });
    for (const key of ['region', 'zones', 'kubernetesVersion', 'catalogue'] as const) {
      expect(found).not.toHaveProperty(key);
    }
  });

  it('are all read', () => {
    const text = settings(`cluster: own
provider: aws
backend: karpenter
region: eu-west-1
zones: [eu-west-1a, eu-west-1b]
kubernetes_version: "1.34"
karpenter_version: "1.14"
defaults: 1
workloads: manifests/*.yaml
scenarios:
  zone-down:
    description: zone a is gone
    unavailable: [{zones: [eu-west-1a]}, {instance_types: [m7i.large], capacity_types: [spot]}]
  peak:
    zone_outage: [eu-west-1b]
    unavailable: [{instance_families: [m5]}]
    replicas_percent: 150
    memory: warm
max_monthly_usd: 1000
max_monthly_usd_at_limits: 5000
catalogue: ./snapshot.json
spot_price_ratio: 0.5
price_adjustments:
  - {where: [{key: karpenter.k8s.aws/instance-family, operator: In, values: [m7i]}], percent: -30}
  - {where: {node: {key: karpenter.k8s.aws/instance-family, operator: In, values: [c7i]}}, price: 0.1}
discovery_tags: {team: x}
public_subnet_tags: {tier: public}
private_subnet_tags: {tier: 1}
rules: {PW2012: off, PW2024: warning}
fail_on: warning
cluster_api: {namespace: capi}`);
    const { settings: found } = clusterOf(text);
    expect(messages(text)).toMatchInlineSnapshot(`
      [
        "26:8-13 info PW2040: the requirements are written as a dictionary",
        "29:31-32 info PW2024: the number \`1\` is taken as text",
      ]
    `);
    expect({
      region: found.region?.value,
      zones: found.zones?.map(({ value }) => value),
      kubernetesVersion: found.kubernetesVersion?.value,
      workloads: found.workloads.map(({ value }) => value),
      scenarios: found.scenarios,
      money: [found.maxMonthlyUsd?.value, found.maxMonthlyUsdAtLimits?.value],
      catalogue: found.catalogue?.value,
      spotPriceRatio: found.spotPriceRatio.value,
      priceAdjustments: found.priceAdjustments.map((one) => [
        one.where.map(printRequirement),
        one.percent?.value,
        one.pricePerHourUsd?.value,
      ]),
      tags: [found.discoveryTags, found.publicSubnetTags, found.privateSubnetTags].map((tags) =>
        tags === undefined ? undefined : toPlain(tags),
      ),
      rules: [...found.rules].map(([code, { value }]) => `${code} ${value}`),
      failOn: found.failOn.value,
      clusterApi: found.clusterApi,
    }).toMatchInlineSnapshot(`
      {
        "catalogue": "./snapshot.json",
        "clusterApi": undefined,
        "failOn": "warning",
        "kubernetesVersion": "1.34",
        "money": [
          1000,
          5000,
        ],
        "priceAdjustments": [
          [
            [
              "karpenter.k8s.aws/instance-family In [m7i]",
            ],
            -30,
            undefined,
          ],
          [
            [
              "karpenter.k8s.aws/instance-family In [c7i]",
            ],
            undefined,
            0.1,
          ],
        ],
        "region": "eu-west-1",
        "rules": [
          "PW2012 off",
          "PW2024 warning",
        ],
        "scenarios": [
          {
            "description": "zone a is gone",
            "lostZones": [],
            "memory": "cold",
            "name": "zone-down",
            "replicasPercent": 100,
            "unavailable": [
              {
                "zones": [
                  "eu-west-1a",
                ],
              },
              {
                "capacityTypes": [
                  "spot",
                ],
                "instanceTypes": [
                  "m7i.large",
                ],
              },
            ],
          },
          {
            "lostZones": [
              "eu-west-1b",
            ],
            "memory": "warm",
            "name": "peak",
            "replicasPercent": 150,
            "unavailable": [
              {
                "instanceFamilies": [
                  "m5",
                ],
              },
            ],
          },
        ],
        "spotPriceRatio": 0.5,
        "tags": [
          {
            "team": "x",
          },
          {
            "tier": "public",
          },
          {
            "tier": "1",
          },
        ],
        "workloads": [
          "manifests/*.yaml",
        ],
        "zones": [
          "eu-west-1a",
          "eu-west-1b",
        ],
      }
    `);
  });

  it('accept null for everything', () => {
    const keys = [
      'cluster',
      'provider',
      'backend',
      'region',
      'zones',
      'kubernetes_version',
      'karpenter_version',
      'defaults',
      'node_class',
      'pool_defaults',
      'profiles',
      'workloads',
      'scenarios',
      'max_monthly_usd',
      'max_monthly_usd_at_limits',
      'catalogue',
      'spot_price_ratio',
      'price_adjustments',
      'discovery_tags',
      'public_subnet_tags',
      'private_subnet_tags',
      'rules',
      'fail_on',
      'cluster_api',
    ];
    expect(messages(settings(keys.map((key) => `${key}:`).join('\n')))).toEqual([]);
    expect(messages('poolwright:\nnode_pools: {a: {}}')).toEqual([]);
  });

  it('explain what is wrong with them, all in one run', () => {
    expect(
      findings(
        settings(`regoin: x
region: [x]
zones: eu-west-1a
kubernetes_version: v1.34
karpenter_version: latest
defaults: 2
spot_price_ratio: 40
max_monthly_usd: 0
fail_on: Error
workloads: [3, ""]
price_adjustments: [{where: []}, {where: [], percent: 1, price: 1}, {percent: -101}]
scenarios: {a: {unavailable: {zones: [x]}}, b: {unavailable: [{zone: x}]}, c: {replicas_percent: -1}}
cluster_api: 3
discovery_tags: [x]`),
      ),
    ).toMatchInlineSnapshot(`
      [
        "2:3-9 error PW2001: unknown key \`regoin\`",
        "  help: Did you mean \`region\`?",
        "3:11-14 error PW2021: \`region\` must be a string, not a list",
        "4:10-20 error PW2021: \`zones\` must be a list, not the text \`eu-west-1a\`",
        "  help: Write a list with this as its only item.",
        "  fix: write \`[eu-west-1a]\`",
        "5:23-28 error PW2065: \`kubernetes_version: v1.34\` is not a version",
        "  help: Write \`"1.34"\`.",
        "  fix: write \`"1.34"\`",
        "6:22-28 error PW2065: \`karpenter_version: latest\` is not a version",
        "  help: Write two or three numbers, such as \`"1.34"\`.",
        "7:13-14 error PW2061: there is no built-in set 2",
        "  help: This version has: \`0\`, \`1\`.",
        "8:21-23 error PW2023: \`spot_price_ratio\` must be at most 1, not \`40\`",
        "9:20-21 error PW2023: \`max_monthly_usd\` must be greater than 0, not \`0\`",
        "10:12-17 error PW2022: \`fail_on\` must be one of \`error\`, \`warning\`, \`info\`, not \`Error\`",
        "  help: Write \`error\`: case counts.",
        "  fix: write \`error\`",
        "11:15-16 info PW2024: the number \`3\` is taken as text",
        "  help: Text is wanted here. Quotes say so.",
        "  fix: write \`"3"\`",
        "11:18-20 error PW2023: an item of \`workloads\` must not be empty",
        "12:24-29 error PW2023: the price adjustment has neither \`percent\` nor \`price\`",
        "  help: Write one of the two: a change in percent, or a price in US dollars an hour.",
        "12:37-42 error PW2023: the price adjustment has both \`percent\` and \`price\`",
        "  help: Write one of the two: a change in percent, or a price in US dollars an hour.",
        "12:72-79 error PW2020: \`where\` is missing in this item of \`price_adjustments\`",
        "12:81-85 error PW2023: \`percent\` must be at least -100, not \`-101\`",
        "13:32-44 error PW2021: \`unavailable\` must be a list, not a map",
        "  help: Write a list with this as its only item.",
        "  fix: write a list",
        "13:66-70 error PW2001: unknown key \`zone\` in this item of \`unavailable\`",
        "  help: Did you mean \`zones\`?",
        "13:100-102 error PW2023: \`replicas_percent\` must be at least 0, not \`-1\`",
        "14:16-17 error PW2021: \`cluster_api\` must be a map, not the number \`3\`",
        "15:19-22 error PW2021: \`discovery_tags\` must be a map, not a list",
      ]
    `);
  });

  it('must be a map', () => {
    expect(findings('poolwright: aws\nnode_pools: {a: {}}')).toMatchInlineSnapshot(`
      [
        "1:1-11 error PW2021: \`poolwright\` must be a map",
        "  help: It holds settings such as \`region\` and \`zones\`.",
      ]
    `);
  });

  it('take numbers of any size', () => {
    expect(clusterOf(settings('max_monthly_usd: 12345678901234567890')).settings.maxMonthlyUsd?.value).toBe(
      Number('12345678901234567890'),
    );
    expect(codes(settings('defaults: 12345678901234567890'))).toEqual(['PW2023']);
  });

  it('name each zone once', () => {
    expect(findings(settings('zones: [a, b, a]'))).toMatchInlineSnapshot(`
      [
        "2:17-18 error PW2023: zone \`a\` is named twice",
        "  2:11-12 first named here",
        "  help: Remove one of the two.",
      ]
    `);
    expect(codes(settings('zones: []'))).toEqual(['PW2023']);
  });
});

describe('versions', () => {
  it('are what is written, even when YAML makes another number of it', () => {
    const text = settings('kubernetes_version: 1.30');
    expect(findings(text)).toMatchInlineSnapshot(`
      [
        "2:23-27 warning PW2025: \`1.30\` without quotes is the number 1.3 to YAML",
        "  help: It is taken as the text \`1.30\`. Put it in quotes, so that every reader agrees.",
        "  fix: write \`"1.30"\`",
      ]
    `);
    expect(clusterOf(text).settings.kubernetesVersion?.value).toBe('1.30');
    expect(fixed(text)).toBe(settings('kubernetes_version: "1.30"'));
  });

  it('need quotes even when YAML keeps the number', () => {
    expect(codes(settings('kubernetes_version: 1.34'))).toEqual(['PW2024']);
    expect(codes(settings('kubernetes_version: 1.34.2'))).toEqual([]);
  });

  it('come without a v', () => {
    expect(fixed(settings('kubernetes_version: v1.30'))).toBe(settings('kubernetes_version: "1.30"'));
  });
});

describe('provider, backend and built-in set', () => {
  it('name what is available', () => {
    expect(findings(settings('provider: gcp\nbackend: Karpenter\ndefaults: 2'))).toMatchInlineSnapshot(`
      [
        "2:13-16 error PW2060: provider \`gcp\` is not available in this version",
        "  help: Available: \`aws\`.",
        "3:12-21 error PW2060: there is no backend \`Karpenter\`",
        "  help: Available: \`karpenter\`, \`cluster-autoscaler\`, \`karpenter-cluster-api\`.",
        "  fix: write \`karpenter\`",
        "4:13-14 error PW2061: there is no built-in set 2",
        "  help: This version has: \`0\`, \`1\`.",
      ]
    `);
    expect(fixed(settings('backend: Karpenter'))).toBe(settings('backend: karpenter'));
  });

  it('know a rehearsal as an option of a command', () => {
    expect(findings(settings('provider: kwok'))).toMatchInlineSnapshot(`
      [
        "2:13-17 error PW2060: there is no provider \`kwok\`",
        "  help: A definition keeps its own provider; \`poolwright synth --provider kwok\` rehearses it.",
      ]
    `);
  });

  it('fail every pool when unknown, without a word about the pools', () => {
    for (const wrong of ['provider: gcp', 'backend: x', 'defaults: 7', 'provider: [aws]']) {
      const { clusters, diagnostics } = read(settings(wrong));
      expect(clusters[0]?.failedPools).toEqual(['a']);
      expect(diagnostics).toHaveLength(1);
    }
  });
});

describe('rules', () => {
  it('know every code but errors', () => {
    expect(
      findings(
        settings('rules: {PW9999: off, PW2001: warning, PW2012: error, PW2024: false, constructor: off}'),
      ),
    ).toMatchInlineSnapshot(`
      [
        "2:11-17 error PW2063: there is no finding with the code \`PW9999\`",
        "  help: Codes look like \`PW2012\`. The list of diagnostics has them all.",
        "2:24-30 error PW2064: \`PW2001\` is an error, and errors cannot be lowered",
        "  help: It means: unknown key. Mend what it reports instead.",
        "2:49-54 error PW2022: \`PW2012\` must be one of \`off\`, \`info\`, \`warning\`, not \`error\`",
        "2:64-69 error PW2022: \`PW2024\` must be one of \`off\`, \`info\`, \`warning\`, not \`false\`",
        "  help: Write \`off\`.",
        "  fix: write \`off\`",
        "2:71-82 error PW2063: there is no finding with the code \`constructor\`",
        "  help: Codes look like \`PW2012\`. The list of diagnostics has them all.",
      ]
    `);
    expect(fixed(settings('rules: {PW2024: false}'))).toBe(settings('rules: {PW2024: off}'));
  });

  it('can be taken back to the default', () => {
    const cluster = clusterOf(settings('rules: {PW2012: }'), defaults('rules: {PW2012: off, PW2024: off}'));
    expect([...cluster.settings.rules.keys()]).toEqual(['PW2024']);
  });
});

describe('_defaults.yaml', () => {
  it('merges key by key under the settings of the file', () => {
    const { settings: found } = clusterOf(
      settings(`region: own
zones: [c]
discovery_tags: {a: own, b: }
rules: {PW2012: info}
scenarios: {one: {replicas_percent: 200}}
price_adjustments: [{where: [], percent: 2}]
fail_on:`),
      defaults(`region: shared
kubernetes_version: "1.34"
zones: [a, b]
discovery_tags: {a: shared, b: shared, c: shared}
rules: {PW2012: off, PW2024: off}
scenarios: {one: {description: x}, two: {description: y}}
price_adjustments: [{where: [], percent: 1}]
fail_on: info
organisation_max_monthly_usd: 9000`),
    );
    expect({
      region: found.region?.value,
      kubernetesVersion: found.kubernetesVersion?.value,
      zones: found.zones?.map(({ value }) => value),
      discoveryTags: found.discoveryTags === undefined ? undefined : toPlain(found.discoveryTags),
      rules: [...found.rules].map(([code, { value }]) => `${code} ${value}`),
      scenarios: found.scenarios,
      priceAdjustments: found.priceAdjustments.map((one) => one.percent?.value),
      failOn: found.failOn.value,
      organisation: found.organisationMaxMonthlyUsd?.value,
    }).toMatchInlineSnapshot(`
      {
        "discoveryTags": {
          "a": "own",
          "c": "shared",
        },
        "failOn": "error",
        "kubernetesVersion": "1.34",
        "organisation": 9000,
        "priceAdjustments": [
          1,
          2,
        ],
        "region": "own",
        "rules": [
          "PW2012 info",
          "PW2024 off",
        ],
        "scenarios": [
          {
            "lostZones": [],
            "memory": "cold",
            "name": "one",
            "replicasPercent": 200,
            "unavailable": [],
          },
          {
            "description": "y",
            "lostZones": [],
            "memory": "cold",
            "name": "two",
            "replicasPercent": 100,
            "unavailable": [],
          },
        ],
        "zones": [
          "c",
        ],
      }
    `);
    expect(found.kubernetesVersion?.origin.span.source.file).toBe('clusters/_defaults.yaml');
  });

  it('is kept with the cluster', () => {
    expect(clusterOf('node_pools: {a: {}}', defaults('region: x')).defaultsSource?.file).toBe(
      'clusters/_defaults.yaml',
    );
    expect(clusterOf('node_pools: {a: {}}')).not.toHaveProperty('defaultsSource');
  });

  it('may be empty', () => {
    expect(messages('node_pools: {a: {}}', { defaults: '# nothing yet\n' })).toEqual([]);
    expect(messages('node_pools: {a: {}}', { defaults: 'poolwright:\n' })).toEqual([]);
  });

  it('has settings of its own, and lacks some', () => {
    expect(
      findings('poolwright: {organisation_max_monthly_usd: 1}\nnode_pools: {a: {}}', defaults('cluster: x')),
    ).toMatchInlineSnapshot(`
      [
        "_defaults 2:3-10 error PW2062: \`cluster\` names one cluster, so it cannot stand in a file that several share",
        "  help: Move it to the file of the cluster.",
        "1:14-42 error PW2062: \`organisation_max_monthly_usd\` counts over all clusters of a run, so it cannot stand in the file of one",
        "  help: Move it to \`_defaults.yaml\`.",
      ]
    `);
  });

  it('says what it ignores', () => {
    expect(
      findings('node_pools: {a: {}}', {
        defaults: 'region: x\nkarpenter: {node_pools: {}}\n---\npoolwright: {}\n---\npoolwright: {}\n',
      }),
    ).toMatchInlineSnapshot(`
      [
        "_defaults 1:1-7 error PW2013: \`region\` stands outside the \`poolwright\` block",
        "  help: Put \`poolwright:\` above the settings and indent them.",
        "_defaults 2:1-10 warning PW2012: \`karpenter\` is ignored in a file of defaults",
        "  help: Write what all pools share under \`poolwright\` as \`pool_defaults\`, \`node_class\` or \`profiles\`.",
        "_defaults 6:1-11 error PW2013: the file has a second \`poolwright\` block",
        "  _defaults 4:1-11 the first one",
        "  help: Put all settings in one block.",
      ]
    `);
  });

  it('fails every pool when it cannot be read, and says so once', () => {
    const { clusters, diagnostics } = read('node_pools: {a: {}, b: {}}', {
      defaults: 'poolwright: {region: [',
    });
    expect(clusters[0]?.failedPools).toEqual(['a', 'b']);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toHaveLength(1);
  });
});
