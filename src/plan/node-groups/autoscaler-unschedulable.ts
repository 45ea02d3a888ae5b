import { addAmounts } from '../../kubernetes/pod-requests.ts';
import type { UnschedulablePod, UnschedulableReason } from '../../model/plan.ts';
import type { LabelVocabulary } from '../../model/provider.ts';
import type {
  Decision,
  FailedAttempt,
  FailureCode,
  IgnoredReason,
} from '../../packer/cluster-autoscaler/decision.ts';
import type { Problem } from '../../packer/cluster-autoscaler/problem.ts';
import { simulate } from '../../packer/cluster-autoscaler/simulate.ts';
import { largestDaemons } from '../daemons.ts';
import type { PlanPod, PlanTemplate } from '../plan-pod.ts';
import { unschedulableEntry } from '../unschedulable.ts';
import { tiedVolumes } from '../volume-reason.ts';
import { type GroupReasonContext, groupReasons } from './group-reasons.ts';
import type { AutoscaledCluster } from './pack-autoscaler.ts';

/** Pods without a place after the last scale-up, then those that the autoscaler does not look at. */
export function autoscalerUnschedulable(
  autoscaled: AutoscaledCluster,
  vocabulary: LabelVocabulary,
): readonly UnschedulablePod[] {
  const { decision, given } = autoscaled;
  const pods = new Map(given.pods.map((pod) => [pod.uid, pod]));
  const deeper = withoutLimits(autoscaled);
  const reasonsOf = rememberedReasons(reasonContext(autoscaled, vocabulary));
  const entries = (
    uids: Iterable<string>,
    of: (pod: PlanPod) => Omit<Parameters<typeof unschedulableEntry>[1], 'laterBatch'>,
  ) =>
    [...uids].flatMap((uid) => {
      const pod = pods.get(uid);
      return pod === undefined ? [] : [unschedulableEntry(pod, { laterBatch: false, ...of(pod) })];
    });
  return [
    ...entries(decision.unschedulable.keys(), ({ uid, template }) => {
      const attempts = decision.unschedulable.get(uid)?.attempts ?? [];
      const behind = deeper.get(uid)?.attempts ?? [];
      return { onlyLimits: !deeper.has(uid), reasons: reasonsOf(template, attempts, behind) };
    }),
    ...entries(decision.ignored.keys(), ({ uid, template }) => {
      const ignored = decision.ignored.get(uid) ?? 'daemon-set';
      return { onlyLimits: false, reasons: [ignoredReason(ignored, template)] };
    }),
  ];
}

function ignoredReason(ignored: IgnoredReason, { spec, locate }: PlanTemplate): UnschedulableReason {
  const { priority = 0, priorityClassName: name = '' } = spec;
  const from = name === '' ? '' : ` (priority class \`${name}\`)`;
  const { code, pointer, message } = {
    expendable: {
      code: 'expendable',
      pointer: '/spec/priority',
      message: `the pod has the priority ${priority}${from}, and the autoscaler makes no nodes for pods below -10`,
    },
    gated: {
      code: 'ignored',
      pointer: '/spec/schedulingGates',
      message: 'the pod has scheduling gates, and nobody looks at it before they are gone',
    },
    'daemon-set': {
      code: 'ignored',
      pointer: '',
      message: 'the pod belongs to a DaemonSet, for which the autoscaler does not make nodes',
    },
  }[ignored];
  const source = locate?.(pointer);
  return { code, message, ...(source === undefined ? {} : { source }) };
}

export function reasonContext(
  { views, groups, given }: AutoscaledCluster,
  vocabulary: LabelVocabulary,
): GroupReasonContext {
  return {
    views,
    groups,
    vocabulary,
    daemonsOf: (view) => {
      const amounts = new Map(largestDaemons(view, given, vocabulary));
      addAmounts(amounts, STATIC_POD);
      return amounts;
    },
    volumesOf: tiedVolumes(given),
  };
}

/** On every node that it makes up, the autoscaler counts a kube-proxy. */
const STATIC_POD: ReadonlyMap<string, bigint> = new Map([
  ['cpu', 100_000_000n],
  ['pods', 1_000_000_000n],
]);

const LIMIT_CODES: ReadonlySet<FailureCode> = new Set(['max-size', 'quota', 'max-nodes-total', 'not-packed']);
const MANY = 1_000_000;

/** Pods that stay pending when nothing limits how many nodes there are, and why. */
function withoutLimits({ problem, decision }: AutoscaledCluster): Decision['unschedulable'] {
  const meetsLimits = [...decision.unschedulable.values()].some(({ attempts }) =>
    attempts.some(({ code }) => LIMIT_CODES.has(code)),
  );
  if (!meetsLimits) return decision.unschedulable;
  const { quotas: _quotas, nodeGroups, options, ...rest } = problem;
  const unlimited: Problem = {
    ...rest,
    options: { ...options, maxNodesTotal: 0, maxNodesPerScaleUp: 0 },
    nodeGroups: nodeGroups.map((group) => ({ ...group, maxSize: MANY })),
  };
  return simulate(unlimited).unschedulable;
}

/** Replicas fail for the same reasons, which are worked out once. */
function rememberedReasons(context: GroupReasonContext) {
  const known = new Map<PlanTemplate, Map<readonly FailedAttempt[], readonly UnschedulableReason[]>>();
  return (
    template: PlanTemplate,
    attempts: readonly FailedAttempt[],
    behind: readonly FailedAttempt[],
  ): readonly UnschedulableReason[] => {
    const byAttempts =
      known.get(template) ?? new Map<readonly FailedAttempt[], readonly UnschedulableReason[]>();
    known.set(template, byAttempts);
    let found = byAttempts.get(attempts);
    if (found === undefined) {
      found = groupReasons(behindLimits(attempts, behind), template, context);
      byAttempts.set(attempts, found);
    }
    return found;
  };
}

/** For a pod that does not fit without limits either, what else is in the way is the reason worth knowing. */
function behindLimits(
  attempts: readonly FailedAttempt[],
  withoutThem: readonly FailedAttempt[],
): readonly FailedAttempt[] {
  const deeper = new Map(withoutThem.map((one) => [one.nodeGroup, one]));
  return attempts.map((one) => (LIMIT_CODES.has(one.code) ? (deeper.get(one.nodeGroup) ?? one) : one));
}
