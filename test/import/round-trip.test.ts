import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { CompiledPool } from '../../src/model/compilation.ts';
import { compiledPools, importText, type KubeObject, manifestsOf, objectsOf, told } from './harness.ts';

/** Definition, objects, definition, objects: the objects are the same, byte for byte, and nothing is to be told. */
function expectRoundTrip(pools: readonly CompiledPool[]): void {
  const before = objectsOf(pools);
  const result = importText(manifestsOf(before.values()));
  expect(told(result)).toEqual([]);
  const after = objectsOf(compiledPools(result.text ?? ''));
  expect(Object.fromEntries(after)).toEqual(Object.fromEntries(before));
  expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
}

describe('a definition that poolwright rendered', () => {
  it.each(['production', 'staging', 'legacy'])('comes back: %s', (cluster) => {
    const folder = `dist/${cluster}/karpenter`;
    const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
    const manifests = files.sort().map((file) => readFileSync(`${folder}/${file}`, 'utf8'));
    const result = importText(manifests.join(''));
    expect(told(result)).toEqual([]);
    const after = objectsOf(compiledPools(result.text ?? ''));
    const rendered = manifests.map((text) => parse(text) as KubeObject);
    expect(byKey(after.values())).toEqual(byKey(rendered));
  });

  const examples = readdirSync('docs/diagnostics')
    .filter((code) => /^PW[2-5]/.test(code))
    .map((code) => ({ code, pools: examplePools(code) }))
    .filter(({ pools }) => pools.length > 0);

  it('has many examples to try', () => {
    expect(examples.length).toBeGreaterThan(150);
  });

  it.each(examples)('comes back: $code/ok.yaml', ({ pools }) => {
    expectRoundTrip(pools);
  });
});

function byKey(objects: Iterable<KubeObject>): unknown {
  return Object.fromEntries(
    [...objects].map(({ kind, metadata, spec }) => [`${kind}/${metadata.name}`, spec]),
  );
}

/** Examples of several documents, or of pools of other backends, compile to nothing that can be imported. */
function examplePools(code: string): readonly CompiledPool[] {
  const file = `docs/diagnostics/${code}/ok.yaml`;
  if (!existsSync(file)) return [];
  const pools = compiledPools(readFileSync(file, 'utf8'));
  return pools.some(({ nodePool, nodeClass }) => nodePool !== undefined && nodeClass !== undefined)
    ? pools
    : [];
}
