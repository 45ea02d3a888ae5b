import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Located } from '../diagnostics/located.ts';
import type { Source } from '../diagnostics/source.ts';
import type { Span } from '../diagnostics/span.ts';
import { dnsLabelProblem } from '../kubernetes/label.ts';

export interface ClusterName {
  readonly name: string;
  readonly span: Span;
  readonly diagnostics: readonly Diagnostic[];
}

/** The written name, else the given one, else the file's. It names a folder and a label, so it must be a DNS label. */
export function clusterName(
  written: Located<string> | undefined,
  source: Source,
  given: string | undefined,
): ClusterName {
  const name = written?.value ?? given ?? stem(source.file);
  const span = written?.origin.span ?? { source, start: 0, end: 0 };
  const problem = dnsLabelProblem(name);
  if (problem === undefined) return { name, span, diagnostics: [] };
  const from = written === undefined && given === undefined ? ' (taken from the file)' : '';
  const suggestion = dnsLabelOf(name);
  const example = suggestion === undefined ? '' : `, such as \`${suggestion}\``;
  const help =
    written === undefined
      ? `Give the cluster a name with \`poolwright: {cluster: …}\`${example}.`
      : `Use lower-case letters, digits and dashes, at most 63${example}.`;
  return {
    name,
    span,
    diagnostics: [diagnostic('PW2008', span, `the cluster name \`${name}\`${from} ${problem}`, { help })],
  };
}

/** The DNS label a name comes nearest to, if anything is left of it. */
export function dnsLabelOf(name: string): string | undefined {
  const label = name
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 63)
    .replace(/-+$/, '');
  return label === '' ? undefined : label;
}

/** What a cluster is called that nobody names. */
export function stem(file: string): string {
  const base = file.slice(file.lastIndexOf('/') + 1);
  return base.replace(/\.(?:ya?ml|json)$/i, '');
}
