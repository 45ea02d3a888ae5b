import { ARCH } from './keys.ts';
import { type Dominance, dropDominated } from './dominated.ts';
import { compareOptions, compareText, type MachineOption } from './machine-option.ts';
import { sizeBucket } from './size-bucket.ts';

/** Options that no pod can take in place of those of another cell: architecture, kind of accelerator, capacity type. */
export interface Cell extends Pick<Dominance, 'dominated'> {
  /** What is not dominated, in the order in which it should be kept. Never empty. */
  readonly ranked: readonly MachineOption[];
}

interface KnownCells {
  readonly options: readonly MachineOption[];
  readonly cells: readonly Cell[];
}

/** The last of each first option: many pools differ in labels and taints only, and have the same options. */
const known = new WeakMap<MachineOption, KnownCells>();

/** The cells of these options, in a fixed order. */
export function cellsOf(options: readonly MachineOption[]): readonly Cell[] {
  const [first] = options;
  if (first === undefined) return [];
  const last = known.get(first);
  if (last?.options.length === options.length && last.options.every((one, i) => one === options[i])) {
    return last.cells;
  }
  const cells = makeCells(options);
  known.set(first, { options, cells });
  return cells;
}

function makeCells(options: readonly MachineOption[]): readonly Cell[] {
  const cells = new Map<string, MachineOption[]>();
  for (const option of options) {
    const arch = option.type.labels.get(ARCH)?.join() ?? '';
    const key = `${arch}\0${option.accelerator?.name ?? ''}\0${option.capacityType}`;
    const cell = cells.get(key);
    if (cell === undefined) cells.set(key, [option]);
    else cell.push(option);
  }
  return [...cells]
    .sort(([a], [b]) => compareText(a, b))
    .map(([, members]) => {
      const { kept, dominated } = dropDominated(members);
      return { ranked: rank(kept), dominated };
    });
}

/**
 * Binary logarithms of cores in the order in which sizes are kept: 8 cores, 32, 2, 128, and then those between. Smallest
 * first would fill a small cap with sizes that few pods fit, and an order that depends on what there is would reshuffle
 * everything when a size is added.
 */
const SIZES = [3, 5, 1, 7, 4, 2, 6, 0, 8];

function sizeRank(size: number): number {
  const at = SIZES.indexOf(size);
  return at < 0 ? SIZES.length + Math.abs(size) : at;
}

/**
 * Round robin over buckets of like shape and size: one size of each ratio of memory to cores, then the next size; the
 * cheapest of each first, and only then the second cheapest of any.
 */
function rank(options: readonly MachineOption[]): MachineOption[] {
  const ratios = new Map<number, Map<number, MachineOption[]>>();
  for (const option of options) {
    const { ratio, size } = sizeBucket(option.resources.capacity);
    const sizes = ratios.get(ratio) ?? new Map<number, MachineOption[]>();
    ratios.set(ratio, sizes);
    const bucket = sizes.get(size);
    if (bucket === undefined) sizes.set(size, [option]);
    else bucket.push(option);
  }
  const buckets = [...ratios]
    .sort(([a], [b]) => a - b)
    .map(([, sizes]) =>
      [...sizes]
        .sort(([a], [b]) => sizeRank(a) - sizeRank(b))
        .map(([, bucket]) => bucket.sort(compareOptions)),
    );
  const byStep = interleave(buckets);
  return interleave(byStep);
}

/** The first of each list, then the second of each, and so on. */
export function interleave<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) =>
    lists.flatMap((list) => (i < list.length ? [list[i] as T] : [])),
  ).flat();
}
