import type { FeatureGate } from '../checks/cluster-api/feature-gates.ts';
import { sortDiagnostics } from '../diagnostics/diagnostic.ts';
import type { Compilation } from '../model/compilation.ts';
import { applyFixesRepeatedly } from './apply-fixes.ts';
import type { Checked } from './checked.ts';
import { type CompiledDefinitions, compileDefinitions } from './compile-definitions.ts';
import { emitReport, type ReportFlags } from './emit-report.ts';
import type { ExitCode } from './exit-code.ts';
import { feasibility } from './feasibility.ts';
import type { Host } from './host.ts';
import { loadDefinitions, type LoadOptions, STANDARD_INPUT } from './load-definitions.ts';
import { resolveInputs } from './resolve-inputs.ts';
import { UsageError } from './usage-error.ts';
import { withFindings } from './with-findings.ts';
import { replaceFile } from './write-file.ts';

export interface CheckFlags extends ReportFlags, LoadOptions {
  readonly fix?: boolean | undefined;
  /** Files and folders of hand-written objects. */
  readonly manifests?: readonly string[] | undefined;
  /** The same as they were before. */
  readonly base?: readonly string[] | undefined;
  readonly featureGate?: readonly FeatureGate[] | undefined;
}

/** `poolwright check`. */
export async function check(args: readonly string[], flags: CheckFlags, host: Host): Promise<ExitCode> {
  const { manifests = [], base = [], featureGate: featureGates = [] } = flags;
  if (base.length > 0 && manifests.length === 0) throw new UsageError('`--base` needs `--manifests`');
  if (featureGates.length > 0 && manifests.length === 0) {
    throw new UsageError('`--feature-gate` needs `--manifests`');
  }
  if ([args, manifests, base].filter((paths) => paths.includes('-')).length > 1) {
    throw new UsageError('the standard input can be read only once');
  }
  const checked: Checked[] = [];
  // Who lints manifests need not have definitions.
  if (manifests.length === 0 || args.length > 0) checked.push(await checkDefinitions(args, flags, host));
  if (manifests.length > 0) {
    const { checkManifests } = await import('./check-manifests.ts');
    checked.push(await checkManifests({ manifests, base, featureGates, fix: flags.fix === true }, host));
  }
  for (const one of checked) write(one, host);
  const compilation = merged(checked.map((one) => one.compilation));
  const standardInput = checked.find(({ texts }) => texts.has(STANDARD_INPUT));
  const text = standardInput?.texts.get(STANDARD_INPUT);
  if (flags.fix !== true || text === undefined) return emitReport(compilation, flags, host);
  // The fixed text is the data; what is left to say goes to the people.
  const mark = text.byteOrderMark ? '\ufeff' : '';
  host.stdout.write(`${mark}${standardInput?.changed.get(STANDARD_INPUT)?.text ?? text.source.text}`);
  return emitReport(compilation, flags, host, host.stderr);
}

async function checkDefinitions(args: readonly string[], flags: CheckFlags, host: Host): Promise<Checked> {
  const { inputs } = await resolveInputs(args, host.cwd);
  const loaded = await loadDefinitions(inputs, flags, host);
  const { texts, root } = loaded;
  if (flags.fix !== true) {
    return {
      compilation: await withDryRun(compileDefinitions(loaded), root, host),
      changed: new Map(),
      texts,
    };
  }
  const { definitions, changed } = applyFixesRepeatedly(loaded);
  return { compilation: await withDryRun(definitions, root, host), changed, texts };
}

/** With what a dry run of the workloads finds. */
async function withDryRun(definitions: CompiledDefinitions, root: string, host: Host): Promise<Compilation> {
  return withFindings(definitions.compilation, await feasibility(definitions, root, host));
}

function merged([first, ...others]: readonly Compilation[]): Compilation {
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
    for (const { title } of fixes) host.stderr.write(`fixed ${name}: ${title}\n`);
  }
}
