import type { Source } from '../../diagnostics/source.ts';
import type { UnitCluster } from '../sides/side.ts';

/**
 * Tells which texts are base's alone: what is at a line of theirs is not at that line of head's file. Equal texts of one name
 * are the same source on both sides.
 */
export function baseTexts(
  base: UnitCluster | undefined,
  head: UnitCluster | undefined,
): (source: Source) => boolean {
  let sets: { readonly ofBase: ReadonlySet<Source>; readonly ofHead: ReadonlySet<Source> } | undefined;
  return (source) => {
    if (base === undefined || base === head || source === head?.compiled.cluster.source) return false;
    sets ??= { ofBase: textsOf(base), ofHead: textsOf(head) };
    const { ofBase, ofHead } = sets;
    return (
      !ofHead.has(source) && (ofBase.has(source) || [...ofHead].some(({ file }) => file === source.file))
    );
  };
}

function textsOf(one: UnitCluster | undefined): ReadonlySet<Source> {
  if (one === undefined) return new Set();
  const { cluster, pools } = one.compiled;
  const objects = pools.flatMap(({ nodePool, nodeClass, machines }) => [
    ...(nodePool === undefined ? [] : [nodePool]),
    ...(nodeClass === undefined ? [] : [nodeClass]),
    ...(machines?.objects ?? []),
  ]);
  return new Set([
    cluster.source,
    cluster.nameSpan.source,
    ...(cluster.defaultsSource === undefined ? [] : [cluster.defaultsSource]),
    ...(one.workloads?.sources ?? []),
    ...pools.map(({ pool }) => pool.keySpan.source),
    ...objects.flatMap(({ origins }) => [...origins.values()].map(({ span }) => span.source)),
  ]);
}
