import type { FailureCode } from './decision.ts';
import type { Refusal } from './static-filters.ts';

/** How many pods of some sort there are, by the value their node has for one label key. */
export class Counter {
  /** Topology key. */
  readonly key: string;
  /** What a node is refused with because of it. */
  readonly refusal: Refusal;
  readonly #byValue = new Map<string, number>();
  total = 0;

  constructor(code: FailureCode, key: string) {
    this.key = key;
    this.refusal = { code, detail: key };
  }

  at(value: string): number {
    return this.#byValue.get(value) ?? 0;
  }

  /** `change` may be negative, to take back what was added. */
  add(value: string | undefined, change: number): void {
    if (value === undefined) return;
    this.#byValue.set(value, (this.#byValue.get(value) ?? 0) + change);
    this.total += change;
  }
}

/** One value of a spread constraint's key: its nodes, and the pods on them that count. */
export interface Domain {
  nodes: number;
  pods: number;
}

/** The domains of one spread constraint: how many pods each has, and the least that any of them has. */
export class Domains {
  /** Those without nodes too: they do not count. */
  readonly #byValue = new Map<string, Domain>();
  /** Domains by their number of pods. */
  readonly #having: number[] = [];
  #least = 0;
  /** Domains with nodes. */
  size = 0;

  /** The domain for a value, made if need be. It stays the same for good. */
  of(value: string): Domain {
    let domain = this.#byValue.get(value);
    if (domain === undefined) {
      domain = { nodes: 0, pods: 0 };
      this.#byValue.set(value, domain);
    }
    return domain;
  }

  /** Zero where there is no domain at all. */
  get least(): number {
    return this.size === 0 ? 0 : this.#least;
  }

  pods(value: string): number {
    return this.#byValue.get(value)?.pods ?? 0;
  }

  addNode(domain: Domain): void {
    if (domain.nodes++ > 0) return;
    this.size++;
    this.#having[0] = (this.#having[0] ?? 0) + 1;
    this.#least = 0;
  }

  /** A node leaves without its pods: they were taken off before. */
  removeNode(domain: Domain): void {
    if (--domain.nodes > 0) return;
    this.size--;
    this.#having[0] = (this.#having[0] ?? 0) - 1;
    this.#raiseLeast();
  }

  addPods(domain: Domain, change: number): void {
    this.#having[domain.pods] = (this.#having[domain.pods] ?? 0) - 1;
    domain.pods += change;
    this.#having[domain.pods] = (this.#having[domain.pods] ?? 0) + 1;
    if (domain.pods < this.#least) this.#least = domain.pods;
    else this.#raiseLeast();
  }

  #raiseLeast(): void {
    if (this.size === 0) return;
    while ((this.#having[this.#least] ?? 0) === 0) this.#least++;
  }
}
