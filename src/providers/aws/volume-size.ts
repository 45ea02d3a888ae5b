import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Located } from '../../diagnostics/located.ts';
import { type Quantity, parseQuantity, suggestQuantities } from '../../kubernetes/quantity.ts';
import { replaceValue } from './fixes.ts';

const NANO = 10n ** 9n;
const GIB_NANO = 2n ** 30n * NANO;
const GB_NANO = 10n ** 9n * NANO;

/** Ceilings of the CRD pattern of `ebs.volumeSize` (karpenter-provider-aws v1.14.1). */
const MAX_GIB = 59_000n;
const MAX_GB = 64_000n;

export interface VolumeSizeResult {
  /** `100Gi`, or `100G` where the value is a whole number of decimal gigabytes only. Absent after an error. */
  readonly text?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a disk size and writes it in the one form that is emitted for ever: whole `Gi`, never `Ti` (the CRD pattern has
 * holes there), or whole `G`. Sizes in other units convert where they are exact.
 */
export function readVolumeSize(size: Located<string>): VolumeSizeResult {
  const text = size.value.trim();
  const parsed = parseQuantity(text);
  if (!parsed.ok) return failed(notASize(size));
  if (/^[+-]?[0-9.]+(?:[eE][-+]?[0-9]+)?$/.test(text)) return failed(ambiguous(size, parsed.quantity));
  if (parsed.quantity.nano <= 0n) return failed(outOfRange(size));
  return parsed.quantity.nano % GIB_NANO === 0n
    ? binarySize(size, parsed.quantity.nano / GIB_NANO)
    : decimalSize(size, parsed.quantity);
}

function binarySize(size: Located<string>, gib: bigint): VolumeSizeResult {
  return gib > MAX_GIB ? failed(outOfRange(size)) : { text: `${gib}Gi`, diagnostics: [] };
}

function decimalSize(size: Located<string>, quantity: Quantity): VolumeSizeResult {
  const gib = ceilDivide(quantity.nano, GIB_NANO);
  if (quantity.nano % GB_NANO !== 0n) {
    return failed(
      diagnostic('PW3303', size.origin.span, `a disk of \`${size.value}\` is not a whole number of Gi`, {
        help: `The next whole size is \`${gib}Gi\`.`,
      }),
    );
  }
  const gb = quantity.nano / GB_NANO;
  if (gb > MAX_GB) return failed(outOfRange(size));
  const rounded = diagnostic(
    'PW3305',
    size.origin.span,
    `EC2 makes a disk of ${gib}Gi from \`${size.value}\`, while Karpenter counts ${gb} decimal gigabytes`,
    { help: `\`${gib}Gi\` says what EC2 creates. Changing the size later replaces the nodes.` },
  );
  return { text: `${gb}G`, diagnostics: [rounded] };
}

function notASize(size: Located<string>): Diagnostic {
  const suggestions = suggestQuantities(size.value);
  const [first] = suggestions;
  return diagnostic('PW3301', size.origin.span, `\`${size.value}\` is not a disk size`, {
    help:
      first === undefined
        ? 'Write whole Gi, such as `100Gi`.'
        : `Did you mean ${suggestions.map((text) => `\`${text}\``).join(' or ')}?`,
    fix: first === undefined ? undefined : replaceValue(size, first),
  });
}

function ambiguous(size: Located<string>, quantity: Quantity): Diagnostic {
  const gib = quantity.nano / GIB_NANO;
  // A number this large can only be bytes; a small one was hardly meant as bytes.
  const help =
    quantity.nano % GIB_NANO === 0n && gib > 0n
      ? `As bytes it is \`${gib}Gi\`.`
      : 'Kubernetes would read it as bytes. Write the unit, such as `100Gi`.';
  return diagnostic('PW3302', size.origin.span, `the disk size \`${size.value}\` has no unit`, { help });
}

function outOfRange(size: Located<string>): Diagnostic {
  return diagnostic('PW3304', size.origin.span, `a disk of \`${size.value}\` cannot be made`, {
    help: `Sizes go from \`1Gi\` to \`${MAX_GIB}Gi\`.`,
  });
}

function failed(problem: Diagnostic): VolumeSizeResult {
  return { diagnostics: [problem] };
}

function ceilDivide(value: bigint, divisor: bigint): bigint {
  return (value + divisor - 1n) / divisor;
}
