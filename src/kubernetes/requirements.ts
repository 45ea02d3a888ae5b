import { Requirement } from './requirement.ts';

export interface CompatibilityOptions {
  /** Keys that the node side may leave undefined: the well-known labels for new nodes, none for existing ones. */
  readonly allowUndefined: ReadonlySet<string>;
}

const NO_VALUES: ReadonlySet<string> = new Set();

/**
 * Requirements by key, all of which must hold. Immutable: `add` returns a new set. Follows Karpenter 1.14,
 * pkg/scheduling/requirements.go.
 */
export class Requirements {
  static readonly empty: Requirements = new Requirements(new Map());

  readonly #byKey: ReadonlyMap<string, Requirement>;

  private constructor(byKey: ReadonlyMap<string, Requirement>) {
    this.#byKey = byKey;
  }

  static of(requirements: Iterable<Requirement>): Requirements {
    return Requirements.empty.add(requirements);
  }

  /** Requirements on a key that is already present intersect with it. */
  add(requirements: Iterable<Requirement>): Requirements {
    const byKey = new Map(this.#byKey);
    for (const requirement of requirements) {
      const existing = byKey.get(requirement.key);
      byKey.set(requirement.key, existing === undefined ? requirement : requirement.intersection(existing));
    }
    return new Requirements(byKey);
  }

  /** In the order in which keys were first added. */
  entries(): Iterable<Requirement> {
    return this.#byKey.values();
  }

  has(key: string): boolean {
    return this.#byKey.has(key);
  }

  /** The requirement on a key, or undefined where there is none. */
  find(key: string): Requirement | undefined {
    return this.#byKey.get(key);
  }

  /** The requirement on a key; an absent key allows everything. */
  get(key: string): Requirement {
    return this.#byKey.get(key) ?? new Requirement({ key, complement: true, values: NO_VALUES });
  }

  /** Whether no key that both sides define is in conflict. Symmetric. */
  intersects(other: Requirements): boolean {
    const [fewer, more] = this.#byKey.size <= other.#byKey.size ? [this, other] : [other, this];
    for (const requirement of fewer.#byKey.values()) {
      const counterpart = more.#byKey.get(requirement.key);
      if (counterpart !== undefined && !agree(requirement, counterpart)) return false;
    }
    return true;
  }

  /** The keys that keep the two sides apart, in this side's order. Empty exactly when `intersects` holds. */
  conflicts(other: Requirements): readonly string[] {
    const keys: string[] = [];
    for (const [key, requirement] of this.#byKey) {
      const counterpart = other.#byKey.get(key);
      if (counterpart !== undefined && !agree(requirement, counterpart)) keys.push(key);
    }
    return keys;
  }

  /**
   * Whether a node with these requirements can satisfy the incoming ones: keys that the incoming side demands must
   * be defined here (or be allowed to be undefined), and no common key may be in conflict.
   */
  compatible(incoming: Requirements, options: CompatibilityOptions): boolean {
    for (const [key, requirement] of incoming.#byKey) {
      if (this.#byKey.has(key) || options.allowUndefined.has(key) || requirement.isNegative()) continue;
      return false;
    }
    return this.intersects(incoming);
  }
}

/** A common value, or both are satisfied by a node without the label. */
function agree(a: Requirement, b: Requirement): boolean {
  return a.hasIntersection(b) || (a.isNegative() && b.isNegative());
}
