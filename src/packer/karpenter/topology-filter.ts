import type { NodeTaint } from '../../kubernetes/api/node-pool.ts';
import type { NodeSelectorTerm, Toleration, TopologySpreadConstraint } from '../../kubernetes/api/pod.ts';
import { Requirements } from '../../kubernetes/requirements.ts';
import { untolerated } from '../../kubernetes/toleration.ts';
import { HOSTNAME } from './core-labels.ts';
import { nodeRequirements } from './node-requirements.ts';

const NOTHING_UNDEFINED = { allowUndefined: new Set<string>() };

/** The parts of a pod that say where it can run. */
export interface FilteringPod {
  readonly nodeSelector: Readonly<Record<string, string>> | undefined;
  readonly requiredTerms: readonly NodeSelectorTerm[] | undefined;
  readonly tolerations: readonly Toleration[];
  readonly aliases: ReadonlyMap<string, string>;
}

/** Which nodes count for a spread constraint: those that the pod which created its group could run on. */
export class TopologyFilter {
  readonly taintPolicy: 'Honor' | 'Ignore' | 'unset';
  readonly #affinityPolicy: 'Honor' | 'Ignore' | 'unset';
  readonly #tolerations: readonly Toleration[];
  readonly #terms: readonly Requirements[];
  /** All nodes match. */
  readonly trivial: boolean;
  readonly usesHostname: boolean;
  #identity: string | undefined;

  private constructor(fields: {
    readonly taintPolicy: 'Honor' | 'Ignore' | 'unset';
    readonly affinityPolicy: 'Honor' | 'Ignore' | 'unset';
    readonly tolerations: readonly Toleration[];
    readonly terms: readonly Requirements[];
  }) {
    this.taintPolicy = fields.taintPolicy;
    this.#affinityPolicy = fields.affinityPolicy;
    this.#tolerations = fields.tolerations;
    this.#terms = fields.terms;
    const anyTerm =
      fields.terms.length === 0 || fields.terms.some((term) => [...term.entries()].length === 0);
    this.trivial = fields.taintPolicy !== 'Honor' && (fields.affinityPolicy !== 'Honor' || anyTerm);
    this.usesHostname = fields.terms.some((term) => term.has(HOSTNAME));
  }

  /** That of affinity and anti-affinity: every node counts, yet only domains that the creator tolerates are known. */
  static readonly none: TopologyFilter = new TopologyFilter({
    taintPolicy: 'unset',
    affinityPolicy: 'unset',
    tolerations: [],
    terms: [],
  });

  /** That of a spread constraint which leaves the policies alone, in a pod that may run anywhere. */
  static readonly plain: TopologyFilter = new TopologyFilter({
    taintPolicy: 'Ignore',
    affinityPolicy: 'Honor',
    tolerations: [],
    terms: [Requirements.empty],
  });

  static of(pod: FilteringPod, spread: TopologySpreadConstraint): TopologyFilter {
    if (isPlain(pod, spread)) return TopologyFilter.plain;
    const terms = (pod.requiredTerms ?? [undefined]).map((term) =>
      nodeRequirements(pod.nodeSelector, [term], pod.aliases),
    );
    return new TopologyFilter({
      taintPolicy: spread.nodeTaintsPolicy ?? 'Ignore',
      affinityPolicy: spread.nodeAffinityPolicy ?? 'Honor',
      tolerations: pod.tolerations,
      terms,
    });
  }

  matches(taints: readonly NodeTaint[], requirements: Requirements): boolean {
    if (this.trivial) return true;
    if (this.#affinityPolicy === 'Honor' && !this.#meetsTerm(requirements)) return false;
    return this.taintPolicy !== 'Honor' || untolerated(taints, this.#tolerations) === undefined;
  }

  #meetsTerm(requirements: Requirements): boolean {
    return (
      this.#terms.length === 0 || this.#terms.some((term) => requirements.compatible(term, NOTHING_UNDEFINED))
    );
  }

  /**
   * Equal for filters that Karpenter takes for the same. It hashes requirements by their keys alone and lists by the
   * exclusive or of their elements, so the values play no part and equal elements cancel in pairs.
   */
  identity(): string {
    return (this.#identity ??= this.#identify());
  }

  #identify(): string {
    const terms = this.#terms.map((term) => JSON.stringify([...term.entries()].map(({ key }) => key).sort()));
    const tolerations = this.#tolerations.map(({ key, operator, value, effect, ...rest }) =>
      JSON.stringify([key ?? '', operator ?? '', value ?? '', effect ?? '', withoutZeros(rest)]),
    );
    return JSON.stringify([
      this.taintPolicy,
      this.#affinityPolicy,
      withoutPairs(tolerations),
      withoutPairs(terms),
    ]);
  }
}

/** Go hashes a number that is zero like one that is absent. */
function withoutZeros(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== 0));
}

function isPlain(pod: FilteringPod, spread: TopologySpreadConstraint): boolean {
  return (
    pod.requiredTerms === undefined &&
    pod.nodeSelector === undefined &&
    pod.tolerations.length === 0 &&
    (spread.nodeTaintsPolicy ?? 'Ignore') === 'Ignore' &&
    (spread.nodeAffinityPolicy ?? 'Honor') === 'Honor'
  );
}

/** Sorted; what occurs an even number of times is gone. */
export function withoutPairs(texts: readonly string[]): readonly string[] {
  const odd = new Set<string>();
  for (const text of texts) if (!odd.delete(text)) odd.add(text);
  return [...odd].sort();
}
