import type { FeatureGate } from '../checks/cluster-api/feature-gates.ts';
import { sortDiagnostics } from '../diagnostics/diagnostic.ts';
import { applyFixesRepeatedly } from './apply-fixes.ts';
import type { Checked } from './checked.ts';
import { emitJudged, type ReportFlags } from './emit-report.ts';
import type { ExitCode } from './exit-code.ts';
import type { Host } from './host.ts';
import type { Judged } from './judged.ts';
import { type LoadOptions, STANDARD_INPUT, withTexts } from './load-definitions.ts';
import { partSources } from './shards/part-sources.ts';
import type { DefinitionPart } from './shards/definition-part.ts';
import { checkShare } from './shards/check-share.ts';
import { joinParts } from './shards/join-parts.ts';
import { runJob } from './shards/run-job.ts';
import type { Shard } from './shards/shard.ts';
import { loadShare } from './shards/share.ts';
import type { ShareJob } from './shards/share-job.ts';
import { shardReport } from './shards/shard-report.ts';
import { definitionArguments } from './shards/sharded-command.ts';
import { UsageError } from './usage-error.ts';
import { replaceFile } from './write-file.ts';
import { say } from './say.ts';

export interface CheckFlags extends ReportFlags, LoadOptions {
  readonly fix?: boolean | undefined;
  /** Files and folders of hand-written objects. */
  readonly manifests?: readonly string[] | undefined;
  /** The same as they were before; without manifests, the state before of the definitions, for the CRDs. */
  readonly base?: readonly string[] | undefined;
  readonly featureGate?: readonly FeatureGate[] | undefined;
  /** Where CRDs are that judge the objects as an API server would. */
  readonly crds?: readonly string[] | undefined;
  readonly shard?: Shard | undefined;
  readonly jobs?: number | undefined;
}

/** `poolwright check`. */
export async function check(args: readonly string[], flags: CheckFlags, host: Host): Promise<ExitCode> {
  const { manifests = [], base = [], featureGate: featureGates = [] } = flags;
  refuseContradictions(args, flags);
  const checked: Checked[] = [];
  // Who lints manifests need not have definitions.
  if (manifests.length === 0 || args.length > 0) checked.push(await checkDefinitions(args, flags, host));
  if (manifests.length > 0) {
    const { checkManifests } = await import('./check-manifests.ts');
    checked.push(
      await checkManifests(
        { manifests, base, featureGates, crds: flags.crds, fix: flags.fix === true },
        host,
      ),
    );
  }
  for (const one of checked) write(one, host);
  const report = {
    judged: merged(checked.map((one) => one.judged)),
    sources: new Map(checked.flatMap(({ sources }) => [...sources])),
    shard: checked[0]?.shard,
  };
  const standardInput = checked.find(({ texts }) => texts.has(STANDARD_INPUT));
  const text = standardInput?.texts.get(STANDARD_INPUT);
  if (flags.fix !== true || text === undefined) return emitJudged(report, flags, host);
  // The fixed text is the data; what is left to say goes to the people.
  const mark = text.byteOrderMark ? '\ufeff' : '';
  host.stdout.write(`${mark}${standardInput?.changed.get(STANDARD_INPUT)?.text ?? text.source.text}`);
  return emitJudged(report, flags, host, host.stderr);
}

function refuseContradictions(args: readonly string[], flags: CheckFlags): void {
  const { manifests = [], base = [], featureGate: featureGates = [], shard, fix } = flags;
  if (base.length > 0 && manifests.length === 0 && flags.crds === undefined) {
    throw new UsageError('`--base` needs `--manifests` or `--crds`');
  }
  if (base.length > 1 && manifests.length === 0) {
    throw new UsageError('definitions have one state before: give `--base` once');
  }
  if (featureGates.length > 0 && manifests.length === 0) {
    throw new UsageError('`--feature-gate` needs `--manifests`');
  }
  if ([args, manifests, base].filter((paths) => paths.includes('-')).length > 1) {
    throw new UsageError('the standard input can be read only once');
  }
  if (shard === undefined) return;
  if (manifests.length > 0) {
    throw new UsageError('`--shard` divides definitions: check `--manifests` in a run of its own');
  }
  if (fix === true)
    throw new UsageError('`--fix` rewrites files that shards have in common: run it without `--shard`');
}

async function checkDefinitions(args: readonly string[], flags: CheckFlags, host: Host): Promise<Checked> {
  const { shard, fix } = flags;
  if (fix === true) return fixDefinitions(args, flags, host);
  const { defaults, name } = flags;
  const admission = admissionFlags(flags);
  const job = { task: 'check', args, options: { defaults, name }, shard, ...admission } as const;
  const result = await runJob(job, flags, host);
  const command = ['check', ...definitionArguments(args, flags), ...admissionArguments(admission)];
  return {
    judged: await joinParts(result.parts),
    sources: result.sources,
    changed: new Map(),
    texts: result.share.loaded.texts,
    ...(shard === undefined ? {} : { shard: shardReport(result, { shard, command, failOn: flags.failOn }) }),
  };
}

type AdmissionFlags = Pick<ShareJob, 'crds' | 'base'>;

/** The base of manifests is no base of definitions. */
function admissionFlags({ crds, base = [], manifests = [] }: CheckFlags): AdmissionFlags {
  return { crds, base: manifests.length === 0 ? base[0] : undefined };
}

function admissionArguments({ crds = [], base }: AdmissionFlags): readonly string[] {
  return [...crds.flatMap((one) => ['--crds', one]), ...(base === undefined ? [] : ['--base', base])];
}

async function fixDefinitions(args: readonly string[], flags: CheckFlags, host: Host): Promise<Checked> {
  const share = await loadShare(args, { ...flags, shards: [] }, host);
  const { changed, sources } = applyFixesRepeatedly(share.loaded);
  const { files } = withTexts(share.loaded, sources);
  const fixed = share.files.flatMap(({ index }, i) => {
    const definition = files[i];
    return definition === undefined ? [] : { index, definition };
  });
  const parts: DefinitionPart[] = [];
  const { defaults, name } = flags;
  await checkShare({ ...share, files: fixed }, host, {
    args,
    options: { defaults, name },
    ...admissionFlags(flags),
    onPart: (part) => void parts.push(part),
  });
  return {
    judged: await joinParts(parts),
    sources: new Map(parts.flatMap((part) => [...partSources(part)])),
    changed,
    texts: share.loaded.texts,
  };
}

function merged([first, ...others]: readonly Judged[]): Judged {
  if (first === undefined || others.length === 0) return first ?? { clusters: [], diagnostics: [] };
  const all = [first, ...others];
  const summary = all.find(({ manifests }) => manifests !== undefined)?.manifests;
  return {
    clusters: all.flatMap(({ clusters }) => clusters),
    diagnostics: sortDiagnostics(all.flatMap(({ diagnostics }) => diagnostics)),
    ...(summary === undefined ? {} : { manifests: summary }),
  };
}

function write({ changed, texts }: Checked, host: Host): void {
  for (const [name, { text, fixes }] of changed) {
    const { path, byteOrderMark } = texts.get(name) ?? {};
    if (path !== undefined) replaceFile(path, byteOrderMark === true ? `\ufeff${text}` : text, name);
    for (const { title } of fixes) say(`fixed ${name}: ${title}`, host);
  }
}
