import type { Span } from '../../diagnostics/span.ts';
import type { UnschedulableReason } from '../../model/plan.ts';
import type { LabelVocabulary } from '../../model/provider.ts';
import type { FailedAttempt, FailureCode } from '../../packer/cluster-autoscaler/decision.ts';
import type { Described } from '../described.ts';
import { filterReason } from '../filter-reason.ts';
import { labelRules } from '../label-rules.ts';
import type { PlanTemplate } from '../plan-pod.ts';
import { podTerms } from '../pod-terms.ts';
import type { PoolView } from '../pool-view.ts';
import { taintReason } from '../reasons.ts';
import { requirementConflict } from '../requirement-reason.ts';
import { topologyReason } from '../topology-reason.ts';
import { type TiedVolume, volumeReason } from '../volume-reason.ts';
import { GROUP_FAILURE_TEXTS } from './group-failure-texts.ts';
import type { OwnedGroup } from './owned-group.ts';

export interface GroupReasonContext {
  /** Pools of the Cluster Autoscaler, in the order of the definition. */
  readonly views: readonly PoolView[];
  /** By id. */
  readonly groups: ReadonlyMap<string, OwnedGroup>;
  /** Of the provider. */
  readonly vocabulary: LabelVocabulary;
  /** What the daemons of a new node ask for at most, with the static pod that the autoscaler assumes. */
  readonly daemonsOf: (view: PoolView) => ReadonlyMap<string, bigint>;
  readonly volumesOf: (template: PlanTemplate) => readonly TiedVolume[];
}

/** The nearer to success, the later: of the groups of a pool those are worth telling that came nearest. */
const NEARNESS: readonly FailureCode[] = [
  'no-node-groups',
  'dra',
  'no-template',
  'unschedulable',
  'taint',
  'node-affinity',
  'volume',
  'resources',
  'volume-limit',
  'host-port',
  'existing-pod-anti-affinity',
  'pod-anti-affinity',
  'pod-affinity',
  'spread',
  // What stops all groups together, stops the pod even if one of them might grow further.
  'max-size',
  'max-nodes-total',
  'quota',
  'not-packed',
];

/** Why no node group helps a pod: one reason for each pool, however many groups it has. */
export function groupReasons(
  attempts: readonly FailedAttempt[],
  template: PlanTemplate,
  context: GroupReasonContext,
): readonly UnschedulableReason[] {
  const general = attempts.find(
    ({ nodeGroup, code }) => nodeGroup === undefined && code !== 'no-node-groups',
  );
  if (general !== undefined) {
    return [{ code: general.code, message: GROUP_FAILURE_TEXTS[general.code] }];
  }
  return context.views.map((view): UnschedulableReason => {
    const own = attempts.filter(
      ({ nodeGroup }) => nodeGroup !== undefined && context.groups.get(nodeGroup)?.view === view,
    );
    const nearest = own.reduce<FailedAttempt | undefined>(
      (best, one) => (best === undefined || rank(one) > rank(best) ? one : best),
      undefined,
    );
    if (nearest === undefined) {
      const source = view.compiled.pool.keySpan;
      return { nodePool: view.name, code: 'no-node-groups', message: withoutGroups(view), source };
    }
    const { code } = nearest;
    const count = own.filter((one) => one.code === code).length;
    const { message, source } = describe(nearest, { view, template, count }, context);
    return { nodePool: view.name, code, message, ...(source === undefined ? {} : { source }) };
  });
}

function rank({ code }: FailedAttempt): number {
  return NEARNESS.indexOf(code);
}

function withoutGroups({ groups = [] }: PoolView): string {
  return groups.length === 0
    ? 'the pool has no node group'
    : 'no machine of the node groups of the pool can be had';
}

interface Asked {
  readonly view: PoolView;
  readonly template: PlanTemplate;
  /** Groups with this reason. */
  readonly count: number;
}

function describe({ code, detail }: FailedAttempt, asked: Asked, context: GroupReasonContext): Described {
  const { view, template } = asked;
  const general: Described = { message: GROUP_FAILURE_TEXTS[code], source: view.compiled.pool.keySpan };
  switch (code) {
    case 'taint': {
      const found = taintReason(view, template);
      return found.source === undefined && detail !== undefined
        ? { message: `the pod does not tolerate the taint \`${detail}\`` }
        : found;
    }
    case 'node-affinity':
      return labelReason(detail, asked, context);
    case 'resources':
      return resourceReason(detail, asked, context);
    case 'volume':
      return (
        volumeReason(view, template, narrowing(view, context)) ?? {
          ...general,
          source: template.locate?.('/spec/volumes'),
        }
      );
    case 'volume-limit':
      return { ...general, source: template.locate?.('/spec/volumes') };
    case 'host-port':
      return { ...general, source: template.locate?.('/spec/containers') };
    case 'spread':
    case 'pod-affinity':
    case 'pod-anti-affinity':
      return topologyReason(template);
    case 'max-size':
      return fullReason(asked);
    case 'quota':
      return { message: `${GROUP_FAILURE_TEXTS.quota}${limitList(view)}`, source: limitSpan(view) };
    case 'no-template': {
      const text = detail ?? 'do not say what a new node has';
      return { ...general, message: `the node groups of the pool cannot grow: their annotations ${text}` };
    }
    default:
      return general;
  }
}

/** Labels count only if every node of a group carries them, so there are no well-known ones. */
function narrowing(view: PoolView, { vocabulary, volumesOf, daemonsOf }: GroupReasonContext) {
  const known = new Set(view.table.types.flatMap(({ labels }) => [...labels.keys()]));
  const specs: LabelVocabulary['specs'] = new Map(
    [...known].map((key) => [key, { domain: 'open', stamped: true, description: key }]),
  );
  return { vocabulary: { ...vocabulary, specs }, volumesOf, daemons: daemonsOf(view) };
}

/** A label that no node of the pool carries, else the values that there are. */
function labelReason(
  key: string | undefined,
  { view, template }: Asked,
  context: GroupReasonContext,
): Described {
  const { vocabulary } = context;
  const term = podTerms(template.spec, vocabulary.aliases).at(-1);
  const carried = new Set(view.table.types.flatMap(({ labels }) => [...labels.keys()]));
  const positive = [...(term?.requirements.entries() ?? [])].filter((one) => !one.isNegative());
  const missing = positive.find((one) => !carried.has(one.key));
  if (missing !== undefined) {
    const written = term?.written.find(
      ({ input }) => (vocabulary.aliases.get(input.key) ?? input.key) === missing.key,
    );
    const whose = labelRules(vocabulary).wellKnown.has(missing.key) ? ', which only Karpenter sets' : '';
    return {
      message: `the pod asks for the label \`${missing.key}\`${whose === '' ? ', which no node of the pool carries' : whose}`,
      source: written === undefined ? undefined : template.locate?.(written.pointer),
    };
  }
  return (
    requirementConflict(view, template, vocabulary) ??
    filterReason(view, template, narrowing(view, context)) ?? {
      message:
        key === undefined
          ? GROUP_FAILURE_TEXTS['node-affinity']
          : `no node group of the pool has what the pod asks for of \`${key}\``,
      source: template.locate?.('/spec'),
    }
  );
}

function resourceReason(
  detail: string | undefined,
  { view, template }: Asked,
  context: GroupReasonContext,
): Described {
  const found = filterReason(view, template, narrowing(view, context));
  if (found !== undefined) return found;
  const which = detail === undefined ? '' : ` (\`${detail.split(/,\s*/).join('`, `')}\`)`;
  return {
    message: `no node group that the pod may use has enough for it and the daemons of a node${which}`,
    source: template.locate?.('/spec/containers'),
  };
}

/** Where the maximum comes from: an option, or the limits. */
function fullReason({ view, count }: Asked): Described {
  const { clusterApi, limits } = view.compiled.pool;
  const groups =
    count === 1
      ? 'the node group that could take the pod is'
      : `the ${count} node groups that could take the pod are`;
  const set = clusterApi?.maxSize;
  const because = set === undefined && limits.size > 0 ? limitList(view) : '';
  return {
    message: `${groups} at ${count === 1 ? 'its' : 'their'} maximum size${because}`,
    source: set?.origin.span ?? limitSpan(view),
  };
}

function limitList({ limits }: PoolView): string {
  if (limits.length === 0) return '';
  return ` (limits: ${limits.map(({ resource, text }) => `\`${resource}\` ${text}`).join(', ')})`;
}

function limitSpan({ limits, compiled }: PoolView): Span {
  return limits[0]?.origin.span ?? compiled.pool.keySpan;
}
