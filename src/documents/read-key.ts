import { isScalar, type ParsedNode, Scalar } from 'yaml';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Span } from '../diagnostics/span.ts';
import { readPlainScalar } from './plain-scalar.ts';

export interface ReadKey {
  /** Absent when the key cannot be used at all, or is a merge key. */
  readonly key?: string;
  readonly merge?: boolean;
  readonly problems: readonly Diagnostic[];
}

const NO_PROBLEMS: readonly Diagnostic[] = [];

/** The string a key stands for. Kubernetes knows only string keys, so `1` and `true` are taken as written. */
export function readKey(node: ParsedNode, span: Span): ReadKey {
  if (!isScalar(node)) return { problems: [complexKey(span)] };
  const text = String(node.value);
  if (node.type !== Scalar.PLAIN || node.tag !== undefined) return { key: text, problems: NO_PROBLEMS };
  if (text === '<<') return { merge: true, problems: NO_PROBLEMS };
  const value = readPlainScalar(text);
  if (typeof value === 'string') return { key: text, problems: NO_PROBLEMS };
  if (text === '') return { problems: [emptyKey(span)] };
  return { key: text, problems: [retypedKey(text, value, span)] };
}

function retypedKey(text: string, value: number | bigint | boolean | null, span: Span): Diagnostic {
  const type = value === null ? 'null' : typeof value === 'boolean' ? 'a boolean' : 'a number';
  return diagnostic(
    'PW1011',
    span,
    `YAML reads the key \`${text}\` as ${type}; it is taken as the text \`${text}\``,
    {
      help: 'Quote it, so that every reader sees the same.',
      // Not where the key is an alias: that would cut the tie to its anchor.
      fix:
        span.source.text.slice(span.start, span.end) === text
          ? { title: `write \`"${text}"\``, edits: [{ span, newText: `"${text}"` }] }
          : undefined,
    },
  );
}

function emptyKey(span: Span): Diagnostic {
  return diagnostic('PW1012', span, 'the key before this `:` is missing', {
    help: 'Write the key, or `""` if an empty text is meant.',
  });
}

function complexKey(span: Span): Diagnostic {
  const written = span.source.text.slice(span.start, span.end);
  if (written.startsWith('{') && span.source.text[span.start - 1] === '{') {
    return diagnostic('PW1012', span, 'a template expression `{{ … }}` stands where YAML expects a value', {
      help: 'Files are read as they are, without a template engine: render it first. Quote the text if it is meant literally.',
    });
  }
  return diagnostic('PW1012', span, 'a list or map cannot be a key', {
    help: 'Keys are texts; quote the key if its brackets belong to the text.',
  });
}
