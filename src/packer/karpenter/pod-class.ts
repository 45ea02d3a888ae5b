import type {
  NodeSelectorTerm,
  PodAffinityTerm,
  PodSpec,
  PreferredSchedulingTerm,
  Toleration,
  TopologySpreadConstraint,
  WeightedPodAffinityTerm,
} from '../../kubernetes/api/pod.ts';
import type { Requirement } from '../../kubernetes/requirement.ts';
import type { Requirements } from '../../kubernetes/requirements.ts';
import type { PodFailure, Relaxation } from './decision.ts';
import { byWeight } from './by-weight.ts';
import type { HostPort } from './host-ports.ts';
import { nodeRequirements } from './node-requirements.ts';
import type { LabelRules, PendingPodTemplate } from './problem.ts';
import type { Incoming, RequirementSpace, RequirementState } from './requirement-space.ts';
import type { TopologyGroup } from './topology-group.ts';

/** What a pod asks for as a vector over the resource columns. Equal vectors are one object. */
export interface Shape {
  readonly id: number;
  /** By column. */
  readonly amounts: Float64Array;
  /** Columns with an amount above zero. */
  readonly asked: readonly number[];
  /** Columns that are mentioned at all, zero amounts included. */
  readonly mentioned: readonly number[];
}

/** The parts of a pod that relaxation changes. */
export interface Preferences {
  readonly requiredTerms: readonly NodeSelectorTerm[] | undefined;
  readonly preferredNode: readonly PreferredSchedulingTerm[];
  readonly preferredAffinity: readonly WeightedPodAffinityTerm[];
  readonly preferredAntiAffinity: readonly WeightedPodAffinityTerm[];
  readonly spreads: readonly TopologySpreadConstraint[];
  readonly tolerations: readonly Toleration[];
}

/** A pod as it stands after some of its preferences were given up. */
export class Level {
  readonly podClass: PodClass;
  readonly preferences: Preferences;
  /** What was given up so far, in order. */
  readonly relaxed: readonly Relaxation[];
  readonly full: Incoming;
  readonly strict: Requirements;
  /** By template: 1 tolerates its taints, -1 does not, 0 not yet known. */
  readonly tolerance: Int8Array;
  /** Topology groups that constrain the pod; set when a pod of the class first reaches this level. */
  groups: LevelGroups | undefined;
  /** What topology makes of a requirement state, by its id; valid where the stamp is the current epoch. */
  readonly tightened: (RequirementState | TopologyFailure | undefined)[] = [];
  readonly tightenedAt: number[] = [];
  /** Requirement states, by id, that such a pod can join: 0 not yet known, 1 yes, 2 no. */
  readonly joins: number[] = [];
  /** One bit per claim: no such pod will ever fit on it again. */
  never: Uint32Array = new Uint32Array(0);
  #next: Level | undefined | 'unknown' = 'unknown';

  constructor(podClass: PodClass, preferences: Preferences, relaxed: readonly Relaxation[]) {
    this.podClass = podClass;
    this.relaxed = relaxed;
    this.tolerance = new Int8Array(podClass.context.templates());
    const { policy } = podClass.context;
    // Karpenter sorts the pod's own list in passing, with a sort that is stable up to twelve elements.
    const preferredNode =
      policy === 'Respect' ? byWeight(preferences.preferredNode) : preferences.preferredNode;
    this.preferences = { ...preferences, preferredNode };
    this.strict = podClass.requirements(this.preferences, undefined);
    const heaviest = policy === 'Respect' ? preferredNode[0] : undefined;
    this.full = podClass.context.space.incoming(
      heaviest === undefined ? this.strict : podClass.requirements(this.preferences, heaviest),
    );
  }

  /** The next relaxation in Karpenter's order, or undefined when nothing is left to give up. */
  next(): Level | undefined {
    if (this.#next === 'unknown') {
      const step = relax(this.preferences, this.podClass.context.toleratePreferNoSchedule);
      this.#next =
        step === undefined
          ? undefined
          : new Level(this.podClass, step.preferences, [...this.relaxed, step.relaxation]);
    }
    return this.#next;
  }
}

/** A group that constrains a pod, with what it needs to know of the pod. */
export interface OwnedGroup {
  readonly group: TopologyGroup;
  /** Whether the group counts the pod itself. */
  readonly self: boolean;
  /** Where the pod may be, as far as it says so. */
  readonly podDomains: Requirement | undefined;
}

/** The groups of a level: by hostname, and by any other key. */
export interface LevelGroups {
  readonly byHost: readonly OwnedGroup[];
  readonly byName: readonly OwnedGroup[];
}

export type TopologyFailure = 'topology-unsatisfiable' | 'topology-conflict';

/** What all classes of a problem share. */
export interface ClassContext {
  readonly space: RequirementSpace;
  readonly labels: LabelRules;
  readonly policy: 'Respect' | 'Ignore';
  readonly toleratePreferNoSchedule: boolean;
  /** How many templates there are. */
  readonly templates: () => number;
}

/** Pods that no constraint can tell apart: one namespace, one template, the same volumes. */
export class PodClass {
  readonly id: number;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: PodSpec;
  readonly shape: Shape;
  readonly hostPorts: readonly HostPort[];
  /** Where its volumes can be, any one of them; empty if they can be anywhere. */
  readonly volumes: readonly Incoming[];
  readonly usesResourceClaims: boolean;
  readonly context: ClassContext;
  readonly first: Level;
  /** Groups that count such pods; complete up to `seenGroups` of all groups. */
  readonly countedBy: TopologyGroup[] = [];
  seenGroups = 0;
  /** Inverse groups that select such pods, likewise. */
  readonly repelledByHost: OwnedGroup[] = [];
  readonly repelledByName: OwnedGroup[] = [];
  seenInverse = 0;
  /** Inverse groups that such pods stand behind. */
  inverse: readonly TopologyGroup[] = [];
  /** The last attempt that failed, and the state of things it met: until they move, another fails the same way. */
  failed: { readonly at: number; readonly failure: PodFailure } | undefined;

  constructor(fields: {
    readonly id: number;
    readonly namespace: string;
    readonly template: PendingPodTemplate;
    readonly shape: Shape;
    readonly hostPorts: readonly HostPort[];
    readonly volumes: readonly Incoming[];
    readonly context: ClassContext;
  }) {
    const { spec } = fields.template;
    this.id = fields.id;
    this.namespace = fields.namespace;
    this.labels = fields.template.labels ?? {};
    this.spec = spec;
    this.shape = fields.shape;
    this.hostPorts = fields.hostPorts;
    this.volumes = fields.volumes;
    this.context = fields.context;
    this.usesResourceClaims = usesResourceClaims(spec);
    this.first = new Level(this, preferencesOf(spec), []);
  }

  /** Node selector, the first required term, and one preferred term as if it were required. */
  requirements(preferences: Preferences, preferred: PreferredSchedulingTerm | undefined): Requirements {
    return nodeRequirements(
      this.spec.nodeSelector,
      [preferred?.preference, preferences.requiredTerms?.[0]],
      this.context.labels.aliases,
    );
  }

  /** Terms that keep pods apart whatever is relaxed. */
  get requiredAntiAffinity(): readonly PodAffinityTerm[] {
    return this.spec.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  }

  get requiredAffinity(): readonly PodAffinityTerm[] {
    return this.spec.affinity?.podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  }
}

export function usesResourceClaims(spec: PodSpec): boolean {
  return (
    (spec.resourceClaims ?? []).length > 0 ||
    [...(spec.containers ?? []), ...(spec.initContainers ?? [])].some(
      (container) => (container.resources?.claims ?? []).length > 0,
    )
  );
}

function preferencesOf(spec: PodSpec): Preferences {
  const { nodeAffinity, podAffinity, podAntiAffinity } = spec.affinity ?? {};
  return {
    requiredTerms: nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms,
    preferredNode: nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [],
    preferredAffinity: podAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [],
    preferredAntiAffinity: podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [],
    spreads: spec.topologySpreadConstraints ?? [],
    tolerations: spec.tolerations ?? [],
  };
}

/** The first step that applies (Karpenter 1.14, scheduling/preferences.go). */
function relax(
  preferences: Preferences,
  toleratePreferNoSchedule: boolean,
): { readonly relaxation: Relaxation; readonly preferences: Preferences } | undefined {
  const { requiredTerms, preferredNode, preferredAffinity, preferredAntiAffinity, spreads } = preferences;
  if (requiredTerms !== undefined && requiredTerms.length > 1) {
    const changed = { ...preferences, requiredTerms: requiredTerms.slice(1) };
    return { relaxation: 'required-node-affinity-term', preferences: changed };
  }
  if (preferredAffinity.length > 0) {
    const changed = { ...preferences, preferredAffinity: withoutHeaviest(preferredAffinity) };
    return { relaxation: 'preferred-pod-affinity', preferences: changed };
  }
  if (preferredAntiAffinity.length > 0) {
    const changed = { ...preferences, preferredAntiAffinity: withoutHeaviest(preferredAntiAffinity) };
    return { relaxation: 'preferred-pod-anti-affinity', preferences: changed };
  }
  if (preferredNode.length > 0) {
    const changed = { ...preferences, preferredNode: withoutHeaviest(preferredNode) };
    return { relaxation: 'preferred-node-affinity', preferences: changed };
  }
  const anyway = spreads.findIndex((spread) => spread.whenUnsatisfiable === 'ScheduleAnyway');
  if (anyway >= 0) {
    const changed = { ...preferences, spreads: withLastInPlaceOf(spreads, anyway) };
    return { relaxation: 'schedule-anyway-spread', preferences: changed };
  }
  if (toleratePreferNoSchedule && !preferences.tolerations.some(isSoftToleration)) {
    const changed = { ...preferences, tolerations: [...preferences.tolerations, SOFT_TOLERATION] };
    return { relaxation: 'prefer-no-schedule-taint', preferences: changed };
  }
  return undefined;
}

export const SOFT_TOLERATION: Toleration = { operator: 'Exists', effect: 'PreferNoSchedule' };

export function isSoftToleration({ key = '', operator, value = '', effect }: Toleration): boolean {
  return key === '' && operator === 'Exists' && value === '' && effect === 'PreferNoSchedule';
}

function withoutHeaviest<T extends { readonly weight?: number | undefined }>(
  terms: readonly T[],
): readonly T[] {
  return [...terms].sort((a, b) => (b.weight ?? 0) - (a.weight ?? 0)).slice(1);
}

function withLastInPlaceOf<T>(list: readonly T[], index: number): readonly T[] {
  const last = list.length - 1;
  return list.flatMap((one, at) => (at === last ? [] : at === index ? [list[last] as T] : [one]));
}
