import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { UNREGISTERED_TAINT_KEY } from '../../expansion/keys.ts';
import type { Pool } from '../../model/pool.ts';

/** Karpenter takes its mark off each new node. Here nobody does, so no pod would ever run there. */
export function unremovedTaints(pool: Pool): Diagnostic[] {
  return [...pool.taints, ...pool.startupTaints].flatMap(({ key, origin }) =>
    key.value === UNREGISTERED_TAINT_KEY
      ? [
          diagnostic(
            'PW9016',
            key.origin.span,
            `nobody takes the taint \`${key.value}\` off the nodes of pool \`${pool.name}\`: it is Karpenter’s mark of a new node, and Karpenter does not make these`,
            { related: usedHere(origin, pool), help: 'Remove it for this pool.' },
          ),
        ]
      : [],
  );
}
