import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere, writtenHere } from '../../diagnostics/describe-origin.ts';
import { limitFit } from '../limits.ts';
import { ADMITTED_TYPES, poolRule, WITH_NODE_POOL } from '../rule.ts';
import { counted, quoted } from '../words.ts';

const MIN_SHARE = 0.2;

export const typesAboveLimits = poolRule(
  { codes: ['PW4031'], backends: WITH_NODE_POOL, needs: [...ADMITTED_TYPES, 'limits'] },
  function* (compiled) {
    const { pool, selection } = compiled;
    const { limits, fitting, exceeding } = limitFit(compiled);
    const total = selection.types.length;
    // No type left is an error, not a note; and every limit excludes some of the very largest types.
    if (fitting.length === 0 || total - fitting.length < total * MIN_SHARE) return;
    const [main, ...others] = limits
      .filter((limit) => exceeding(limit) > 0)
      .toSorted((a, b) => exceeding(b) - exceeding(a));
    if (main === undefined) return;
    yield diagnostic(
      'PW4031',
      main.limit.origin.span,
      `limits of pool \`${pool.name}\` exclude ${total - fitting.length} of its ${counted(total, 'instance type')}; ${fitting.length} survive`,
      {
        related: [
          ...others.flatMap((other) =>
            writtenHere(
              other.limit.origin,
              `the limit on ${quoted(other.resource)}, which excludes ${exceeding(other)},`,
            ),
          ),
          ...usedHere(main.limit.origin, pool),
        ],
        help: `${exceeding(main)} of them have more ${quoted(main.resource)} than ${quoted(main.text)} by themselves, so Karpenter never launches them.`,
      },
    );
  },
);
