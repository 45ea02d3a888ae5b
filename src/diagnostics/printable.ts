const PLAIN = /^[\x20-\x7e]*$/;
/** Characters that would move the cursor, ring, recolour or reorder the terminal's text. */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu;

/** The text with control and bidirectional characters replaced: nothing in a file may drive the reader's terminal. */
export function printable(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(UNSAFE, (unsafe) => {
    const code = unsafe.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? '\u2421' : '\ufffd';
  });
}
