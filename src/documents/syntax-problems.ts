import type { DiagnosticCode } from '../diagnostics/codes.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Source } from '../diagnostics/source.ts';
import { explainYamlError } from './explain-yaml-error.ts';
import type { Explained, YamlErrorContext } from './yaml-error.ts';

/** What the library found wrong with one document, in our words. */
export interface SyntaxProblems {
  readonly diagnostics: readonly Diagnostic[];
  /** The structure cannot be trusted; building a tree would only produce follow-up errors. */
  readonly broken: boolean;
}

/** Nobody reads more, and explaining takes a search through the tokens each. Such a document counts as broken. */
const EXPLAINED_MAX = 200;

/** Written by git into files that it could not merge. */
const CONFLICT_MARKER = /^(?:<{7}|={7}|>{7}|\|{7})(?= |\r?$)/gm;

export function syntaxProblems(context: YamlErrorContext): SyntaxProblems {
  const explained = context.errors
    .slice(0, EXPLAINED_MAX)
    .flatMap((error) => explainYamlError(error, context) ?? [])
    .sort((a, b) => a.diagnostic.span.start - b.diagnostic.span.start);
  const broken = context.errors.length > EXPLAINED_MAX || explained.some((one) => one.structural);
  const conflict = broken ? conflictMarker(context.source) : undefined;
  if (conflict !== undefined) return { diagnostics: [conflict], broken };
  return { diagnostics: withoutEchoes(context.source, explained), broken };
}

/**
 * A structural mistake makes the library report again while it finds its way back: on the same line, and behind
 * an unclosed bracket also on the next. A block indented with tabs is one mistake, however many lines it has.
 */
function withoutEchoes(source: Source, explained: readonly Explained[]): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  let last: { readonly line: number; readonly code: DiagnosticCode } | undefined;
  for (const { diagnostic: found, structural } of explained) {
    if (!structural) {
      diagnostics.push(found);
      continue;
    }
    const { line } = source.positionAt(found.span.start);
    const reach = last?.code === 'PW1004' || (last?.code === 'PW1002' && found.code === 'PW1002') ? 1 : 0;
    if (last !== undefined && line <= last.line + reach) {
      last = { line, code: last.code };
    } else {
      diagnostics.push(found);
      last = { line, code: found.code };
    }
  }
  return diagnostics;
}

function conflictMarker(source: Source): Diagnostic | undefined {
  const [first, ...others] = [...source.text.matchAll(CONFLICT_MARKER)].map(({ index, 0: marker }) => ({
    source,
    start: index,
    end: index + marker.length,
  }));
  if (first === undefined) return undefined;
  return diagnostic('PW1007', first, 'the file holds an unresolved merge conflict', {
    related: others.slice(0, 2).map((span) => ({ span, message: 'its next marker' })),
    help: 'Keep one side of each conflict and remove the marker lines.',
  });
}
