/** Shown as nothing, and no white space to those who trim lines. */
const NOTHING = '\u200b';

/** `::error::` of GitHub, which trims lines first; `:::` is none. */
const AT_THE_START = /^([^\S\n]*)(?=::[^:])/gm;
/** `##[error]`, `##vso[…]`, `##teamcity[…]`: looked for anywhere in a line. */
const ANYWHERE = /##(?=[a-z]*\[)/gi;

/**
 * A text for people in which no line is a command to the CI system that shows it: names and lines of files may come from
 * strangers. It looks the same.
 */
export function inert(text: string): string {
  return text.replace(AT_THE_START, `$1${NOTHING}`).replace(ANYWHERE, `##${NOTHING}`);
}

/** The same for a value as JSON, which is read as it was. */
export function inertJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replace(ANYWHERE, '#\\u0023')}\n`;
}
