import { Requirements } from '../../kubernetes/requirements.ts';
import type { OwnedGroup } from '../karpenter/pod-class.ts';
import { oneOf, type RequirementState } from '../karpenter/requirement-space.ts';
import type { FunnelBuilder } from './builder.ts';
import { placeOf } from './constraint-places.ts';
import { typesWith } from './requirement-steps.ts';
import type { Reference, TopologyObstacle } from './step.ts';
import type { TraceInput } from './trace-input.ts';

/** What one constraint makes of a candidate. */
export interface TopologyVerdict {
  readonly owned: OwnedGroup;
  /** Other pods keep this one away. */
  readonly others: boolean;
  /** None: it cannot go there. Undefined: the host is allowed. */
  readonly domains: readonly string[] | undefined;
}

export interface TightenedState {
  /** The requirements after all constraints, undefined where there is a contradiction. */
  readonly state: RequirementState | undefined;
  /** Constraints that are met, and narrow the types. */
  readonly met: readonly TopologyVerdict[];
}

/**
 * Spread, affinity and anti-affinity where they settle the matter. Each looks at the node as it was before all of them;
 * what they allow together may still be a contradiction.
 */
export function addTopology(
  builder: FunnelBuilder,
  input: TraceInput,
  base: RequirementState | undefined,
): TightenedState {
  const { run, level, candidate } = input;
  const { topology } = run.encoded.scheduler;
  // Learns of groups that have come since, as every attempt does.
  const hostVerdict = topology.allowsHost(level, candidate.host);
  const verdicts = verdictsOf(input, base ?? candidate.state);
  const failed = verdicts.filter(({ domains }) => domains?.length === 0);
  for (const verdict of failed) {
    builder.add(obstacleOf(verdict, 'unsatisfiable'), placesOf(verdict, input), 'none');
  }
  const met = verdicts.filter(({ domains }) => domains?.length !== 0);
  if (base === undefined || hostVerdict !== 'yes' || failed.length > 0) return { state: undefined, met };
  const tightened = topology.tighten(level, base, 'new');
  if (typeof tightened !== 'string') return { state: tightened, met };
  for (const verdict of met.filter(({ domains }) => domains !== undefined)) {
    builder.add(obstacleOf(verdict, 'conflict'), placesOf(verdict, input), 'none');
  }
  return { state: undefined, met: [] };
}

/** The constraints that are met, with the types that the domains they leave have. */
export function addMetTopology(
  builder: FunnelBuilder,
  input: TraceInput,
  met: readonly TopologyVerdict[],
): void {
  const { run, candidate } = input;
  const { template } = candidate;
  for (const verdict of met) {
    const { owned, domains } = verdict;
    if (domains === undefined) {
      builder.add(obstacleOf(verdict), placesOf(verdict, input), 'all');
      continue;
    }
    const pinned = oneOf(owned.group.key, domains);
    const more = run.encoded.scheduler.space.intern(Requirements.of([pinned]));
    const narrowed = candidate.state.narrow(more, 'new');
    builder.add(
      obstacleOf(verdict),
      placesOf(verdict, input),
      typeof narrowed === 'string' ? 'all' : template.table.admitted(narrowed).compatible,
      typesWith(template, [pinned], run),
    );
  }
}

function verdictsOf({ level, candidate }: TraceInput, around: RequirementState): readonly TopologyVerdict[] {
  const { podClass, groups } = level;
  const own = (owned: OwnedGroup) => ({ owned, others: false });
  const other = (owned: OwnedGroup) => ({ owned, others: true });
  const byHost = [...(groups?.byHost ?? []).map(own), ...podClass.repelledByHost.map(other)];
  const byName = [...(groups?.byName ?? []).map(own), ...podClass.repelledByName.map(other)];
  return [
    ...byHost.map(({ owned, others }) => {
      const { group, podDomains, self } = owned;
      const verdict = group.allowsHost(candidate.host, others ? undefined : podDomains, self);
      return { owned, others, domains: verdict === 'yes' ? undefined : [] };
    }),
    ...byName.map(({ owned, others }) => {
      const { group, self } = owned;
      const domains = group.allowed(level.strict.find(group.key), around.set.find(group.key), self);
      return { owned, others, domains };
    }),
  ];
}

function obstacleOf(
  { owned: { group }, others, domains = [] }: TopologyVerdict,
  failure?: 'unsatisfiable' | 'conflict',
): TopologyObstacle {
  return {
    kind: 'topology',
    constraint: others ? 'anti-affinity of other pods' : group.kind,
    key: group.key,
    counts: [...group.counts]
      .map(([domain, pods]) => ({ domain, pods }))
      .sort((a, b) => (a.domain < b.domain ? -1 : 1)),
    allowed: [...domains].sort(),
    ...(group.kind === 'spread' ? { maxSkew: group.maxSkew } : {}),
    ...(failure === undefined ? {} : { failure }),
  };
}

function placesOf({ owned, others }: TopologyVerdict, { level }: TraceInput): readonly Reference[] {
  const at = others ? undefined : placeOf(owned.group, level);
  return at === undefined ? [] : [{ in: 'pod', pointer: at }];
}
