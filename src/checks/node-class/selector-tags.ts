import { nodeClassRule } from '../rule.ts';
import { quoted } from '../words.ts';
import { finding } from './finding.ts';

const FIELDS = [
  'amiSelectorTerms',
  'subnetSelectorTerms',
  'securityGroupSelectorTerms',
  'capacityReservationSelectorTerms',
] as const;

const MAX_TAGS = 20;

export const selectorTags = nodeClassRule(['PW3207'], function* (nodeClass, pool) {
  for (const field of FIELDS) {
    for (const [i, { tags = {} }] of (nodeClass.spec[field] ?? []).entries()) {
      const entries = Object.entries(tags);
      for (const [key, value] of entries) {
        if (key !== '' && value !== '') continue;
        yield finding(nodeClass, pool, {
          code: 'PW3207',
          path: [field, i, 'tags', key],
          ...(key === '' ? { blame: 'key' as const } : {}),
          message: key === '' ? 'a selector tag has no key' : `the selector tag ${quoted(key)} has no value`,
          help: 'Write `"*"` as the value to select whatever has the tag.',
        });
      }
      if (entries.length <= MAX_TAGS) continue;
      yield finding(nodeClass, pool, {
        code: 'PW3207',
        path: [field, i, 'tags'],
        blame: 'key',
        message: `a selector term has ${entries.length} tags, and ${MAX_TAGS} is the most`,
        help: 'All tags of a term must match. Keep those that tell the wanted ones apart.',
      });
    }
  }
});
