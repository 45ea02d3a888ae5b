/** What a random scenario may contain. A scenario has a feature if the generator may use it there, not if it must. */
export const FEATURES = [
  'selectors',
  'or-terms',
  'custom-labels',
  'aliases',
  'taints',
  'prefer-no-schedule',
  'limits',
  'min-values',
  'best-effort',
  'ignore-preferences',
  'odd-pools',
  'own-types',
  'daemons',
  'existing',
  'unready-nodes',
  'leaving-nodes',
  'spread-hostname',
  'spread-zone',
  'spread-other',
  'gaps',
  'spread-options',
  'affinity-hostname',
  'affinity-zone',
  'anti-affinity-hostname',
  'anti-affinity-zone',
  'namespaces',
  'preferred-node-affinity',
  'preferred-pod-affinity',
  'schedule-anyway',
  'host-ports',
  'init-containers',
  'pod-overhead',
  'volumes',
  'volume-limits',
  'invalid-pods',
  'zone-ids',
  'reserved',
  'overrides',
  'extended-resources',
  'hugepages',
  'odd-quantities',
  'unavailable',
  'equal-prices',
  'many-claims',
  'many-pods',
] as const;

export type Feature = (typeof FEATURES)[number];

interface Family {
  readonly always: readonly Feature[];
  /** Each with a probability of `chance`. */
  readonly sometimes: readonly Feature[];
  readonly chance: number;
}

/** Kept out of mixtures, which would become large. */
const BULKY: readonly Feature[] = ['many-claims', 'many-pods'];
const MIXABLE = FEATURES.filter((feature) => !BULKY.includes(feature));

/** Most of what makes Karpenter pick at random; left out of a mixture, its decision is nearly always exact. */
const TIES: readonly Feature[] = [
  'spread-zone',
  'spread-other',
  'affinity-zone',
  'anti-affinity-zone',
  'schedule-anyway',
  'preferred-pod-affinity',
];
const TIELESS = MIXABLE.filter((feature) => !TIES.includes(feature));

const COMMON: readonly Feature[] = ['selectors', 'taints', 'custom-labels', 'unavailable', 'odd-quantities'];

/** Kinds of scenarios, each about one thing; the last few about everything at once. */
export const FAMILIES = {
  basic: family(
    ['selectors'],
    ['or-terms', 'custom-labels', 'aliases', 'zone-ids', 'invalid-pods', 'equal-prices'],
  ),
  taints: family(['taints'], ['prefer-no-schedule', 'selectors', 'limits', 'existing', 'daemons']),
  limits: family(['limits'], ['selectors', 'existing', 'extended-resources', 'own-types', 'odd-pools']),
  'min-values': family(['min-values'], ['best-effort', 'selectors', 'limits', 'daemons', 'or-terms']),
  daemons: family(['daemons'], ['taints', 'selectors', 'existing', 'host-ports', 'or-terms', 'min-values']),
  existing: family(['existing'], ['unready-nodes', 'taints', 'selectors', 'daemons', 'limits', 'host-ports']),
  unready: family(
    ['existing', 'unready-nodes'],
    ['leaving-nodes', 'taints', 'daemons', 'limits', 'spread-hostname', 'volumes'],
  ),
  'hostname-spread': family(
    ['spread-hostname'],
    ['existing', 'spread-options', 'namespaces', 'taints', 'or-terms'],
  ),
  'zone-spread': family(
    ['spread-zone'],
    ['spread-options', 'selectors', 'unavailable', 'existing', 'taints'],
  ),
  'gap-spread': family(
    ['spread-zone', 'gaps'],
    ['spread-options', 'spread-hostname', 'taints', 'or-terms', 'schedule-anyway'],
  ),
  'other-spread': family(
    ['spread-other'],
    ['custom-labels', 'spread-options', 'gaps', 'existing', 'selectors'],
  ),
  'hostname-affinity': family(
    ['affinity-hostname'],
    ['anti-affinity-hostname', 'existing', 'namespaces', 'selectors', 'taints'],
  ),
  'hostname-anti-affinity': family(
    ['anti-affinity-hostname'],
    ['existing', 'namespaces', 'selectors', 'daemons', 'or-terms'],
  ),
  'zone-affinity': family(
    ['affinity-zone', 'anti-affinity-zone'],
    ['existing', 'namespaces', 'selectors', 'spread-zone', 'taints'],
  ),
  preferences: family(
    ['preferred-node-affinity', 'preferred-pod-affinity', 'schedule-anyway'],
    ['or-terms', 'prefer-no-schedule', 'ignore-preferences', 'existing', 'selectors', 'custom-labels'],
  ),
  containers: family(
    ['init-containers', 'host-ports'],
    ['pod-overhead', 'daemons', 'existing', 'odd-quantities', 'extended-resources'],
  ),
  resources: family(
    ['extended-resources', 'hugepages', 'odd-quantities'],
    ['overrides', 'limits', 'init-containers', 'pod-overhead', 'daemons'],
  ),
  volumes: family(
    ['volumes'],
    [
      'aliases',
      'volume-limits',
      'existing',
      'gaps',
      'spread-zone',
      'affinity-hostname',
      'selectors',
      'taints',
    ],
  ),
  'volume-limits': family(['volumes', 'volume-limits', 'existing'], ['selectors', 'taints', 'daemons']),
  reserved: family(
    ['reserved'],
    ['selectors', 'taints', 'limits', 'min-values', 'anti-affinity-hostname', 'preferred-node-affinity'],
  ),
  overrides: family(['overrides'], ['selectors', 'extended-resources', 'daemons', 'unavailable', 'limits']),
  'many-claims': family(
    ['many-claims', 'anti-affinity-hostname'],
    ['spread-hostname', 'selectors', 'equal-prices', 'host-ports', 'existing'],
  ),
  'many-pods': family(['many-pods'], ['daemons', 'selectors', 'taints', 'limits', 'affinity-hostname']),
  'own-types': family(['own-types'], ['selectors', 'limits', 'daemons', 'taints', 'min-values', 'reserved']),
  mixed: { always: [], sometimes: TIELESS, chance: 0.3 },
  wild: { always: [], sometimes: TIELESS, chance: 0.6 },
  'mixed-ties': { always: [], sometimes: MIXABLE, chance: 0.3 },
} satisfies Readonly<Record<string, Family>>;

export type FamilyName = keyof typeof FAMILIES;

function family(always: readonly Feature[], sometimes: readonly Feature[]): Family {
  return { always, sometimes: [...sometimes, ...COMMON], chance: 0.35 };
}
