import type { OwnershipRecord } from './ownership-record.ts';

/**
 * Templates of machines that are rendered no more but stay in the management cluster, because an old MachineSet may
 * still make machines of them: those of the last output, and those known before, unless they are rendered again.
 */
export function supersededTemplates(
  before: OwnershipRecord,
  after: OwnershipRecord,
  options: { readonly forgetSuperseded?: boolean | undefined },
): readonly string[] {
  const current = new Set(after.templates);
  const known = options.forgetSuperseded === true ? [] : before.superseded;
  return [...new Set([...known, ...before.templates])].filter((name) => !current.has(name)).sort();
}
