import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { ManifestSummary } from '../../model/manifest-set.ts';
import { architecture } from './architecture.ts';
import { autoscalerFlags } from './autoscaler-flags.ts';
import { capacity } from './capacity.ts';
import { changedTemplate } from './changed-template.ts';
import { claimedAtBirth } from './claimed-at-birth.ts';
import { csiPieces } from './csi-pieces.ts';
import { dockerTemplate } from './docker-template.ts';
import { emptyObject } from './empty-object.ts';
import { firstMachine } from './first-machine.ts';
import { fromZero } from './from-zero.ts';
import { groupName } from './group-name.ts';
import { halfGpu } from './half-gpu.ts';
import { hostName } from './host-name.ts';
import { ignoredOption } from './ignored-option.ts';
import { karpenterRoom } from './karpenter-room.ts';
import { labelPieces } from './label-pieces.ts';
import { limitOvershoot } from './limit-overshoot.ts';
import { type MachineInput, machineContext } from './machine-context.ts';
import type { MachineRule } from './machine-rule.ts';
import { noText } from './no-text.ts';
import { openGroup } from './open-group.ts';
import { oldApiVersion } from './old-api-version.ts';
import { oneSize } from './one-size.ts';
import { paused } from './paused.ts';
import { priorities } from './priorities.ts';
import { repeatedPieces } from './repeated-pieces.ts';
import { selectorOverlap } from './selector-overlap.ts';
import { sizes } from './sizes.ts';
import { specTaints } from './spec-taints.ts';
import { spotWithKarpenter } from './spot-with-karpenter.ts';
import { taintPieces } from './taint-pieces.ts';
import { twoOwners } from './two-owners.ts';
import { undeclaredLabel } from './undeclared-label.ts';
import { unreadAnnotation } from './unread-annotation.ts';
import { writtenReplicas } from './written-replicas.ts';
import { writtenStatus } from './written-status.ts';

/** Rules over hand-written objects of Cluster API, and what is judged with them. */
const MACHINE_RULES: readonly MachineRule[] = [
  capacity,
  sizes,
  oneSize,
  architecture,
  fromZero,
  karpenterRoom,
  labelPieces,
  taintPieces,
  repeatedPieces,
  csiPieces,
  halfGpu,
  ignoredOption,
  hostName,
  unreadAnnotation,
  noText,
  specTaints,
  writtenStatus,
  writtenReplicas,
  firstMachine,
  selectorOverlap,
  groupName,
  claimedAtBirth,
  spotWithKarpenter,
  undeclaredLabel,
  twoOwners,
  autoscalerFlags,
  priorities,
  limitOvershoot,
  oldApiVersion,
  dockerTemplate,
  emptyObject,
  changedTemplate,
  paused,
  openGroup,
];

export interface MachineFindings {
  /** Unsorted. */
  readonly diagnostics: readonly Diagnostic[];
  readonly summary: ManifestSummary;
}

/** Everything the rules find in manifests. */
export function runMachineRules(input: MachineInput): MachineFindings {
  const context = machineContext(input);
  const { set } = input;
  return {
    diagnostics: MACHINE_RULES.flatMap((rule) => [...rule.check(context)]),
    summary: {
      objects: set.objects.length + set.priorityMaps.length,
      nodeGroups: context.groups
        .filter(({ scaler }) => scaler !== 'none')
        .map(({ object, title }) => ({ name: title, file: object.file })),
    },
  };
}
