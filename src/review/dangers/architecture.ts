import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { CompiledPool } from '../../model/compilation.ts';
import type { ClusterReviewInput } from '../../model/review-input.ts';
import { launchable } from '../admitted-types.ts';
import { quotedList } from '../words.ts';
import { changedPool } from './danger-rule.ts';
import { requirementSpan } from './requirement-span.ts';

const ARCH = 'kubernetes.io/arch';

export const architecture = changedPool(['PW9623'], function* ({ base, head, after, input, types }) {
  if (types.added.length + types.removed.length === 0) return;
  if (types.before.count === 0 || types.after.count === 0) return;
  const [old, now] = [archesOf(base, input.base), archesOf(head, input.head)];
  const added = [...now].filter((one) => !old.has(one)).sort();
  const lost = [...old].filter((one) => !now.has(one)).sort();
  if (added.length === 0 && lost.length === 0) return;
  const what = [
    ...(added.length === 0 ? [] : [`may launch ${quotedList(added)} from now on`]),
    ...(lost.length === 0 ? [] : [`launches no ${quotedList(lost)} any more`]),
  ];
  yield diagnostic(
    'PW9623',
    requirementSpan(after, ARCH) ?? head.pool.keySpan,
    `pool \`${head.pool.name}\` ${what.join(' and ')}`,
    {
      help: `Pods that say nothing about \`${ARCH}\` land on it too, and containers whose image is not built for it do not start. Build images for every architecture, or have pods select theirs.`,
    },
  );
});

function archesOf(compiled: CompiledPool, side: ClusterReviewInput['base']): ReadonlySet<string> {
  const vocabulary = side?.provider.labels(side.compiled.cluster);
  return new Set(launchable(compiled, vocabulary).types.flatMap(({ labels }) => labels.get(ARCH) ?? []));
}
