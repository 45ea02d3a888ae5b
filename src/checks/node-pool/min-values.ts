import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { poolRule, WITH_NODE_POOL } from '../rule.ts';
import { counted } from '../words.ts';

/** Karpenter 1.14, CRD of NodePool. */
const MAX_MIN_VALUES = 50;

export const minValues = poolRule({ codes: ['PW3508'], backends: WITH_NODE_POOL }, function* ({ pool }) {
  for (const { minValues: wanted, values, operator } of pool.requirements) {
    if (wanted === undefined) continue;
    const related = usedHere(wanted.origin, pool);
    if (wanted.value < 1 || wanted.value > MAX_MIN_VALUES) {
      yield diagnostic(
        'PW3508',
        wanted.origin.span,
        `\`minValues\` is ${wanted.value}, but must be an integer from 1 to ${MAX_MIN_VALUES}`,
        { related },
      );
    } else if (operator.value === 'In' && values.length > 0 && values.length < wanted.value) {
      const count = values.length;
      yield diagnostic(
        'PW3508',
        wanted.origin.span,
        `\`minValues\` is ${wanted.value}, but only ${counted(count, 'value')} ${count === 1 ? 'is' : 'are'} listed`,
        { related, help: `List more values, or lower \`minValues\` to ${count}.` },
      );
    }
  }
});
