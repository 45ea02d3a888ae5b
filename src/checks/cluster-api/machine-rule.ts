import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { MachineContext } from './machine-context.ts';
import type { MachineGroup } from './machine-group.ts';

/** One idea to check over hand-written objects of Cluster API. Rules are pure and know nothing of each other. */
export interface MachineRule {
  readonly codes: readonly DiagnosticCode[];
  check(context: MachineContext): Iterable<Diagnostic>;
}

/** A rule that looks at one group at a time. */
export function groupRule(
  codes: readonly DiagnosticCode[],
  check: (group: MachineGroup, context: MachineContext) => Iterable<Diagnostic>,
): MachineRule {
  return {
    codes,
    *check(context) {
      for (const group of context.groups) yield* check(group, context);
    },
  };
}
