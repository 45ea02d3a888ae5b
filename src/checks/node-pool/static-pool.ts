import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import type { Origin } from '../../diagnostics/origin.ts';
import { LAUNCHING, poolRule } from '../rule.ts';
import { quoted } from '../words.ts';

export const staticPool = poolRule({ codes: ['PW3564'], backends: LAUNCHING }, function* ({ pool }) {
  const { replicas, limits, weight } = pool;
  if (replicas === undefined) return;
  const because = { span: replicas.origin.span, message: '`replicas` makes the pool static' };
  for (const [resource, { origin }] of limits) {
    if (resource === 'nodes') continue;
    yield diagnostic(
      'PW3564',
      origin.keySpan ?? origin.span,
      `static pool \`${pool.name}\` cannot have a limit on ${quoted(resource)}`,
      {
        related: [because, ...usedHere(origin, pool)],
        help: `A pool with \`replicas\` may only limit \`nodes\`. ${isInherited(origin) ? `Write \`${resource}: null\` under its \`limits\` to drop the inherited one` : 'Remove the limit'}, or remove \`replicas\`.`,
      },
    );
  }
  if (weight === undefined) return;
  yield diagnostic(
    'PW3564',
    weight.origin.keySpan ?? weight.origin.span,
    `static pool \`${pool.name}\` cannot have a weight`,
    {
      related: [because, ...usedHere(weight.origin, pool)],
      help: 'Weight orders pools that compete for pending pods; a pool with `replicas` does not.',
    },
  );
});

function isInherited({ layer }: Origin): boolean {
  return layer !== undefined && layer.kind !== 'pool';
}
