import { controlPlaneUpgrade, type UpgradeSides } from './control-plane-upgrade.ts';
import type { Replacements } from './replacement.ts';

/** Nodes whose image is no longer the one that their node class finds, because the control plane is another one. */
export function upgradeReplacements(sides: UpgradeSides): Replacements {
  const upgrade = controlPlaneUpgrade(sides);
  if (upgrade === undefined) return { found: [], undecided: [] };
  const { before, after, alias, source } = upgrade;
  return {
    found: [
      {
        cause: {
          kind: sides.headPool.nodeClass?.kind ?? 'NodeClass',
          path: '/spec/amiSelectorTerms',
          message: `\`kubernetes_version\` is \`${before}\` and becomes \`${after}\`: as soon as the control plane is upgraded, \`${alias}\` is another image`,
          scope: 'all',
          reason: 'AMIDrift',
          source,
        },
        concerns: () => true,
      },
    ],
    undecided: [],
  };
}
