import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { poolRule } from '../rule.ts';
import { foreignValues } from '../value-domain.ts';
import { nameOf, quoted } from '../words.ts';

export const retiredType = poolRule(['PW4003'], function* (compiled, context) {
  for (const { constraint, retired } of foreignValues(compiled, context)) {
    // To go on excluding what is gone does no harm.
    if (constraint.operator !== 'In') continue;
    for (const { value, origin } of retired) {
      yield diagnostic(
        'PW4003',
        origin.span,
        `${nameOf(constraint.key).replace('-', ' ')} ${quoted(value)} is retired`,
        {
          related: usedHere(origin, compiled.pool),
          help: 'The provider no longer lists it, so Karpenter cannot launch it. Replace it by a current one.',
        },
      );
    }
  }
});
