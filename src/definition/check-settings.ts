import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { LocatedScalar, LocatedValue } from '../diagnostics/located.ts';
import { BUILT_IN_SET_NUMBERS } from './built-ins.ts';

/** The built-in set exists. */
export function* checkBuiltInSet(value: LocatedValue): Iterable<Diagnostic> {
  if (value.kind !== 'scalar' || typeof value.value !== 'number') return;
  if (BUILT_IN_SET_NUMBERS.includes(value.value)) return;
  const names = BUILT_IN_SET_NUMBERS.map((number) => `\`${number}\``).join(', ');
  yield diagnostic('PW2061', value.origin.span, `there is no built-in set ${value.text}`, {
    help: `This version has: ${names}.`,
  });
}

/** No zone is named twice. */
export function* checkZones(value: LocatedValue): Iterable<Diagnostic> {
  if (value.kind !== 'list') return;
  const first = new Map<string, LocatedScalar>();
  for (const zone of value.items) {
    if (zone.kind !== 'scalar') continue;
    const earlier = first.get(zone.text);
    if (earlier === undefined) first.set(zone.text, zone);
    else {
      yield diagnostic('PW2023', zone.origin.span, `zone \`${zone.text}\` is named twice`, {
        related: [{ span: earlier.origin.span, message: 'first named here' }],
        help: 'Remove one of the two.',
      });
    }
  }
}

/** A price adjustment changes the price in exactly one way. */
export function* checkPriceAdjustment(value: LocatedValue): Iterable<Diagnostic> {
  if (value.kind !== 'map') return;
  const ways = ['percent', 'price'].filter((key) => isWritten(value.entries.get(key)?.value));
  if (ways.length === 1) return;
  const span = value.entries.values().next().value?.keySpan ?? value.origin.span;
  yield diagnostic(
    'PW2023',
    span,
    ways.length === 0
      ? 'the price adjustment has neither `percent` nor `price`'
      : 'the price adjustment has both `percent` and `price`',
    { help: 'Write one of the two: a change in percent, or a price in US dollars an hour.' },
  );
}

function isWritten(value: LocatedValue | undefined): boolean {
  return value !== undefined && !(value.kind === 'scalar' && value.value === null);
}
