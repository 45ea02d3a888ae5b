import { Counter, Domains, type KeyIndex, Sight } from './counter.ts';
import type { Refusal } from './static-filters.ts';
import type { AffinityTerm, HardSpread, PodClass } from './pod-class.ts';

/** One spread constraint of one class, and where the pods stand that it counts. */
export interface SpreadState {
  readonly index: number;
  readonly owner: PodClass;
  readonly constraint: HardSpread;
  readonly key: KeyIndex;
  readonly domains: Domains;
  /** 1 where a pod of the class counts for its own constraint. */
  readonly self: number;
  readonly refusal: Refusal;
}

/** What the pods that have a place mean for one class, and the class for them. */
export interface ClassTopology {
  readonly spread: readonly SpreadState[];
  /** One per term of required affinity; each counts pods that match all terms. */
  readonly affinity: readonly Counter[];
  /** A pod of the class matches its own terms, so it may be the first. */
  readonly selfAffinity: boolean;
  readonly antiAffinity: readonly Counter[];
  /** Pods whose anti-affinity names this class. */
  readonly repelledBy: readonly Counter[];
  /** What changes when a pod of the class gets a place. */
  readonly counts: readonly Counter[];
  readonly countsInSpread: readonly SpreadState[];
  /** Classes whose affinity names this one: a node that refused them may take them once a pod of this one is there. */
  readonly attracts: readonly PodClass[];
  /** Neither looks at other pods nor minds them. */
  readonly indifferent: boolean;
  /** Nor does it bring anything along that two of its pods could clash about. */
  readonly plain: boolean;
  /** A node that refused a pod of the class goes on refusing while pods are only added. */
  readonly lasting: boolean;
}

export interface Topology {
  /** By id of the class. */
  readonly byId: readonly ClassTopology[];
  readonly spreads: readonly SpreadState[];
  /** Keys that count, with a number each. */
  readonly keys: readonly KeyIndex[];
}

/** Counters for all constraints among the classes, at zero. `askers` are the classes that look for a place. */
export function topologyOf(classes: readonly PodClass[], askers: readonly PodClass[]): Topology {
  const links = new Map(classes.map((one) => [one, emptyLinks()]));
  const linksOf = (one: PodClass) => links.get(one) as Links;
  const spreads: SpreadState[] = [];
  const keys = new KeyBook();
  for (const asker of askers) {
    for (const constraint of asker.spread) {
      const self = constraint.matches(asker) ? 1 : 0;
      const refusal: Refusal = { code: 'spread', detail: constraint.key };
      const state = {
        index: spreads.length,
        owner: asker,
        constraint,
        key: keys.of(constraint.key),
        domains: new Domains(keys.sightOf(constraint.key)),
        self,
        refusal,
      };
      spreads.push(state);
      linksOf(asker).spread.push(state);
      for (const one of classes) {
        if (!one.terminating && constraint.matches(one)) linksOf(one).countsInSpread.push(state);
      }
    }
    addAffinity(asker, { classes, keys, linksOf });
  }
  for (const owner of classes) {
    for (const term of owner.antiAffinity) addAntiAffinity(owner, term, { classes, askers, keys, linksOf });
  }
  const byId: ClassTopology[] = [];
  for (const [one, all] of links) byId[one.id] = finish(one, all);
  return { byId, spreads, keys: keys.all };
}

interface Links {
  readonly spread: SpreadState[];
  readonly affinity: Counter[];
  selfAffinity: boolean;
  readonly antiAffinity: Counter[];
  readonly repelledBy: Counter[];
  readonly counts: Counter[];
  readonly countsInSpread: SpreadState[];
  readonly attracts: PodClass[];
}

function emptyLinks(): Links {
  return {
    spread: [],
    affinity: [],
    selfAffinity: false,
    antiAffinity: [],
    repelledBy: [],
    counts: [],
    countsInSpread: [],
    attracts: [],
  };
}

function addAffinity(
  asker: PodClass,
  all: {
    readonly classes: readonly PodClass[];
    readonly keys: KeyBook;
    readonly linksOf: (one: PodClass) => Links;
  },
): void {
  if (asker.affinity.length === 0) return;
  const { classes, keys, linksOf } = all;
  const matching = classes.filter((one) => asker.affinity.every(({ matches }) => matches(one)));
  linksOf(asker).selfAffinity = matching.includes(asker);
  for (const one of matching) linksOf(one).attracts.push(asker);
  for (const { key } of asker.affinity) {
    const counter = new Counter('pod-affinity', keys.of(key));
    linksOf(asker).affinity.push(counter);
    for (const one of matching) linksOf(one).counts.push(counter);
  }
}

/** Anti-affinity works both ways: the owner keeps away from pods it names, and pods it names keep away from the owner. */
function addAntiAffinity(
  owner: PodClass,
  term: AffinityTerm,
  all: {
    readonly classes: readonly PodClass[];
    readonly askers: readonly PodClass[];
    readonly keys: KeyBook;
    readonly linksOf: (one: PodClass) => Links;
  },
): void {
  const key = all.keys.of(term.key);
  const named = new Counter('pod-anti-affinity', key);
  const owners = new Counter('existing-pod-anti-affinity', key);
  const { linksOf } = all;
  linksOf(owner).antiAffinity.push(named);
  linksOf(owner).counts.push(owners);
  for (const one of all.classes) if (term.matches(one)) linksOf(one).counts.push(named);
  for (const one of all.askers) if (term.matches(one)) linksOf(one).repelledBy.push(owners);
}

function finish({ usesVolumes, ports }: PodClass, links: Links): ClassTopology {
  const { spread, affinity, antiAffinity, repelledBy } = links;
  const lasting = spread.length + affinity.length === 0;
  const indifferent = lasting && antiAffinity.length + repelledBy.length === 0;
  return { ...links, lasting, indifferent, plain: indifferent && !usesVolumes && ports.length === 0 };
}

class KeyBook {
  readonly all: KeyIndex[] = [];
  readonly #sights = new Map<string, Sight>();

  of(key: string): KeyIndex {
    const found = this.all.find((one) => one.key === key);
    if (found !== undefined) return found;
    const made = { index: this.all.length, key };
    this.all.push(made);
    return made;
  }

  /** One for all, until a kind of node comes that some see and others do not. */
  sightOf(key: string): Sight {
    let sight = this.#sights.get(key);
    if (sight === undefined) {
      sight = new Sight(this.of(key));
      this.#sights.set(key, sight);
    }
    return sight;
  }
}
