import type { SchemaIssue } from '../diagnostics/schema-issues.ts';
import { dataReader } from './data-reader.ts';
import { isMap, pickerOf } from './pick.ts';
import { templateMeta } from './schemas/metadata.ts';
import { podTemplate, type PodTemplateData } from './schemas/pod.ts';

/** A pod, or a template of pods, reduced to what scheduling reads. Equal ones are one object. */
export interface PodData {
  /** Labels of the pod or the template, which are still missing in `checked`. */
  readonly labels: unknown;
  readonly content: PodContent;
}

export interface PodContent {
  /** Of its own for each content. */
  readonly id: number;
  readonly checked: { readonly data: PodTemplateData } | { readonly issues: readonly SchemaIssue[] };
}

/** Labels that number the pods of a controller. */
const NUMBERING = [
  'statefulset.kubernetes.io/pod-name',
  'apps.kubernetes.io/pod-index',
  'batch.kubernetes.io/job-completion-index',
] as const;

/**
 * Reads pods and templates, equal ones once: the pods of a dump are many, but what scheduling reads of them differs
 * little. Schemas are asked once for each difference.
 */
export class PodDataReader {
  readonly #reader = dataReader(podTemplate);
  readonly #contents = new Map<string, PodContent>();
  readonly #selected = new Set<string>();

  /** `raw` has the shape of a pod; its labels may have been read already. */
  read(raw: Readonly<Record<string, unknown>>, labels: unknown = labelsOf(raw)): PodData {
    const picked = this.#reader.pick(raw);
    const { spec, status } = isMap(picked) ? picked : {};
    return { labels, content: this.#content({ spec: withoutNoise(spec), ...relevantStatus(status) }) };
  }

  /**
   * Whether any selector that was read so far mentions a label that numbers pods. If none does, such labels are left
   * out, and the replicas of a controller are all alike.
   */
  selects(label: string): boolean {
    return this.#selected.has(label);
  }

  #content(picked: unknown): PodContent {
    const key = JSON.stringify(picked);
    const known = this.#contents.get(key);
    if (known !== undefined) return known;
    const checked = this.#reader.check(picked);
    const content = {
      id: this.#contents.size,
      checked: checked.ok ? { data: checked.data } : { issues: checked.issues },
    };
    this.#contents.set(key, content);
    for (const label of NUMBERING) if (key.includes(label)) this.#selected.add(label);
    return content;
  }
}

const pickLabels = pickerOf(templateMeta);

function labelsOf({ metadata }: Readonly<Record<string, unknown>>): unknown {
  const picked = pickLabels(metadata);
  return isMap(picked) ? picked['labels'] : undefined;
}

export function isNumbering(label: string): boolean {
  return (NUMBERING as readonly string[]).includes(label);
}

/** Stands for volumes without a claim, which decide nothing. Some have a name of their own in each pod. */
const NO_CLAIM = { name: '-' };

export function isClaimless(volume: { readonly name: string }): boolean {
  return volume.name === NO_CLAIM.name;
}

function withoutNoise(spec: unknown): unknown {
  if (!isMap(spec) || !Array.isArray(spec['volumes'])) return spec;
  const volumes = spec['volumes'].map((volume: unknown) =>
    isMap(volume) &&
    typeof volume['name'] === 'string' &&
    !('persistentVolumeClaim' in volume) &&
    !('ephemeral' in volume)
      ? NO_CLAIM
      : volume,
  );
  return { ...spec, volumes };
}

/** Only a resize that is under way matters to scheduling. */
function relevantStatus(status: unknown): { readonly status?: unknown } {
  if (!isMap(status)) return {};
  const conditions = onlyWhere(status['conditions'], ({ type }) => type === 'PodResizePending');
  const containerStatuses = onlyWhere(status['containerStatuses'], (one) => 'resources' in one);
  if (conditions === undefined && containerStatuses === undefined) return {};
  return {
    status: {
      ...(conditions === undefined ? {} : { conditions }),
      ...(containerStatuses === undefined ? {} : { containerStatuses }),
    },
  };
}

function onlyWhere(
  list: unknown,
  holds: (one: Readonly<Record<string, unknown>>) => boolean,
): readonly unknown[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const kept = list.filter((one: unknown) => isMap(one) && holds(one));
  return kept.length === 0 ? undefined : kept;
}
