import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { SharedType } from './instance-types.ts';
import type { RehearsedPool } from './pools.ts';
import { amounts } from './resources.ts';

interface Shrunk {
  /** Resources of which fake nodes have less than the pool's machines. */
  readonly resources: Set<string>;
  /** The pools whose nodes have as little. */
  readonly others: Set<string>;
  types: number;
}

/**
 * Pools that disagree about what a type can hold, by disks, `kubelet` or image. A file for KWOK has each type once, and
 * launching looks it up by name, so the least of them is written: what fits in the rehearsal fits in the cloud.
 */
export function sizeFindings(shared: readonly SharedType[]): readonly Diagnostic[] {
  const shrunk = new Map<RehearsedPool, Shrunk>();
  for (const { uses } of shared) {
    if (uses.length < 2) continue;
    const sizes = uses.map(({ pool, type }) => ({
      pool,
      amounts: amounts(pool.table.resourcesOf(type).allocatable),
    }));
    for (const one of sizes) noteShrunk(one, sizes, shrunk);
  }
  return [...shrunk].map(([{ pool }, { resources, others, types }]) => {
    const names = [...others].sort().map((name) => `\`${name}\``);
    return diagnostic(
      'PW9702',
      pool.keySpan,
      `fake nodes of \`${pool.name}\` have less ${[...resources].sort().join(', ')} than its machines`,
      {
        help: `KWOK knows one size of a type. ${types} types are shared with ${names.join(', ')}, and the smaller size is written. Where that matters, give the pools the same disks and \`kubelet\`, or rehearse one at a time.`,
      },
    );
  });
}

interface Sized {
  readonly pool: RehearsedPool;
  readonly amounts: ReadonlyMap<string, number>;
}

function noteShrunk(one: Sized, all: readonly Sized[], shrunk: Map<RehearsedPool, Shrunk>): void {
  const smaller = all.flatMap((other) => {
    const resources = [...one.amounts].filter(([name, amount]) => (other.amounts.get(name) ?? 0) < amount);
    return resources.length === 0 ? [] : [{ other, resources }];
  });
  if (smaller.length === 0) return;
  const noted = shrunk.get(one.pool) ?? { resources: new Set(), others: new Set(), types: 0 };
  noted.types++;
  for (const { other, resources } of smaller) {
    noted.others.add(other.pool.pool.name);
    for (const [name] of resources) noted.resources.add(name);
  }
  shrunk.set(one.pool, noted);
}
