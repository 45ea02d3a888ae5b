import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type CliResult, poolwright } from '../harness.ts';
import { dumpOf, example, only, saved } from './harness.ts';

const STAGING = example('staging');
const DUMP = dumpOf(only(STAGING.clusters));
const CHANGED = DUMP.replaceAll('"expireAfter": "168h"', '"expireAfter": "100h"');
const FILES = {
  'clusters/staging.yaml': readFileSync('clusters/staging.yaml', 'utf8'),
  'clusters/_defaults.yaml': readFileSync('clusters/_defaults.yaml', 'utf8'),
  'live.json': DUMP,
  'changed.json': CHANGED,
  'saved.json': saved(STAGING),
};

interface ReviewedCluster {
  readonly name: string;
  readonly change: string;
  readonly objects: readonly { readonly key: string }[];
  readonly nodePools: readonly {
    readonly name: string;
    readonly change: string;
    readonly rotation: { readonly scope: string; readonly hashes?: { readonly nodePool?: HashPair } };
  }[];
}

interface HashPair {
  readonly before?: string;
  readonly after?: string;
}

function reviewed({ stdout, stderr }: CliResult): ReviewedCluster {
  if (stdout === '') throw new Error(stderr);
  return only((JSON.parse(stdout) as { readonly clusters: readonly ReviewedCluster[] }).clusters);
}

describe('poolwright diff, with sides that are no definitions', () => {
  it.each([
    ['live.json', 'clusters/staging.yaml'],
    ['clusters/staging.yaml', 'live.json'],
    ['saved.json', 'clusters/staging.yaml'],
    ['live.json', 'saved.json'],
    ['live.json', undefined],
  ])('finds nothing where nothing differs: %s %s', async (base, head) => {
    const args = ['diff', base, ...(head === undefined ? [] : [head]), '--format', 'json'];
    const cluster = reviewed(await poolwright(args, { files: FILES }));
    expect([cluster.name, cluster.change, cluster.objects]).toEqual(['staging', 'unchanged', []]);
  });

  it('tells which nodes an apply replaces, by the hash that Karpenter recorded', async () => {
    expect(CHANGED).not.toBe(DUMP);
    const args = ['diff', 'changed.json', 'clusters/staging.yaml', '--format', 'json'];
    const cluster = reviewed(await poolwright(args, { files: FILES }));
    const items = (JSON.parse(DUMP) as { readonly items: readonly Item[] }).items;
    for (const { name, rotation } of cluster.nodePools) {
      const recorded = items.find(({ kind, metadata }) => kind === 'NodePool' && metadata.name === name);
      const hash = recorded?.metadata.annotations['karpenter.sh/nodepool-hash'];
      const isChanged = JSON.stringify(recorded).includes('168h');
      expect(rotation.scope).toBe(isChanged ? 'all' : 'none');
      // What the definition comes to is what Karpenter had written before somebody changed the object.
      if (isChanged) expect(rotation.hashes?.nodePool?.after).toBe(hash);
    }
    expect(cluster.nodePools.some(({ rotation }) => rotation.scope === 'all')).toBe(true);
  });

  it('asks for the name of the cluster where several could be meant', async () => {
    const files = { ...FILES, 'clusters/other.yaml': 'node_pools: {a: {}}\n' };
    const { code, stderr } = await poolwright(['diff', 'live.json'], { files });
    expect(code).toBe(2);
    expect(stderr).toMatch(/--name/);
    const named = await poolwright(['diff', 'live.json', '--name', 'staging', '--format', 'json'], { files });
    expect(reviewed(named).change).toBe('unchanged');
  });
});

interface Item {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations: Readonly<Record<string, string>> };
}
