import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { Source } from '../../src/diagnostics/source.ts';
import { toPlain } from '../../src/diagnostics/to-plain.ts';
import { definitionJsonSchema } from '../../src/definition/json-schema.ts';
import { parseYaml } from '../../src/documents/parse-yaml.ts';

const schema = definitionJsonSchema();
const validator = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);

function accepts(text: string, using = validator): boolean {
  const value = parseYaml(new Source('a.yaml', text)).documents[0]?.value;
  if (value === undefined) throw new Error('no document');
  return using.safeParse(toPlain(value)).success;
}

function documented(name: string): string {
  return readFileSync(new URL(`documented/${name}.yaml`, import.meta.url), 'utf8');
}

describe('the JSON Schema for editors', () => {
  it('accepts the documented files', () => {
    expect(accepts(documented('page-first-block'))).toBe(true);
    expect(accepts(documented('full-file'))).toBe(true);
  });

  it.each([
    'other: tool',
    'node_pools: {a: {}, b: }',
    'node_pools: {a: {labels: , limits: {cpu: 1.5, memory: 1Gi}}}',
    'node_pools: {a: {requirements: {key: a, operator: Exists}}}',
    'node_pools: {a: {requirements: {node: {key: a, operator: Exists}, b/c: {operator: In, values: [d]}}}}',
    'node_pools: {a: {requirements: [{key: a, operator: Exists, min_values: 2}]}}',
    'node_pools: {a: {node_class: {volume_size: 1Gi, anything: [1]}}}',
    'poolwright: {workloads: a.yaml, profiles: {p: {weight: 1}}, organisation_max_monthly_usd: 3}\nnode_pools: {}',
  ])('accepts %s', (text) => {
    expect(accepts(text)).toBe(true);
  });

  it.each([
    'karpenter: {node_pool: {}}',
    'node_pools: {a: {expireAfter: 1h}}',
    'node_pools: {My_Pool: {}}',
    'node_pools: {a: {taints: [{key: a, effect: noschedule}]}}',
    'node_pools: {a: {requirements: [{key: a}]}}',
    'poolwright: {regoin: x}',
    'poolwright: {profiles: {p: {profile: q}}}',
    'karpenter: {node_pools: []}',
  ])('refuses %s', (text) => {
    expect(accepts(text)).toBe(false);
  });

  it('closes node_class when the provider says what its fields are', () => {
    const withProvider = z.fromJSONSchema(
      definitionJsonSchema({
        type: 'object',
        properties: { ami: { $ref: '#/$defs/ami' } },
        $defs: { ami: { type: 'string' } },
      }) as Parameters<typeof z.fromJSONSchema>[0],
    );
    expect(accepts('node_pools: {a: {node_class: {ami: x, volumeSize: 1Gi}}}', withProvider)).toBe(true);
    expect(accepts('node_pools: {a: {node_class: {ami: [x]}}}', withProvider)).toBe(false);
    expect(accepts('node_pools: {a: {node_class: {amy: x}}}', withProvider)).toBe(false);
  });

  it('describes every key where editors look, beside a reference too', () => {
    const { $defs } = schema as { $defs: Record<string, { properties?: Record<string, object> }> };
    const silent = Object.entries($defs).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties)
        .filter(([, field]) => !('description' in field))
        .map(([key]) => `${name}.${key}`),
    );
    expect(silent).toEqual([]);
  });

  it('keeps what a place says of a shared definition', () => {
    const { $defs } = schema as { $defs: Record<string, { properties: Record<string, object> }> };
    expect($defs['settings']?.properties['pool_defaults']).toEqual({
      description: 'What every pool starts from.',
      anyOf: [{ $ref: '#/$defs/pool' }, { type: 'null' }],
    });
    expect($defs['settings']?.properties['node_class']).toMatchObject({
      description: 'Node class of every pool.',
    });
    expect($defs['pool']?.properties['node_class']).toHaveProperty('description');
  });

  it.each([
    ['settings', 'discovery_tags', 'karpenter.sh/discovery: <cluster>'],
    ['settings', 'public_subnet_tags', 'kubernetes.io/role/elb: "1"'],
    ['settings', 'private_subnet_tags', 'kubernetes.io/role/internal-elb: "1"'],
    ['pool', 'disruption', 'Default 10%.'],
  ])('says the default of %s.%s', (name, key, text) => {
    const { $defs } = schema as { $defs: Record<string, { properties: Record<string, object> }> };
    expect(JSON.stringify($defs[name]?.properties[key]).replaceAll('\\"', '"')).toContain(text);
  });
});
