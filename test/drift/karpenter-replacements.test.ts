import { describe, expect, it } from 'vitest';
import { NODE_POOL_DRIFT } from '../../src/backends/karpenter/node-pool-drift.ts';
import { invariant } from '../../src/diagnostics/invariant.ts';
import { forecastRotation } from '../../src/drift/forecast-rotation.ts';
import type { CompiledPool } from '../../src/model/compilation.ts';
import type { Provider } from '../../src/model/provider.ts';
import type { LiveNodes } from '../../src/model/review-input.ts';
import { BASE, EDITS, edited } from './forecast-cases.ts';
import { liveNodes, provider, side } from './harness.ts';
import { liveNode, TYPE } from './live-cases.ts';

const RULES = { change: 'changed', nodePoolDrift: NODE_POOL_DRIFT, replacementSeconds: 300 } as const;

interface Sides {
  readonly head?: string;
  readonly provider?: Provider;
  readonly pool?: (pool: CompiledPool) => CompiledPool;
  readonly live?: LiveNodes;
}

function forecastWith({ head: text = BASE, provider: other = provider, pool, live }: Sides) {
  const base = side(BASE, 'base.yaml');
  const head = { ...side(text, 'head.yaml'), provider: other };
  const [basePool] = base.compiled.pools;
  const [compiled] = head.compiled.pools;
  invariant(compiled !== undefined, 'the definition has a pool');
  const headPool = pool?.(compiled) ?? compiled;
  return forecastRotation({ ...RULES, base, head, basePool, headPool, live });
}

describe('types that a newer catalogue does not have', () => {
  const newer = { ...provider };
  const without = (family: string) => (pool: CompiledPool) => ({
    ...pool,
    table: { ...pool.table, types: pool.table.types.filter(({ name }) => !name.startsWith(family)) },
  });

  it('replace the nodes of these types', () => {
    const live = liveNodes(liveNode('a', { [TYPE]: 'i4i.large' }) + liveNode('b', { [TYPE]: 'm5.large' }));
    const { scope, predicate, causes, nodes } = forecastWith({
      provider: newer,
      pool: without('i4i.'),
      live,
    });
    expect({ scope, predicate, reasons: causes.map(({ reason }) => reason) }).toEqual({
      scope: 'partial',
      predicate: 'nodes of types `i4i.*`',
      reasons: ['InstanceTypeNotFound'],
    });
    expect(nodes).toMatchObject({ count: 1, of: 2 });
  });

  it('are not looked for where the catalogue is the same', () => {
    expect(forecastWith({ pool: without('i4i.') }).scope).toBe('none');
    expect(forecastWith({ provider: newer }).scope).toBe('none');
  });
});

describe('a Karpenter with another version of hashes', () => {
  const { adoption } = provider;
  invariant(adoption !== undefined, 'AWS reads node classes');
  const next: Provider = {
    ...provider,
    adoption: { ...adoption, hashVersion: 'v6', hash: (spec) => adoption.hash(spec, 'v5') },
  };

  it('renews them and replaces nothing for an edit', () => {
    const rotation = forecastWith({ head: edited(...(EDITS['tag-edited'] ?? [])), provider: next });
    expect(rotation.scope).toBe('none');
    expect(rotation.undecided.join('\n')).toContain('edits of hashed fields go unnoticed');
  });

  it('still sees what terms select', () => {
    const rotation = forecastWith({ head: edited(...(EDITS['ami-pinned-anew'] ?? [])), provider: next });
    expect(rotation.causes.map(({ reason }) => reason)).toEqual(['AMIDrift']);
  });
});

describe('a side that could not be compiled', () => {
  it('leaves open what becomes of nodes', () => {
    const base = side(BASE, 'base.yaml');
    const [basePool] = base.compiled.pools;
    const missing = forecastRotation({ ...RULES, base, head: base, basePool, headPool: undefined });
    expect(missing.scope).toBe('none');
    expect(missing.undecided).toEqual([
      'Head’s pool could not be compiled: what becomes of its nodes is not known.',
    ]);
  });
});
