import { displayWidth } from './display.ts';

/** Greedy wrapping at spaces; a word longer than the line keeps a line of its own. At least 20 columns are used. */
export function wrap(text: string, columns: number): string[] {
  const limit = Math.max(20, columns);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && displayWidth(longer) > limit) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}
