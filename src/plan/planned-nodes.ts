import type { ClaimOutcome } from './node-claims.ts';
import type { GroupOutcome } from './node-groups/planned-groups.ts';
import type { PackedEngines } from './packed-engines.ts';

/** Everything that is to be made, and who decided it. */
export interface PlannedNodes {
  readonly engines: PackedEngines;
  readonly outcomes: readonly ClaimOutcome[];
  readonly groups: readonly GroupOutcome[];
}
