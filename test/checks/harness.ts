import { type CompileInput, compile } from '../../src/compile.ts';
import { builtInProvider } from '../../src/create-provider.ts';
import type { DiagnosticCode } from '../../src/diagnostics/codes.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { Source } from '../../src/diagnostics/source.ts';
import type { Compilation } from '../../src/model/compilation.ts';
import { checkReport } from '../../src/report/check-report.ts';
import { sourcesOf } from '../../src/report/reporter.ts';
import { text as textReporter } from '../../src/report/text.ts';

const provider = builtInProvider();

/** The label vocabulary of the provider that definitions are compiled with. */
export const labelsOf = provider.labels;

/** Compiles one definition as cluster `example`, with the built-in catalogue. */
export function compileText(
  text: string,
  file = 'example.yaml',
  options: Pick<CompileInput, 'rehearsal'> = {},
): Compilation {
  return compile({
    ...options,
    files: [{ source: new Source(file, text), clusterName: 'example', origin: 'argument' }],
    provider: () => provider,
  });
}

/** The findings with one of the codes, as the text reporter shows them, without its summary. */
export function shown(compilation: Compilation, ...codes: readonly string[]): string {
  const diagnostics = compilation.diagnostics.filter(
    ({ code }) => codes.length === 0 || codes.includes(code),
  );
  const report = checkReport({ ...compilation, diagnostics });
  const output = textReporter(report, { version: '0.0.0', sources: sourcesOf(diagnostics) });
  return output.trimEnd().split('\n\n').slice(0, -1).join('\n\n');
}

/** A definition with one pool named `default`; `body` is the pool's content without indentation. */
export function onePool(body: string): string {
  const lines = body.trim().split('\n');
  return `${SETTINGS}karpenter:\n  node_pools:\n    default:\n${lines.map((line) => `      ${line}\n`).join('')}`;
}

/** A definition with several pools; `body` starts with the first pool's name. */
export function pools(body: string): string {
  const lines = body.trim().split('\n');
  return `${SETTINGS}karpenter:\n  node_pools:\n${lines.map((line) => `    ${line}\n`).join('')}`;
}

const SETTINGS = 'poolwright: {region: eu-west-1, zones: [eu-west-1a, eu-west-1b, eu-west-1c]}\n';

/** What is found under one code. */
export function findings(text: string, code: DiagnosticCode): readonly Diagnostic[] {
  return compileText(text).diagnostics.filter((found) => found.code === code);
}

/** The messages found under one code. */
export function messages(text: string, code: DiagnosticCode): readonly string[] {
  return findings(text, code).map(({ message }) => message);
}

/** The source text a finding blames. */
export function blamed({ span }: Diagnostic): string {
  return span.source.text.slice(span.start, span.end);
}
