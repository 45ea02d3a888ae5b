import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { jsonPointer } from '../../diagnostics/json-pointer.ts';
import type { Located } from '../../diagnostics/located.ts';
import type { Origin } from '../../diagnostics/origin.ts';
import type {
  NodeClaimTemplate,
  NodePoolBudget,
  NodePoolDisruption,
  NodePoolSpec,
  NodeRequirement,
  NodeTaint,
} from '../../kubernetes/api/node-pool.ts';
import type { Cluster } from '../../model/cluster.ts';
import type { NodePoolObject } from '../../model/compilation.ts';
import type { Pool, PoolBudget, PoolDisruption, PoolRequirement, PoolTaint } from '../../model/pool.ts';
import type { Provider } from '../../model/provider.ts';
import { versionProblems } from './version-problems.ts';
import { KARPENTER_VERSIONS, type KarpenterVersions, karpenterVersion } from './versions.ts';

export interface NodePoolResult {
  readonly object?: NodePoolObject;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The NodePool of a pool, with the origin of every leaf. One canonical form for ever, because the drift hash tells
 * an empty list from an absent one (Karpenter 1.14, hash version v3): what is empty is left out, except where the
 * API requires the field or reads its absence as a default, and for pools without built-in values, which stay as they
 * are written.
 */
export function nodePool(
  pool: Pool,
  cluster: Cluster,
  provider: Provider,
  versions: KarpenterVersions = KARPENTER_VERSIONS,
): NodePoolResult {
  const { version, diagnostics } = karpenterVersion(cluster.settings.karpenterVersion, versions);
  if (version === undefined) return { diagnostics };
  const build = new SpecBuilder(poolOrigin(pool));
  const spec = build.spec(pool, provider);
  return {
    object: {
      apiVersion: version.apiVersion,
      kind: 'NodePool',
      name: pool.name,
      spec,
      origins: build.origins,
      pool: pool.name,
    },
    diagnostics: versionProblems(pool, cluster.settings.karpenterVersion, version),
  };
}

function poolOrigin(pool: Pool): Origin {
  return { span: pool.keySpan, keySpan: pool.keySpan, layer: { kind: 'pool', name: pool.name } };
}

/** Builds the spec and, side by side, the map from JSON pointer to origin. */
class SpecBuilder {
  readonly origins = new Map<string, Origin>();
  readonly #pool: Origin;

  constructor(pool: Origin) {
    this.#pool = pool;
    this.origins.set('', pool);
    this.origins.set('/metadata/name', pool);
  }

  spec(pool: Pool, provider: Provider): NodePoolSpec {
    const at = '/spec';
    return {
      template: this.#template(`${at}/template`, pool, provider),
      ...(pool.disruption === undefined
        ? {}
        : { disruption: this.#disruption(`${at}/disruption`, pool.disruption) }),
      ...present('limits', this.#record(`${at}/limits`, pool.limits)),
      ...present('weight', this.#value(`${at}/weight`, pool.weight)),
      ...present('replicas', this.#value(`${at}/replicas`, pool.replicas)),
    };
  }

  #template(at: string, pool: Pool, provider: Provider): NodeClaimTemplate {
    const metadata = {
      ...present('labels', this.#record(`${at}/metadata/labels`, pool.labels) ?? emptyMap(pool, 'labels')),
      ...present(
        'annotations',
        this.#record(`${at}/metadata/annotations`, pool.annotations) ?? emptyMap(pool, 'annotations'),
      ),
    };
    const spec = `${at}/spec`;
    return {
      ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
      spec: {
        nodeClassRef: {
          group: this.#derived(`${spec}/nodeClassRef/group`, provider.apiGroup),
          kind: this.#derived(`${spec}/nodeClassRef/kind`, provider.nodeClassKind),
          name:
            pool.nodeClassName === undefined
              ? this.#derived(`${spec}/nodeClassRef/name`, pool.name)
              : this.#required(`${spec}/nodeClassRef/name`, pool.nodeClassName),
        },
        // Required by the API even where it is empty.
        requirements: pool.requirements.map((one, i) => this.#requirement(`${spec}/requirements/${i}`, one)),
        ...present('taints', this.#taints(`${spec}/taints`, pool.taints) ?? emptyList(pool, 'taints')),
        ...present(
          'startupTaints',
          this.#taints(`${spec}/startupTaints`, pool.startupTaints) ?? emptyList(pool, 'startup_taints'),
        ),
        ...present('expireAfter', this.#value(`${spec}/expireAfter`, pool.expireAfter)),
        ...present(
          'terminationGracePeriod',
          this.#value(`${spec}/terminationGracePeriod`, pool.terminationGracePeriod),
        ),
      },
    };
  }

  #requirement(at: string, requirement: PoolRequirement): NodeRequirement {
    this.origins.set(at, requirement.origin);
    return {
      key: this.#required(`${at}/key`, requirement.key),
      operator: this.#required(`${at}/operator`, requirement.operator),
      ...(requirement.values.length === 0
        ? {}
        : { values: requirement.values.map((value, i) => this.#required(`${at}/values/${i}`, value)) }),
      ...present('minValues', this.#value(`${at}/minValues`, requirement.minValues)),
    };
  }

  #taints(at: string, taints: readonly PoolTaint[]): readonly NodeTaint[] | undefined {
    if (taints.length === 0) return undefined;
    return taints.map((taint, i) => {
      const item = `${at}/${i}`;
      this.origins.set(item, taint.origin);
      return {
        key: this.#required(`${item}/key`, taint.key),
        // The API server refuses `value: ""`; the scheduler reads its absence as the same thing.
        ...(taint.value === undefined || taint.value.value === ''
          ? {}
          : { value: this.#required(`${item}/value`, taint.value) }),
        effect: this.#required(`${item}/effect`, taint.effect),
      };
    });
  }

  #disruption(at: string, disruption: PoolDisruption): NodePoolDisruption {
    const after = disruption.consolidateAfter;
    return {
      ...present(
        'consolidationPolicy',
        this.#value(`${at}/consolidationPolicy`, disruption.consolidationPolicy),
      ),
      // The CRD requires it whenever `disruption` is present; `0s` is what the controller would assume.
      consolidateAfter:
        after === undefined
          ? this.#derived(`${at}/consolidateAfter`, '0s')
          : this.#required(`${at}/consolidateAfter`, after),
      // An empty list is written: it means "no budget", where an absent one becomes the API's default of 10%.
      ...(disruption.budgets === undefined
        ? {}
        : { budgets: this.#budgets(`${at}/budgets`, disruption.budgets) }),
    };
  }

  #budgets(at: string, budgets: Located<readonly PoolBudget[]>): readonly NodePoolBudget[] {
    this.origins.set(at, budgets.origin);
    return budgets.value.map((budget, i) => {
      const item = `${at}/${i}`;
      this.origins.set(item, budget.origin);
      return {
        // The API's own default, written out so that nothing depends on it.
        nodes:
          this.#value(`${item}/nodes`, budget.nodes) ?? this.#derived(`${item}/nodes`, '10%', budget.origin),
        ...present('schedule', this.#value(`${item}/schedule`, budget.schedule)),
        ...present('duration', this.#value(`${item}/duration`, budget.duration)),
        ...(budget.reasons === undefined || budget.reasons.length === 0
          ? {}
          : { reasons: budget.reasons.map((reason, j) => this.#required(`${item}/reasons/${j}`, reason)) }),
      };
    });
  }

  #record(
    at: string,
    entries: ReadonlyMap<string, Located<string>>,
  ): Readonly<Record<string, string>> | undefined {
    if (entries.size === 0) return undefined;
    return Object.fromEntries(
      [...entries].map(([key, value]) => [key, this.#required(at + jsonPointer(key), value)]),
    );
  }

  #value<T>(at: string, value: Located<T> | undefined): T | undefined {
    return value === undefined ? undefined : this.#required(at, value);
  }

  #required<T>(at: string, value: Located<T>): T {
    this.origins.set(at, value.origin);
    return value.value;
  }

  #derived(at: string, value: string, origin: Origin = this.#pool): string {
    this.origins.set(at, origin);
    return value;
  }
}

/** An empty value that somebody wrote, in a pool to which nothing is done. */
function emptyMap(pool: Pool, key: string): Readonly<Record<string, string>> | undefined {
  return pool.builtInSet === 0 && pool.tree.entries.has(key) ? {} : undefined;
}

function emptyList(pool: Pool, key: string): readonly NodeTaint[] | undefined {
  return pool.builtInSet === 0 && pool.tree.entries.has(key) ? [] : undefined;
}

/** `{key: value}`, or nothing when there is no value: absent fields stay absent. */
function present<Key extends string, T>(key: Key, value: T | undefined): { readonly [K in Key]?: T } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [K in Key]?: T });
}
