import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { nodePoolHash } from '../../../src/backends/karpenter/node-pool-hash.ts';

interface Vector {
  readonly name: string;
  readonly before: { readonly spec: { readonly template: object } };
  readonly after: { readonly spec: { readonly template: object } };
  readonly changed: boolean;
  readonly hashBefore: string;
  readonly hashAfter: string;
}

const VECTORS = JSON.parse(
  gunzipSync(readFileSync('test/conformance/vectors/nodepool-hash.json.gz')).toString(),
) as readonly Vector[];

describe('nodePoolHash', () => {
  it('has vectors that change and vectors that do not', () => {
    expect(VECTORS.length).toBeGreaterThanOrEqual(34);
    expect(new Set(VECTORS.map(({ changed }) => changed)).size).toBe(2);
  });

  it.each(VECTORS)('is what Karpenter 1.14.1 computes: $name', (vector) => {
    const before = nodePoolHash(vector.before.spec.template, 'v3');
    const after = nodePoolHash(vector.after.spec.template, 'v3');
    expect([before, after, before !== after]).toEqual([vector.hashBefore, vector.hashAfter, vector.changed]);
  });

  it('gives the values of a template with little in it', () => {
    const nodeClassRef = { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' };
    const hash = (spec: object) => nodePoolHash({ spec: { nodeClassRef, ...spec } }, 'v3');
    expect(hash({})).toBe('17369979337536258260');
    expect(hash({ expireAfter: '720h' })).toBe('6821555240594823858');
    expect(hash({ expireAfter: 'Never' })).toBe(hash({}));
    expect(hash({ requirements: [{ key: 'a', operator: 'Exists' }] })).toBe(hash({}));
  });

  it('knows no version but those it has seen', () => {
    expect(nodePoolHash({ spec: {} }, 'v2')).toBeUndefined();
    expect(nodePoolHash({ spec: {} }, 'constructor')).toBeUndefined();
  });
});
