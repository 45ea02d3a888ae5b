import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { poolRule } from '../rule.ts';
import { quoted } from '../words.ts';
import { liesInDomain } from '../label-domain.ts';

export const foreignLabel = poolRule(['PW3504'], function* ({ pool }, { cluster, labels }) {
  const provider = cluster.settings.provider.value;
  for (const { key } of pool.requirements) {
    if (labels.specs.has(key.value)) continue;
    const foreign = [...labels.foreignDomains].find(([domain]) => liesInDomain(key.value, domain));
    if (foreign === undefined) continue;
    yield diagnostic(
      'PW3504',
      key.origin.span,
      `${quoted(key.value)} is a label of ${foreign[1]}: on \`${provider}\` nothing enforces it`,
      {
        related: usedHere(key.origin, pool),
        help: `Remove the requirement, or use the label of \`${provider}\` that says the same.`,
      },
    );
  }
});
