import { Source } from '../../diagnostics/source.ts';
import type { UnitCluster } from '../sides/side.ts';

/**
 * A cluster as far as a file with errors tells of it, which is nothing: it has the pools of the other side, and none of them
 * could be read. It must not look as if it were not there.
 */
export function unreadCluster({ compiled, provider }: UnitCluster, file: string): UnitCluster {
  const { pools, failedPools, ...cluster } = compiled.cluster;
  const source = new Source(file, '');
  return {
    provider,
    compiled: {
      cluster: {
        ...cluster,
        source,
        pools: [],
        failedPools: [...new Set([...pools.map(({ name }) => name), ...failedPools])],
      },
      pools: [],
      failed: true,
      diagnostics: [],
    },
  };
}
