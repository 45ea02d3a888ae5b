import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../diagnostics/did-you-mean.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { labelDomain } from '../../kubernetes/label.ts';
import type { LabelVocabulary } from '../../model/provider.ts';
import { isCustomKey } from '../custom-key.ts';
import { poolRule } from '../rule.ts';
import { nameOf, quoted } from '../words.ts';

/** A requirement on a label nobody knows excludes nothing: it only labels the nodes. So a slip goes unnoticed. */
export const resemblingKey = poolRule(['PW4020'], function* ({ pool }, { labels }) {
  for (const { key } of pool.requirements) {
    if (labels.aliases.has(key.value) || !isCustomKey(key.value, labels)) continue;
    const meant = wellKnownLike(key.value, labels);
    if (meant === undefined) continue;
    yield diagnostic(
      'PW4020',
      key.origin.span,
      `${quoted(key.value)} is a label of your own, so the requirement excludes no instance type`,
      { related: usedHere(key.origin, pool), help: `Did you mean \`${meant}\`?` },
    );
  }
});

/** The same name in another domain, or nearly the same name in the same domain. */
function wellKnownLike(key: string, { specs }: LabelVocabulary): string | undefined {
  const domain = labelDomain(key);
  const name = nameOf(key).toLowerCase();
  const known = [...specs.keys()];
  // Short words such as `zone` and `os` are common in labels of one's own domain.
  const sameName = known.find((one) => nameOf(one) === name && (domain === '' || name.includes('-')));
  if (sameName !== undefined) return sameName;
  const neighbours = known.filter((one) => labelDomain(one) === domain);
  const near = didYouMean(name, neighbours.map(nameOf));
  return near === undefined ? undefined : neighbours.find((one) => nameOf(one) === near);
}
