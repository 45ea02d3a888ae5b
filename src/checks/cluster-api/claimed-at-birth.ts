import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { removeEntryFix } from '../../diagnostics/entry-fixes.ts';
import { KARPENTER_MEMBER_KEY } from '../../kubernetes/scale-from-zero/keys.ts';
import { groupRule } from './machine-rule.ts';

/** The member label on machines means that a NodeClaim has taken them. */
export const claimedAtBirth = groupRule(['PW9219'], function* (group) {
  if (!Object.hasOwn(group.templateLabels, KARPENTER_MEMBER_KEY)) return;
  const isTopology = group.kind === 'topology' || group.kind === 'class';
  const labels = [...group.path, ...(isTopology ? [] : ['spec', 'template']), 'metadata', 'labels'];
  const { value: map } = group.object.locate(labels);
  const { entry } = group.object.locate([...labels, KARPENTER_MEMBER_KEY]);
  const message = `the machines of ${group.title} are born with \`karpenter-member\`, so Karpenter takes each of them for claimed`;
  const span = entry?.keySpan ?? group.object.span(labels);
  yield diagnostic('PW9219', span, message, {
    help: isTopology
      ? 'Metadata of a topology goes to the machines too: Karpenter’s provider does not work with it. Use a MachineDeployment of your own.'
      : 'It never finds a free one. The label belongs to the `metadata.labels` of the MachineDeployment only.',
    fix: !isTopology && map?.kind === 'map' && entry !== undefined ? removeEntryFix(map, entry) : undefined,
  });
});
