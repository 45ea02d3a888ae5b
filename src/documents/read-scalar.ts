import { Scalar } from 'yaml';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { LocatedScalar } from '../diagnostics/located.ts';
import type { Span } from '../diagnostics/span.ts';
import { readPlainScalar } from './plain-scalar.ts';

const TAG = 'tag:yaml.org,2002:';

export interface ReadScalar {
  readonly scalar: Pick<LocatedScalar, 'value' | 'text' | 'style'>;
  readonly problem?: Diagnostic;
}

/** The value of a scalar node under the core schema. The library is told to leave every scalar a string. */
export function readScalar(node: Scalar.Parsed, span: Span): ReadScalar {
  const text = String(node.value);
  if (node.tag !== undefined) return readTagged(node.tag, text, span);
  if (node.type === Scalar.PLAIN) {
    const scalar = { value: readPlainScalar(text), text, style: 'plain' } as const;
    const continued = text.includes(' ') ? continuedLine(span) : undefined;
    return continued === undefined ? { scalar } : { scalar, problem: continued };
  }
  const block = node.type === Scalar.BLOCK_LITERAL || node.type === Scalar.BLOCK_FOLDED;
  return { scalar: { value: text, text, style: block ? 'block' : 'quoted' } };
}

/** An explicit tag settles the type, so the scalar counts as `quoted`: YAML does not retype it. */
function readTagged(tag: string, text: string, span: Span): ReadScalar {
  const asText = { value: text, text, style: 'quoted' } as const;
  const wanted = TYPES.get(tag);
  if (wanted === undefined) return { scalar: asText };
  const value = readPlainScalar(text);
  if (wanted.fits(value)) return { scalar: { value, text, style: 'quoted' } };
  const message = `\`${text}\` is not ${wanted.name}, as its tag \`!!${tag.slice(TAG.length)}\` says`;
  return {
    scalar: asText,
    problem: diagnostic('PW1016', span, message, { help: 'Correct the value, or remove the tag.' }),
  };
}

type Value = LocatedScalar['value'];

const TYPES: ReadonlyMap<string, { readonly name: string; readonly fits: (value: Value) => boolean }> =
  new Map([
    [
      `${TAG}int`,
      { name: 'an integer', fits: (value) => typeof value === 'bigint' || Number.isInteger(value) },
    ],
    [
      `${TAG}float`,
      { name: 'a number', fits: (value) => typeof value === 'bigint' || typeof value === 'number' },
    ],
    [`${TAG}bool`, { name: 'a boolean', fits: (value) => typeof value === 'boolean' }],
    [`${TAG}null`, { name: 'null', fits: (value) => value === null }],
  ]);

/** Tags that mean something here; the library, told to leave scalars alone, knows only part of them. */
export function isKnownScalarTag(tag: string): boolean {
  return TYPES.has(tag) || tag === `${TAG}str`;
}

/**
 * An unquoted text goes on over the next lines as long as they are indented. When such a line looks like a list item
 * or a key, that is hardly ever meant, and nothing else would tell.
 */
function continuedLine(span: Span): Diagnostic | undefined {
  const written = span.source.text.slice(span.start, span.end);
  const match = /\n[ \t]*(-[ \t].*|[A-Za-z][\w.-]*:[^\s/].*)/.exec(written);
  const line = match?.[1]?.trimEnd();
  if (match === null || line === undefined) return undefined;
  const start = span.start + match.index + match[0].indexOf(line);
  const what = line.startsWith('-') ? 'a list item' : 'a key';
  const message = `\`${line}\` is read as part of the text that starts above, not as ${what}`;
  return diagnostic('PW1018', { source: span.source, start, end: start + line.length }, message, {
    related: [
      { span: { ...span, end: span.start + firstLineLength(written) }, message: 'the text starts here' },
    ],
    help:
      what === 'a key'
        ? 'Write a space after the colon and indent the line like its neighbours, or put the whole text in quotes.'
        : 'Indent the line like the items before it, or put the whole text in quotes.',
  });
}

function firstLineLength(text: string): number {
  return text.split(/\r?\n/, 1)[0]?.length ?? 0;
}
