import type { JsonValue } from '../../../../src/diagnostics/json-value.ts';

/** `[pointer, value]` sets (`/-` appends to a list), `[pointer]` removes. The pointer `''` is the whole object. */
export type Edit = readonly [pointer: string, value?: JsonValue];

type Holder = { [key: string]: JsonValue } | JsonValue[];

export const tokensOf = (pointer: string): string[] =>
  pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));

export const pointerOf = (tokens: readonly (string | number)[]): string =>
  tokens.map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** A copy with the edits made one after the other; what they leave alone is shared. What is missing on the way to a place is made. */
export function edited(object: JsonValue, edits: readonly Edit[]): JsonValue {
  const root: { [key: string]: JsonValue } = { '': object };
  for (const edit of edits) {
    const tokens = ['', ...tokensOf(edit[0])];
    const last = tokens.pop() as string;
    const at = holderOf(root, tokens, edit.length > 1);
    if (edit.length === 1) {
      if (Array.isArray(at)) at.splice(Number(last), 1);
      else delete at[last];
    } else if (Array.isArray(at) && last === '-') at.push(edit[1] as JsonValue);
    else (at as Record<string, JsonValue>)[last] = edit[1] as JsonValue;
  }
  return root[''] as JsonValue;
}

/** What holds the last place of a path: copied, and all on the way to it. The last that is there unless the way is made. */
function holderOf(root: { [key: string]: JsonValue }, tokens: readonly string[], made: boolean): Holder {
  let at: Holder = root;
  for (const token of tokens) {
    const holder = at as Record<string, JsonValue>;
    const next: JsonValue | undefined = holder[token];
    if (typeof next !== 'object' || next === null) {
      if (!made) break;
      at = holder[token] = {};
    } else {
      at = Array.isArray(next) ? [...(next as JsonValue[])] : { ...(next as { [key: string]: JsonValue }) };
      holder[token] = at;
    }
  }
  return at;
}
