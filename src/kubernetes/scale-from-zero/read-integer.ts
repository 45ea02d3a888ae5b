const INTEGER = /^[+-]?[0-9]+$/;
const MOST = 2n ** 63n - 1n;
/** Longer texts are out of range, whatever their zeros: nobody pads a count this far. */
const MAX_TEXT = 200;

/** Reads a base-10 integer as Go's `strconv.ParseInt(text, 10, 64)` and `Atoi` do; undefined where they fail. */
export function readInteger(text: string): bigint | undefined {
  if (text.length > MAX_TEXT || !INTEGER.test(text)) return undefined;
  const value = BigInt(text.replace(/^\+/, ''));
  return value > MOST || value < -MOST - 1n ? undefined : value;
}
