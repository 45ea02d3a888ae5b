import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { minValuesShortfalls } from '../../selection/min-values.ts';
import { ADMITTED_TYPES, poolRule } from '../rule.ts';
import { counted, nameOf, quoted } from '../words.ts';

export const unmetMinValues = poolRule(
  { codes: ['PW3513'], needs: ADMITTED_TYPES },
  function* ({ pool, selection }, { labels }) {
    if (selection.types.length === 0) return;
    const constraints = { requirements: pool.requirements, labels: pool.labels, vocabulary: labels };
    for (const { key, minValues, found, origin } of minValuesShortfalls(constraints, selection.types)) {
      const requirement = pool.requirements.find((one) => one.origin === origin);
      const listsTooFew = requirement?.operator.value === 'In' && requirement.values.length < minValues;
      // Fewer listed values than `minValues` is a finding of its own.
      if (requirement?.minValues === undefined || listsTooFew) continue;
      const admitted = counted(selection.types.length, 'instance type');
      yield diagnostic(
        'PW3513',
        requirement.minValues.origin.span,
        `\`minValues\` wants ${counted(minValues, 'value')} of ${quoted(nameOf(key))}, but the ${admitted} that pool \`${pool.name}\` admits ${selection.types.length === 1 ? 'has' : 'have'} ${found}`,
        {
          related: usedHere(requirement.minValues.origin, pool),
          help:
            found === 0
              ? 'Karpenter then launches nothing from the pool. Remove `minValues`: only values that instance types have can be counted.'
              : `Karpenter then launches nothing from the pool. Lower \`minValues\` to ${found}, or admit more instance types.`,
        },
      );
    }
  },
);
