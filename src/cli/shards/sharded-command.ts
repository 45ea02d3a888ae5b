import type { LoadOptions } from '../load-definitions.ts';

/** Which definitions a run is about, as it would be typed. */
export function definitionArguments(
  args: readonly string[],
  { defaults, name }: LoadOptions,
): readonly string[] {
  return [
    ...args,
    ...(defaults === undefined ? [] : ['--defaults', defaults]),
    ...(name === undefined ? [] : ['--name', name]),
  ];
}
