import { Requirement } from '../../kubernetes/requirement.ts';
import { Requirements } from '../../kubernetes/requirements.ts';
import { HOSTNAME } from './core-labels.ts';

export type RequirementFailure = 'undefined-label' | 'requirement-conflict';

/** `new`: well-known labels may be undefined (nodes yet to be made). `existing`: what a node lacks, it lacks. */
export type NodeKind = 'new' | 'existing';

/**
 * One set of requirements. Equal sets are the same object, so what follows from a set is worked out once: claims by the
 * thousand share a handful of sets.
 */
export class RequirementState {
  readonly id: number;
  readonly set: Requirements;
  /** Whether any requirement asks for a number of distinct values. */
  readonly minKeys: readonly string[];
  readonly #space: RequirementSpace;
  readonly #narrowed: Record<NodeKind, Map<number, RequirementState | RequirementFailure>> = {
    new: new Map(),
    existing: new Map(),
  };

  readonly #pinned: Record<NodeKind, Map<string, Map<string, RequirementState | RequirementFailure>>> = {
    new: new Map(),
    existing: new Map(),
  };

  constructor(space: RequirementSpace, id: number, set: Requirements) {
    this.#space = space;
    this.id = id;
    this.set = set;
    this.minKeys = [...set.entries()].flatMap(({ key, minValues }) => (minValues === undefined ? [] : [key]));
  }

  /** This set and the incoming one together, or why they cannot be. */
  narrow(incoming: RequirementState, kind: NodeKind): RequirementState | RequirementFailure {
    const known = this.#narrowed[kind];
    let result = known.get(incoming.id);
    if (result === undefined) known.set(incoming.id, (result = this.#narrow(incoming, kind)));
    return result;
  }

  /** The same for one value of one key, which topology asks for again and again. */
  pin(key: string, value: string, kind: NodeKind): RequirementState | RequirementFailure {
    let byValue = this.#pinned[kind].get(key);
    if (byValue === undefined) this.#pinned[kind].set(key, (byValue = new Map()));
    let result = byValue.get(value);
    if (result === undefined) {
      const allowed = onlyValue(key, value);
      const wanted = this.set.find(key)?.intersection(allowed) ?? allowed;
      result = this.narrow(this.#space.intern(Requirements.of([wanted])), kind);
      byValue.set(value, result);
    }
    return result;
  }

  #narrow(incoming: RequirementState, kind: NodeKind): RequirementState | RequirementFailure {
    const { wellKnown } = this.#space;
    for (const requirement of incoming.set.entries()) {
      const { key } = requirement;
      if (this.set.has(key) || requirement.isNegative() || (kind === 'new' && wellKnown.has(key))) continue;
      return 'undefined-label';
    }
    if (!this.set.intersects(incoming.set)) return 'requirement-conflict';
    return this.#space.intern(this.set.add(incoming.set.entries()));
  }
}

/** Requirements of a pod or a volume, taken apart for claims, whose hostname is theirs alone. */
export interface Incoming {
  readonly all: RequirementState;
  readonly withoutHostname: RequirementState;
  readonly hostname?: Requirement;
}

/** All the sets of requirements that a problem has met so far. */
export class RequirementSpace {
  readonly wellKnown: ReadonlySet<string>;
  readonly #states: RequirementState[] = [];
  readonly #byText = new Map<string, RequirementState>();
  /** What most pods ask for. */
  #nothing: Incoming | undefined;

  constructor(wellKnown: ReadonlySet<string>) {
    this.wellKnown = wellKnown;
  }

  get size(): number {
    return this.#states.length;
  }

  intern(set: Requirements): RequirementState {
    const text = [...set.entries()].map(requirementText).sort().join('\n');
    let state = this.#byText.get(text);
    if (state === undefined) {
      state = new RequirementState(this, this.#states.length, set);
      this.#states.push(state);
      this.#byText.set(text, state);
    }
    return state;
  }

  incoming(set: Requirements): Incoming {
    if (set === Requirements.empty) return (this.#nothing ??= this.#incoming(set));
    return this.#incoming(set);
  }

  #incoming(set: Requirements): Incoming {
    const all = this.intern(set);
    if (!set.has(HOSTNAME)) return { all, withoutHostname: all };
    const others = [...set.entries()].filter(({ key }) => key !== HOSTNAME);
    return { all, withoutHostname: this.intern(Requirements.of(others)), hostname: set.get(HOSTNAME) };
  }
}

/** Equal for requirements that allow the same. */
export function requirementText(requirement: Requirement): string {
  const { key, complement, values, gte, lte, minValues } = requirement;
  const listed = values.size === 0 ? '' : [...values].sort().join('\t');
  return `${key}\t${complement ? '!' : '='}\t${gte ?? ''}\t${lte ?? ''}\t${minValues ?? ''}\t${listed}`;
}

/** Both sides allow a value in common, or both are satisfied by a node without the label. */
export function agree(a: Requirement, b: Requirement): boolean {
  return a.hasIntersection(b) || (a.isNegative() && b.isNegative());
}

export function onlyValue(key: string, value: string): Requirement {
  return new Requirement({ key, complement: false, values: new Set([value]) });
}

export function oneOf(key: string, values: Iterable<string>): Requirement {
  return new Requirement({ key, complement: false, values: new Set(values) });
}
