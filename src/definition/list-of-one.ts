import type { LocatedValue } from '../diagnostics/located.ts';
import type { Reshaped } from './field-traits.ts';

/** A lone scalar as a list of one, where both are natural to write. */
export function listOfOne(value: LocatedValue): Reshaped {
  if (value.kind !== 'scalar') return { value, diagnostics: [] };
  return { value: { kind: 'list', items: [value], origin: value.origin }, diagnostics: [] };
}
