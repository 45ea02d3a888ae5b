/**
 * Reads a comment as a forge would, without anything of what wrote it: fences, folded parts, tables, code spans. What is
 * left outside of code must be plain text and the few signs that a comment of ours consists of.
 */

/** What is wrong with a comment; empty if nothing is. */
export function scanComment(body: string): readonly string[] {
  const problems: string[] = [];
  const bad = (problem: string, line: string) => void problems.push(`${problem}: ${line.slice(0, 300)}`);
  const hidden = /[\p{Cc}\p{Cf}\u2028\u2029\u115f\u1160\u3164]|\p{Surrogate}/u;
  let fence = '';
  let folded = 0;
  let columns = 0;
  for (const line of body.split('\n')) {
    if (hidden.test(line)) bad('something invisible', line);
    if (line.includes('<!--')) bad('a comment of HTML', line);
    if (fence !== '') {
      if (/^`+$/.test(line) && line.length >= fence.length) fence = '';
      continue;
    }
    const opens = /^(`{3,})(diff|sh)$/.exec(line);
    if (opens !== null) {
      fence = opens[1] ?? '';
      continue;
    }
    if (/^<details><summary>[A-Za-z ,]+<\/summary>$/.test(line)) {
      folded++;
      continue;
    }
    if (line === '</details>') {
      if (--folded < 0) bad('closes what is not open', line);
      continue;
    }
    if (/^> \[!(?:CAUTION|WARNING)\]$/.test(line)) continue;
    if (line.startsWith('|')) {
      const cells = cellsOf(line);
      if (columns !== 0 && cells.length !== columns)
        bad(`a row of ${cells.length} and not ${columns} cells`, line);
      columns = cells.length;
      if (cells.every((cell) => /^:?-+:?$/.test(cell))) continue;
      for (const cell of cells) check(cell.replaceAll('\\|', '|'), line, bad);
    } else {
      columns = 0;
      check(withoutMarkers(line), line, bad);
    }
  }
  if (fence !== '') problems.push('a fence is open at the end');
  if (folded !== 0) problems.push(`${folded} folded parts are open at the end`);
  return problems;
}

/** As cmark-gfm takes a row apart: a backslash and the sign after it belong together. */
function cellsOf(line: string): readonly string[] {
  const cells = [...line.matchAll(/(?:\\[!-/:-@[-`{-~]|[^|])*/g)]
    .map(([cell]) => cell)
    .filter((cell) => cell !== '');
  return cells.map((cell) => cell.trim());
}

/** Without the markers that a line of ours starts with. */
function withoutMarkers(line: string): string {
  return line.replace(/^> ?/, '').replace(/^(?:#### | *- )/, '');
}

function check(text: string, line: string, bad: (problem: string, line: string) => void): void {
  const plain = withoutCode(text);
  if (plain === undefined) {
    bad('a backtick without its partner', line);
    return;
  }
  const rest = plain
    .replaceAll('&nbsp;', ' ')
    .replaceAll('**', '')
    .replace(/^_(Cut to .*)_$/, '$1');
  const forbidden: readonly (readonly [string, RegExp])[] = [
    ['HTML, a quote or an arrow of one', /[<>]/],
    ['an entity', /&/],
    ['a mention or an address', /@/],
    ['a reference or a heading', /#/],
    ['a link, an image or a task', /[[\]!]/],
    ['an escape', /\\/],
    ['emphasis', /[*_~]/],
    ['a placeholder or a label', /[{}^]/],
    ['a web address', /:\/\/|www\.|mailto:/i],
    ['an emoji', /:[\w+-]+:/],
    ['a ticket', /\b(?:gh|[A-Z][A-Z0-9]*)-\d/],
    ['a commit', /\b[0-9a-f]{7,40}\b/i],
    ['a quick action', /^\s*\//],
    ['a milestone', /%\d/],
    ['a snippet', /\$\d/],
    ['a formula', /\$[^$]*\S\$/],
  ];
  if (!line.startsWith('|') && /^(?:[-+=]|\d+[.)](?: |$))/.test(rest)) bad('a list or a heading', line);
  for (const [problem, pattern] of forbidden) if (pattern.test(rest)) bad(problem, line);
}

/** The text with a `¤` for each code span; undefined: a run of backticks has no end. */
function withoutCode(text: string): string | undefined {
  const runs = [...text.matchAll(/`+/g)];
  let rest = '';
  let at = 0;
  for (let i = 0; i < runs.length; i++) {
    const open = runs[i];
    const end = runs.findIndex(([run], j) => j > i && run.length === open?.[0].length);
    const close = runs[end];
    if (open === undefined || close === undefined) return undefined;
    rest += `${text.slice(at, open.index)}¤`;
    at = close.index + close[0].length;
    i = end;
  }
  return rest + text.slice(at);
}
