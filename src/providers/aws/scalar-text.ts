import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { replacementFix } from '../../diagnostics/replacement.ts';
import type { LocatedScalar } from '../../diagnostics/located.ts';

export interface ScalarText {
  /** Absent where the scalar is no text, nor a number or boolean that can stand for one. */
  readonly text?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * A scalar where EC2 wants text: account ids and tag values are often written without quotes. The text is taken as
 * written, with a note, or with a warning where YAML has read something else (`012`, `1.10`).
 */
export function textOf(scalar: LocatedScalar): ScalarText {
  const { value, text, style, origin } = scalar;
  if (typeof value === 'string') return { text: value, diagnostics: [] };
  if (value === null) return { diagnostics: [] };
  const quoted = JSON.stringify(text);
  const fix = style === 'plain' ? replacementFix(origin, quoted) : undefined;
  const noun = typeof value === 'boolean' ? 'boolean' : 'number';
  if (String(value) === text) {
    const note = diagnostic('PW2024', origin.span, `the ${noun} \`${text}\` is taken as text`, {
      help: 'AWS wants text here. Quotes say so.',
      fix,
    });
    return { text, diagnostics: [note] };
  }
  const warning = diagnostic(
    'PW2025',
    origin.span,
    `\`${text}\` without quotes is the ${noun} ${String(value)} to YAML`,
    {
      help: `It is taken as the text \`${text}\`. Put it between quotes, so that every reader agrees.`,
      fix,
    },
  );
  return { text, diagnostics: [warning] };
}
