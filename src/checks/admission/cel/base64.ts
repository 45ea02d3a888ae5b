const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Where a text stops being base64 with `-` and `_`. */
export function base64ErrorAt(text: string): number {
  const at = text.search(/[^A-Za-z0-9_-]/);
  return at < 0 ? text.length : at;
}

/** Bytes of base64 with `-` and `_`, padded, as the format `byte` decodes it; undefined for anything else. */
export function decodeBase64(text: string): Uint8Array | undefined {
  const clean = text.replace(/[\r\n]/g, '');
  if (clean.length % 4 !== 0 || !/^[A-Za-z0-9_-]*={0,2}$/.test(clean)) return undefined;
  const digits = clean.replace(/=+$/, '');
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const digit of digits) {
    held = ((held << 6) | ALPHABET.indexOf(digit)) & 0xffffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 0xff);
    }
  }
  return Uint8Array.from(bytes);
}
