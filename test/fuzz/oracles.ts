import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import type { Source } from '../../src/diagnostics/source.ts';
import type { Span } from '../../src/diagnostics/span.ts';
import { applyFixes } from '../../src/documents/apply-fixes.ts';
import { junit } from '../../src/report/junit.ts';
import { github } from '../../src/report/github.ts';
import { gitlab } from '../../src/report/gitlab.ts';
import { json } from '../../src/report/json.ts';
import { checkReport } from '../../src/report/check-report.ts';
import { rdjson } from '../../src/report/rdjson.ts';
import { sourcesOf } from '../../src/report/reporter.ts';
import { sarif } from '../../src/report/sarif.ts';
import { text } from '../../src/report/text.ts';
import type { Compilation } from '../../src/model/compilation.ts';

/** Something that must not be, whatever the input. */
export class OracleError extends Error {
  override readonly name = 'OracleError';
}

export function must(condition: boolean, message: () => string): asserts condition {
  if (!condition) throw new OracleError(message());
}

/** Every place that findings name is in its text, and every finding says something. */
export function checkFindings(findings: readonly Diagnostic[]): void {
  for (const found of findings) {
    for (const { span } of [found, ...found.related, ...(found.fix?.edits ?? [])])
      checkSpan(span, found.code);
    must(found.message.trim() !== '', () => `${found.code} says nothing`);
    must(
      !/\bundefined\b|\[object /.test(stripQuoted(found.message)),
      () => `${found.code}: ${found.message}`,
    );
  }
}

/** Without what it repeats of the input. */
function stripQuoted(message: string): string {
  return message.replaceAll(/`[^`]*`/g, '');
}

export function checkSpan({ source, start, end }: Span, what: string): void {
  must(
    Number.isInteger(start) && 0 <= start && start <= end && end <= source.text.length,
    () => `${what} stands at ${start}-${end} of ${source.text.length} of ${source.file}`,
  );
}

/** What `--fix` writes differs from what was there, and holds nothing that was not offered. */
export function checkFixes(source: Source, findings: readonly Diagnostic[]): string | undefined {
  const fixes = findings.flatMap(({ fix }) => fix ?? []);
  if (fixes.length === 0) return undefined;
  const { applied, text: fixed } = applyFixes(source, fixes);
  must(applied.length === 0 || fixed !== source.text, () => 'the fixes change nothing');
  return applied.length === 0 ? undefined : fixed;
}

const REPORTERS = { text, json, sarif, github, gitlab, junit, rdjson };

/** Every format can tell it. */
export function checkReports(compilation: Compilation): void {
  const report = checkReport(compilation);
  const options = { version: '0', sources: sourcesOf(compilation.diagnostics) };
  for (const [name, reporter] of Object.entries(REPORTERS)) {
    const told = reporter(report, options);
    must(told !== '' || name === 'github', () => `the format ${name} says nothing`);
    if (['json', 'sarif', 'gitlab', 'rdjson'].includes(name)) JSON.parse(told);
  }
}

const CLEAN = new Set(Reflect.ownKeys(Object.prototype));

/** No input reaches the prototypes that all objects share. */
export function checkPrototypes(): void {
  for (const key of Reflect.ownKeys(Object.prototype)) {
    if (CLEAN.has(key)) continue;
    Reflect.deleteProperty(Object.prototype, key);
    throw new OracleError(`Object.prototype got the property ${String(key)}`);
  }
}
