/**
 * Makes an input smaller for as long as `fails` says that it still fails: pieces are cut out, halves first, down to single
 * lines and then characters.
 */
export async function minimise(
  input: string,
  fails: (smaller: string) => Promise<boolean>,
  isOver: () => boolean,
): Promise<string> {
  let pieces = input.split(/(?<=\n)/);
  pieces = await smaller(pieces, fails, isOver);
  const text = pieces.join('');
  if (text.length > 20_000) return text;
  return (await smaller(Array.from(text), fails, isOver)).join('');
}

async function smaller(
  all: readonly string[],
  fails: (text: string) => Promise<boolean>,
  isOver: () => boolean,
): Promise<string[]> {
  let pieces = [...all];
  for (let size = Math.ceil(pieces.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < pieces.length && !isOver(); ) {
      const rest = pieces.toSpliced(start, size);
      // oxlint-disable-next-line no-await-in-loop -- Each attempt starts from the one before.
      if (rest.length < pieces.length && (await fails(rest.join('')))) pieces = rest;
      else start += size;
    }
  }
  return pieces;
}
