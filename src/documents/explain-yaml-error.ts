import type { ErrorCode, YAMLError } from 'yaml';
import { shorten } from '../diagnostics/describe-value.ts';
import { explainBlockAsKey, explainIndent, explainMultilineKey } from './explain-indentation.ts';
import { explainMissingCharacter } from './explain-missing-character.ts';
import { isKnownScalarTag } from './read-scalar.ts';
import {
  at,
  type Explain,
  type Explained,
  explainOther,
  firstLine,
  lineAt,
  local,
  restOfLine,
  spanOf,
  structural,
  written,
  type YamlErrorContext,
} from './yaml-error.ts';

/** What an error of the library means for the person who wrote the text; undefined if it means nothing here. */
export function explainYamlError(error: YAMLError, context: YamlErrorContext): Explained | undefined {
  return EXPLANATIONS[error.code](error, context);
}

/** Closed over the library's codes: a new one does not compile until it has an explanation. */
const EXPLANATIONS: Readonly<Record<ErrorCode, Explain>> = {
  ALIAS_PROPS: (error, context) =>
    local('PW1001', at(error, context), 'an alias cannot have an anchor or a tag of its own', {
      help: 'Put them on the value that the alias stands for.',
    }),
  BAD_ALIAS: explainBadAlias,
  BAD_COLLECTION_TYPE: explainTag,
  BAD_DIRECTIVE: (error, context) =>
    local(
      error.name === 'YAMLWarning' ? 'PW1017' : 'PW1001',
      at(error, context),
      directiveMessage(error, context),
      {
        help: 'Remove the line; definition files are YAML 1.2 and need no directive.',
      },
    ),
  BAD_DQ_ESCAPE: explainEscape,
  BAD_INDENT: explainIndent,
  BAD_PROP_ORDER: (error, context) =>
    local(
      'PW1001',
      at(error, context),
      `anchors and tags must stand after the \`${written(error, context)}\``,
      {},
    ),
  BAD_SCALAR_START: explainScalarStart,
  BLOCK_AS_IMPLICIT_KEY: explainBlockAsKey,
  BLOCK_IN_FLOW: (error, context) =>
    structural(
      'PW1001',
      firstLine(error, context),
      'a `,` is missing between the entries of this list or map',
      {
        help: 'Inside `[ ]` and `{ }` entries are separated by commas; indentation does not count there.',
      },
    ),
  DUPLICATE_KEY: explainOther,
  IMPOSSIBLE: explainOther,
  KEY_OVER_1024_CHARS: (error, context) =>
    local('PW1001', firstLine(error, context), 'the key is longer than 1,024 characters', {
      help: 'Shorten it.',
    }),
  MISSING_CHAR: explainMissingCharacter,
  MULTILINE_IMPLICIT_KEY: explainMultilineKey,
  MULTIPLE_ANCHORS: (error, context) =>
    local('PW1001', at(error, context), 'a value can have only one anchor', { help: 'Remove one of them.' }),
  MULTIPLE_DOCS: explainOther,
  MULTIPLE_TAGS: (error, context) =>
    local('PW1001', at(error, context), 'a value can have only one tag', { help: 'Remove one of them.' }),
  NON_STRING_KEY: explainOther,
  RESOURCE_EXHAUSTION: (error, context) =>
    structural('PW1032', at(error, context), 'the nesting is too deep to be read', {}),
  TAB_AS_INDENT: (error, context) =>
    structural('PW1002', at(error, context), 'a tab is used for indentation', {
      help: 'YAML indents with spaces only. Replace the tab by spaces.',
    }),
  TAG_RESOLVE_FAILED: explainTag,
  UNEXPECTED_TOKEN: explainUnexpected,
};

function explainBadAlias(error: YAMLError, context: YamlErrorContext): Explained {
  const span = at(error, context);
  if (error.name === 'YAMLWarning') {
    return local('PW1001', span, 'the name of this anchor or alias ends with `:`', {
      help: 'Write a space before the `:` if it ends a key.',
    });
  }
  const sign = written(error, context);
  return structural('PW1006', span, `\`${sign}\` alone is not a value`, {
    help: `After \`${sign}\` YAML expects a name. Put it in quotes if the character itself is meant.`,
    fix: sign === '*' ? { title: 'write `"*"`', edits: [{ span, newText: '"*"' }] } : undefined,
  });
}

function explainTag(error: YAMLError, context: YamlErrorContext): Explained | undefined {
  const span = at(error, context);
  const tag = written(error, context);
  if (error.name === 'YAMLWarning') {
    const unresolved = /^Unresolved tag: (.*)$/s.exec(error.message)?.[1];
    if (unresolved !== undefined && isKnownScalarTag(unresolved)) return undefined;
    return local(
      'PW1015',
      span,
      `the tag \`${shorten(tag)}\` is not understood; the value is read as if it had none`,
      {
        help: 'Definition files are read as they are: nothing resolves tags. Write the value itself.',
      },
    );
  }
  return local('PW1001', span, `\`${shorten(tag)}\` is not a valid tag`, {
    help: 'Remove it, or put the text in quotes if `!` belongs to it.',
  });
}

function directiveMessage(error: YAMLError, context: YamlErrorContext): string {
  const line = shorten(lineAt(context.source, error.pos[0]).trim());
  return error.name === 'YAMLWarning'
    ? `the directive \`${line}\` has no effect`
    : `\`${line}\` is not a valid directive`;
}

function explainEscape(error: YAMLError, context: YamlErrorContext): Explained {
  const escape = /^Invalid escape sequence (.*)$/s.exec(error.message)?.[1] ?? '\\';
  const [start] = error.pos;
  const span = spanOf(context, start, start + escape.length);
  return local('PW1005', span, `YAML knows no escape sequence \`${escape}\``, {
    help: 'Write `\\\\` for a backslash, or use single quotes, in which a backslash is an ordinary character.',
  });
}

function explainScalarStart(error: YAMLError, context: YamlErrorContext): Explained {
  const sign = written(error, context);
  const rest = restOfLine(context.source, error.pos[0]).replace(/\s+#.*$/, '');
  const message = `a text cannot start with ${sign === '`' ? 'a backtick' : `\`${sign}\``} without quotes`;
  return local('PW1006', at(error, context), message, {
    help: `Put it in quotes: ${JSON.stringify(shorten(rest))}.`,
  });
}

const UNEXPECTED: readonly (readonly [RegExp, string, string])[] = [
  [
    /block-seq-ind on same line/,
    'a list cannot start on the line of its key',
    'Start a new line before the `-`, or put the text in quotes.',
  ],
  [
    /Block scalar header/,
    'a block of text starts on the line after its `|` or `>`',
    'Start a new line, or put the text in quotes.',
  ],
  [
    /at node end/,
    'this stands behind a value that has already ended',
    'Put the whole value in one pair of quotes, or remove the rest.',
  ],
  [/flow-(?:seq|map)-end/, 'this bracket closes nothing', 'Remove it, or put the text in quotes.'],
  [/Unexpected (?:,|empty item|comma)/, 'a value is missing before this `,`', 'Remove the comma.'],
];

function explainUnexpected(error: YAMLError, context: YamlErrorContext): Explained {
  const known = UNEXPECTED.find(([pattern]) => pattern.test(error.message));
  if (known === undefined) return explainOther(error, context);
  const [, message, help] = known;
  return structural('PW1001', firstLine(error, context), message, { help });
}
