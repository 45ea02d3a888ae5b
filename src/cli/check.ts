import type { Fix } from '../diagnostics/diagnostic.ts';
import { applyFixesRepeatedly } from './apply-fixes.ts';
import type { Compilation } from '../model/compilation.ts';
import { type CompiledDefinitions, compileDefinitions } from './compile-definitions.ts';
import { emitReport, type ReportFlags } from './emit-report.ts';
import type { ExitCode } from './exit-code.ts';
import { feasibility } from './feasibility.ts';
import type { Host } from './host.ts';
import { loadDefinitions, type LoadedDefinitions, type LoadOptions } from './load-definitions.ts';
import { resolveInputs } from './resolve-inputs.ts';
import { withFindings } from './with-findings.ts';
import { replaceFile } from './write-file.ts';

export interface CheckFlags extends ReportFlags, LoadOptions {
  readonly fix?: boolean | undefined;
}

/** `poolwright check`. */
export async function check(args: readonly string[], flags: CheckFlags, host: Host): Promise<ExitCode> {
  const { inputs } = await resolveInputs(args, host.cwd);
  const loaded = await loadDefinitions(inputs, flags, host);
  if (flags.fix !== true) {
    return emitReport(await withDryRun(compileDefinitions(loaded), loaded.root, host), flags, host);
  }
  const { definitions, changed } = applyFixesRepeatedly(loaded);
  for (const [name, { text, fixes }] of changed) write(name, text, fixes, loaded, host);
  const compilation = await withDryRun(definitions, loaded.root, host);
  const standardInput = loaded.texts.get('<stdin>');
  if (standardInput === undefined) return emitReport(compilation, flags, host);
  // The fixed text is the data; what is left to say goes to the people.
  const mark = standardInput.byteOrderMark ? '\ufeff' : '';
  host.stdout.write(`${mark}${changed.get('<stdin>')?.text ?? standardInput.source.text}`);
  return emitReport(compilation, flags, host, host.stderr);
}

/** With what a dry run of the workloads finds. */
async function withDryRun(definitions: CompiledDefinitions, root: string, host: Host): Promise<Compilation> {
  return withFindings(definitions.compilation, await feasibility(definitions, root, host));
}

function write(
  name: string,
  text: string,
  fixes: readonly Fix[],
  loaded: LoadedDefinitions,
  host: Host,
): void {
  const { path, byteOrderMark } = loaded.texts.get(name) ?? {};
  if (path !== undefined) replaceFile(path, byteOrderMark === true ? `\ufeff${text}` : text, name);
  for (const { title } of fixes) host.stderr.write(`fixed ${name}: ${title}\n`);
}
