import type { NodeTaint } from '../../kubernetes/api/node-pool.ts';
import type { Toleration } from '../../kubernetes/api/pod.ts';
import type { Requirements } from '../../kubernetes/requirements.ts';
import { untolerated } from '../../kubernetes/toleration.ts';
import type { TypeTable } from './type-table.ts';

/** What a pool contributes: its requirements and template labels, without those that Karpenter adds itself. */
export interface UniversePool {
  readonly set: Requirements;
  readonly taints: readonly NodeTaint[];
  readonly table: TypeTable;
}

/** Domain to the taints of the pools that reach it. */
type Domains = Map<string, (readonly NodeTaint[])[]>;

/**
 * The domains that pools can reach, by topology key: every value that a pool and one of its types allow together, offerings
 * or not (Karpenter 1.14, buildDomainGroups).
 */
export class DomainUniverse {
  readonly #pools: readonly UniversePool[];
  readonly #byKey = new Map<string, Domains>();

  constructor(pools: readonly UniversePool[]) {
    this.#pools = pools;
  }

  all(key: string): Iterable<string> {
    return this.#domains(key).keys();
  }

  /** Domains that some pool reaches whose taints are all tolerated. */
  tolerated(key: string, tolerations: readonly Toleration[]): readonly string[] {
    return [...this.#domains(key)].flatMap(([domain, taintSets]) =>
      taintSets.some((taints) => untolerated(taints, tolerations) === undefined) ? [domain] : [],
    );
  }

  #domains(key: string): Domains {
    let domains = this.#byKey.get(key);
    if (domains === undefined) {
      domains = new Map();
      for (const pool of this.#pools) addDomains(domains, key, pool);
      this.#byKey.set(key, domains);
    }
    return domains;
  }
}

function addDomains(domains: Domains, key: string, { set, taints, table }: UniversePool): void {
  if (table.size === 0) return;
  const own = set.has(key) ? set.get(key) : undefined;
  const index = table.index(key);
  const listed = index?.requirements.map((one) => own?.intersection(one) ?? one) ?? [];
  // Types that do not mention the key leave the pool's requirement as it is, excluded values and all.
  if (own !== undefined && (index === undefined || index.ofType.includes(-1))) listed.push(own);
  if (own?.operator() === 'In') listed.push(own);
  for (const requirement of listed) {
    for (const domain of requirement.values) insert(domains, domain, taints);
  }
}

function insert(domains: Domains, domain: string, taints: readonly NodeTaint[]): void {
  const present = domains.get(domain);
  if (present === undefined || taints.length === 0) domains.set(domain, [taints]);
  else if (present[0]?.length !== 0) present.push(taints);
}
