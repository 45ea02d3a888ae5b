import type { LabelSelector } from '../../kubernetes/api/label-selector.ts';
import { type Labels, selectorTest } from '../../kubernetes/label-selector.ts';
import { wholeUnits } from './amounts.ts';
import type { NodeKind } from './node-kind.ts';
import type { AutoscalerOptions, Problem } from './problem.ts';

const DEFAULT_CORES = 320_000n;
const DEFAULT_MEMORY = 6_400_000n * 2n ** 30n;

interface Account {
  readonly name: string;
  readonly counts: (labels: Labels) => boolean;
  readonly limits: ReadonlyMap<string, bigint>;
  readonly used: Map<string, bigint>;
}

/**
 * What is left of limits on the sum of node capacities: `--cores-total`, `--memory-total` and CapacityQuotas. A node counts with
 * its capacity in whole units, each amount rounded up: 3920m are 4 cores.
 */
export class Ledger {
  readonly #accounts: readonly Account[];
  readonly #labels = new Map<NodeKind, Labels>();

  constructor(problem: Problem) {
    const { coresTotal, memoryTotal }: AutoscalerOptions = problem.options ?? {};
    this.#accounts = [
      account('cores-total', new Map([['cpu', coresTotal?.max ?? DEFAULT_CORES]])),
      account('memory-total', new Map([['memory', memoryTotal?.max ?? DEFAULT_MEMORY]])),
      ...(problem.quotas ?? []).map(({ name, limits, selector }) => account(name, limits, selector)),
    ];
  }

  /** How many of so many nodes of a kind the limits allow. */
  allowed(kind: NodeKind, nodes: number): number {
    return this.#tightest(kind, nodes).nodes;
  }

  /** `quota/resource` that keeps even one node from being added, or undefined. */
  refusal(kind: NodeKind): string | undefined {
    return this.#tightest(kind, 1).by;
  }

  add(kind: NodeKind, nodes: number): void {
    for (const { limits, used } of this.#accountsOf(kind)) {
      for (const name of limits.keys()) {
        used.set(name, (used.get(name) ?? 0n) + BigInt(nodes) * perNode(kind, name));
      }
    }
  }

  #tightest(kind: NodeKind, wanted: number): { readonly nodes: number; readonly by: string | undefined } {
    let nodes = wanted;
    let by: string | undefined;
    for (const { name, limits, used } of this.#accountsOf(kind)) {
      for (const [resource, limit] of limits) {
        const each = perNode(kind, resource);
        const headroom = limit - (used.get(resource) ?? 0n);
        if (each <= 0n || each * BigInt(nodes) <= headroom) continue;
        nodes = headroom <= 0n ? 0 : Number(headroom / each);
        by = `${name}/${resource}`;
      }
    }
    return { nodes, by };
  }

  #accountsOf(kind: NodeKind): readonly Account[] {
    let labels = this.#labels.get(kind);
    if (labels === undefined) {
      labels = Object.fromEntries(kind.labels);
      this.#labels.set(kind, labels);
    }
    const known = labels;
    return this.#accounts.filter(({ counts }) => counts(known));
  }
}

function account(name: string, limits: ReadonlyMap<string, bigint>, selector?: LabelSelector): Account {
  return {
    name,
    limits,
    counts: selector === undefined ? () => true : selectorTest(selector),
    used: new Map(),
  };
}

function perNode(kind: NodeKind, resource: string): bigint {
  return resource === 'nodes' ? 1n : wholeUnits(kind.capacity.get(resource) ?? 0n);
}
