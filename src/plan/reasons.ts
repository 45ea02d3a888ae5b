import type { Span } from '../diagnostics/span.ts';
import { formatTaint } from '../kubernetes/taint.ts';
import { untolerated } from '../kubernetes/toleration.ts';
import type { UnschedulableReason } from '../model/plan.ts';
import type { LabelVocabulary } from '../model/provider.ts';
import type { FailedAttempt, FailureCode } from '../packer/karpenter/decision.ts';
import type { Described } from './described.ts';
import { FAILURE_TEXTS } from './failure-texts.ts';
import { filterReason } from './filter-reason.ts';
import type { PlanTemplate } from './plan-pod.ts';
import type { PoolView } from './pool-view.ts';
import { requirementConflict, undefinedLabel } from './requirement-reason.ts';
import { narrowedByOthers, topologyReason } from './topology-reason.ts';
import { type TiedVolume, volumeReason } from './volume-reason.ts';

export interface ReasonContext {
  readonly views: ReadonlyMap<string, PoolView>;
  readonly vocabulary: LabelVocabulary;
  /** Daemons of a node of the pool, largest sum over its types: resource name to nano amount. */
  readonly daemonsOf: (view: PoolView) => ReadonlyMap<string, bigint>;
  /** Volumes that tie a pod to places. */
  readonly volumesOf: (template: PlanTemplate) => readonly TiedVolume[];
  /** The limit of a pool of which the plan leaves least. */
  readonly scarcestLimit: (view: PoolView) => string | undefined;
}

/** Why one pool could not take a pod, as a sentence, with the line that says so. */
export function reasonFor(
  { nodePool, code }: FailedAttempt,
  template: PlanTemplate,
  context: ReasonContext,
): UnschedulableReason {
  const view = nodePool === undefined ? undefined : context.views.get(nodePool);
  const hidden =
    view === undefined || !LIMITS.has(code) ? undefined : hiddenBehindLimits(view, template, context);
  const found =
    hidden ??
    (view === undefined ? { message: FAILURE_TEXTS[code] } : describe(code, view, template, context));
  return {
    ...(nodePool === undefined ? {} : { nodePool }),
    code: hidden?.code ?? code,
    message: found.message,
    ...(found.source === undefined ? {} : { source: found.source }),
  };
}

const LIMITS: ReadonlySet<FailureCode> = new Set(['nodes-limit', 'resource-limits']);

/** Limits are looked at before anything else: what keeps even a single such pod from an empty pool is worth more. */
function hiddenBehindLimits(
  view: PoolView,
  template: PlanTemplate,
  context: ReasonContext,
): (Described & { readonly code: FailureCode }) | undefined {
  const hard = view.taints.filter(({ effect }) => effect !== 'PreferNoSchedule');
  if (untolerated(hard, template.spec.tolerations ?? []) !== undefined) {
    return { code: 'taints', ...taintReason(view, template) };
  }
  const label = undefinedLabel(view, template, context.vocabulary);
  if (label !== undefined) return { code: 'undefined-label', ...label };
  const conflict = requirementConflict(view, template, context.vocabulary);
  if (conflict !== undefined) return { code: 'requirement-conflict', ...conflict };
  const filtered = filterReason(view, template, { ...context, daemons: context.daemonsOf(view) });
  return filtered === undefined ? undefined : { code: 'filter:fits', ...filtered };
}

function describe(
  code: FailureCode,
  view: PoolView,
  template: PlanTemplate,
  context: ReasonContext,
): Described {
  switch (code) {
    case 'taints':
      return taintReason(view, template);
    case 'undefined-label':
      return undefinedLabel(view, template, context.vocabulary) ?? { message: FAILURE_TEXTS[code] };
    case 'requirement-conflict':
      return requirementConflict(view, template, context.vocabulary) ?? { message: FAILURE_TEXTS[code] };
    case 'volume-requirement-conflict':
      return (
        volumeReason(view, template, context) ?? {
          message: FAILURE_TEXTS[code],
          source: template.locate?.('/spec/volumes'),
        }
      );
    case 'topology-unsatisfiable':
    case 'topology-conflict':
      return topologyReason(template);
    case 'nodes-limit':
    case 'resource-limits':
      return limitReason(code, view, context);
    case 'filter:minValues':
    case 'truncation-minValues':
      return { message: FAILURE_TEXTS[code], source: minValuesOf(view) };
    case 'filter:none':
    case 'filter:req+fits':
    case 'filter:req':
    case 'filter:fits':
    case 'filter:fits+offering':
    case 'filter:fits+offering-vs-req':
      return (
        filterReason(view, template, { ...context, daemons: context.daemonsOf(view) }) ??
        volumeReason(view, template, context) ??
        narrowedByOthers(template) ?? { message: FAILURE_TEXTS[code], source: view.compiled.pool.keySpan }
      );
    case 'reserved-unavailable':
    case 'reserved-would-be-lost':
    case 'dra':
    case 'no-nodepools':
      return { message: FAILURE_TEXTS[code] };
    case 'no-templates':
      return {
        message: 'no instance type that the pool admits can be had',
        source: view.compiled.pool.keySpan,
      };
  }
}

export function taintReason(view: PoolView, { spec }: PlanTemplate): Described {
  const missing = view.taints.flatMap((taint, i) =>
    untolerated([taint], spec.tolerations ?? []) === undefined ? [] : [{ taint, i }],
  );
  const [first] = missing;
  if (first === undefined) return { message: FAILURE_TEXTS.taints };
  const names = missing.map(({ taint }) => `\`${formatTaint(taint)}\``).join(', ');
  return {
    message: `the pod does not tolerate the ${missing.length === 1 ? 'taint' : 'taints'} ${names}`,
    source: view.compiled.pool.taints[first.i]?.origin.span,
  };
}

function limitReason(
  code: 'nodes-limit' | 'resource-limits',
  view: PoolView,
  { scarcestLimit }: ReasonContext,
): Described {
  const resource = code === 'nodes-limit' ? 'nodes' : scarcestLimit(view);
  const limit = view.limits.find((one) => one.resource === resource) ?? view.limits[0];
  if (limit === undefined) return { message: FAILURE_TEXTS[code] };
  const all = view.limits.map(({ resource: name, text }) => `\`${name}\` ${text}`).join(', ');
  return {
    message:
      code === 'nodes-limit'
        ? `the limit of ${limit.text} nodes is used up`
        : `every instance type exceeds what is left of the limits (${all})`,
    source: limit.origin.span,
  };
}

function minValuesOf({ compiled }: PoolView): Span | undefined {
  return compiled.pool.requirements.find(({ minValues }) => minValues !== undefined)?.origin.span;
}
