import type { OutputFile } from '../../render/output-file.ts';
import type { CompiledCluster } from '../../model/compilation.ts';
import { compileShare, type OnPart } from './compile-share.ts';
import type { Share } from './share.ts';
import type { ShareJob, SynthTask } from './share-job.ts';

export interface SynthJob extends Pick<ShareJob, 'rehearsal'> {
  readonly task: SynthTask;
}

/** `synth` of a share. */
export async function synthShare(share: Share, job: SynthJob, onPart: OnPart): Promise<void> {
  const { task, rehearsal } = job;
  const filesOf = task === 'compile' ? undefined : await rendering(job);
  const { clusterJsons } = await import('../../report/compilation-json.ts');
  await compileShare(
    share,
    (finished) => {
      const json = task === 'render' ? undefined : clusterJsons(finished.map(({ compiled }) => compiled));
      const clusters = finished.map(({ compiled, part }, i) => {
        const files = filesOf?.(compiled);
        return {
          ...part,
          report: json?.clusters[i] ?? part.report,
          ...(files === undefined ? {} : { files }),
        };
      });
      return Promise.resolve({ clusters, ...(json === undefined ? {} : { sources: json.sources }) });
    },
    onPart,
    { rehearsal },
  );
}

/** Nothing of clusters with errors. */
async function rendering({
  rehearsal,
}: SynthJob): Promise<(compiled: CompiledCluster) => readonly OutputFile[] | undefined> {
  if (rehearsal !== undefined) {
    const { renderRehearsal } = await import('../../render/render-rehearsal.ts');
    return (compiled) => (compiled.failed ? undefined : renderRehearsal(compiled));
  }
  // cdk8s is most of the start-up time: only runs that render load it.
  const { renderCluster } = await import('../../render/render-cluster.ts');
  return (compiled) => (compiled.failed ? undefined : renderCluster(compiled));
}
