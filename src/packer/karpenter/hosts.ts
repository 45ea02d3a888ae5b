/** Hostnames by number: existing nodes first, then claims in the order in which they are opened. */
export class Hosts {
  readonly #names: string[] = [];
  readonly #ids = new Map<string, number>();

  get size(): number {
    return this.#names.length;
  }

  id(name: string): number {
    let id = this.#ids.get(name);
    if (id === undefined) {
      id = this.#names.length;
      this.#names.push(name);
      this.#ids.set(name, id);
    }
    return id;
  }

  /** Gives the next number to a new claim. */
  open(): void {
    this.#names.push(Hosts.placeholder(this.#names.length));
  }

  /** The name of a host, or of the claim that would be opened next. */
  name(id: number): string {
    return this.#names[id] ?? Hosts.placeholder(id);
  }

  /** A claim's hostname until its node has one. */
  static placeholder(id: number): string {
    return `hostname-placeholder-${String(id).padStart(4, '0')}`;
  }
}
