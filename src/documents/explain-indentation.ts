import type { YAMLError } from 'yaml';
import { shorten } from '../diagnostics/describe-value.ts';
import type { Span } from '../diagnostics/span.ts';
import { explainUnclosed } from './explain-open-end.ts';
import {
  columnOf,
  explainMissingColon,
  type Explained,
  lineAt,
  lineSpan,
  restOfLine,
  spanOf,
  structural,
  type YamlErrorContext,
} from './yaml-error.ts';

export function explainIndent(error: YAMLError, context: YamlErrorContext): Explained {
  if (/^Flow/i.test(error.message)) return explainUnclosed(error, context);
  const span = lineSpan(context, error.pos[0]);
  const spaces = columnOf(context.source, span.start);
  const indented = `this line is indented by ${spaces} space${spaces === 1 ? '' : 's'}`;
  if (error.message.startsWith('Block scalar')) {
    return structural('PW1003', span, `${indented}, too little to belong to the block of text above`, {
      help: 'Indent every line of the text at least as far as its first line, and further than its key.',
    });
  }
  const stray = strayLineAbove(context, span.start);
  if (stray !== undefined)
    return explainMissingColon(stray, context.source.text.slice(stray.start, stray.end));
  const what = error.message.includes('sequence') ? 'list item' : 'key';
  return structural('PW1003', span, `${indented}, which fits no ${what} above it`, {
    help: `All ${what === 'key' ? 'keys of a map' : 'items of a list'} must start in the same column.`,
  });
}

/** A line without a colon just above, in the same column: it was meant to be a key, and was taken for a value. */
function strayLineAbove(context: YamlErrorContext, start: number): Span | undefined {
  const { source } = context;
  const { line, column } = source.positionAt(start);
  const above = source
    .lineText(line - 1)
    .replace(/\s#.*$/, '')
    .trimEnd();
  const text = above.trimStart();
  if (!/^[A-Za-z_][^:]*$/.test(text) || above.length - text.length !== column - 1) return undefined;
  const from = (source.lineStarts[line - 2] ?? 0) + above.length - text.length;
  return spanOf(context, from, from + text.length);
}

export function explainBlockAsKey(error: YAMLError, context: YamlErrorContext): Explained {
  const [start] = error.pos;
  if (error.message.startsWith('A block sequence')) {
    return structural('PW1003', lineSpan(context, start), 'a list item stands among the keys of a map', {
      help: 'Indent it under the key that holds the list, or remove the `-`.',
    });
  }
  // With a key of several lines the line after the value was meant to be a key of its own.
  const key = context.errors.find(
    (other) => other.code === 'MULTILINE_IMPLICIT_KEY' && other.pos[0] === start,
  );
  if (key !== undefined) {
    const span = lineSpan(context, key.pos[1] - 1);
    const first = shorten(lineAt(context.source, start).trim());
    return structural('PW1003', span, `this line is indented further than the key above it, \`${first}\``, {
      help: 'Give both the same indentation; only what belongs to a key is indented further.',
    });
  }
  const rest = restOfLine(context.source, start);
  return structural('PW1001', spanOf(context, start, start + rest.length), 'the value holds a second `: `', {
    help: `Put the value in quotes, \`${JSON.stringify(shorten(rest))}\`, or start a map on a new line.`,
  });
}

export function explainMultilineKey(error: YAMLError, context: YamlErrorContext): Explained | undefined {
  const [start, end] = error.pos;
  const { source } = context;
  const covered = context.errors.some(
    (other) => other.code === 'BLOCK_AS_IMPLICIT_KEY' && other.pos[0] === start,
  );
  if (covered) return undefined;
  const first = source.text.slice(start, end).split(/\r?\n/, 1)[0]?.trimEnd() ?? '';
  const span = spanOf(context, start, start + first.length);
  const glued = /^([^\s:"'[{]+):([^\s/].*)$/.exec(first);
  if (glued !== null) {
    return structural('PW1001', span, `a space is missing after the \`:\` in \`${shorten(first)}\``, {
      help: `Write \`${glued[1]}: ${shorten(glued[2] ?? '')}\`.`,
    });
  }
  if (/^["'[{]/.test(first)) {
    return structural('PW1001', span, 'a key must not go on over several lines', {
      help: 'Write it on one line, or close its quote or bracket.',
    });
  }
  return explainMissingColon(span, first);
}
