/**
 * When a string may stand without quotes. The rule is an allowlist, narrower than either version of YAML: a string is
 * plain only if no reader of 1.1 or 1.2 could take it for anything else.
 */
export function isPlainSafe(text: string): boolean {
  const first = text.charCodeAt(0);
  if (first >= 0x30 && first <= 0x39) return NUMBER_WITH_UNIT.test(text);
  return TEXT.test(text) && !RESERVED.test(text) && !EXPONENT_ONLY.test(text);
}

/**
 * Starts with a letter, `_` or `/`; then common characters, among them neither `: ` nor ` #`. No leading or trailing
 * space, no trailing colon.
 */
const TEXT = /^[A-Za-z_/](?:[A-Za-z0-9_./@%+=,()$-]|:(?=[^ ])| (?=[^ #]))*$/;

/** YAML 1.1's booleans and null, in any case: some readers go further than its specification. */
const RESERVED = /^(?:y|n|yes|no|on|off|true|false|null)$/i;

/** Some reader takes `e1` for a float without digits before the exponent. */
const EXPONENT_ONLY = /^e[-+]?[0-9]+$/i;

/** `100Gi`, `720h`, `10%`, `2xlarge`; not `1e3`, `0x1f`, `0b11`, `0o17`, `1_000`, `12:30`, `1.5`, `2001-01-01`. */
const NUMBER_WITH_UNIT = /^[0-9]+[ACDF-NP-WYZacdf-np-wyz%][A-Za-z0-9%]*$/;

/** Characters that some reader rejects, changes, or takes for a line break, and those that nobody can see. */
const UNPRINTABLE = /[\x7f-\xa0\xad\u061c\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff9-\uffff]/g;

/** In double quotes, on one line. JSON's escapes are all valid in both versions. */
export function quoteString(text: string): string {
  return JSON.stringify(text).replace(UNPRINTABLE, escapeUnit);
}

function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * When a text of several lines may be written as a literal block: nothing in it that only an escape can show, and no
 * blank at the start of the first line or alone on a line, on which readers' ideas of indentation differ.
 */
export function isLiteralSafe(text: string): boolean {
  return (
    text.includes('\n') && /^[^\s]/.test(text) && !/\n[ \t]+(?:\n|$)/.test(text) && !NOT_LITERAL.test(text)
  );
}

const NOT_LITERAL =
  // oxlint-disable-next-line no-control-regex -- Control characters are what it looks for.
  /[\0-\x08\x0b-\x1f\x7f-\xa0\xad\u061c\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\uffff]/;
