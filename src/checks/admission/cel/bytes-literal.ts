const ESCAPE = /^\\(?:[xX][0-9a-fA-F]{2}|[0-7]{3}|[\s\S])/;
const OPENING = /^[bB]('''|"""|'|")/;

/** The bytes of a literal: the parser makes one of every UTF-16 unit, but a character is its bytes in UTF-8. */
export function bytesLiteral(parsed: Uint8Array, written: string): Uint8Array {
  const [opening, quote = ''] = OPENING.exec(written) ?? [];
  if (opening === undefined) return parsed;
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  let rest = written.slice(opening.length, written.length - quote.length);
  let unit = 0;
  while (rest !== '') {
    const [escape] = ESCAPE.exec(rest) ?? [];
    const part = escape ?? String.fromCodePoint(rest.codePointAt(0) ?? 0);
    if (escape === undefined) bytes.push(...encoder.encode(part));
    else bytes.push(parsed[unit] ?? 0);
    unit += escape === undefined ? part.length : 1;
    rest = rest.slice(part.length);
  }
  return Uint8Array.from(bytes);
}
