import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { poolRule } from '../rule.ts';
import { counted } from '../words.ts';

/** Neither of Karpenter's gates refuses these, although its API comments call them wrong. */
export const operatorValues = poolRule(['PW3507'], function* ({ pool }) {
  for (const { operator, values, origin } of pool.requirements) {
    const related = usedHere(origin, pool);
    const name = operator.value;
    if (name === 'NotIn' && values.length === 0) {
      yield diagnostic('PW3507', operator.origin.span, 'operator `NotIn` without values excludes nothing', {
        related,
        help: 'List the values to exclude, or remove the requirement.',
      });
    }
    const first = values[0];
    if ((name === 'Exists' || name === 'DoesNotExist') && first !== undefined) {
      yield diagnostic(
        'PW3507',
        first.origin.span,
        `operator \`${name}\` ignores its ${counted(values.length, 'value')}`,
        {
          related,
          help: `Remove the values, or use \`${name === 'Exists' ? 'In' : 'NotIn'}\` if they matter.`,
        },
      );
    }
  }
});
