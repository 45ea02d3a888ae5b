import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { PodSpec, PodStatus } from '../kubernetes/api/pod.ts';
import { withDefaultRequests } from './default-requests.ts';
import { withDefaultTolerations } from './default-tolerations.ts';
import { withPorts } from './host-network-ports.ts';
import type { Inventory } from './inventory.ts';
import { limitProblems } from './resource-limits.ts';
import { LimitRanges } from './limit-ranges.ts';
import { withLabelKeys } from './match-label-keys.ts';
import { isClaimless } from './pod-data.ts';
import { PriorityClasses } from './priority-classes.ts';
import { type NoteOrigin, type Redirect, redirectKey, type Redirects } from './redirects.ts';
import { RuntimeClasses, type Subject } from './runtime-classes.ts';
import type { PodTemplateData } from './schemas/pod.ts';

type Report = (found: Diagnostic) => void;

export type Labels = Readonly<Record<string, string>>;

/** A pod as it is once the API server has taken it in. */
export interface AdmittedPod {
  readonly labels: Labels | undefined;
  readonly spec: PodSpec;
  readonly status: PodStatus | undefined;
  readonly isGated: boolean;
  readonly redirects: Redirects;
}

export interface AdmissionRequest extends Subject {
  readonly data: PodTemplateData;
  readonly labels: Labels | undefined;
  readonly namespace: string;
  /** Has been through admission. */
  readonly isLive: boolean;
}

/** What the API server makes of pods: defaults first, then admission plugins in their order, then label keys. */
export class Admission {
  readonly #limitRanges: LimitRanges;
  readonly #runtimeClasses: RuntimeClasses;
  readonly #priorityClasses: PriorityClasses;

  constructor(inventory: Inventory, report: Report) {
    this.#limitRanges = new LimitRanges(inventory, report);
    this.#runtimeClasses = new RuntimeClasses(inventory, report);
    this.#priorityClasses = new PriorityClasses(inventory, report);
  }

  /** Undefined if the API server would refuse the pod, which is reported then. */
  admit(request: AdmissionRequest, report: Report): AdmittedPod | undefined {
    const { data, labels, isLive } = request;
    const redirects = new Map<string, Redirect>();
    const { schedulingGates = [], volumes = [], ...written } = data.spec;
    const kept = volumes.flatMap((volume, i) => (isClaimless(volume) ? [] : [{ volume, i }]));
    for (const [to, { i }] of kept.entries()) {
      if (to !== i) redirects.set(redirectKey(['spec', 'volumes', to]), { path: ['spec', 'volumes', i] });
    }
    const plain: PodSpec =
      kept.length === 0 ? written : { ...written, volumes: kept.map(({ volume }) => volume) };
    const defaulted = withPorts(
      withDefaultRequests(plain, (to, path) => redirects.set(redirectKey(to), { path })),
    );
    const spec = isLive ? defaulted : this.#plugins(defaulted, request, redirects, report);
    if (spec === undefined) return undefined;
    const refused = isLive ? [] : limitProblems(spec, request, redirects);
    for (const found of refused) report(found);
    if (refused.length > 0) return undefined;
    const { affinity } = spec;
    return {
      labels,
      spec: affinity === undefined ? spec : { ...spec, affinity: withLabelKeys(affinity, labels ?? {}) },
      status: data.status,
      isGated: schedulingGates.length > 0,
      redirects,
    };
  }

  #plugins(
    spec: PodSpec,
    { namespace, object, path }: AdmissionRequest,
    redirects: Map<string, Redirect>,
    report: Report,
  ): PodSpec | undefined {
    const note: NoteOrigin = (to, from, at) => redirects.set(redirectKey(to), { object: from, path: at });
    const limited = this.#limitRanges.apply(spec, namespace, note);
    const tolerations = withDefaultTolerations(limited.tolerations ?? []);
    const admitted = { ...limited, tolerations };
    const subject = { object, path };
    const prioritised = this.#priorityClasses.apply(admitted, subject, note, report);
    return prioritised && this.#runtimeClasses.apply(prioritised, subject, note, report);
  }
}
