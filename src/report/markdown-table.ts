export function markdownTable(
  head: readonly string[],
  aligns: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(aligns), ...rows.map((row) => line(row.map(escapeMarkdown)))].join('\n');
}

/** What would be markup in a cell or a line. Backticks are ours. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[|<>]/g, (character) =>
    character === '|' ? '\\|' : character === '<' ? '&lt;' : '&gt;',
  );
}
