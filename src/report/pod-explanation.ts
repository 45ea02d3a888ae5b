import type { JsonValue } from '../diagnostics/json-value.ts';
import type { Origin } from '../diagnostics/origin.ts';
import type { PricingNote } from '../model/instance-type.ts';
import type {
  ClusterExplanation,
  ExplainedAlternative,
  ExplainedFunnelStep,
  ExplainedOffering,
  ExplainedPlace,
  ExplainedPodGroup,
  ExplainedPoolFunnel,
  ExplainedRelaxation,
  PodExplanation,
  Refusals,
  UnschedulableExplanation,
} from '../model/explanation.ts';
import type { WorkloadOwner } from '../model/workloads.ts';
import { locate, REPORT_API_VERSION, type ReportLocation } from './check-report.ts';
import { whence, type Whence } from './whence.ts';

/** The versioned JSON contracts of `explain pod` and `explain unschedulable` (docs/explain-pod.md). Text reads only them. */
interface ReportedCluster {
  readonly apiVersion: typeof REPORT_API_VERSION;
  readonly cluster: string;
  readonly file: string;
  readonly scenario?: { readonly name: string; readonly description?: string };
  readonly pods: number;
  readonly unschedulable: number;
  readonly pricing: PricingNote;
}

export interface PodExplanationReport extends ReportedCluster, ReportedGroup {
  readonly kind: 'PodExplanation';
  readonly pod: string;
}

export interface UnschedulableReport extends ReportedCluster {
  readonly kind: 'UnschedulableExplanation';
  readonly groups: readonly ReportedGroup[];
}

/** `podNames`: all with the same story; it is told of the first. */
export interface ReportedGroup {
  readonly podNames: readonly string[];
  readonly owner?: WorkloadOwner;
  readonly source?: ReportLocation;
  readonly requests: Readonly<Record<string, string>>;
  readonly outcome: ExplainedPodGroup['outcome'];
  readonly message?: string;
  readonly later: boolean;
  readonly attempts: number;
  readonly givenUp: readonly string[];
  readonly nodePools: readonly ReportedFunnel[];
  readonly existingNodes: readonly Refusals[];
  readonly plannedNodes: readonly Refusals[];
  readonly place?: ExplainedPlace;
  readonly alternatives: readonly ExplainedAlternative[];
  readonly relaxations?: {
    readonly proven: readonly ReportedRelaxation[];
    readonly tried: number;
    readonly untried: number;
  };
}

export interface ReportedFunnel {
  readonly name: string;
  readonly place: ReportLocation;
  readonly weight: number;
  readonly order?: number;
  readonly total: number;
  /** Absent: instance types are counted. */
  readonly counted?: 'node groups';
  readonly left: number;
  readonly steps: readonly ReportedStep[];
  readonly blockers: readonly number[];
  readonly cheapest?: ExplainedOffering;
}

export interface ReportedStep {
  readonly what: string;
  readonly of: ExplainedFunnelStep['of'];
  readonly message: string;
  readonly before: number;
  readonly after: number;
  readonly alone: number;
  readonly places: readonly Whence[];
  readonly detail: JsonValue;
  /** Where types are lost to it. */
  readonly scenario?: string;
}

export interface ReportedRelaxation {
  readonly change: string;
  readonly message: string;
  readonly result: string;
  readonly place: ExplainedRelaxation['place'];
  readonly displaced: number;
  readonly places: readonly Whence[];
  readonly detail: JsonValue;
}

export function podExplanationReport(explanation: PodExplanation): PodExplanationReport {
  const { explained } = explanation;
  return {
    apiVersion: REPORT_API_VERSION,
    kind: 'PodExplanation',
    ...reportCluster(explanation),
    pod: explained.pods[0] ?? '',
    ...reportGroup(explained),
  };
}

export function unschedulableReport(explanation: UnschedulableExplanation): UnschedulableReport {
  return {
    apiVersion: REPORT_API_VERSION,
    kind: 'UnschedulableExplanation',
    ...reportCluster(explanation),
    groups: explanation.groups.map(reportGroup),
  };
}

function reportCluster({ cluster, file, scenario, pods, unschedulable, pricing }: ClusterExplanation) {
  const description = scenario?.description === undefined ? {} : { description: scenario.description };
  return {
    cluster,
    file,
    ...(scenario === undefined ? {} : { scenario: { name: scenario.name, ...description } }),
    pods,
    unschedulable,
    pricing,
  };
}

function reportGroup(group: ExplainedPodGroup): ReportedGroup {
  const { owner, span, message, place, relaxations } = group;
  return {
    podNames: group.pods,
    ...(owner === undefined ? {} : { owner }),
    ...(span === undefined ? {} : { source: locate(span) }),
    requests: Object.fromEntries(group.requests),
    outcome: group.outcome,
    ...(message === undefined ? {} : { message }),
    later: group.later,
    attempts: group.attempts,
    givenUp: group.givenUp,
    nodePools: group.nodePools.map(reportFunnel),
    existingNodes: group.existingNodes,
    plannedNodes: group.plannedNodes,
    ...(place === undefined ? {} : { place }),
    alternatives: group.alternatives,
    ...(relaxations === undefined
      ? {}
      : {
          relaxations: {
            proven: relaxations.proven.map(reportRelaxation),
            tried: relaxations.tried,
            untried: relaxations.untried,
          },
        }),
  };
}

function reportFunnel(funnel: ExplainedPoolFunnel): ReportedFunnel {
  const { name, span, weight, order, total, left, steps, blockers, cheapest } = funnel;
  return {
    name,
    place: locate(span),
    weight,
    ...(order === undefined ? {} : { order }),
    total,
    ...(funnel.counted === undefined ? {} : { counted: funnel.counted }),
    left,
    steps: steps.map(({ what, of, message, before, after, alone, places, detail, scenario }) => ({
      what,
      of,
      message,
      before,
      after,
      alone,
      places: whences(places),
      detail,
      ...(scenario === undefined ? {} : { scenario }),
    })),
    blockers,
    ...(cheapest === undefined ? {} : { cheapest }),
  };
}

function reportRelaxation(relaxation: ExplainedRelaxation): ReportedRelaxation {
  const { change, message, result, place, displaced, places, detail } = relaxation;
  return { change, message, result, place, displaced, places: whences(places), detail };
}

function whences(origins: readonly Origin[]): readonly Whence[] {
  return origins.map(whence);
}
