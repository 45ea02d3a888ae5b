import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { PathSegment } from '../diagnostics/located-path.ts';
import type { Volume } from '../kubernetes/api/pod.ts';
import type { WorkloadOwner, WorkloadTemplate } from '../model/workloads.ts';
import { Admission, type AdmittedPod, type Labels } from './admission.ts';
import { dataProblems, dataReader } from './data-reader.ts';
import type { Inventory } from './inventory.ts';
import { type KubeObject, titleOf } from './kube-object.ts';
import { isNumbering, type PodContent, type PodData, type PodDataReader } from './pod-data.ts';
import { redirected, redirectKey, type Redirect, type Redirects } from './redirects.ts';
import { templateMeta } from './schemas/metadata.ts';

export interface TemplateRequest {
  readonly data: PodData;
  readonly object: KubeObject;
  /** Of the template in the object; empty for a pod. */
  readonly path: readonly PathSegment[];
  readonly owner: WorkloadOwner | undefined;
  /** Labels that the controller adds. */
  readonly added?: Labels;
}

/** A template, and what a plan has to know of it beside. */
export interface ReadTemplate {
  readonly template: WorkloadTemplate;
  readonly isGated: boolean;
  /** The same with more volumes, which are written elsewhere. They come first, and replace those of the same name. */
  readonly withVolumes: (volumes: readonly PlacedVolume[]) => WorkloadTemplate;
}

export interface PlacedVolume {
  readonly volume: Volume;
  readonly written: Redirect;
}

type Report = (found: Diagnostic) => void;

/** Pods that are left out. */
interface Failure {
  readonly diagnostics: readonly Diagnostic[];
  /** How many pods of a dump are like the first one. */
  others: number;
}

const LABELS = dataReader(templateMeta);

/** Turns what was read into templates: one object for all pods of an owner that are alike. */
export class Templates {
  readonly #reader: PodDataReader;
  readonly #admission: Admission;
  readonly #report: Report;
  readonly #admitted = new Map<string, AdmittedPod>();
  readonly #templates = new Map<string, ReadTemplate>();
  readonly #failures = new Map<string, Failure>();
  readonly #claimsReported = new Set<PodContent>();

  constructor(reader: PodDataReader, inventory: Inventory, report: Report) {
    this.#reader = reader;
    this.#admission = new Admission(inventory, report);
    this.#report = report;
  }

  /** Undefined if the pods cannot be planned; `reportFailures` tells why. */
  template(request: TemplateRequest): ReadTemplate | undefined {
    const { data, object, path, added } = request;
    const isLivePod = path.length === 0 && object.isLive;
    const labelsKey = JSON.stringify([data.labels, added]);
    const key = [object.meta.namespace, isLivePod, data.content.id, labelsKey].join('\n');
    let admitted = this.#admitted.get(key);
    if (admitted === undefined) {
      const failure = isLivePod ? this.#failures.get(key) : undefined;
      if (failure !== undefined) failure.others++;
      else admitted = this.#admit(request, key, isLivePod);
    }
    if (admitted === undefined) return undefined;
    this.#resourceClaims(request, admitted);
    const owned = `${request.owner?.kind}/${request.owner?.name}\n${key}`;
    let read = this.#templates.get(owned);
    if (read === undefined) this.#templates.set(owned, (read = readTemplate(admitted, request)));
    return read;
  }

  /** Says why pods are missing. Pods of a dump that have the same mistake are one finding. */
  reportFailures(): void {
    for (const { diagnostics, others } of this.#failures.values()) {
      for (const found of diagnostics) {
        const more = others === 0 ? '' : ` So are ${others} other pods that have the same.`;
        this.#report({ ...found, help: `${found.help ?? ''}${more}` });
      }
    }
  }

  #admit(request: TemplateRequest, key: string, isLive: boolean): AdmittedPod | undefined {
    const { data, object, path } = request;
    const diagnostics: Diagnostic[] = [];
    const { checked } = data.content;
    if ('issues' in checked) diagnostics.push(...dataProblems(object, path, checked.issues));
    const labels = this.#labels(request, diagnostics);
    const namespace = object.meta.namespace ?? '';
    const admitted =
      'issues' in checked || labels === undefined
        ? undefined
        : this.#admission.admit({ data: checked.data, labels, namespace, isLive, object, path }, (found) =>
            diagnostics.push(found),
          );
    if (admitted === undefined) {
      this.#failures.set(isLive ? key : `${this.#failures.size}`, { diagnostics, others: 0 });
    } else {
      this.#admitted.set(key, admitted);
      for (const found of diagnostics) this.#report(found);
    }
    return admitted;
  }

  #labels({ data, object, path, added }: TemplateRequest, diagnostics: Diagnostic[]): Labels | undefined {
    const checked = LABELS.check(data.labels === undefined ? {} : { labels: data.labels });
    if (!checked.ok) {
      diagnostics.push(...dataProblems(object, [...path, 'metadata'], checked.issues));
      return undefined;
    }
    const labels = { ...checked.data.labels, ...added };
    const kept = Object.entries(labels).filter(([key]) => !isNumbering(key) || this.#reader.selects(key));
    return Object.fromEntries(kept);
  }

  /** What is not modelled is said, once for each content. */
  #resourceClaims({ data, object, path }: TemplateRequest, { spec }: AdmittedPod): void {
    if (this.#claimsReported.has(data.content)) return;
    const container = [...(spec.containers ?? []), ...(spec.initContainers ?? [])].find(
      ({ resources }) => (resources?.claims ?? []).length > 0,
    );
    if ((spec.resourceClaims ?? []).length === 0 && container === undefined) return;
    this.#claimsReported.add(data.content);
    this.#report(
      diagnostic(
        'PW7030',
        object.place.span([...path, 'spec', 'resourceClaims']),
        `${titleOf(object)} uses resource claims`,
        {
          help: 'Dynamic resource allocation is not modelled: its pods are reported as unschedulable.',
        },
      ),
    );
  }
}

function readTemplate(admitted: AdmittedPod, { object, path, owner }: TemplateRequest): ReadTemplate {
  const { labels, status, redirects } = admitted;
  const build = (spec: WorkloadTemplate['spec'], written: Redirects): WorkloadTemplate => ({
    ...(labels === undefined || Object.keys(labels).length === 0 ? {} : { labels }),
    spec,
    ...(status === undefined ? {} : { status }),
    ...(owner === undefined ? {} : { owner }),
    locate: (pointer) => {
      const target = redirected(written, tokens(pointer));
      return target.object === undefined
        ? object.place.span([...path, ...target.path])
        : target.object.place.span(target.path);
    },
  });
  return {
    template: build(admitted.spec, redirects),
    isGated: admitted.isGated,
    withVolumes: (placed) => {
      const volumes = admitted.spec.volumes ?? [];
      const kept = volumes.filter(({ name }) => !placed.some(({ volume }) => volume.name === name));
      const all = new Map(redirects);
      for (const [i, volume] of kept.entries()) {
        const from = redirected(redirects, ['spec', 'volumes', volumes.indexOf(volume)]);
        all.set(redirectKey(['spec', 'volumes', placed.length + i]), from);
      }
      for (const [i, { written }] of placed.entries()) all.set(redirectKey(['spec', 'volumes', i]), written);
      return build({ ...admitted.spec, volumes: [...placed.map(({ volume }) => volume), ...kept] }, all);
    },
  };
}

function tokens(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
