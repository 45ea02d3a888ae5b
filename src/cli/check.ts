import type { Fix } from '../diagnostics/diagnostic.ts';
import { applyFixesRepeatedly } from './apply-fixes.ts';
import { compileDefinitions } from './compile-definitions.ts';
import { emitReport, type ReportFlags } from './emit-report.ts';
import type { ExitCode } from './exit-code.ts';
import type { Host } from './host.ts';
import { loadDefinitions, type LoadedDefinitions, type LoadOptions } from './load-definitions.ts';
import { resolveInputs } from './resolve-inputs.ts';
import { replaceFile } from './write-file.ts';

export interface CheckFlags extends ReportFlags, LoadOptions {
  readonly fix?: boolean | undefined;
}

/** `poolwright check`. */
export async function check(args: readonly string[], flags: CheckFlags, host: Host): Promise<ExitCode> {
  const { inputs } = await resolveInputs(args, host.cwd);
  const loaded = await loadDefinitions(inputs, flags, host);
  if (flags.fix !== true) return emitReport(compileDefinitions(loaded).compilation, flags, host);

  const { compilation, changed } = applyFixesRepeatedly(loaded);
  for (const [name, { text, fixes }] of changed) write(name, text, fixes, loaded, host);
  const standardInput = loaded.texts.get('<stdin>');
  if (standardInput === undefined) return emitReport(compilation, flags, host);
  // The fixed text is the data; what is left to say goes to the people.
  const mark = standardInput.byteOrderMark ? '\ufeff' : '';
  host.stdout.write(`${mark}${changed.get('<stdin>')?.text ?? standardInput.source.text}`);
  return emitReport(compilation, flags, host, host.stderr);
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
