/** A part of a text that may have to be cut. */
export interface FitBlock {
  /** Blocks with a low rank get their place first. Its tens are stages: where one is cut, nothing is left of the next. */
  readonly rank: number;
  /** What is cut, to count it: `row`. */
  readonly noun: string;
  readonly open: string;
  /** Rendered one after the other, and only as long as there is room. None: the block is `open` and `close`. */
  readonly items: readonly (() => string)[];
  /** Stands between items. @default a line break */
  readonly between?: string;
  readonly close: string;
  /** Said in place of the items that are left out. */
  readonly more: (hidden: number) => string;
}

export interface Fitted {
  readonly text: string;
  /** How many items were left out, by noun. */
  readonly hidden: ReadonlyMap<string, number>;
}

const BETWEEN_BLOCKS = '\n\n';

/**
 * The blocks in their order, as much of them as fits into `maxBytes`: those with a low rank first, of each block whole
 * items from the start. A block of which no item fits is left out.
 */
export function fitBlocks(blocks: readonly FitBlock[], maxBytes: number): Fitted {
  const texts = new Map<FitBlock, string>();
  const hidden = new Map<string, number>();
  let left = maxBytes;
  let last = Number.POSITIVE_INFINITY;
  for (const block of blocks.toSorted((a, b) => a.rank - b.rank)) {
    const stage = Math.floor(block.rank / 10);
    const { text, cut } = fitted(block, stage > last ? 0 : left - BETWEEN_BLOCKS.length);
    if (cut > 0) last = Math.min(last, stage);
    if (cut > 0) hidden.set(block.noun, (hidden.get(block.noun) ?? 0) + cut);
    if (text === '') continue;
    left -= utf8Length(text) + BETWEEN_BLOCKS.length;
    texts.set(block, text);
  }
  const shown = blocks.flatMap((block) => texts.get(block) ?? []);
  return { text: shown.join(BETWEEN_BLOCKS), hidden };
}

function fitted(block: FitBlock, maxBytes: number): { readonly text: string; readonly cut: number } {
  const { open, items, between = '\n', close, more } = block;
  const frame = utf8Length(open + close);
  if (items.length === 0) return frame <= maxBytes ? { text: open + close, cut: 0 } : { text: '', cut: 1 };
  const reserve = utf8Length(more(items.length)) + between.length;
  const shown: string[] = [];
  let used = frame;
  for (const [i, item] of items.entries()) {
    const text = item();
    const size = utf8Length(text) + between.length;
    const isLast = i === items.length - 1;
    if (used + size + (isLast ? 0 : reserve) > maxBytes) break;
    used += size;
    shown.push(text);
  }
  const cut = items.length - shown.length;
  if (shown.length === 0) return { text: '', cut };
  return { text: open + [...shown, ...(cut === 0 ? [] : [more(cut)])].join(between) + close, cut };
}

const ENCODER = new TextEncoder();

/** Never fewer than characters, however a forge counts these. */
export function utf8Length(text: string): number {
  return ENCODER.encode(text).length;
}
