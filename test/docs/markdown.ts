/** A fenced block of a page. */
export interface Block {
  /** Words of the comment on the line before it (`<!-- test: wrong PW2001 -->`); empty without one. */
  readonly test: readonly string[];
  readonly language: string;
  readonly text: string;
  /** 1-based. */
  readonly line: number;
}

const BLOCK = /^(?:<!-- test: (.*?) -->\n)?```(\w*)\n([\s\S]*?)^```$/gm;
const TABLE = /^(<!-- test: table (\w+) -->\n)(?:\|.*\n)*/gm;

export function blocksOf(markdown: string): readonly Block[] {
  return [...markdown.matchAll(BLOCK)].map((match) => ({
    test: (match[1] ?? '').split(' ').filter((word) => word !== ''),
    language: match[2] ?? '',
    text: match[3] ?? '',
    line: markdown.slice(0, match.index).split('\n').length,
  }));
}

/** The page with other texts in its blocks, one after the other, since a later one may need what an earlier one did. */
export async function fillBlocks(
  markdown: string,
  textOf: (block: Block) => string | Promise<string>,
): Promise<string> {
  const texts: string[] = [];
  for (const block of blocksOf(markdown)) texts.push(await textOf(block));
  let next = 0;
  return markdown.replace(BLOCK, (whole: string, _test: unknown, _language: unknown, text: string) => {
    const filled = texts[next++] ?? text;
    const from = whole.length - text.length - '```'.length;
    return `${whole.slice(0, from)}${filled}\`\`\``;
  });
}

/** The page with its tables filled in. */
export function fillTables(markdown: string, rowsOf: (name: string) => readonly string[]): string {
  return markdown.replace(
    TABLE,
    (_whole, head: string, name: string) => `${head}${rowsOf(name).join('\n')}\n`,
  );
}

/** What stands in backquotes outside of blocks. */
export function codeSpans(markdown: string): readonly string[] {
  return [...withoutBlocks(markdown).matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
}

/** Targets of links and images that stay in the repository. */
export function relativeLinks(markdown: string): readonly string[] {
  return [...withoutBlocks(markdown).matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1] ?? '')
    .filter((target) => !/^[a-z]+:/.test(target));
}

/** The anchors that forges make of the headings. */
export function anchorsOf(markdown: string): readonly string[] {
  return [...withoutBlocks(markdown).matchAll(/^#+ (.+)$/gm)].map((match) => anchorOf(match[1] ?? ''));
}

/** The anchor that forges make of a heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function withoutBlocks(markdown: string): string {
  return markdown.replace(/^(`{3,})[\s\S]*?^\1$/gm, '');
}
