import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { DefinitionFate, OutputPlan } from '../render/output-plan.ts';
import { counted } from '../report/words.ts';
import type { Host } from './host.ts';
import { STANDARD_INPUT } from './load-definitions.ts';
import type { OutputLocation } from './output-location.ts';
import { DEFAULT_FOLDERS } from './resolve-inputs.ts';
import type { ClusterPart, DefinitionPart } from './shards/definition-part.ts';
import type { JobResult } from './shards/run-job.ts';
import type { Shard } from './shards/shard.ts';
import type { SynthFlags } from './synth-flags.ts';
import { ioError, isSystemError } from './usage-error.ts';

export interface PlannedFolder {
  readonly plan: OutputPlan;
  /** Nothing of what was to be rendered is left as it was. */
  readonly whole: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

export interface SynthRun {
  readonly result: JobResult;
  /** No definition has an error. */
  readonly clean: boolean;
  readonly location: OutputLocation;
  readonly flags: SynthFlags;
}

/**
 * What is to be written and removed, as often as it is asked: what is on disk may change meanwhile. A shard looks after
 * the folders of its own clusters, and of vanished ones that fall to it.
 */
export async function outputPlanner(run: SynthRun, host: Host): Promise<() => PlannedFolder> {
  const { result, clean, location, flags } = run;
  const [{ planOutput }, { staleOutput }, { readOutputFolder }] = await Promise.all([
    import('../render/plan-output.ts'),
    import('../render/output-findings.ts'),
    import('./output-folder.ts'),
  ]);
  const clusters = clustersOf(result.parts);
  const failed = new Set(clusters.flatMap((one) => (one.failed ? [one.report.name] : [])));
  const rendered = clusters.flatMap(({ report: { name }, files }) =>
    files === undefined || failed.has(name) ? [] : { name, files },
  );
  const fateOf = fates(result);
  const removal = await removalOf(run, fateOf, host);
  const names = removal === 'all' ? undefined : [...rendered.map(({ name }) => name), ...removal];
  return () => {
    const plan = planOutput({
      folder: location.name,
      rendered,
      failed: [...failed],
      found: reading(location, () => readOutputFolder(location.folder, names)),
      removeVanished: removal === 'all' || removal.length > 0,
      fateOf,
      overwriteEdited: flags.overwriteEdited === true,
      forgetSuperseded: flags.forgetSuperseded === true,
    });
    const stale = flags.check === true ? staleOutput(plan, location.name) : [];
    const blocked = plan.diagnostics.some(({ severity }) => severity === 'error');
    return { plan, whole: clean && !blocked, diagnostics: [...plan.diagnostics, ...stale] };
  };
}

export function clustersOf(parts: readonly DefinitionPart[]): readonly ClusterPart[] {
  return parts.flatMap(({ clusters }) => clusters);
}

function fates({ share, parts }: JobResult): (file: string) => DefinitionFate {
  const read = new Set(share.loaded.files.map(({ source }) => source.file));
  const defining = new Set(clustersOf(parts).map(({ report }) => report.file));
  return (file) => {
    if (read.has(file)) return defining.has(file) ? 'gone' : 'silent';
    // What came through a pipe cannot be looked for.
    return file === STANDARD_INPUT || existsSync(path.resolve(share.loaded.root, file)) ? 'unread' : 'gone';
  };
}

/**
 * Output of a cluster that no definition mentions any more goes only if all definitions were looked at and could be
 * read: the folder `clusters/` as a whole, without an error. A shard asks that only when a folder falls to it.
 */
async function removalOf(
  run: SynthRun,
  fateOf: (file: string) => DefinitionFate,
  host: Host,
): Promise<'all' | readonly string[]> {
  const { result, clean, location, flags } = run;
  const whole = DEFAULT_FOLDERS.some((name) =>
    result.share.resolved.folders.includes(path.join(host.cwd, name)),
  );
  if (!whole || !clean) return [];
  if (flags.shard === undefined) return 'all';
  const { vanishedOutput } = await import('./shards/vanished-output.ts');
  const shard: Shard = flags.shard;
  return reading(location, () => vanishedOutput({ result, shard, folder: location.folder, fateOf }));
}

function reading<T>({ folder, name }: OutputLocation, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const below = isSystemError(error) && 'path' in error ? path.relative(folder, String(error.path)) : '';
    const file = below === '' || below.startsWith('..') ? name : `${name}/${below.split(path.sep).join('/')}`;
    throw ioError(error, `cannot read ${file}`);
  }
}

/** `dist: 12 files written, 1 removed, 30 unchanged`. */
export function outcome({ clusters }: OutputPlan, { name }: OutputLocation): string {
  const steps = clusters.flatMap((cluster) => (cluster.steps.length === 0 ? [] : cluster.changes));
  const removed = steps.filter(({ change }) => change === 'left over').length;
  const unchanged = clusters.reduce((sum, cluster) => sum + cluster.unchanged, 0);
  const written = counted(steps.length - removed, 'file');
  return `${name}: ${written} written, ${removed} removed, ${unchanged} unchanged`;
}
