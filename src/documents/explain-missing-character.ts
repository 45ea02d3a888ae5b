import type { YAMLError } from 'yaml';
import { explainOpenQuote, explainUnclosed } from './explain-open-end.ts';
import {
  at,
  type Explain,
  type Explained,
  explainMissingColon,
  explainOther,
  firstLine,
  lineSpan,
  local,
  spanOf,
  structural,
  written,
  type YamlErrorContext,
} from './yaml-error.ts';

/** The library's message, and what to say instead: first fit. */
const MISSING: readonly (readonly [RegExp, Explain])[] = [
  [/quote$/, explainOpenQuote],
  [/must end with a/, explainUnclosed],
  [
    /^Implicit map keys/,
    (error, context) => explainMissingColon(firstLine(error, context), written(error, context).trim()),
  ],
  [
    /^Sequence item without/,
    (error, context) =>
      structural(
        'PW1003',
        lineSpan(context, error.pos[0]),
        'this line stands among list items without a `-`',
        {
          help: 'Start it with `- `, or indent it like the keys of the item above.',
        },
      ),
  ],
  [/^Missing space after :/, (error, context) => missing(error, context, 'a space is missing after the `:`')],
  [/^Missing , /, (error, context) => missing(error, context, 'a `,` is missing before this entry')],
  [
    /^Comments must be separated/,
    (error, context) => {
      const span = spanOf(context, error.pos[0], error.pos[0]);
      return local('PW1001', at(error, context), 'a space is missing before the `#` of this comment', {
        help: 'Put the value in quotes if the `#` belongs to it.',
        fix: { title: 'insert a space', edits: [{ span, newText: ' ' }] },
      });
    },
  ],
  [
    /^Tags and anchors/,
    (error, context) => missing(error, context, 'a space is missing after the tag or anchor'),
  ],
  [
    /^Missing newline after block sequence/,
    (error, context) => missing(error, context, 'the list must start on a new line after its tag or anchor'),
  ],
  [
    /^Block scalars with more-indented/,
    (error, context) =>
      structural(
        'PW1003',
        lineSpan(context, error.pos[0]),
        'the first line of this text is indented less than the empty lines before it',
        {
          help: 'Remove the spaces from the empty lines.',
        },
      ),
  ],
  [
    /^Block collection cannot start/,
    (error, context) => missing(error, context, 'a map or list must start on a line of its own after `---`'),
  ],
  [
    /directives-end/,
    (error, context) => missing(error, context, 'a line `---` is missing before the content'),
  ],
];

export function explainMissingCharacter(error: YAMLError, context: YamlErrorContext): Explained | undefined {
  const explain = MISSING.find(([pattern]) => pattern.test(error.message))?.[1] ?? explainOther;
  return explain(error, context);
}

function missing(error: YAMLError, context: YamlErrorContext, message: string): Explained {
  return structural('PW1001', at(error, context), message, {});
}
