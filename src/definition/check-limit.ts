import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { scalarFix } from '../diagnostics/replacement.ts';
import { parseQuantity, suggestQuantities } from '../kubernetes/quantity.ts';
import type { LocatedText, TextCheck } from './field-traits.ts';
import { writtenAt } from './fixes.ts';

const COUNTED_IN_BYTES = new Set(['memory', 'ephemeral-storage', 'storage']);

const PROBLEMS = {
  syntax: 'is not a quantity',
  suffix: 'has a suffix that quantities do not know',
  range: 'is too large for a quantity',
} as const;

/** A limit is a quantity, and one of memory is hardly meant in bytes. */
export const checkLimit: TextCheck = function* (text, { key }) {
  const parsed = parseQuantity(text.value);
  if (!parsed.ok) {
    yield notAQuantity(text, key, PROBLEMS[parsed.problem]);
  } else if (COUNTED_IN_BYTES.has(key) && /^[0-9.]+$/.test(text.value)) {
    yield inBytes(text, key);
  }
};

function notAQuantity(text: LocatedText, key: string, problem: string): Diagnostic {
  const suggestions = suggestQuantities(text.value);
  const [first, second] = suggestions;
  const choice = second === undefined ? `\`${first}\`` : `\`${first}\` or \`${second}\``;
  return diagnostic('PW2026', text.origin.span, `limit \`${key}\`: \`${text.value}\` ${problem}`, {
    related: writtenAt(text.origin),
    help:
      first === undefined
        ? 'Write a number with an optional suffix: `100`, `500m`, `100Gi`, `100G`.'
        : `Write ${choice}${second === undefined ? '' : ' (powers of 1000 or of 1024)'}.`,
    fix: first === undefined ? undefined : scalarFix(text, first),
  });
}

function inBytes(text: LocatedText, key: string): Diagnostic {
  const same = sameInBinary(text.value);
  return diagnostic(
    'PW2027',
    text.origin.span,
    `limit \`${key}\` is \`${text.value}\` without a unit, which counts bytes`,
    {
      related: writtenAt(text.origin),
      help:
        same === undefined
          ? 'Write the unit, such as `100Gi` for gibibytes.'
          : `Write \`${same}\`, which is the same.`,
      fix: same === undefined ? undefined : scalarFix(text, same),
    },
  );
}

const MEBI = 2n ** 20n;

/** `107374182400` as `100Gi`; nothing for what is no whole number of mebibytes. */
function sameInBinary(text: string): string | undefined {
  if (!/^[0-9]{7,20}$/.test(text)) return undefined;
  const mebibytes = BigInt(text) / MEBI;
  if (mebibytes * MEBI !== BigInt(text)) return undefined;
  return mebibytes % 1024n === 0n ? `${mebibytes / 1024n}Gi` : `${mebibytes}Mi`;
}
