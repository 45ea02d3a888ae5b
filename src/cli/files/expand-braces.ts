import { UsageError } from '../usage-error.ts';

const MOST = 100;
const RANGE = /^(\d{1,9})\.\.(\d{1,9})$/;

/**
 * A pattern without braces for each choice of them, as shells read them: `{a,b}`, `{1..3}`. Braces around anything
 * else stand for themselves. @throws UsageError if there are too many choices
 */
export function expandBraces(pattern: string): readonly string[] {
  const done: string[] = [];
  const waiting = [{ text: pattern, from: 0 }];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const found = firstChoice(one.text, one.from);
    if (found === undefined) {
      done.push(one.text);
      continue;
    }
    const { start, end, choices } = found;
    if (done.length + waiting.length + choices.length > MOST) throw tooMany(pattern);
    const [before, after] = [one.text.slice(0, start), one.text.slice(end)];
    for (const choice of choices.toReversed()) {
      waiting.push({ text: `${before}${choice}${after}`, from: start });
    }
  }
  return done;
}

function tooMany(pattern: string): UsageError {
  return new UsageError(
    `the braces of the pattern \`${pattern}\` stand for more than ${MOST} patterns, the most that is read; write a wildcard instead`,
  );
}

interface Choice {
  readonly start: number;
  readonly end: number;
  readonly choices: readonly string[];
}

/** The first braces that are a choice. One look at each character, however many braces have no end. */
function firstChoice(text: string, from: number): Choice | undefined {
  const open: { readonly start: number; readonly commas: number[] }[] = [];
  let best: Choice | undefined;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '{') open.push({ start: at, commas: [] });
    else if (character === ',') open.at(-1)?.commas.push(at);
    else if (character === '}') {
      const closed = open.pop();
      const choices = closed === undefined ? undefined : choicesOf(text, closed.start, closed.commas, at);
      if (closed === undefined || choices === undefined) continue;
      if (best === undefined || closed.start < best.start)
        best = { start: closed.start, end: at + 1, choices };
      if (open.length === 0) return best;
    }
  }
  return best;
}

function choicesOf(
  text: string,
  start: number,
  commas: readonly number[],
  end: number,
): readonly string[] | undefined {
  if (commas.length > 0) {
    return [start, ...commas].map((at, i) => text.slice(at + 1, commas[i] ?? end));
  }
  const range = RANGE.exec(text.slice(start + 1, end));
  if (range === null) return undefined;
  const [first, last] = [Number(range[1]), Number(range[2])];
  const step = first <= last ? 1 : -1;
  // One more than the limit is enough to see that there are too many.
  const count = Math.min(Math.abs(last - first), MOST) + 1;
  return Array.from({ length: count }, (_, i) => String(first + i * step));
}
