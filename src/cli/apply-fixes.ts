import type { Diagnostic, Fix } from '../diagnostics/diagnostic.ts';
import { Source } from '../diagnostics/source.ts';
import { applyFixes } from '../documents/apply-fixes.ts';
import { compileDefinitions } from './compile-definitions.ts';
import { type LoadedDefinitions, withTexts } from './load-definitions.ts';

export interface FixedDefinitions {
  /** The fixed texts, by report path. */
  readonly sources: ReadonlyMap<string, Source>;
  /** By report path. */
  readonly changed: ReadonlyMap<string, FixedText>;
}

export interface FixedText {
  readonly text: string;
  readonly fixes: readonly Fix[];
}

/** Applies fixes, compiles again, and so on until nothing is left to fix. Nothing is written. */
export function applyFixesRepeatedly(loaded: LoadedDefinitions): FixedDefinitions {
  const { sources, changed } = fixRepeatedly({
    run: (texts) => compileDefinitions(withTexts(loaded, texts)),
    diagnosticsOf: ({ compilation }) => compilation.diagnostics,
    // Only definitions and their defaults are rewritten.
    isOurs: (file) => loaded.texts.has(file),
  });
  return { sources, changed };
}

export interface Fixable<Result> {
  /** Judges the texts, of which some are others by now. */
  readonly run: (changed: ReadonlyMap<string, Source>) => Result;
  readonly diagnosticsOf: (result: Result) => readonly Diagnostic[];
  /** Whether a file may be rewritten. */
  readonly isOurs: (file: string) => boolean;
}

/** A fix can bring another to light (an unknown key hides its value); two that undo each other must not go on for ever. */
const MAX_ROUNDS = 10;

/** Applies fixes and judges again until nothing is left to fix. Nothing is written. */
export function fixRepeatedly<Result>({ run, diagnosticsOf, isOurs }: Fixable<Result>): {
  readonly result: Result;
  readonly sources: ReadonlyMap<string, Source>;
  /** By report path. */
  readonly changed: ReadonlyMap<string, FixedText>;
} {
  const texts = new Map<string, Source>();
  const applied = new Map<string, Fix[]>();
  let result = run(texts);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const fixed = fixOnce(diagnosticsOf(result), isOurs);
    if (fixed.length === 0) break;
    for (const { source, text, fixes } of fixed) {
      texts.set(source.file, new Source(source.file, text));
      applied.set(source.file, [...(applied.get(source.file) ?? []), ...fixes]);
    }
    result = run(texts);
  }
  return {
    result,
    sources: texts,
    changed: new Map([...texts].map(([file, { text }]) => [file, { text, fixes: applied.get(file) ?? [] }])),
  };
}

interface FixedOnce extends FixedText {
  readonly source: Source;
}

function fixOnce(
  diagnostics: readonly Diagnostic[],
  isOurs: (file: string) => boolean,
): readonly FixedOnce[] {
  const bySource = new Map<Source, Fix[]>();
  for (const { fix } of diagnostics) {
    const source = fix?.edits[0]?.span.source;
    if (fix === undefined || source === undefined || !isOurs(source.file)) continue;
    bySource.set(source, [...(bySource.get(source) ?? []), fix]);
  }
  return [...bySource].flatMap(([source, fixes]) => {
    const { text, applied } = applyFixes(source, fixes);
    return text === source.text ? [] : [{ source, text, fixes: applied }];
  });
}
