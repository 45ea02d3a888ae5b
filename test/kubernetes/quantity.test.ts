import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ceilMilli,
  ceilUnits,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  suggestQuantities,
  type Quantity,
} from '../../src/kubernetes/quantity.ts';
import recorded from './data/quantities.json' with { type: 'json' };

interface RecordedQuantity {
  readonly in: string;
  readonly err?: string;
  readonly canonical?: string;
  readonly value?: number;
  readonly milli?: number;
  readonly format?: string;
}

const RECORDED: readonly RecordedQuantity[] = recorded;

/** Texts without a digit: Go's fast path reads them as zero, we refuse them. */
const REFUSED_BY_US = new Set(['Gi', '-', '+']);

/** Inputs whose text Go keeps as it is instead of computing the canonical one. */
const KEPT_BY_GO: ReadonlyMap<string, string> = new Map([
  ['+1', '1'],
  ['1.', '1'],
  ['1E3', '1e3'],
  ['12E6', '12e6'],
]);

function parsed(text: string): Quantity {
  const result = parseQuantity(text);
  if (!result.ok) throw new Error(`${text}: ${result.problem}`);
  return result.quantity;
}

describe('recorded quantities', () => {
  it('has all 74 of them', () => {
    expect(RECORDED).toHaveLength(74);
  });

  it.each(RECORDED.map((record) => [record.in, record] as const))('%j', (text, record) => {
    const result = parseQuantity(text);
    if (record.err !== undefined || REFUSED_BY_US.has(text)) {
      const problem = record.err?.includes('suffix') ? 'suffix' : 'syntax';
      expect(result).toEqual({ ok: false, problem });
      return;
    }
    const quantity = parsed(text);
    expect(quantity.format).toBe(record.format);
    expectInt64(ceilUnits(quantity), record.value);
    expectInt64(ceilMilli(quantity), record.milli);
    expect(formatQuantity(quantity)).toBe(KEPT_BY_GO.get(text) ?? record.canonical);
    if (KEPT_BY_GO.has(text)) expect(record.canonical).toBe(text);
  });
});

/**
 * The recorder stored Go's int64 as a JSON number. Where the exact value fits into 64 bits, the number is that value
 * as a double. Where it does not, Go either wrapped around or gave up with zero, and the exact value must explain
 * what was stored.
 */
function expectInt64(exact: bigint, stored: number | undefined): void {
  if (BigInt.asIntN(64, exact) === exact) expect(Number(exact)).toBe(stored);
  else expect([0, Number(BigInt.asIntN(64, exact))]).toContain(stored);
}

describe('parseQuantity', () => {
  it.each(['.', '+.', '1.2.3', '1e3Ki', '\u0661', '1\n'])('refuses %j', (text) => {
    expect(parseQuantity(text)).toEqual({ ok: false, problem: 'syntax' });
  });

  it.each(['1e', '1+5', '1k3', '1Kim', '1e+'])('finds no suffix in %j', (text) => {
    expect(parseQuantity(text)).toEqual({ ok: false, problem: 'suffix' });
  });

  it.each(['1e999999999999', '1e-401', '1'.repeat(401)])('refuses to build %s', (text) => {
    expect(parseQuantity(text)).toEqual({ ok: false, problem: 'range' });
  });

  it('stays linear on texts made to backtrack', () => {
    expect(parseQuantity(`${'1'.repeat(1_000_000)}x`)).toEqual({ ok: false, problem: 'syntax' });
    expect(suggestQuantities(`${'1'.repeat(1_000_000)}!`)).toEqual([]);
  });

  it('rounds below a nano-unit away from zero', () => {
    expect(parsed('0.1n').nano).toBe(1n);
    expect(parsed('-0.1n').nano).toBe(-1n);
    expect(ceilUnits(parsed('-1500m'))).toBe(-2n);
  });

  it('caps binary suffixes at 2^63-1 as Kubernetes does', () => {
    expect(ceilUnits(parsed('8Ei'))).toBe(2n ** 63n - 1n);
    expect(ceilUnits(parsed('8E'))).toBe(8n * 10n ** 18n);
  });

  it('shows fractions of a unit with a binary suffix as decimals', () => {
    expect(parsed('0.0001Ki')).toEqual({ nano: 102_400_000n, format: 'DecimalSI' });
    expect(formatQuantity(parsed('0.5Ki'))).toBe('512');
  });
});

const anyQuantity = fc.record({
  nano: fc.oneof(
    fc.bigInt({ min: -(2n ** 90n), max: 2n ** 90n }),
    fc
      .tuple(
        fc.bigInt({ min: -9_999n, max: 9_999n }),
        fc.constantFrom(1n, 1000n, 1024n, 10n ** 9n),
        fc.nat(4),
      )
      .map(([mantissa, base, power]) => mantissa * base ** BigInt(power) * 10n ** 9n),
  ),
  format: fc.constantFrom('DecimalSI' as const, 'DecimalExponent' as const, 'BinarySI' as const),
}) satisfies fc.Arbitrary<Quantity>;

describe('formatQuantity', () => {
  it('is read back to the same value, and is stable', () => {
    fc.assert(
      fc.property(anyQuantity, (quantity) => {
        const cap = (2n ** 63n - 1n) * 10n ** 9n;
        fc.pre(quantity.format !== 'BinarySI' || (quantity.nano <= cap && quantity.nano >= -cap));
        const text = formatQuantity(quantity);
        const again = parsed(text);
        expect(compareQuantities(again, quantity)).toBe(0);
        // A binary quantity can have a text without suffix, which reads back as a decimal one.
        if (again.format === quantity.format) expect(formatQuantity(again)).toBe(text);
      }),
    );
  });

  it.each([
    ['1024', '1024'],
    ['1023Ki', '1023Ki'],
    ['1048576Ki', '1Gi'],
    ['-2048Ki', '-2Mi'],
    ['1000E', '1000E'],
    ['1e4', '10e3'],
    ['1000000000000000000000', '1000E'],
  ])('%s is %s', (text, canonical) => {
    expect(formatQuantity(parsed(text))).toBe(canonical);
  });
});

describe('suggestQuantities', () => {
  it.each([
    ['100GB', ['100G', '100Gi']],
    ['100gb', ['100G', '100Gi']],
    ['100gi', ['100Gi']],
    ['100GiB', ['100Gi']],
    ['1K', ['1k', '1Ki']],
    ['1ki', ['1Ki']],
    ['500mb', ['500M', '500Mi']],
    ['1 Gi', ['1Gi']],
    [' 1', ['1']],
    ['1,000', ['1000']],
    ['1_000Mi', ['1000Mi']],
    ['1.5 TB', ['1.5T', '1.5Ti']],
    ['100B', ['100']],
    ['100 bytes', ['100']],
    ['100Gi', []],
    ['1i', []],
    ['1e', []],
    ['1.2.3', []],
    ['lots', []],
    ['', []],
  ])('%j gives %j', (text, expected) => {
    expect(suggestQuantities(text)).toEqual(expected);
  });

  it('only suggests valid quantities, and nothing for a valid one', () => {
    const text = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[+-]?[0-9]{1,3}[.,_ ]?[0-9]{0,3} ?[a-zA-Z]{0,5}$/),
    );
    fc.assert(
      fc.property(text, (input) => {
        const suggestions = suggestQuantities(input);
        if (parseQuantity(input).ok) expect(suggestions).toEqual([]);
        for (const suggestion of suggestions) expect(parseQuantity(suggestion).ok).toBe(true);
      }),
    );
  });
});
