import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { LocatedScalar } from '../diagnostics/located.ts';
import type { LocatedText, Place, TextTraits } from './field-traits.ts';
import { quoteFix } from '../diagnostics/entry-fixes.ts';
import { writtenAt } from './fixes.ts';
import { type Retyping, retyping, sameNumberToAll } from './retyping.ts';

const DEFAULT_TRAITS: TextTraits = { bare: 'note', retyped: 'text' };

export interface NormalisedText {
  readonly text: LocatedText;
  readonly diagnostics: readonly Diagnostic[];
}

/** A scalar where text is wanted, as the text that is written, with whatever must be said about that. */
export function normaliseText(
  traits: TextTraits = DEFAULT_TRAITS,
  scalar: LocatedScalar,
  place: Place,
): NormalisedText {
  const text = typeof scalar.value === 'string' ? (scalar as LocatedText) : { ...scalar, value: scalar.text };
  const aboutQuotes = quoteProblem(scalar, traits);
  if (aboutQuotes === undefined && traits.check === undefined) return { text, diagnostics: NONE };
  return {
    text,
    diagnostics: [
      ...(aboutQuotes === undefined ? [] : [aboutQuotes]),
      ...(traits.check?.(text, place) ?? []),
    ],
  };
}

const NONE: readonly Diagnostic[] = [];

function quoteProblem(scalar: LocatedScalar, traits: TextTraits): Diagnostic | undefined {
  if (traits.retyped === 'none') return undefined;
  const kind = retyping(scalar);
  if (kind.kind === 'text') return undefined;
  if (kind.kind === 'lossy' && !(traits.retyped === 'quantity' && sameNumberToAll(scalar.text))) {
    return readDifferently(scalar, kind);
  }
  return traits.bare === 'documented' ? undefined : convertedToText(scalar);
}

function readDifferently(scalar: LocatedScalar, kind: Retyping & { kind: 'lossy' }): Diagnostic {
  const readers = kind.readers === 'all' ? 'YAML' : 'YAML 1.1 readers';
  const message = `\`${scalar.text}\` without quotes is ${kind.becomes} to ${readers}`;
  return diagnostic('PW2025', scalar.origin.span, message, {
    related: writtenAt(scalar.origin),
    help: `It is taken as the text \`${scalar.text}\`. Put it in quotes, so that every reader agrees.`,
    fix: quoteFix(scalar),
  });
}

function convertedToText(scalar: LocatedScalar): Diagnostic {
  const noun = typeof scalar.value === 'boolean' ? 'boolean' : 'number';
  return diagnostic('PW2024', scalar.origin.span, `the ${noun} \`${scalar.text}\` is taken as text`, {
    related: writtenAt(scalar.origin),
    help: 'Text is wanted here. Quotes say so.',
    fix: quoteFix(scalar),
  });
}
