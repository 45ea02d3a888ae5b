import { feasibility } from '../feasibility.ts';
import type { Host } from '../host.ts';
import type { ClusterPlan } from '../../model/plan.ts';
import type { ClusterPart, PartCost } from './definition-part.ts';
import type { AdmissionFindings } from '../crds/cluster-admission.ts';
import type { JudgeCluster } from '../crds/run-admission.ts';
import { compileShare, type OnPart } from './compile-share.ts';
import type { Share } from './share.ts';
import type { ShareJob } from './share-job.ts';

export interface CheckJob extends Pick<ShareJob, 'args' | 'options' | 'crds' | 'base'> {
  readonly onPart: OnPart;
}

/**
 * `check` of a share: what is wrong with its clusters, what a dry run finds about those without errors, and what the CRDs
 * say of their objects, if any are given.
 */
export async function checkShare(share: Share, host: Host, { onPart, ...job }: CheckJob): Promise<void> {
  const { root } = share.loaded;
  const admission = await admissionOf(share, job, host);
  await compileShare(
    share,
    async (clusters, providerOf) => ({
      clusters: await Promise.all(
        clusters.map(async ({ compiled, part: bare }) => {
          const admitted = await admission?.(compiled, providerOf(compiled.cluster));
          const part = admitted === undefined ? bare : withAdmission(bare, admitted);
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

async function admissionOf(
  { loaded }: Share,
  { crds, ...job }: Omit<CheckJob, 'onPart'>,
  host: Host,
): Promise<JudgeCluster | undefined> {
  if (crds === undefined) return undefined;
  const { runAdmission } = await import('../crds/run-admission.ts');
  return runAdmission({ ...job, crds, files: loaded.files.length }, host);
}

function withAdmission(part: ClusterPart, { findings, forgiven, unjudged }: AdmissionFindings): ClusterPart {
  return {
    ...part,
    added: [...part.added, ...findings],
    ...(forgiven.refusals.length === 0 ? {} : { forgiven }),
    ...(unjudged.length === 0 ? {} : { unjudged }),
  };
}
