import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Source } from '../../diagnostics/source.ts';
import type { AwsInstanceFacts } from '../catalogue.ts';
import type { ListedPrice } from './price-list.ts';
import type { ReadImport } from './read-import.ts';
import { isNewer, type SpotPrice } from './spot-prices.ts';

/** The files of an import, put together. */
export interface MergedImports {
  readonly types: ReadonlyMap<string, AwsInstanceFacts>;
  /** By region, then type. */
  readonly prices: ReadonlyMap<string, ReadonlyMap<string, ListedPrice>>;
  /** By zone. */
  readonly offered: ReadonlyMap<string, ReadonlySet<string>>;
  /** By zone, then type. */
  readonly spot: ReadonlyMap<string, ReadonlyMap<string, SpotPrice>>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Of two facts or prices that differ, that of the file with the smaller name counts: order plays no part. */
export function mergeImports(imports: readonly ReadImport[]): MergedImports {
  const types = new FirstOf<AwsInstanceFacts>((facts) => facts.name);
  const prices = new FirstOf<ListedPrice>((price) => `${price.type} in ${price.region}`);
  const offered = new Map<string, Set<string>>();
  const spot = new Map<string, Map<string, SpotPrice>>();
  for (const one of imports) {
    if (one.holds === 'instance types') types.add(one.source, one.types);
    if (one.holds === 'on-demand prices') prices.add(one.source, one.prices);
    if (one.holds === 'offerings') {
      for (const { zone, type } of one.offered) entry(offered, zone, () => new Set<string>()).add(type);
    }
    if (one.holds === 'spot prices') {
      for (const price of one.spot) {
        const inZone = entry(spot, price.zone, () => new Map<string, SpotPrice>());
        if (isNewer(price, inZone.get(price.type))) inZone.set(price.type, price);
      }
    }
  }
  const byRegion = new Map<string, Map<string, ListedPrice>>();
  for (const price of prices.values()) {
    entry(byRegion, price.region, () => new Map<string, ListedPrice>()).set(price.type, price);
  }
  return {
    types: new Map(types.values().map((facts) => [facts.name, facts])),
    prices: byRegion,
    offered,
    spot,
    diagnostics: [...types.diagnostics(), ...prices.diagnostics()],
  };
}

/** Values by key, with a note of later files that say something else. */
class FirstOf<T> {
  readonly #keyOf: (value: T) => string;
  readonly #values = new Map<string, { readonly value: T; readonly source: Source }>();
  readonly #differing = new Map<Source, { readonly other: Source; readonly keys: string[] }>();

  constructor(keyOf: (value: T) => string) {
    this.#keyOf = keyOf;
  }

  add(source: Source, values: readonly T[]): void {
    for (const value of values) {
      const key = this.#keyOf(value);
      const earlier = this.#values.get(key);
      if (earlier === undefined) this.#values.set(key, { value, source });
      else if (JSON.stringify(earlier.value) !== JSON.stringify(value)) {
        entry(this.#differing, source, () => ({ other: earlier.source, keys: [] })).keys.push(key);
      }
    }
  }

  values(): T[] {
    return [...this.#values.values()].map(({ value }) => value);
  }

  diagnostics(): Diagnostic[] {
    return [...this.#differing].map(([source, { other, keys }]) => {
      const [first, ...rest] = keys;
      const more = rest.length === 0 ? '' : ` and ${rest.length} more`;
      return diagnostic(
        'PW5017',
        { source, start: 0, end: Math.min(1, source.text.length) },
        `\`${source.file}\` does not agree with \`${other.file}\` on \`${first}\`${more}`,
        { help: `What \`${other.file}\` says is taken.` },
      );
    });
  }
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
