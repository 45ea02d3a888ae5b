/** How many instances of each capacity reservation are left, and which claim (by host) holds one. */
export class Reservations {
  readonly #left: Map<string, number>;
  readonly #held = new Map<number, Set<string>>();

  constructor(counts: ReadonlyMap<string, number>) {
    this.#left = new Map(counts);
  }

  /** What a claim holds already it can go on holding. */
  canReserve(host: number, id: string): boolean {
    return this.#held.get(host)?.has(id) === true || (this.#left.get(id) ?? 0) > 0;
  }

  /** Makes a claim hold exactly these. */
  hold(host: number, ids: ReadonlySet<string>): void {
    const held = this.#held.get(host) ?? new Set<string>();
    for (const id of ids) {
      if (held.has(id)) continue;
      this.#left.set(id, (this.#left.get(id) ?? 0) - 1);
    }
    for (const id of held) {
      if (!ids.has(id)) this.#left.set(id, (this.#left.get(id) ?? 0) + 1);
    }
    this.#held.set(host, new Set(ids));
  }
}
