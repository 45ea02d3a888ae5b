/** A small seeded generator (mulberry32): the same seed gives the same run on every machine. */
export interface SeededRandom {
  /** An integer from 0 to `below` - 1. */
  readonly below: (below: number) => number;
  readonly pick: <T>(list: readonly T[]) => T;
}

export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick: (list) => {
      const chosen = list[below(list.length)];
      if (chosen === undefined) throw new Error('cannot pick from an empty list');
      return chosen;
    },
  };
}

/** The generator of one input of a run: it depends on nothing that came before, so each can be made again alone. */
export function randomOf(seed: number, target: string, index: number): SeededRandom {
  let hash = 0x811c9dc5;
  for (const unit of `${seed}/${target}/${index}`) {
    hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  }
  return seededRandom(hash);
}
