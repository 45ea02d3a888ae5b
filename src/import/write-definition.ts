import { printable } from '../diagnostics/printable.ts';
import type { JsonMap } from '../diagnostics/json-value.ts';
import { writeYaml, type YamlStyle } from '../documents/write-yaml.ts';
import type { DefinitionDraft } from './definition-draft.ts';

export interface DefinitionComments {
  /** Paragraphs at the head of the file. */
  readonly head: readonly string[];
  /** Paragraphs before a pool, by its name. */
  readonly pools: ReadonlyMap<string, readonly string[]>;
}

const COLUMNS = 110;
const INDENT = '  ';
const STYLE: YamlStyle = { shortLists: 'inline' };

/** The text of a definition file: settings, then pools, each after its comments. */
export function writeDefinition(draft: DefinitionDraft, { head, pools }: DefinitionComments): string {
  const parts = [comment(head, '')];
  if (Object.keys(draft.settings).length > 0) parts.push(writeYaml({ poolwright: draft.settings }, STYLE));
  const list = draft.pools.map(
    ({ name, keys }) =>
      comment(pools.get(name) ?? [], INDENT.repeat(2)) +
      indented(writeYaml({ [name]: filled(keys) }, STYLE), 2),
  );
  parts.push(`karpenter:\n${INDENT}node_pools:\n${list.join('\n')}`);
  return parts.filter((part) => part !== '').join('\n');
}

/** A pool that says nothing is a pool of built-in values. */
function filled(keys: JsonMap): JsonMap | null {
  return Object.keys(keys).length === 0 ? null : keys;
}

function indented(text: string, levels: number): string {
  const indent = INDENT.repeat(levels);
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : indent + line))
    .join('\n');
}

/** One paragraph a comment, its further lines hanging. */
function comment(paragraphs: readonly string[], indent: string): string {
  return paragraphs
    .flatMap((text) => wrapped(text, COLUMNS - indent.length - 2))
    .map((line) => `${indent}# ${line}\n`)
    .join('');
}

function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  // YAML has no way to write a control character in a comment.
  for (const word of printable(text.replaceAll(/\s+/g, ' ').trim()).split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= columns) lines.push(`${lines.pop()} ${word}`);
    else lines.push(line === undefined ? word : `  ${word}`);
  }
  return lines;
}
