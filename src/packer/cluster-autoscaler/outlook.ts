import { Sight } from './counter.ts';
import { HOSTNAME, labelOf, type SimNode } from './sim-node.ts';
import { spreadSees } from './static-filters.ts';
import type { SpreadState, Topology } from './topology.ts';

/** What nodes of one kind are to the constraints of pods. */
export interface Outlook {
  /** By index of the topology key, the hostname left out. */
  readonly values: Int32Array;
  /** By index of the spread constraint: whether it looks at such nodes at all. */
  readonly sees: readonly boolean[];
  /** Those that such nodes are in. */
  readonly sights: Sight[];
}

/** Puts numbers to label values, and tells which spread constraints see which kinds of nodes. */
export class Outlooks {
  readonly #topology: Topology;
  readonly #hostKey: number;
  /** By index of the key. */
  readonly #numbers: readonly Map<string, number>[];
  /** By id of the kind. */
  readonly #byKind: (Outlook | undefined)[] = [];
  readonly #hostnames: string[] = [];

  constructor(topology: Topology) {
    this.#topology = topology;
    this.#hostKey = topology.keys.findIndex(({ key }) => key === HOSTNAME);
    this.#numbers = topology.keys.map(() => new Map<string, number>());
  }

  /** Of new nodes. */
  hostname(index: number): string {
    return (this.#hostnames[index] ??= `template-node-${index}`);
  }

  /** Of a node that was shown. */
  of({ kind }: SimNode): Outlook {
    return this.#byKind[kind.id] as Outlook;
  }

  /** Gives a node its values. */
  show(node: SimNode): Outlook {
    const outlook = this.#byKind[node.kind.id] ?? this.#make(node);
    node.values.set(outlook.values);
    if (this.#hostKey >= 0) node.values[this.#hostKey] = this.#number(this.#hostKey, node.hostname);
    return outlook;
  }

  #make(node: SimNode): Outlook {
    const { keys, spreads } = this.#topology;
    const { kind } = node;
    const values = Int32Array.from(keys, ({ key }, i) =>
      key === HOSTNAME ? -1 : this.#number(i, kind.labels.get(key)),
    );
    const sees = spreads.map((spread) => spreadSees(spread, kind, (key) => labelOf(node, key)));
    const outlook = { values, sees, sights: this.#sightsOf(spreads, sees) };
    this.#byKind[kind.id] = outlook;
    return outlook;
  }

  /** Constraints that saw the same nodes so far and do not agree on this kind part ways. */
  #sightsOf(spreads: readonly SpreadState[], sees: readonly boolean[]): Sight[] {
    const shared = new Map<Sight, SpreadState[]>();
    for (const spread of spreads) {
      const together = shared.get(spread.domains.sight);
      if (together === undefined) shared.set(spread.domains.sight, [spread]);
      else together.push(spread);
    }
    return [...shared].flatMap(([sight, together]) => {
      const blind = together.filter(({ index }) => sees[index] !== true);
      if (blind.length === together.length) return [];
      if (blind.length > 0) this.#part(sight, blind);
      return [sight];
    });
  }

  #part(sight: Sight, leaving: readonly SpreadState[]): void {
    const copy = new Sight(sight.key, sight);
    for (const { domains } of leaving) domains.sight = copy;
    for (const outlook of this.#byKind)
      if (outlook?.sights.includes(sight) === true) outlook.sights.push(copy);
  }

  #number(key: number, value: string | undefined): number {
    if (value === undefined) return -1;
    const numbers = this.#numbers[key] as Map<string, number>;
    let number = numbers.get(value);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(value, number);
    }
    return number;
  }
}
