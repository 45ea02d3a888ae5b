import { structuredPatch } from 'diff';
import { invariant } from '../diagnostics/invariant.ts';
import type { JsonValue } from '../diagnostics/json-value.ts';

export interface ObjectDiffInput {
  readonly before?: JsonValue | undefined;
  readonly after?: JsonValue | undefined;
  /** Writes a value as YAML; the same value as the same text. */
  readonly yaml: (value: JsonValue) => string;
}

/** Lines shown around a change. */
const CONTEXT = 3;
/** Objects that differ in more lines are shown as one that goes and one that comes: there is little to align. */
const MAX_EDITS = 500;

/**
 * What differs between two states of an object, as lines of YAML that start with a blank, `+` or `-`. What is left out
 * is replaced by a line that says where the next part stands: `@@ spec.template.spec @@`.
 */
export function objectDiff({ before, after, yaml }: ObjectDiffInput): string {
  const [old, young] = [before, after].map((value) => (value === undefined ? '' : yaml(value)));
  invariant(old !== undefined && young !== undefined, 'there are two states');
  if (old === '') return marked('+', young);
  return young === '' ? marked('-', old) : textDiff(old, young);
}

/** The same of two texts. */
export function textDiff(old: string, young: string): string {
  const options = { context: CONTEXT, maxEditLength: MAX_EDITS };
  const patch = structuredPatch('', '', old, young, '', '', options);
  if (patch === undefined) return marked('-', old) + marked('+', young);
  const lines = old.split('\n');
  return patch.hunks
    .map(({ oldStart, lines: shown }) => {
      const path = oldStart <= 1 ? '' : parentsOf(lines, oldStart - 1);
      const body = shown.filter((line) => !line.startsWith('\\')).join('\n');
      return `${oldStart <= 1 ? '' : `@@ ${path} @@\n`}${body}\n`;
    })
    .join('');
}

function marked(sign: '+' | '-', text: string): string {
  return text.replaceAll(/^(?=.|\n)/gm, sign);
}

const KEY = /^ *([^\s:-][^:]*):/;

/** The keys above a line, outermost first: `spec.template.spec`. */
function parentsOf(lines: readonly string[], index: number): string {
  const path: string[] = [];
  let indent = indentOf(lines[index] ?? '');
  for (let i = index - 1; i >= 0 && indent > 0; i--) {
    const line = lines[i] ?? '';
    // An item of a list has its dash where its siblings' keys are not: it lowers the indentation and names nothing.
    if (indentOf(line) >= indent) continue;
    indent = indentOf(line);
    const key = KEY.exec(line)?.[1];
    if (key !== undefined) path.unshift(key);
  }
  return path.join('.');
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
