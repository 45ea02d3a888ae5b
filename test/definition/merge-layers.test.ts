import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/diagnostics/json-value.ts';
import { toPlain } from '../../src/diagnostics/to-plain.ts';
import { clusterOf, codes, findings, messages, poolOf, printOrigins, read } from './print.ts';
import { atDepth } from '../at-depth.ts';

type Plain = { readonly [key: string]: JsonValue };

/** JSON is YAML. */
function text(definition: Plain): string {
  return JSON.stringify(definition, undefined, 1);
}

/** What a pool says after merging, without the built-in values. */
function merged(definition: Plain, defaults?: Plain): JsonValue {
  const pool = poolOf(text(definition), defaults === undefined ? {} : { defaults: text(defaults) });
  const { expire_after: _, ...rest } = toPlain(pool.tree) as Plain;
  const { disruption: __, ...others } = rest;
  return others;
}

describe('layers of a pool', () => {
  const layered = `poolwright:
  node_class: {tags: {a: node_class, b: node_class, c: node_class}, kubelet: {max_pods: 1}}
  pool_defaults:
    node_class: {tags: {b: pool_defaults, c: pool_defaults}}
    labels: {x: pool_defaults, y: pool_defaults}
    limits: {cpu: 1}
    weight: 1
  profiles:
    spot:
      node_class: {tags: {c: profile}}
      labels: {y: profile}
      requirements: {node: {key: p, operator: Exists}}
      taints: [{key: p, effect: NoExecute}, {key: q, effect: NoExecute}]
      disruption: {consolidate_after: 9m}
node_pools:
  a:
    profile: spot
    limits: {cpu: 2}
    taints: [{key: own, effect: NoExecute}]
`;

  it('merge by key, lists as a whole, each value with its layer', () => {
    expect(printOrigins(poolOf(layered).tree)).toMatchInlineSnapshot(`
      [
        "disruption.budgets: [{"nodes":"10%"}] from built-in set 1 at 16:3-4",
        "disruption.consolidate_after: "9m" from profile \`spot\` at 14:39-41",
        "disruption.consolidation_policy: "WhenEmptyOrUnderutilized" from built-in set 1 at 16:3-4",
        "expire_after: "720h" from built-in set 1 at 16:3-4",
        "labels.x: "pool_defaults" from \`pool_defaults\` at 5:17-30",
        "labels.y: "profile" from profile \`spot\` at 11:19-26",
        "limits.cpu: "2" from pool \`a\` at 18:19-20",
        "node_class.gpu_enabled: false from built-in set 1 at 16:3-4",
        "node_class.kubelet.max_pods: 1 from \`node_class\` at 2:89-90",
        "node_class.public: false from built-in set 1 at 16:3-4",
        "node_class.tags.a: "node_class" from \`node_class\` at 2:26-36",
        "node_class.tags.b: "pool_defaults" from \`pool_defaults\` at 4:28-41",
        "node_class.tags.c: "profile" from profile \`spot\` at 10:30-37",
        "profile: "spot" from pool \`a\` at 17:14-18",
        "requirements: [{"key":"p","operator":"Exists"}] from profile \`spot\` at 12:21-55",
        "taints: [{"effect":"NoExecute","key":"own"}] from pool \`a\` at 19:13-44",
        "weight: 1 from \`pool_defaults\` at 7:13-14",
      ]
    `);
  });

  it('leave out the profile of others', () => {
    const pool = poolOf(layered.replace('    profile: spot\n', ''));
    expect(pool.requirements).toEqual([]);
    expect(pool.profile).toBeUndefined();
  });

  it('take the settings of both files', () => {
    const definition = {
      poolwright: { pool_defaults: { labels: { b: 'file' } }, profiles: { s: { labels: { d: 'file' } } } },
      node_pools: { a: { profile: 's' } },
    };
    const defaults = {
      poolwright: {
        pool_defaults: { labels: { a: 'shared', b: 'shared' } },
        profiles: { s: { labels: { c: 'shared', d: 'shared' } } },
      },
    };
    expect(merged(definition, defaults)).toEqual({
      profile: 's',
      labels: { a: 'shared', b: 'file', c: 'shared', d: 'file' },
      node_class: { gpu_enabled: false, public: false },
    });
  });

  it('match the fields of a node class in both spellings, but not what is data', () => {
    const definition = {
      poolwright: {
        node_class: {
          user_data: 'low',
          metadata_options: { http_tokens: 'optional', httpEndpoint: 'enabled' },
          kubelet: { evictionHard: { 'nodefs.inodesFree': '5%' }, clusterDNS: ['10.0.0.1'] },
          tags: { cost_center: 'low', costCenter: 'other' },
          volume_size: '20Gi',
        },
      },
      node_pools: {
        a: {
          node_class: {
            userData: 'high',
            metadata_options: { httpTokens: 'required' },
            kubelet: { eviction_hard: { 'nodefs.inodesfree': '6%' }, cluster_dns: ['10.0.0.2'] },
            tags: { cost_center: 'high' },
            volumeSize: '30Gi',
          },
        },
      },
    };
    expect(merged(definition)).toEqual({
      node_class: {
        userData: 'high',
        metadata_options: { httpEndpoint: 'enabled', httpTokens: 'required' },
        kubelet: {
          eviction_hard: { 'nodefs.inodesFree': '5%', 'nodefs.inodesfree': '6%' },
          cluster_dns: ['10.0.0.2'],
        },
        tags: { cost_center: 'high', costCenter: 'other' },
        volumeSize: '30Gi',
        gpu_enabled: false,
        public: false,
      },
    });
  });
});

describe('null', () => {
  it('returns to the built-in value', () => {
    const pool = poolOf(
      text({
        poolwright: {
          pool_defaults: {
            expire_after: 'Never',
            disruption: { consolidate_after: '9m', budgets: [{ nodes: '1' }] },
            node_class: { public: true, tags: { a: 'x', b: 'y' } },
            weight: 5,
          },
        },
        node_pools: {
          a: {
            expire_after: null,
            disruption: { budgets: null },
            node_class: { public: null, tags: { a: null } },
            weight: null,
          },
        },
      }),
    );
    expect(printOrigins(pool.tree)).toMatchInlineSnapshot(`
      [
        "disruption.budgets: [{"nodes":"10%"}] from built-in set 1 at 24:3-6",
        "disruption.consolidate_after: "9m" from \`pool_defaults\` at 6:26-30",
        "disruption.consolidation_policy: "WhenEmptyOrUnderutilized" from built-in set 1 at 24:3-6",
        "expire_after: "720h" from built-in set 1 at 24:3-6",
        "node_class.gpu_enabled: false from built-in set 1 at 24:3-6",
        "node_class.public: false from built-in set 1 at 24:3-6",
        "node_class.tags.b: "y" from \`pool_defaults\` at 17:11-14",
      ]
    `);
  });

  it('means absence inside items of lists', () => {
    const pool = poolOf(
      text({
        node_pools: {
          a: {
            taints: [{ key: 'a', value: null, effect: 'NoSchedule' }],
            requirements: [{ key: 'b', operator: 'Exists', values: null, minValues: null }],
            disruption: { budgets: [{ nodes: '1', reasons: null }] },
            node_class: { block_device_mappings: [{ ebs: { iops: null } }] },
          },
        },
      }),
    );
    expect(pool.taints[0]).not.toHaveProperty('value');
    expect(pool.requirements[0]?.values).toEqual([]);
    expect(pool.requirements[0]).not.toHaveProperty('minValues');
    expect(pool.disruption?.budgets?.value[0]).not.toHaveProperty('reasons');
    expect(toPlain(pool.nodeClass.rest)).toEqual({ block_device_mappings: [{ ebs: {} }] });
  });

  it('takes a profile away', () => {
    const definition = {
      poolwright: { pool_defaults: { profile: 's' }, profiles: { s: { weight: 3 } } },
      node_pools: { a: {}, b: { profile: null } },
    };
    expect(
      clusterOf(text(definition)).pools.map(({ weight, profile }) => [weight?.value, profile?.value]),
    ).toEqual([
      [3, 's'],
      [undefined, undefined],
    ]);
  });
});

describe('profiles', () => {
  it('that do not exist get the nearest name', () => {
    const definition = (names: string) =>
      `poolwright: {profiles: {${names}}}\nnode_pools: {a: {profile: spott}}\n`;
    expect(findings(definition('spot: {}, gpu: {}'))).toMatchInlineSnapshot(`
      [
        "2:27-32 error PW2050: there is no profile \`spott\`",
        "  help: Did you mean \`spot\`?",
      ]
    `);
    expect(findings(definition('gpu: {}, big: {}'))).toMatchInlineSnapshot(`
      [
        "2:27-32 error PW2050: there is no profile \`spott\`",
        "  help: Profiles: \`gpu\`, \`big\`.",
      ]
    `);
    expect(findings(definition(''))).toMatchInlineSnapshot(`
      [
        "2:27-32 error PW2050: there is no profile \`spott\`",
        "  help: Profiles are defined under \`poolwright: {profiles: …}\`; there are none.",
      ]
    `);
  });

  it('do not name a profile', () => {
    expect(
      findings('poolwright: {profiles: {a: {profile: b}, b: {}}}\nnode_pools: {x: {}}'),
    ).toMatchInlineSnapshot(`
      [
        "1:29-36 error PW2051: \`profile\` is not allowed in a profile: profiles do not build on each other",
        "  help: Copy what is needed, or move what all pools share to \`pool_defaults\`.",
      ]
    `);
  });

  it('with mistakes are reported once where they stand, and fail the pools that use them', () => {
    const definition = `poolwright:
  profiles:
    bad: {wait: 1}
    good: {weight: 1}
node_pools: {a: {profile: bad}, b: {profile: bad}, c: {profile: good}, d: {}}
`;
    expect(messages(definition)).toMatchInlineSnapshot(`
      [
        "3:11-15 error PW2001: unknown key \`wait\` in \`bad\`",
      ]
    `);
    expect(read(definition).clusters[0]?.failedPools).toEqual(['a', 'b']);
  });

  it('with mistakes are reported even when unused', () => {
    expect(codes('poolwright: {profiles: {bad: {wait: 1}}}\nnode_pools: {a: {}}')).toEqual(['PW2001']);
  });

  it('may be unused', () => {
    expect(codes('poolwright: {profiles: {good: {weight: 1}}}\nnode_pools: {a: {}}')).toEqual([]);
  });

  it('that are no map fail the pools that use one', () => {
    const { clusters, diagnostics } = read(
      'poolwright: {profiles: [a]}\nnode_pools: {a: {profile: a}, b: {}}',
    );
    expect(clusters[0]?.failedPools).toEqual(['a']);
    expect(diagnostics.map(({ code }) => code)).toEqual(['PW2021']);
  });
});

describe('pool_defaults and node_class with mistakes', () => {
  it.each(['pool_defaults: {wait: 1}', 'node_class: [x]', 'pool_defaults: {limits: {cpu: x}}'])(
    'fail every pool and are reported once: %s',
    (setting) => {
      const { clusters, diagnostics } = read(`poolwright: {${setting}}\nnode_pools: {a: {}, b: {}}`);
      expect(clusters[0]?.failedPools).toEqual(['a', 'b']);
      expect(diagnostics).toHaveLength(1);
    },
  );
});

// A model of the rules, on plain data, and layers that collide often.

const NAMES = ['a', 'b', 'c'] as const;
const textMap = fc.dictionary(fc.constantFrom(...NAMES), fc.option(fc.constantFrom('x', 'y')), {
  maxKeys: 3,
});
const requirement = fc.record({ key: fc.constantFrom(...NAMES), operator: fc.constant('Exists') });
const layer = fc.record(
  {
    labels: fc.option(textMap),
    annotations: fc.option(textMap),
    weight: fc.option(fc.integer({ min: 1, max: 3 })),
    requirements: fc.option(fc.array(requirement, { maxLength: 2 })),
    replicas: fc.option(fc.integer({ min: 1, max: 3 })),
    node_class: fc.option(
      fc.record(
        {
          tags: fc.option(textMap),
          kubelet: fc.option(fc.record({ max_pods: fc.option(fc.constantFrom(1, 2)) })),
        },
        { requiredKeys: [] },
      ),
    ),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Plain>;

const layers = fc.record({
  shared: layer,
  defaults: layer,
  sharedProfile: layer,
  profile: layer,
  pool: layer,
});
type Layers = typeof layers extends fc.Arbitrary<infer Value> ? Value : never;

function definitionOf({ defaults, profile, pool }: Layers): Plain {
  return {
    poolwright: { pool_defaults: defaults, profiles: { p: profile } },
    node_pools: { a: { ...pool, profile: 'p' } },
  };
}

function defaultsOf({ shared, sharedProfile }: Layers): Plain {
  return { poolwright: { pool_defaults: shared, profiles: { p: sharedProfile } } };
}

function isMap(value: JsonValue | undefined): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Inside one layer, which is merged again later, `null` is kept. */
function modelMerge(lower: JsonValue | undefined, upper: JsonValue, nulls: 'keep' | 'remove'): JsonValue {
  if (!isMap(upper)) return upper;
  const result: Record<string, JsonValue> = isMap(lower) ? { ...lower } : {};
  for (const [key, value] of Object.entries(upper)) {
    if (value === null && nulls === 'remove') delete result[key];
    else result[key] = modelMerge(result[key], value, nulls);
  }
  return result;
}

function modelLayers(layers: readonly Plain[]): Plain {
  return layers.reduce<Plain>((lower, upper) => modelMerge(lower, upper, 'remove') as Plain, {});
}

describe('properties of merging', () => {
  it('agree with a model on plain data', () => {
    fc.assert(
      fc.property(layers, (all) => {
        const settings = modelMerge(all.shared, all.defaults, 'keep') as Plain;
        const profile = modelMerge(all.sharedProfile, all.profile, 'keep') as Plain;
        const expected = modelLayers([settings, profile, { ...all.pool, profile: 'p' }]);
        const nodeClass = expected['node_class'];
        expect(merged(definitionOf(all), defaultsOf(all))).toEqual({
          ...expected,
          node_class: { gpu_enabled: false, public: false, ...(isMap(nodeClass) ? nodeClass : {}) },
        });
      }),
      { numRuns: atDepth(150) },
    );
  });

  it('do not depend on the order of keys', () => {
    fc.assert(
      fc.property(layers, fc.infiniteStream(fc.nat()), (all, order) => {
        const shuffled = (value: JsonValue): JsonValue => {
          if (Array.isArray(value)) return value.map(shuffled);
          if (!isMap(value)) return value;
          const entries = Object.entries(value).map(
            ([key, item]) => [order.next().value as number, key, shuffled(item)] as const,
          );
          return Object.fromEntries(entries.sort((a, b) => a[0] - b[0]).map(([, key, item]) => [key, item]));
        };
        const print = (definition: Plain, defaults: Plain) =>
          printOrigins(poolOf(text(definition), { defaults: text(defaults) }).tree).map((line) =>
            line.replace(/ at .*$/, ''),
          );
        expect(print(shuffled(definitionOf(all)) as Plain, shuffled(defaultsOf(all)) as Plain)).toEqual(
          print(definitionOf(all), defaultsOf(all)),
        );
      }),
      { numRuns: atDepth(80) },
    );
  });

  it('take a null for what no layer below says', () => {
    const keys = fc.constantFrom('labels', 'annotations', 'weight', 'requirements', 'replicas', 'node_class');
    fc.assert(
      fc.property(layers, keys, (all, key) => {
        const without = (layer: Plain): Plain =>
          Object.fromEntries(Object.entries(layer).filter(([name]) => name !== key));
        const cleared = merged(definitionOf({ ...all, pool: { ...all.pool, [key]: null } }), defaultsOf(all));
        const absent: Layers = {
          shared: without(all.shared),
          defaults: without(all.defaults),
          sharedProfile: without(all.sharedProfile),
          profile: without(all.profile),
          pool: without(all.pool),
        };
        expect(cleared).toEqual(merged(definitionOf(absent), defaultsOf(absent)));
      }),
      { numRuns: atDepth(80) },
    );
  });
});
