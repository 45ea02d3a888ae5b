import { ONE_POD_NANO, podRequests } from '../../kubernetes/pod-requests.ts';
import { type HostPort, hostPortsOf } from './host-ports.ts';
import { type ClassContext, PodClass, type Shape } from './pod-class.ts';
import type { PendingPod, PendingPodTemplate } from './problem.ts';
import type { ResourceSpace } from './resource-space.ts';
import type { QueuedPod } from './queued-pod.ts';
import type { VolumeBook } from './volumes.ts';

interface TemplateEntry {
  readonly id: number;
  readonly template: PendingPodTemplate;
  /** Exact amounts, `pods` among them. */
  readonly requests: ReadonlyMap<string, bigint>;
  readonly hostPorts: readonly HostPort[];
  readonly usesVolumes: boolean;
  /** By namespace, for pods without volumes. */
  readonly classes: Map<string, PodClass>;
}

const NO_VOLUMES: ReadonlyMap<string, ReadonlySet<string>> = new Map();

/** Folds pods into classes: by the identity of their template where replicas share one, else by its content. */
export class PodBook {
  readonly #entries = new Map<PendingPodTemplate, TemplateEntry>();
  readonly #byContent = new Map<string, TemplateEntry>();
  readonly #classes = new Map<string, PodClass>();
  readonly #shapes = new Map<string, Shape>();

  /** Makes columns for all that the pods ask for. */
  constructor(pods: readonly PendingPod[], resources: ResourceSpace) {
    for (const { template } of pods) {
      if (this.#entries.has(template)) continue;
      const entry = this.#entry(template);
      this.#entries.set(template, entry);
    }
    for (const { requests } of this.#byContent.values()) {
      for (const [name, nano] of requests) resources.fromNano(resources.column(name), nano);
    }
  }

  #entry(template: PendingPodTemplate): TemplateEntry {
    const { labels, spec, status } = template;
    const statuses = [status?.containerStatuses, status?.initContainerStatuses, status?.conditions];
    const content = JSON.stringify([labels, spec, statuses]);
    let entry = this.#byContent.get(content);
    if (entry === undefined) {
      const requests = podRequests(spec, status);
      requests.set('pods', ONE_POD_NANO);
      entry = {
        id: this.#byContent.size,
        template,
        requests,
        hostPorts: hostPortsOf(spec),
        usesVolumes: (spec.volumes ?? []).some(
          (volume) => volume.persistentVolumeClaim !== undefined || volume.ephemeral !== undefined,
        ),
        classes: new Map(),
      };
      this.#byContent.set(content, entry);
    }
    return entry;
  }

  /** The pod with its class; `lookupFailed` says that something its volumes need is missing. */
  queued(
    pod: PendingPod,
    tools: {
      readonly context: ClassContext;
      readonly resources: ResourceSpace;
      readonly volumes: VolumeBook;
    },
  ): QueuedPod {
    const entry = this.#entries.get(pod.template) as TemplateEntry;
    if (!entry.usesVolumes) {
      let podClass = entry.classes.get(pod.namespace);
      if (podClass === undefined) {
        podClass = this.#class(pod, entry, [], tools);
        entry.classes.set(pod.namespace, podClass);
      }
      return { pod, podClass, volumes: NO_VOLUMES };
    }
    const withVolumes = { name: pod.name, namespace: pod.namespace, spec: pod.template.spec };
    const alternatives = tools.volumes.alternatives(withVolumes) ?? [];
    const incoming = alternatives.map((set) => tools.context.space.incoming(set));
    return {
      pod,
      podClass: this.#class(pod, entry, incoming, tools),
      volumes: tools.volumes.usage(withVolumes),
    };
  }

  #class(
    pod: PendingPod,
    entry: TemplateEntry,
    volumes: PodClass['volumes'],
    tools: { readonly context: ClassContext; readonly resources: ResourceSpace },
  ): PodClass {
    const key = `${entry.id} ${volumes.map(({ all }) => all.id).join(',')} ${pod.namespace}`;
    let podClass = this.#classes.get(key);
    if (podClass === undefined) {
      podClass = new PodClass({
        id: this.#classes.size,
        namespace: pod.namespace,
        template: entry.template,
        shape: this.#shape(entry.requests, tools.resources),
        hostPorts: entry.hostPorts,
        volumes,
        context: tools.context,
      });
      this.#classes.set(key, podClass);
    }
    return podClass;
  }

  #shape(requests: ReadonlyMap<string, bigint>, resources: ResourceSpace): Shape {
    const amounts = new Float64Array(resources.size);
    const mentioned: number[] = [];
    for (const [name, nano] of requests) {
      const column = resources.column(name);
      amounts[column] = resources.fromNano(column, nano);
      mentioned.push(column);
    }
    mentioned.sort((a, b) => a - b);
    const key = `${amounts.join(' ')} ${mentioned.join(' ')}`;
    let shape = this.#shapes.get(key);
    if (shape === undefined) {
      const asked = mentioned.filter((column) => (amounts[column] as number) > 0);
      shape = { id: this.#shapes.size, amounts, asked, mentioned };
      this.#shapes.set(key, shape);
    }
    return shape;
  }
}
