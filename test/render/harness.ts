import { nodePool } from '../../src/backends/karpenter/node-pool.ts';
import type { Ec2NodeClassSpec } from '../../src/kubernetes/api/ec2-node-class.ts';
import type { CompiledCluster, CompiledPool } from '../../src/model/compilation.ts';
import type { OutputFile } from '../../src/render/output-file.ts';
import { cluster, type PlainPool, PROVIDER, pool } from '../backends/harness.ts';

export const NODE_CLASS: Ec2NodeClassSpec = {
  amiSelectorTerms: [{ alias: 'al2023@v20260715' }],
  role: 'KarpenterNodeRole-example',
  subnetSelectorTerms: [{ tags: { 'karpenter.sh/discovery': 'example' } }],
  securityGroupSelectorTerms: [{ tags: { 'karpenter.sh/discovery': 'example' } }],
  associatePublicIPAddress: false,
};

export interface PlainCompiledPool extends PlainPool {
  readonly nodeClass?: Partial<Ec2NodeClassSpec>;
}

/** A compiled cluster as `compile` would return it, for what rendering reads of it. */
export function compiled(pools: readonly PlainCompiledPool[], name = 'example'): CompiledCluster {
  const owner = cluster({ name });
  return {
    cluster: owner,
    pools: pools.map((plain) => compiledPool(plain, owner)),
    failed: false,
    diagnostics: [],
  };
}

function compiledPool(plain: PlainCompiledPool, owner: ReturnType<typeof cluster>): CompiledPool {
  const source = pool(plain);
  const { object } = nodePool(source, owner, PROVIDER);
  if (object === undefined) throw new Error('no NodePool');
  return {
    backend: 'karpenter',
    pool: source,
    nodePool: object,
    nodeClass: {
      apiVersion: 'karpenter.k8s.aws/v1',
      kind: 'EC2NodeClass',
      name: source.name,
      spec: { ...NODE_CLASS, ...plain.nodeClass },
      origins: new Map(),
      pool: source.name,
    },
  } as unknown as CompiledPool;
}

export function textOf(files: readonly OutputFile[], path: string): string {
  const file = files.find((one) => one.path === path);
  if (file === undefined) throw new Error(`no ${path} in ${files.map((one) => one.path).join(', ')}`);
  return file.text;
}
