import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NODE_POOL_DRIFT } from '../../src/backends/karpenter/node-pool-drift.ts';
import type { JsonMap } from '../../src/diagnostics/json-value.ts';
import type { DriftRules } from '../../src/model/provider.ts';
import { ADOPTION } from '../../src/providers/aws/adoption/index.ts';
import { compiledPools, importText, manifestsOf, objectsOf } from './harness.ts';
import { clusterObjects } from './random-objects.ts';
import { atDepth } from '../at-depth.ts';

describe('the import of any cluster', () => {
  it('replaces no node: every object keeps its drift hash', () => {
    fc.assert(
      fc.property(clusterObjects, (objects) => {
        const result = importText(manifestsOf(objects));
        const after = objectsOf(compiledPools(result.text ?? ''));
        // Some objects are valid to the API server and still refused by our checks; then the check says why.
        if (result.diagnostics.some(({ severity }) => severity === 'error')) return;
        for (const { kind, metadata, spec } of objects) {
          const compiled = after.get(`${kind}/${metadata.name}`)?.spec;
          const rules = kind === 'NodePool' ? NODE_POOL_DRIFT : ADOPTION;
          expect(hash(compiled ?? {}, rules)).toBe(hash(spec, rules));
          expect(unhashed(compiled ?? {}, rules)).toEqual(unhashed(spec, rules));
        }
      }),
      { seed: 20261121, numRuns: atDepth(120) },
    );
  }, 120_000);

  it('is of objects that are mostly sound', () => {
    const samples = fc.sample(clusterObjects, { seed: 20261121, numRuns: atDepth(40) });
    const sound = samples.filter(
      (objects) => !importText(manifestsOf(objects)).diagnostics.some(({ severity }) => severity === 'error'),
    );
    expect(sound.length).toBeGreaterThan(atDepth(30));
  });
});

function hash(spec: JsonMap, rules: DriftRules): string | undefined {
  return rules.hash(rules.stored(spec), rules.hashVersion);
}

/** What drift hashes do not cover. */
function unhashed(spec: JsonMap, rules: DriftRules): unknown {
  const stored = rules.stored(spec);
  const { disruption, weight, ipPrefixCount } = stored;
  const template = stored['template'] as { readonly spec?: { readonly requirements?: unknown } } | undefined;
  const terms = [...ADOPTION.selectingFields].map((field) => stored[field]);
  const limits = Object.entries((stored['limits'] ?? {}) as JsonMap);
  return { disruption, weight, ipPrefixCount, limits, requirements: template?.spec?.requirements, terms };
}
