import type { Pod, PodSpec } from '../../kubernetes/api/pod.ts';
import type { Labels } from '../../kubernetes/label-selector.ts';
import type { PendingPodTemplate } from '../karpenter/problem.ts';
import { type NamespaceLabels, type PodClass, podClass } from './pod-class.ts';
import type { Problem } from './problem.ts';
import { semanticIdentity } from './semantic-identity.ts';

/** Every sort of pod once. */
export class ClassBook {
  /** By id. */
  readonly classes: PodClass[] = [];
  /** Those of pending pods: they look for a place. */
  readonly askers: PodClass[] = [];
  readonly #byTemplate = new Map<string, Map<PendingPodTemplate, PodClass>>();
  readonly #byIdentity = new Map<string, PodClass>();
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

  pending(namespace: string, template: PendingPodTemplate): PodClass {
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

  #pendingByIdentity(namespace: string, { labels = {}, spec, status }: PendingPodTemplate): PodClass {
    const identity = semanticIdentity({ namespace, labels, spec });
    let found = this.#byIdentity.get(identity);
    if (found === undefined) {
      found = this.#add({ namespace, labels, spec, status });
      this.askers.push(found);
      this.#byIdentity.set(identity, found);
    }
    return found;
  }

  /** A pod that has a place: only what it means to others counts, so many share a class. */
  placed(pod: Pod): PodClass {
    const { namespace = 'default', labels = {} } = pod.metadata;
    const podAntiAffinity = pod.spec.affinity?.podAntiAffinity;
    const required = podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
    const face = JSON.stringify([namespace, labels, required]);
    let found = this.#byFace.get(face);
    if (found === undefined) {
      const spec: PodSpec = podAntiAffinity === undefined ? {} : { affinity: { podAntiAffinity } };
      found = this.#add({ namespace, labels, spec });
      this.#byFace.set(face, found);
    }
    return found;
  }

  #add(input: Pick<Parameters<typeof podClass>[0], 'namespace' | 'labels' | 'spec' | 'status'>): PodClass {
    const made = podClass({ ...input, id: this.classes.length, namespaceLabels: this.#namespaceLabels });
    this.classes.push(made);
    return made;
  }
}
