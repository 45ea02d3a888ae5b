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

/** A copy with the edits made one after the other. What is missing on the way to a place is made. */
export function edited(object: JsonValue, edits: readonly Edit[]): JsonValue {
  const root: { '': JsonValue } = { '': structuredClone(object) };
  for (const edit of edits) {
    const tokens = ['', ...tokensOf(edit[0])];
    const last = tokens.pop() as string;
    let at: Holder = root;
    for (const token of tokens) {
      const next: JsonValue | undefined = (at as Record<string, JsonValue>)[token];
      if (typeof next === 'object' && next !== null) at = next as Holder;
      else if (edit.length === 1) break;
      else at = (at as Record<string, JsonValue>)[token] = {} as Record<string, JsonValue>;
    }
    if (edit.length === 1) {
      if (Array.isArray(at)) at.splice(Number(last), 1);
      else delete at[last];
    } else if (Array.isArray(at) && last === '-') at.push(structuredClone(edit[1] as JsonValue));
    else (at as Record<string, JsonValue>)[last] = structuredClone(edit[1] as JsonValue);
  }
  return root[''];
}
