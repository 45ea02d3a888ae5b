/** A piece of a pattern: how long it is, or what is wrong with it (a phrase that completes "`pattern` ..."). */
export type Piece = { readonly length: number } | { readonly problem: string };

/** One character of a class, for ranges. */
export type Character = { readonly length: number; readonly code: number } | { readonly problem: string };

const UNICODE_CLASS = /^\\[pP](?:\{\^?([^}]*)\}|(.))/su;
const HEX = /^\\x(?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{2}))/;
const OCTAL = /^\\(0[0-7]{0,2}|[1-7][0-7]{1,2})/;
const MAX_CODE = 0x10ffff;

const CONTROLS: ReadonlyMap<string, number> = new Map([
  ['a', 7],
  ['t', 9],
  ['n', 10],
  ['v', 11],
  ['f', 12],
  ['r', 13],
]);

/** `\d`, `\pL` and their like; undefined where `rest` does not start with one. */
export function setPiece(rest: string): Piece | undefined {
  if (/^\\[dDsSwW]/.test(rest)) return { length: 2 };
  if (!/^\\[pP]/.test(rest)) return undefined;
  const match = UNICODE_CLASS.exec(rest);
  const name = match?.[1] ?? match?.[2] ?? '';
  if (match !== null && isUnicodeClass(name)) return { length: match[0].length };
  return { problem: `has a class of characters (\`${rest.slice(0, 8)}\`) that RE2 does not know` };
}

function isUnicodeClass(name: string): boolean {
  if (!/^[A-Za-z_]+$/.test(name)) return false;
  // Go takes names in any case, JavaScript only as Unicode writes them.
  const proper = name.toLowerCase().replace(/^[a-z]|_[a-z]/g, (initial) => initial.toUpperCase());
  return proper === 'Any' || compiles(`\\p{gc=${proper}}`) || compiles(`\\p{sc=${proper}}`);
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').source !== '';
  } catch {
    return false;
  }
}

/** A character as it is or behind a backslash. `rest` is not empty. */
export function character(rest: string): Character {
  if (!rest.startsWith('\\')) {
    const code = rest.codePointAt(0) ?? 0;
    return { length: String.fromCodePoint(code).length, code };
  }
  const letter = rest[1];
  if (letter === undefined) return { problem: 'ends in a lone backslash' };
  const hex = HEX.exec(rest);
  const octal = OCTAL.exec(rest);
  const digits = hex?.[1] ?? hex?.[2];
  if (digits !== undefined) return coded(hex?.[0].length ?? 0, Number.parseInt(digits, 16));
  if (octal !== null) return coded(octal[0].length, Number.parseInt(octal[1] ?? '', 8));
  const control = CONTROLS.get(letter);
  if (control !== undefined) return { length: 2, code: control };
  // Punctuation stands for itself.
  const code = letter.charCodeAt(0);
  if (code < 128 && !/[A-Za-z0-9]/.test(letter)) return { length: 2, code };
  if (/[1-9]/.test(letter))
    return { problem: `refers back to a group (\`\\${letter}\`), which RE2 does not know` };
  return { problem: `has an escape (\`\\${letter}\`) that RE2 does not know` };
}

function coded(length: number, code: number): Character {
  return code > MAX_CODE ? { problem: 'has a character beyond U+10FFFF' } : { length, code };
}
