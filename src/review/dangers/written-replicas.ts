import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { counted, valueText } from '../words.ts';
import { changedPool } from './danger-rule.ts';
import { machinePairs, specFieldOf } from './machine-pairs.ts';

export const writtenReplicas = changedPool(['PW9652'], function* ({ base, head }) {
  const found = machinePairs(base, head, /^MachineDeployment$/).filter(
    ({ before, after }) =>
      specFieldOf(before, 'replicas') === undefined && specFieldOf(after, 'replicas') !== undefined,
  );
  const [first] = found;
  if (first === undefined) return;
  const replicas = valueText(specFieldOf(first.after, 'replicas'));
  yield diagnostic(
    'PW9652',
    first.span('spec', 'replicas'),
    `${counted(found.length, 'MachineDeployment')} of pool \`${head.pool.name}\` ${found.length === 1 ? 'says' : 'say'} \`replicas: ${replicas}\` now`,
    {
      help: `Applying it sets the number of machines to ${replicas}, however many there are, and again whenever it is applied. Have the tool that applies it ignore \`/spec/replicas\`.`,
    },
  );
});
