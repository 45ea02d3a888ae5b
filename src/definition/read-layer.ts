import type * as z from 'zod';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { LocatedMap, LocatedValue } from '../diagnostics/located.ts';
import type { Layer } from '../diagnostics/origin.ts';
import { type PartPath, withoutParts } from '../diagnostics/without-parts.ts';
import { normalise } from './normalise.ts';
import { validate } from './validate.ts';

export interface ReadLayer {
  /** The canonical tree without its faulty parts; absent when nothing is left of it. */
  readonly tree?: LocatedMap;
  /** What was left out, and what an unknown key may have been meant to be. */
  readonly incomplete: readonly PartPath[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Normalises and validates one written layer: once, wherever it is used. */
export function readLayer(schema: z.ZodType, value: LocatedValue, key: string, layer: Layer): ReadLayer {
  const normalised = normalise(schema, value, { key }, layer);
  const validated = validate(schema, normalised.value, key);
  const faulty = [...normalised.faulty, ...validated.faulty];
  const tree = withoutParts(normalised.value, faulty, { entries: 'null' });
  return {
    ...(tree?.kind === 'map' ? { tree } : {}),
    incomplete: [...faulty, ...validated.doubtful],
    diagnostics: [...normalised.diagnostics, ...validated.diagnostics],
  };
}
