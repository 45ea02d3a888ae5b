import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../diagnostics/did-you-mean.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import type { LabelVocabulary } from '../../model/provider.ts';
import { constraintsOf } from '../constraints.ts';
import { poolRule } from '../rule.ts';
import { quoted } from '../words.ts';
import { endsInDomain, KARPENTER_DOMAIN, liesInDomain } from '../label-domain.ts';

export const providerLabel = poolRule(['PW3503'], function* ({ pool }, { labels }) {
  const domains = labels.restrictedDomains.filter((domain) => domain !== KARPENTER_DOMAIN);
  for (const { key, writtenKey, keySpan, origin } of constraintsOf(pool, labels)) {
    const domain = domains.find((one) => endsInDomain(writtenKey, one));
    if (domain === undefined || labels.specs.has(key)) continue;
    const message = liesInDomain(writtenKey, domain)
      ? `${quoted(writtenKey)} is not a label of \`${domain}\``
      : `${quoted(writtenKey)} is refused because its domain ends in \`${domain}\`, even without a dot before it`;
    yield diagnostic('PW3503', keySpan, message, {
      related: usedHere(origin, pool),
      help: helpFor(writtenKey, domain, labels),
    });
  }
});

function helpFor(key: string, domain: string, labels: LabelVocabulary): string {
  const meant = didYouMean(
    key,
    [...labels.specs.keys()].filter((known) => liesInDomain(known, domain)),
  );
  return meant === undefined
    ? `Karpenter allows only its own labels in \`${domain}\`. Give a label of your own a domain of your own.`
    : `Did you mean \`${meant}\`?`;
}
