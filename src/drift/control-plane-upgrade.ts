import type { Span } from '../diagnostics/span.ts';
import { amiAliasOf } from '../kubernetes/api/ami-alias.ts';
import type { Cluster } from '../model/cluster.ts';
import type { CompiledPool } from '../model/compilation.ts';

export interface UpgradeSides {
  readonly base: { readonly compiled: { readonly cluster: Cluster } };
  readonly head: { readonly compiled: { readonly cluster: Cluster } };
  readonly basePool: CompiledPool;
  readonly headPool: CompiledPool;
}

export interface ControlPlaneUpgrade {
  /** Minor versions: `1.33`. */
  readonly before: string;
  readonly after: string;
  /** What finds other images then: `al2023@v20260715`. */
  readonly alias: string;
  readonly source: Span;
}

/**
 * Another Kubernetes version of the cluster, where Karpenter's images depend on it: an alias, pinned or not, names images
 * that are made for one minor version each. Images by id, name, tags or parameter stay what they are. A version that is
 * only written down for the first time is no upgrade.
 */
export function controlPlaneUpgrade({
  base,
  head,
  basePool,
  headPool,
}: UpgradeSides): ControlPlaneUpgrade | undefined {
  const [old, now] = [base, head].map((side) => side.compiled.cluster.settings.kubernetesVersion);
  const [before, after] = [minorOf(old?.value), minorOf(now?.value)];
  if (now === undefined || before === undefined || after === undefined || before === after) return undefined;
  if (basePool.backend !== 'karpenter' || headPool.backend !== 'karpenter') return undefined;
  const [had, has] = [basePool, headPool].map(({ nodeClass }) =>
    nodeClass === undefined ? undefined : amiAliasOf(nodeClass.spec),
  );
  const alias = headPool.nodeClass?.spec.amiSelectorTerms.find((term) => term.alias !== undefined)?.alias;
  if (had === undefined || has === undefined || alias === undefined) return undefined;
  return { before, after, alias, source: now.origin.span };
}

function minorOf(version: string | undefined): string | undefined {
  return /^v?(\d+\.\d+)(?:\.|$)/.exec(version ?? '')?.[1];
}
