import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { CompiledPool } from '../../model/compilation.ts';
import { launchable } from '../admitted-types.ts';
import type { ClusterReviewInput } from '../../model/review-input.ts';
import { quotedList } from '../words.ts';
import { changedPool } from './danger-rule.ts';

export const acceleratorsLost = changedPool(['PW9622'], function* ({ base, head, input, types }) {
  if (types.removed.length === 0 || types.after.count === 0) return;
  const left = resourcesOf(head, input.head);
  const lost = [...resourcesOf(base, input.base)].filter((name) => !left.has(name)).sort();
  if (lost.length === 0) return;
  yield diagnostic(
    'PW9622',
    head.pool.keySpan,
    `no instance type of pool \`${head.pool.name}\` has ${quotedList(lost)} any more`,
    { help: 'Pods that ask for it have no place in the pool, and nodes that have it are replaced.' },
  );
});

/** Devices that some type of the pool has, as the provider knows them. */
function resourcesOf(compiled: CompiledPool, side: ClusterReviewInput['base']): ReadonlySet<string> {
  const vocabulary = side?.provider.labels(side.compiled.cluster);
  const { table } = compiled;
  return new Set(
    launchable(compiled, vocabulary).types.flatMap(
      (type) => side?.provider.machines?.accelerator(table.resourcesOf(type).capacity)?.name ?? [],
    ),
  );
}
