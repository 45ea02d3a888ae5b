import type { Fix } from '../diagnostics/diagnostic.ts';
import { Source } from '../diagnostics/source.ts';
import { applyFixes } from '../documents/apply-fixes.ts';
import type { Compilation } from '../model/compilation.ts';
import { type CompiledDefinitions, compileDefinitions } from './compile-definitions.ts';
import { type LoadedDefinitions, withTexts } from './load-definitions.ts';

export interface FixedDefinitions {
  /** Of the fixed texts. */
  readonly definitions: CompiledDefinitions;
  /** By report path. */
  readonly changed: ReadonlyMap<string, FixedText>;
}

export interface FixedText {
  readonly text: string;
  readonly fixes: readonly Fix[];
}

/** A fix can bring another to light (an unknown key hides its value); two that undo each other must not go on for ever. */
const MAX_ROUNDS = 10;

/** Applies fixes, compiles again, and so on until nothing is left to fix. Nothing is written. */
export function applyFixesRepeatedly(loaded: LoadedDefinitions): FixedDefinitions {
  const texts = new Map<string, Source>();
  const applied = new Map<string, Fix[]>();
  let definitions = compileDefinitions(loaded);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const fixed = fixOnce(definitions.compilation, loaded);
    if (fixed.length === 0) break;
    for (const { source, text, fixes } of fixed) {
      texts.set(source.file, new Source(source.file, text));
      applied.set(source.file, [...(applied.get(source.file) ?? []), ...fixes]);
    }
    definitions = compileDefinitions(withTexts(loaded, texts));
  }
  return {
    definitions,
    changed: new Map([...texts].map(([file, { text }]) => [file, { text, fixes: applied.get(file) ?? [] }])),
  };
}

interface FixedOnce extends FixedText {
  readonly source: Source;
}

function fixOnce(compilation: Compilation, { texts }: LoadedDefinitions): readonly FixedOnce[] {
  const bySource = new Map<Source, Fix[]>();
  for (const { fix } of compilation.diagnostics) {
    const source = fix?.edits[0]?.span.source;
    // Only definitions and their defaults are rewritten.
    if (fix === undefined || source === undefined || !texts.has(source.file)) continue;
    bySource.set(source, [...(bySource.get(source) ?? []), fix]);
  }
  return [...bySource].flatMap(([source, fixes]) => {
    const { text, applied } = applyFixes(source, fixes);
    return text === source.text ? [] : [{ source, text, fixes: applied }];
  });
}
