import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { nanoOf } from '../../kubernetes/quantity.ts';
import { CAPACITY_KEYS } from '../../kubernetes/scale-from-zero/keys.ts';
import { counted, quotedList } from '../words.ts';
import { changedPool } from './danger-rule.ts';
import { annotationsOf, machinePairs } from './machine-pairs.ts';

const AMOUNTS = [
  CAPACITY_KEYS.cpu,
  CAPACITY_KEYS.memory,
  CAPACITY_KEYS.ephemeralDisk,
  CAPACITY_KEYS.maxPods,
  CAPACITY_KEYS.gpuCount,
];

export const lessCapacity = changedPool(['PW9656'], function* ({ base, head }) {
  const pairs = machinePairs(base, head, /^MachineDeployment$/).flatMap((pair) => {
    const [old, now] = [annotationsOf(pair.before), annotationsOf(pair.after)];
    const less = AMOUNTS.filter(
      (key) => old[key] !== undefined && nanoOf(now[key] ?? '0') < nanoOf(old[key]),
    );
    return less.length === 0 ? [] : [{ pair, less, old, now }];
  });
  const [first] = pairs;
  const key = first?.less[0];
  if (first === undefined || key === undefined) return;
  const names = AMOUNTS.filter((one) => pairs.some(({ less }) => less.includes(one))).map(nameOf);
  const [was, is] = [first.old[key] ?? '', first.now[key] ?? 'nothing'];
  yield diagnostic(
    'PW9656',
    first.pair.span('metadata', 'annotations', key),
    `${counted(pairs.length, 'MachineDeployment')} of pool \`${head.pool.name}\` announce${pairs.length === 1 ? 's' : ''} less ${quotedList(names, 5)}: \`${nameOf(key)}: ${is}\` instead of \`${was}\` for \`${first.pair.name}\``,
    {
      help: 'It counts while a group has no machine: pods that ask for more than that do not start one any more.',
    },
  );
});

function nameOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}
