import { Counter, Domains } from './counter.ts';
import type { Refusal } from './static-filters.ts';
import type { AffinityTerm, HardSpread, PodClass } from './pod-class.ts';

/** One spread constraint of one class, and where the pods stand that it counts. */
export interface SpreadState {
  readonly index: number;
  readonly owner: PodClass;
  readonly constraint: HardSpread;
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
  /** Neither looks at other pods nor minds them. */
  readonly indifferent: boolean;
  /** A node that refused a pod of the class goes on refusing while pods are only added. */
  readonly lasting: boolean;
}

export interface Topology {
  /** By id of the class. */
  readonly byId: readonly ClassTopology[];
  readonly spreads: readonly SpreadState[];
}

/** Counters for all constraints among the classes, at zero. `askers` are the classes that look for a place. */
export function topologyOf(classes: readonly PodClass[], askers: readonly PodClass[]): Topology {
  const links = new Map(classes.map((one) => [one, emptyLinks()]));
  const linksOf = (one: PodClass) => links.get(one) as Links;
  const spreads: SpreadState[] = [];
  for (const asker of askers) {
    for (const constraint of asker.spread) {
      const self = constraint.matches(asker) ? 1 : 0;
      const refusal: Refusal = { code: 'spread', detail: constraint.key };
      const state = {
        index: spreads.length,
        owner: asker,
        constraint,
        domains: new Domains(),
        self,
        refusal,
      };
      spreads.push(state);
      linksOf(asker).spread.push(state);
      for (const one of classes) if (constraint.matches(one)) linksOf(one).countsInSpread.push(state);
    }
    addAffinity(asker, classes, linksOf);
  }
  for (const owner of classes) {
    for (const term of owner.antiAffinity) addAntiAffinity(owner, term, { classes, askers, linksOf });
  }
  const byId: ClassTopology[] = [];
  for (const [{ id }, all] of links) byId[id] = finish(all);
  return { byId, spreads };
}

interface Links {
  readonly spread: SpreadState[];
  readonly affinity: Counter[];
  selfAffinity: boolean;
  readonly antiAffinity: Counter[];
  readonly repelledBy: Counter[];
  readonly counts: Counter[];
  readonly countsInSpread: SpreadState[];
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
  };
}

function addAffinity(asker: PodClass, classes: readonly PodClass[], linksOf: (one: PodClass) => Links): void {
  if (asker.affinity.length === 0) return;
  const matching = classes.filter((one) => asker.affinity.every(({ matches }) => matches(one)));
  linksOf(asker).selfAffinity = matching.includes(asker);
  for (const { key } of asker.affinity) {
    const counter = new Counter('pod-affinity', key);
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
    readonly linksOf: (one: PodClass) => Links;
  },
): void {
  const named = new Counter('pod-anti-affinity', term.key);
  const owners = new Counter('existing-pod-anti-affinity', term.key);
  const { linksOf } = all;
  linksOf(owner).antiAffinity.push(named);
  linksOf(owner).counts.push(owners);
  for (const one of all.classes) if (term.matches(one)) linksOf(one).counts.push(named);
  for (const one of all.askers) if (term.matches(one)) linksOf(one).repelledBy.push(owners);
}

function finish(links: Links): ClassTopology {
  const { spread, affinity, antiAffinity, repelledBy } = links;
  const lasting = spread.length + affinity.length === 0;
  return { ...links, lasting, indifferent: lasting && antiAffinity.length + repelledBy.length === 0 };
}
