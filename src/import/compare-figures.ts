import { compareQuantities, parseQuantity } from '../kubernetes/quantity.ts';
import { CAPACITY_KEYS } from '../kubernetes/scale-from-zero/keys.ts';
import { type Finding, finding } from './finding.ts';
import { deploymentsText } from './lost-machine-fields.ts';
import type { LiveMachineDeployment } from './live-machines.ts';
import type { MachinePair } from './pair-machines.ts';

const { labels: _labels, taints: _taints, ...FIGURES } = CAPACITY_KEYS;

/** What the autoscaler is told of a node before there is one: it follows from the type, and is not what somebody wrote. */
export function compareFigures(pool: string, pairs: readonly MachinePair[]): Finding[] {
  const changed = new Map<string, { readonly key: string; readonly of: LiveMachineDeployment[] }>();
  for (const { machine, made } of pairs) {
    if (made === undefined) continue;
    const { live } = machine;
    for (const key of Object.values(FIGURES)) {
      const [before, after] = [live.annotations[key], made.annotations[key]];
      if (before === undefined || before === '' || isSameFigure(before, after)) continue;
      const text = `\`${key}\` is \`${before}\` and ${after === undefined ? 'goes' : `becomes \`${after}\``}`;
      const known = changed.get(text);
      if (known === undefined) changed.set(text, { key, of: [live] });
      else known.of.push(live);
    }
  }
  return [...changed].flatMap(([text, { key, of }]) => {
    const [first] = of;
    if (first === undefined) return [];
    return finding(
      'PW9312',
      first.span(['metadata', 'annotations', key]),
      `${deploymentsText(of.map(({ name }) => name))}: ${text}`,
      { pools: [pool], help: 'It follows from the instance type, its kubelet settings and `cluster_api`.' },
    );
  });
}

function isSameFigure(before: string, after: string | undefined): boolean {
  if (after === undefined) return false;
  const [one, other] = [parseQuantity(before), parseQuantity(after)];
  if (one.ok && other.ok) return compareQuantities(one.quantity, other.quantity) === 0;
  const sorted = (text: string) => text.split(',').toSorted().join(',');
  return sorted(before) === sorted(after);
}
