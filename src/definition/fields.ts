import * as z from 'zod';
import { type TextTraits, withTraits } from './field-traits.ts';

/** Text; unquoted numbers and booleans are converted with a note. */
export function text(description: string, traits: Partial<TextTraits> = {}) {
  return withTraits(z.string().describe(description), {
    text: { bare: 'note', retyped: 'text', ...traits },
  });
}

/** Text that names something. */
export function name(description: string, traits: Partial<TextTraits> = {}) {
  return withTraits(z.string().min(1).describe(description), {
    text: { bare: 'note', retyped: 'text', ...traits },
  });
}

/** Text whose every form a later stage judges, so that a note about quotes would be noise beside its verdict. */
export function judgedText(description: string) {
  return text(description, { bare: 'documented', retyped: 'none' });
}

/** A map of names to text. `null` takes an inherited name away. */
export function textMap(description: string, value: z.ZodString = z.string()) {
  return z.record(z.string(), value.nullable()).describe(description);
}

export function flag(description: string) {
  return z.boolean().describe(description);
}

export function integer(description: string) {
  return z.int().describe(description);
}

/** An amount of money a month in US dollars. */
export function monthlyUsd(description: string) {
  return z.number().positive().describe(description);
}

/** One of a closed set of words, spelt exactly. */
export function word<const Words extends readonly string[]>(words: Words, description: string) {
  return z.enum(words).describe(description);
}
