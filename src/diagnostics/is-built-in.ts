import type { Origin } from './origin.ts';

/** Whether nobody wrote the value: the built-in set supplied it. */
export function isBuiltIn({ layer }: Origin): boolean {
  return layer?.kind === 'built-in';
}
