import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Ec2NodeClassSpec } from '../../../src/kubernetes/api/ec2-node-class.ts';
import { nodeClassHash } from '../../../src/providers/aws/node-class-hash.ts';

interface Vector {
  readonly name: string;
  readonly before: { readonly spec: Ec2NodeClassSpec };
  readonly after: { readonly spec: Ec2NodeClassSpec };
  readonly changed: boolean;
  readonly hashBefore: string;
  readonly hashAfter: string;
  readonly caBundle?: string;
}

const VECTORS = JSON.parse(
  gunzipSync(readFileSync('test/conformance/vectors/ec2nodeclass-hash.json.gz')).toString(),
) as readonly Vector[];

describe('nodeClassHash', () => {
  it('has vectors that change, vectors that do not, and vectors with a CA', () => {
    expect(VECTORS.length).toBeGreaterThanOrEqual(75);
    expect(new Set(VECTORS.map(({ changed }) => changed)).size).toBe(2);
    expect(VECTORS.some(({ caBundle }) => caBundle !== undefined)).toBe(true);
  });

  it.each(VECTORS)('is what karpenter-provider-aws 1.14.1 computes: $name', (vector) => {
    const options = {
      hashVersion: 'v5',
      ...(vector.caBundle === undefined ? {} : { clusterCaBundle: vector.caBundle }),
    };
    const before = nodeClassHash(vector.before.spec, options);
    const after = nodeClassHash(vector.after.spec, options);
    expect([before, after, before !== after]).toEqual([vector.hashBefore, vector.hashAfter, vector.changed]);
  });

  it('knows no version but those it has seen', () => {
    const [first] = VECTORS;
    expect(first && nodeClassHash(first.before.spec, { hashVersion: 'v6' })).toBeUndefined();
  });
});
