import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { CAPACITY_KEYS } from '../../kubernetes/scale-from-zero/keys.ts';
import { readTaints } from '../../kubernetes/scale-from-zero/read-taints.ts';
import { TAINT_EFFECTS } from '../../kubernetes/taint.ts';
import { counted } from '../words.ts';
import { changedPool } from './danger-rule.ts';
import { annotationsOf, machinePairs } from './machine-pairs.ts';

/** A piece that is not read is dropped without a word, and pods without the toleration come. */
export const unreadTaints = changedPool(['PW9657'], function* ({ base, head }) {
  const key = CAPACITY_KEYS.taints;
  const isWhole = (text: string) => {
    const read = readTaints(text);
    const effects = new Set<string>(TAINT_EFFECTS);
    return (
      text === '' ||
      (read.length === text.split(',').length && read.every(({ effect }) => effects.has(effect)))
    );
  };
  const found = machinePairs(base, head, /^MachineDeployment$/).filter(
    ({ before, after }) =>
      isWhole(annotationsOf(before)[key] ?? '') && !isWhole(annotationsOf(after)[key] ?? ''),
  );
  const [first] = found;
  if (first === undefined) return;
  yield diagnostic(
    'PW9657',
    first.span('metadata', 'annotations', key),
    `the Cluster Autoscaler does not read all taints of ${counted(found.length, 'MachineDeployment')} of pool \`${head.pool.name}\` any more: \`${annotationsOf(first.after)[key] ?? ''}\``,
    {
      help: 'It drops what it cannot read and starts machines for pods that do not tolerate them. Write `key=value:Effect`, without spaces, commas between.',
    },
  );
});
