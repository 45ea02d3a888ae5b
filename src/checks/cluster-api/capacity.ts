import { type Diagnostic, type Fix, diagnostic } from '../../diagnostics/diagnostic.ts';
import { alternatives } from '../../diagnostics/describe-value.ts';
import { scalarFix } from '../../diagnostics/replacement.ts';
import { ceilUnits, parseQuantity, suggestQuantities } from '../../kubernetes/quantity.ts';
import { CAPACITY_KEYS } from '../../kubernetes/scale-from-zero/keys.ts';
import { readInteger } from '../../kubernetes/scale-from-zero/read-integer.ts';
import { readQuantity } from '../../kubernetes/scale-from-zero/read-quantity.ts';
import { quoted } from '../words.ts';
import { annotationScalar, annotationSpan, type MachineGroup } from './machine-group.ts';
import { groupRule } from './machine-rule.ts';

const NANO = 1_000_000_000n;

/** What is wrong with an amount. */
interface Flaw {
  /** Completes "`memory` of … ". */
  readonly says: string;
  readonly outcome: 'refused' | 'absent' | 'accepted' | 'misread';
  readonly help: string;
  /** What else may have been meant; a fix if there is only one. */
  readonly meant?: readonly string[];
}

/** Amounts that the autoscaler cannot read, and those that it reads and no machine has. */
export const capacity = groupRule(['PW9201'], function* (group) {
  for (const [name, key] of Object.entries(CAPACITY_KEYS)) {
    const text = group.annotations[key];
    if (text === undefined || !Object.hasOwn(group.annotations, key)) continue;
    const flaw =
      name === 'cpu' || name === 'memory' || name === 'ephemeralDisk'
        ? quantityFlaw(text, name === 'cpu' ? 'cores' : 'bytes')
        : name === 'maxPods' || name === 'gpuCount'
          ? countFlaw(text, name)
          : undefined;
    if (flaw !== undefined) yield finding(group, key, flaw);
  }
});

function finding(group: MachineGroup, key: string, flaw: Flaw): Diagnostic {
  const meant = flaw.meant ?? [];
  const message = `${quoted(key.slice(key.lastIndexOf('/') + 1))} of ${group.title} ${flaw.says}${consequence(group, flaw)}`;
  const guess = meant.length === 0 ? '' : `Did you mean ${alternatives(meant.map(quoted))}? `;
  return diagnostic('PW9201', annotationSpan(group, key), message, {
    help: guess + flaw.help,
    fix: meant.length === 1 ? valueFix(group, key, meant[0] ?? '') : undefined,
  });
}

function valueFix(group: MachineGroup, key: string, text: string): Fix | undefined {
  const scalar = annotationScalar(group, key);
  if (scalar === undefined || scalar.origin.definedAt !== undefined) return undefined;
  // A bare number would be no text.
  return /^[0-9.]+$/.test(text) && scalar.style === 'plain' ? undefined : scalarFix(scalar, text);
}

function consequence({ scaler }: MachineGroup, { outcome }: Flaw): string {
  if (outcome === 'absent') return ', which counts as absent';
  if (outcome === 'misread') return ', so it turns into another number';
  if (outcome === 'accepted')
    return scaler === 'karpenter' ? '' : ', and the autoscaler takes it at its word';
  return scaler === 'karpenter'
    ? ': Karpenter’s provider breaks off listing machines, and every pool of the NodeClass stands still'
    : ': the autoscaler drops the whole capacity, and the group cannot grow from zero';
}

function quantityFlaw(text: string, unit: 'cores' | 'bytes'): Flaw | undefined {
  const example = unit === 'cores' ? '`4` or `3920m`' : '`16Gi` or `15155Mi`';
  const help = `Write a Kubernetes quantity such as ${example}.`;
  if (text === '') return { says: 'is empty', outcome: 'absent', help };
  const read = parseQuantity(text);
  if (!read.ok) {
    // Go reads a suffix without a number as zero.
    if (readQuantity(text).ok)
      return { says: `is ${quoted(text)}, without a number`, outcome: 'absent', help };
    return {
      says: `is ${quoted(text)}, no quantity`,
      outcome: 'refused',
      help,
      meant: suggestQuantities(text),
    };
  }
  const { nano } = read.quantity;
  if (nano === 0n) return { says: `is ${quoted(text)}`, outcome: 'absent', help };
  if (nano < 0n) return { says: `is ${quoted(text)}, less than nothing`, outcome: 'accepted', help };
  const autoscaler = readQuantity(text);
  if (autoscaler.ok && autoscaler.value !== ceilUnits(read.quantity)) {
    return { says: `is ${quoted(text)}, more than 64 bits hold`, outcome: 'misread', help };
  }
  if (unit === 'cores' || nano >= NANO) return undefined;
  const number = text.replace(/[a-z]+$/, '');
  return {
    says: `is ${quoted(text)}, less than one byte`,
    outcome: 'accepted',
    help: 'The suffix `m` is a thousandth.',
    meant: [`${number}M`, `${number}Mi`].filter((one) => text.endsWith('m') && parseQuantity(one).ok),
  };
}

function countFlaw(text: string, name: 'maxPods' | 'gpuCount'): Flaw | undefined {
  const help = 'Write a whole number, digits only.';
  if (text === '') return { says: 'is empty', outcome: 'absent', help };
  const value = readInteger(text);
  if (value === undefined) {
    const digits = /^\s*(\d+)(?:\.0+)?\s*$/.exec(text)?.[1];
    const meant = digits === undefined ? [] : [digits];
    return { says: `is ${quoted(text)}, no whole number`, outcome: 'refused', help, meant };
  }
  if (value > 0n) return undefined;
  if (value < 0n) return { says: `is ${quoted(text)}, less than nothing`, outcome: 'accepted', help };
  const otherwise = name === 'maxPods' ? 'Leave it out for the autoscaler’s 110.' : 'Leave it out for none.';
  return { says: `is ${quoted(text)}`, outcome: 'absent', help: otherwise };
}
