import type * as z from 'zod';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { LocatedMap, LocatedValue } from '../diagnostics/located.ts';
import type { Layer } from '../diagnostics/origin.ts';
import { normalise } from './normalise.ts';
import { validate } from './validate.ts';

export interface ReadLayer {
  /** The canonical tree; absent when it has errors, so that nobody builds on it. */
  readonly tree?: LocatedMap;
  readonly diagnostics: readonly Diagnostic[];
}

/** Normalises and validates one written layer: once, wherever it is used. */
export function readLayer(schema: z.ZodType, value: LocatedValue, key: string, layer: Layer): ReadLayer {
  const normalised = normalise(schema, value, { key }, layer);
  const diagnostics = [...normalised.diagnostics, ...validate(schema, normalised.value, key)];
  const faulty = diagnostics.some(({ severity }) => severity === 'error');
  return faulty || normalised.value.kind !== 'map'
    ? { diagnostics }
    : { tree: normalised.value, diagnostics };
}
