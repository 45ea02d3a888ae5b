/**
 * Text of others in Markdown, so that it is read and does nothing: no mention, reference, link, image, HTML, quick
 * action, table, fence or marker comes of it. Forges look for most of these after Markdown has been rendered, where a
 * backslash or an entity is gone already; what they leave alone is code. So each word that is not plainly a word
 * becomes a code span.
 */

/** What cannot be seen, or reorders what can: controls, zero-width and bidirectional characters, half surrogates. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/gu;

/** The text in one line, with everything invisible shown as `⟨U+202E⟩`; a comment of HTML cannot start in it. */
export function visible(text: string): string {
  return text
    .replace(INVISIBLE, (character) => {
      const code = character.codePointAt(0) ?? 0;
      return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
    })
    .replaceAll('<!--', '‹!--');
}

/** Names and paths are not longer; what is has something else in mind. */
const MOST_CODE = 200;
/** Of one message. */
const MOST_TEXT = 1_500;

export function clipped(text: string, most: number): string {
  if (text.length <= most) return text;
  // Not between the halves of a surrogate pair.
  const cut = text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '');
  return `${cut}…`;
}

/** The text as a code span. */
export function inertCode(text: string): string {
  const shown = clipped(visible(text), MOST_CODE);
  if (shown.trim() === '') return '`""`';
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = /^[` ]|[` ]$/.test(shown) ? ' ' : '';
  return `${fence}${pad}${shown}${pad}${fence}`;
}

/** Our sentences, with names in backticks: these become code spans, plain words stay, everything else becomes code. */
export function inertText(text: string): string {
  const whole = clipped(visible(text.replaceAll(/\s+/gu, ' ')), MOST_TEXT);
  let out = '';
  let end = 0;
  // A code span right behind another would be read as part of it.
  const add = (piece: string, isCode: boolean) => {
    out += isCode && out.endsWith('`') ? ` ${piece}` : piece;
  };
  for (const match of whole.matchAll(/`([^`]+)`/g)) {
    prose(whole.slice(end, match.index), out === '', add);
    add(inertCode(match[1] ?? ''), true);
    end = match.index + match[0].length;
  }
  prose(whole.slice(end), out === '', add);
  // What follows a number and a full stop would be an item of a list.
  return /^\s*\d+\s*$/.test(out) ? inertCode(out.trim()) : out.trim();
}

function prose(text: string, starts: boolean, add: (piece: string, isCode: boolean) => void): void {
  let first = starts;
  for (const part of text.split(/(\s+)/u)) {
    if (part === '') continue;
    if (/^\s+$/u.test(part)) {
      add(' ', false);
      continue;
    }
    const [, lead = '', core = '', trail = ''] = /^([("']*)(.*?)([.,;:)?"'…]*)$/u.exec(part) ?? [];
    const isWord = core === '' ? !first : isHarmless(core, trail, first);
    if (isWord) add(part, false);
    else if (core === '') add(inertCode(part), true);
    else {
      if (lead !== '') add(lead, false);
      add(inertCode(core), true);
      if (trail !== '') add(trail, false);
    }
    first = false;
  }
}

const WORD = /^[\p{L}\p{N}]+(?:[-./'’,+=][\p{L}\p{N}]+)*%?$/u;
const NUMBER = /^[+−-]?\d[\d,]*(?:\.\d+)?%?$/u;
const SIGN = /^(?:[→×–—=+/%≤≥-]|\$\/(?:h|month))$/u;
const TIME = /^(?:\d{4}-\d\d-\d\dT)?\d\d:\d\d(?::\d\d)?Z?$/;
/** What forges make links of: tickets (`GH-1`, `OPS-12`, but not `eu-west-1`), web addresses, commits. */
const TICKET = /(?:\p{Lu}[\p{Lu}\p{N}]*|[gG][hH])-\d/u;
const ADDRESS = /www\.|(?:^|[^\p{L}])(?:mailto|xmpp|https?|ftp)\b/iu;
const COMMIT = /[\da-f]{7,}/i;

function isHarmless(core: string, trail: string, first: boolean): boolean {
  // A number, a dot and a blank begin a list.
  if (first && /^\d+$/.test(core) && /^[.)]/.test(trail)) return false;
  if (TIME.test(core) || (NUMBER.test(core) && !COMMIT.test(core))) return true;
  if (SIGN.test(core)) return !first || !/^[=+-]/.test(core);
  return WORD.test(core) && !TICKET.test(core) && !ADDRESS.test(core) && !COMMIT.test(core);
}

/** A cell of a table: rendered Markdown, in which a pipe would end the cell. A backslash before one cannot be written. */
export function inertCell(markdown: string): string {
  return markdown.replaceAll(/(\\*)\|/g, (_, slashes: string) => (slashes === '' ? '\\|' : `${slashes}¦`));
}

/** Lines in a fence that is longer than any run of backticks or tildes in them. */
export function inertFence(text: string, language: string): string {
  const lines = text.replace(/\n$/, '').split('\n').map(visible).join('\n');
  const longest = Math.max(2, ...[...lines.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${lines}\n${fence}`;
}
