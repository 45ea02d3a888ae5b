import type { Requirement } from '../kubernetes/requirement.ts';

/** Whether every value that one requirement allows is allowed by another. */
export function admitsAll(wide: Requirement, narrow: Requirement): boolean {
  if (!narrow.complement) return [...narrow.values].every((value) => wide.has(value));
  if (!wide.complement) return false;
  const isExcluded = (value: string) => !narrow.has(value);
  return (
    [...wide.values].every(isExcluded) &&
    (wide.gte === undefined || (narrow.gte !== undefined && narrow.gte >= wide.gte)) &&
    (wide.lte === undefined || (narrow.lte !== undefined && narrow.lte <= wide.lte))
  );
}
