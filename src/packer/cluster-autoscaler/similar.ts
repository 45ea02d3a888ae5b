import type { NanoAmounts } from '../../kubernetes/pod-requests.ts';
import type { NodeKind } from './node-kind.ts';
import type { AutoscalerOptions } from './problem.ts';

/** Labels that similar groups may differ in (the autoscaler's BasicIgnoredLabels). */
const IGNORED_LABELS = [
  'kubernetes.io/hostname',
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
  'beta.kubernetes.io/fluentd-ds-ready',
  'kops.k8s.io/instancegroup',
];

/** By how many thousandths of the larger amount two amounts may differ. */
const MEMORY_CAPACITY_THOUSANDTHS = 15n;
const OTHER_THOUSANDTHS = 50n;

/**
 * Whether two node groups are the same but for their place, as `--balance-similar-node-groups` sees it: by the labels that
 * `--balancing-label` names, which both must have, or else by labels, capacity and what is left of it.
 */
export function similarity(options: AutoscalerOptions): (a: NodeKind, b: NodeKind) => boolean {
  const { balancingLabels = [], balancingIgnoreLabels = [] } = options;
  const ignored = new Set([...IGNORED_LABELS, ...balancingIgnoreLabels]);
  const read = balancingLabels.length > 0 ? byLabels(balancingLabels) : byEverything(ignored);
  const known = new Map<NodeKind, Face>();
  const faceOf = (kind: NodeKind) => {
    let face = known.get(kind);
    if (face === undefined) {
      face = read(kind);
      known.set(kind, face);
    }
    return face;
  };
  return (a, b) => {
    const mine = faceOf(a);
    const other = faceOf(b);
    if (mine.labels === undefined || mine.labels !== other.labels) return false;
    if (mine.free === undefined || other.free === undefined) return true;
    return (
      sameCapacity(a.capacity, b.capacity) &&
      withinTolerance(a.allocatable, b.allocatable) &&
      withinTolerance(mine.free, other.free)
    );
  };
}

/** By index of the group: the other groups that are similar, in listing order. */
export function similarGroups(
  templates: readonly (NodeKind | undefined)[],
  similar: (a: NodeKind, b: NodeKind) => boolean,
): readonly (readonly number[])[] {
  return templates.map((mine, i) =>
    [...templates.keys()].filter((j) => {
      const other = templates[j];
      return i !== j && mine !== undefined && other !== undefined && similar(mine, other);
    }),
  );
}

/** What of a kind is compared. */
interface Face {
  /** Undefined: similar to nothing. */
  readonly labels: string | undefined;
  /** Exact; undefined where only labels count. */
  readonly free: NanoAmounts | undefined;
}

function byLabels(keys: readonly string[]): (kind: NodeKind) => Face {
  return ({ labels }) => {
    const values = keys.map((key) => labels.get(key));
    return { labels: values.includes(undefined) ? undefined : JSON.stringify(values), free: undefined };
  };
}

function byEverything(ignored: ReadonlySet<string>): (kind: NodeKind) => Face {
  return ({ labels, allocatable, residentRequests }) => {
    const compared = [...labels].filter(([key]) => !ignored.has(key)).sort(([a], [b]) => (a < b ? -1 : 1));
    // What pods ask for and the node does not have is free below zero, and then nothing is near enough, as in Go. Resources that
    // nobody asks for are compared once more; Go leaves them out, and they were compared as allocatable already.
    const names = new Set([...allocatable.keys(), ...residentRequests.keys()]);
    const free = [...names].map(
      (name) => [name, (allocatable.get(name) ?? 0n) - (residentRequests.get(name) ?? 0n)] as const,
    );
    return { labels: JSON.stringify(compared), free: new Map(free) };
  };
}

function sameCapacity(a: NanoAmounts, b: NanoAmounts): boolean {
  return compare(a, b, (name, mine, other) =>
    name === 'memory' ? near(mine, other, MEMORY_CAPACITY_THOUSANDTHS) : mine === other,
  );
}

function withinTolerance(a: NanoAmounts, b: NanoAmounts): boolean {
  return compare(a, b, (_name, mine, other) => near(mine, other, OTHER_THOUSANDTHS));
}

function compare(
  a: NanoAmounts,
  b: NanoAmounts,
  same: (name: string, mine: bigint, other: bigint) => boolean,
): boolean {
  if (a.size !== b.size) return false;
  return [...a].every(([name, mine]) => {
    const other = b.get(name);
    return other !== undefined && same(name, mine, other);
  });
}

/** Never for amounts below zero: Go takes the tolerance of the larger one, which is then below zero too. */
function near(a: bigint, b: bigint, thousandths: bigint): boolean {
  const [smaller, larger] = a < b ? [a, b] : [b, a];
  return (larger - smaller) * 1000n <= larger * thousandths;
}
