import type { CompiledCluster } from '../../model/compilation.ts';
import type { Provider } from '../../model/provider.ts';
import type { Host } from '../host.ts';
import type { ShareJob } from '../shards/share-job.ts';
import { admitCluster, type AdmissionFindings, objectsOf, openCrds } from './cluster-admission.ts';

export interface AdmissionRun extends Pick<ShareJob, 'args' | 'options' | 'base'> {
  readonly crds: readonly string[];
  /** How many definition files there are in all. */
  readonly files: number;
}

/** Judges clusters one by one. */
export type JudgeCluster = (compiled: CompiledCluster, provider: Provider) => Promise<AdmissionFindings>;

/** Reads the CRDs, and the base if there is one, before the first cluster. @throws UsageError if one of them cannot be used */
export async function runAdmission(run: AdmissionRun, host: Host): Promise<JudgeCluster> {
  const crds = await openCrds(run.crds, host);
  const { args: definitions, base, options, files } = run;
  if (base === undefined) return (compiled) => Promise.resolve(admitCluster(crds, compiled, undefined));
  const { openBase } = await import('./objects-in-base.ts');
  const { defaults, name } = options;
  const before = await openBase(base, { definitions, defaults, name, files }, host);
  return async (compiled, provider) =>
    admitCluster(crds, compiled, (await before(compiled, provider)) ?? objectsOf(undefined));
}
