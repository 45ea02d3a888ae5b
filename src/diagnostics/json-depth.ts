const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Nesting of lists and objects that is fine in any JSON that is read here: objects of Kubernetes are a dozen deep. */
export const JSON_DEPTH_MAX = 100;

/**
 * Where a JSON text opens a list or object too many levels down; undefined if it nowhere does. Counted on the text:
 * `JSON.parse` takes any depth, and whatever recurses over its result does not.
 */
export function tooDeepOffset(text: string, levels = JSON_DEPTH_MAX): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit === QUOTE) quoted = !quoted;
    else if (quoted) i += unit === BACKSLASH ? 1 : 0;
    // `[` and `{`, `]` and `}`: they differ in one bit.
    else if ((unit & ~0x20) === 0x5b) {
      depth += 1;
      if (depth > levels) return i;
    } else if ((unit & ~0x20) === 0x5d) depth -= 1;
  }
  return undefined;
}
