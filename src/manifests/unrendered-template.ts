import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Source } from '../diagnostics/source.ts';

/**
 * A text that cannot be read because Helm, or another tool, has yet to fill in its `{{ … }}`: one finding, in place of
 * the many that a reader of YAML has.
 *
 * @param problems what was found wrong while the text was read
 */
export function unrenderedTemplate(source: Source, problems: readonly Diagnostic[]): Diagnostic | undefined {
  const lines = new Set<number>();
  for (const { code, severity, span } of problems) {
    if (severity !== 'error') continue;
    const { line } = source.positionAt(span.start);
    const text = source.lineText(line);
    if (text.includes('{{') && (code === 'PW1012' || mayBreakYaml(text))) lines.add(line);
  }
  if (lines.size === 0) return undefined;
  const start = source.text.indexOf('{{', source.lineStarts[Math.min(...lines) - 1]);
  const span = { source, start, end: start + '{{'.length };
  return diagnostic(
    'PW9241',
    span,
    'this is a template: what stands in its `{{ … }}` must be filled in first',
    {
      help: 'Until then it is no YAML, and what cannot be read of it is not checked. For Helm: `helm template … | poolwright check --manifests -`.',
    },
  );
}

const QUOTED = /"[^"\\]*(?:\\.[^"\\]*)*"|'[^']*'/g;

/** Inside quotes an expression does no harm, unless quotes of its own end them. */
function mayBreakYaml(line: string): boolean {
  return line
    .replace(QUOTED, (text) => (text.includes('{{') && !text.includes('}}') ? text : ''))
    .includes('{{');
}
