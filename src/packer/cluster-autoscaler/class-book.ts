import type { Pod, PodSpec } from '../../kubernetes/api/pod.ts';
import type { Labels } from '../../kubernetes/label-selector.ts';
import type { PendingPodTemplate } from '../karpenter/problem.ts';
import { type NamespaceLabels, type PodClass, podClass, usesVolumes } from './pod-class.ts';
import type { Problem } from './problem.ts';
import { semanticIdentity } from './semantic-identity.ts';

/** A pending pod: what the filters read of it, volumes aside, and as what the autoscaler groups it. */
export interface Asker {
  readonly pod: PodClass;
  /** Equal for pods that are the same to the autoscaler. */
  readonly shape: number;
}

/** Every sort of pod once. */
export class ClassBook {
  /** By id. */
  readonly classes: PodClass[] = [];
  /** Those of pending pods: they look for a place. */
  readonly askers: PodClass[] = [];
  readonly #byTemplate = new Map<string, Map<PendingPodTemplate, Asker>>();
  readonly #byIdentity = new Map<string, PodClass>();
  readonly #shapes = new Map<string, number>();
  readonly #byFace = new Map<string, PodClass>();
  readonly #namespaceLabels: NamespaceLabels;

  constructor(problem: Problem) {
    const labels = new Map<string, Labels>(
      ['default', ...(problem.namespaces ?? []).map(({ metadata }) => metadata.name)].map((name) => [
        name,
        { 'kubernetes.io/metadata.name': name },
      ]),
    );
    for (const { metadata } of problem.namespaces ?? []) {
      labels.set(metadata.name, { ...labels.get(metadata.name), ...metadata.labels });
    }
    this.#namespaceLabels = (namespace) => labels.get(namespace);
  }

  pending(namespace: string, template: PendingPodTemplate): Asker {
    let known = this.#byTemplate.get(namespace);
    if (known === undefined) {
      known = new Map();
      this.#byTemplate.set(namespace, known);
    }
    let found = known.get(template);
    if (found === undefined) {
      found = this.#pendingByIdentity(namespace, template);
      known.set(template, found);
    }
    return found;
  }

  #pendingByIdentity(namespace: string, { labels = {}, spec, status }: PendingPodTemplate): Asker {
    const { bare, shape } = semanticIdentity({ namespace, labels, spec });
    const number = this.#shapes.get(shape) ?? this.#shapes.size;
    this.#shapes.set(shape, number);
    const identity = `${usesVolumes(spec)}${bare}`;
    let found = this.#byIdentity.get(identity);
    if (found === undefined) {
      found = this.#add({ namespace, labels, spec, status });
      this.askers.push(found);
      this.#byIdentity.set(identity, found);
    }
    return { pod: found, shape: number };
  }

  /** A pod that has a place: only what it means to others counts, so many share a class. */
  placed(pod: Pod): PodClass {
    const { namespace = 'default', labels = {} } = pod.metadata;
    const podAntiAffinity = pod.spec.affinity?.podAntiAffinity;
    const required = podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
    const terminating = pod.metadata.deletionTimestamp !== undefined;
    const face = JSON.stringify([namespace, labels, required, terminating]);
    let found = this.#byFace.get(face);
    if (found === undefined) {
      const spec: PodSpec = podAntiAffinity === undefined ? {} : { affinity: { podAntiAffinity } };
      found = this.#add({ namespace, labels, spec, terminating });
      this.#byFace.set(face, found);
    }
    return found;
  }

  #add(
    input: Pick<Parameters<typeof podClass>[0], 'namespace' | 'labels' | 'spec' | 'status' | 'terminating'>,
  ): PodClass {
    const made = podClass({ ...input, id: this.classes.length, namespaceLabels: this.#namespaceLabels });
    this.classes.push(made);
    return made;
  }
}
