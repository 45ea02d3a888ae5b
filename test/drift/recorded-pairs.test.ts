import { describe, expect, it } from 'vitest';
import { NODE_POOL_DRIFT } from '../../src/backends/karpenter/node-pool-drift.ts';
import type { JsonMap } from '../../src/diagnostics/json-value.ts';
import { differences } from '../../src/drift/differences.ts';
import { forecastRotation } from '../../src/drift/forecast-rotation.ts';
import type { CompiledPool } from '../../src/model/compilation.ts';
import type { SideCluster } from '../../src/model/review-input.ts';
import { invariant } from '../../src/diagnostics/invariant.ts';
import { parse, readText } from '../conformance/read-documents.ts';
import { BASE } from './forecast-cases.ts';
import { provider, side } from './harness.ts';

interface Pair {
  readonly name: string;
  readonly before: { readonly spec: JsonMap };
  readonly after: { readonly spec: JsonMap };
  readonly changed: boolean;
  readonly hashBefore: string;
  readonly hashAfter: string;
}

function pairsOf(name: string): readonly Pair[] {
  const file = `test/conformance/vectors/${name}.json.gz`;
  return parse(readText(file), file) as readonly Pair[];
}

const { adoption } = provider;
invariant(adoption !== undefined, 'AWS reads node classes');

/** Recorded pairs are stored objects: nothing may be filled in. */
const AS_STORED = { stored: (spec: JsonMap) => spec };
const RULES = {
  'nodepool-hash': { ...NODE_POOL_DRIFT, ...AS_STORED },
  'ec2nodeclass-hash': { ...adoption, ...AS_STORED },
};

const CASES = (['nodepool-hash', 'ec2nodeclass-hash'] as const).flatMap((kind) =>
  pairsOf(kind).map((pair) => ({ kind, title: `${kind} ${pair.name}`, ...pair })),
);

describe('a recorded pair', () => {
  it('is there of every kind', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(34 + 75);
  });

  it.each(CASES)('rotates everything exactly when Karpenter’s hash changes: $title', (recorded) => {
    const { kind, before, after, changed } = recorded;
    const found = differences(before.spec, after.spec, RULES[kind]);
    expect(found.some(({ effect }) => effect === 'all nodes')).toBe(changed);
    const rotation = forecastRotation({
      ...sidesOf(kind, before.spec, after.spec),
      change: 'changed',
      nodePoolDrift: RULES['nodepool-hash'],
      replacementSeconds: 300,
    });
    const isHashed = ({ reason }: { readonly reason: string }) =>
      reason === 'NodePoolDrifted' || reason === 'NodeClassDrift';
    expect(rotation.causes.some(isHashed)).toBe(changed);
    if (changed) expect(rotation.scope).toBe('all');
    const hashes = kind === 'nodepool-hash' ? rotation.hashes?.nodePool : rotation.hashes?.nodeClass;
    expect(hashes?.before !== hashes?.after).toBe(changed);
    if (!('caBundle' in recorded)) {
      expect([hashes?.before, hashes?.after]).toEqual([recorded.hashBefore, recorded.hashAfter]);
    }
  });
});

const SIDE: SideCluster = side(BASE, 'base.yaml');
const [POOL] = SIDE.compiled.pools;

function sidesOf(kind: 'nodepool-hash' | 'ec2nodeclass-hash', before: JsonMap, after: JsonMap) {
  invariant(POOL?.nodePool !== undefined && POOL.nodeClass !== undefined, 'the base has a pool');
  const { nodePool, nodeClass } = POOL;
  const pool = (spec: JsonMap): CompiledPool =>
    kind === 'nodepool-hash'
      ? { ...POOL, nodePool: { ...nodePool, spec: spec as never } }
      : { ...POOL, nodeClass: { ...nodeClass, spec: spec as never } };
  const given = { ...SIDE, provider: { ...provider, adoption: RULES['ec2nodeclass-hash'] } };
  return { base: given, head: given, basePool: pool(before), headPool: pool(after) };
}
