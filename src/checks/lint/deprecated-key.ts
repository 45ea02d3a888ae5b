import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { rewriteFix } from '../rewrite.ts';
import { poolRule } from '../rule.ts';
import { quoted } from '../words.ts';

export const deprecatedKey = poolRule(['PW4011'], function* ({ pool }, { labels }) {
  for (const { key } of pool.requirements) {
    const current = labels.aliases.get(key.value);
    if (current === undefined) continue;
    yield diagnostic('PW4011', key.origin.span, `${quoted(key.value)} is an old name of ${quoted(current)}`, {
      related: usedHere(key.origin, pool),
      help: `Karpenter translates it. Write \`${current}\`, which is what nodes carry.`,
      fix: rewriteFix(key.origin, current),
    });
  }
});
