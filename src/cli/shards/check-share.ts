import { feasibility } from '../feasibility.ts';
import type { Host } from '../host.ts';
import type { ClusterPlan } from '../../model/plan.ts';
import type { PartCost } from './definition-part.ts';
import { compileShare, type OnPart } from './compile-share.ts';
import type { Share } from './share.ts';

/** `check` of a share: what is wrong with its clusters, and what a dry run finds about those without errors. */
export async function checkShare(share: Share, host: Host, onPart: OnPart): Promise<void> {
  const { root } = share.loaded;
  await compileShare(
    share,
    async (clusters, providerOf) => ({
      clusters: await Promise.all(
        clusters.map(async ({ compiled, part }) => {
          if (compiled.failed) return part;
          const { plan, findings } = await feasibility(compiled, { providerOf, root, host });
          return {
            ...part,
            added: [...part.added, ...findings],
            ...(plan === undefined ? {} : { cost: costOf(plan) }),
          };
        }),
      ),
    }),
    onPart,
  );
}

function costOf({ cost: { expectedPerHourUsd, existingPerHourUsd } }: ClusterPlan): PartCost {
  return { expectedPerHourUsd, existingPerHourUsd };
}
