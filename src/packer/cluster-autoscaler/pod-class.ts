import type { LabelSelector } from '../../kubernetes/api/label-selector.ts';
import type {
  PodAffinityTerm,
  PodSpec,
  PodStatus,
  Toleration,
  TopologySpreadConstraint,
} from '../../kubernetes/api/pod.ts';
import { type Labels, selectorTest } from '../../kubernetes/label-selector.ts';
import { type NanoAmounts, ONE_POD_NANO, podRequests } from '../../kubernetes/pod-requests.ts';
import { type HostPort, hostPortsOf } from '../karpenter/host-ports.ts';
import { usesResourceClaims } from '../karpenter/pod-class.ts';
import { withLabelKeys } from '../karpenter/with-label-keys.ts';
import { type NodeAffinity, nodeAffinityOf } from './node-affinity.ts';

/** What matters of a pod to other pods. */
export interface PodFace {
  readonly namespace: string;
  readonly labels: Labels;
}

export type FaceTest = (face: PodFace) => boolean;

/** A required term of (anti-)affinity. */
export interface AffinityTerm {
  readonly key: string;
  readonly matches: FaceTest;
}

/** A spread constraint that must hold. */
export interface HardSpread {
  readonly key: string;
  readonly maxSkew: number;
  readonly minDomains: number;
  readonly matches: FaceTest;
  readonly honorsAffinity: boolean;
  readonly honorsTaints: boolean;
}

/** What the scheduler's filters read of a pod beside its volumes. Pods with equal namespace, labels and spec share one. */
export interface PodClass extends PodFace {
  readonly id: number;
  /** Exact, `pods` among them. */
  readonly requests: NanoAmounts;
  readonly tolerations: readonly Toleration[];
  readonly nodeAffinity: NodeAffinity;
  readonly ports: readonly HostPort[];
  readonly affinity: readonly AffinityTerm[];
  readonly antiAffinity: readonly AffinityTerm[];
  readonly spread: readonly HardSpread[];
  readonly usesClaims: boolean;
  readonly usesVolumes: boolean;
  /** Being deleted: spread constraints do not count it, everything else does. */
  readonly terminating: boolean;
}

export type NamespaceLabels = (namespace: string) => Labels | undefined;

export function podClass(input: {
  readonly id: number;
  readonly namespace: string;
  readonly labels: Labels;
  readonly spec: PodSpec;
  readonly status?: PodStatus | undefined;
  readonly terminating?: boolean;
  readonly namespaceLabels: NamespaceLabels;
}): PodClass {
  const { id, namespace, labels, spec } = input;
  const face = { namespace, labels };
  const requests = podRequests(spec, input.status);
  requests.set('pods', ONE_POD_NANO);
  const terms = (all: readonly PodAffinityTerm[] | undefined) =>
    (all ?? []).map((term) => affinityTerm(term, face, input.namespaceLabels));
  return {
    ...face,
    id,
    requests,
    tolerations: spec.tolerations ?? [],
    nodeAffinity: nodeAffinityOf(spec),
    ports: hostPortsOf(spec),
    affinity: terms(spec.affinity?.podAffinity?.requiredDuringSchedulingIgnoredDuringExecution),
    antiAffinity: terms(spec.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution),
    spread: (spec.topologySpreadConstraints ?? []).flatMap((one) => hardSpread(one, face)),
    usesClaims: usesResourceClaims(spec),
    usesVolumes: usesVolumes(spec),
    terminating: input.terminating ?? false,
  };
}

/** Whether a pod has claims. */
export function usesVolumes({ volumes = [] }: PodSpec): boolean {
  return volumes.some(
    ({ persistentVolumeClaim, ephemeral }) => persistentVolumeClaim !== undefined || ephemeral !== undefined,
  );
}

/**
 * Whether it matters which of several nodes takes the first of some pods that are alike. Affinity ties the others to what that
 * node belongs to. Where they keep apart or spread over domains of several keys, one node uses up a domain of each.
 */
export function isDelicate({ affinity, antiAffinity, spread }: PodClass): boolean {
  const keys = new Set([...antiAffinity, ...spread].map(({ key }) => key));
  return affinity.length > 0 || keys.size > 1;
}

function affinityTerm(term: PodAffinityTerm, own: PodFace, namespaceLabels: NamespaceLabels): AffinityTerm {
  const { namespaces = [], namespaceSelector } = term;
  const selected = selectorTest(namespaceSelector);
  const listed = new Set(
    namespaces.length === 0 && namespaceSelector === undefined ? [own.namespace] : namespaces,
  );
  const inNamespace = (namespace: string) =>
    listed.has(namespace) || (namespaceSelector !== undefined && selected(namespaceLabels(namespace)));
  const wanted = selectorTest(selectorOf(term, own.labels));
  return {
    key: term.topologyKey,
    matches: ({ namespace, labels }) => inNamespace(namespace) && wanted(labels),
  };
}

/** Label keys of a term become part of its selector, with the pod's own values. */
function selectorOf(term: PodAffinityTerm, labels: Labels): LabelSelector | undefined {
  const { labelSelector, matchLabelKeys = [], mismatchLabelKeys = [] } = term;
  if (labelSelector === undefined) return undefined;
  const expressions = (keys: readonly string[], operator: 'In' | 'NotIn') =>
    keys
      .filter((key) => Object.hasOwn(labels, key))
      .map((key) => ({ key, operator, values: [labels[key] ?? ''] }));
  return {
    ...labelSelector,
    matchExpressions: [
      ...(labelSelector.matchExpressions ?? []),
      ...expressions(matchLabelKeys, 'In'),
      ...expressions(mismatchLabelKeys, 'NotIn'),
    ],
  };
}

function hardSpread(constraint: TopologySpreadConstraint, own: PodFace): readonly HardSpread[] {
  if (constraint.whenUnsatisfiable !== 'DoNotSchedule') return [];
  const wanted = selectorTest(withLabelKeys(constraint, own.labels));
  return [
    {
      key: constraint.topologyKey,
      maxSkew: constraint.maxSkew,
      minDomains: constraint.minDomains ?? 1,
      matches: ({ namespace, labels }) => namespace === own.namespace && wanted(labels),
      honorsAffinity: constraint.nodeAffinityPolicy !== 'Ignore',
      honorsTaints: constraint.nodeTaintsPolicy === 'Honor',
    },
  ];
}
