import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { PodSpec } from '../kubernetes/api/pod.ts';
import { dataReader, readData } from './data-reader.ts';
import type { Inventory } from './inventory.ts';
import { type KubeObject, titleOf } from './kube-object.ts';
import type { NoteOrigin } from './redirects.ts';
import type { Subject } from './runtime-classes.ts';
import { priorityClass } from './schemas/cluster.ts';

type Report = (found: Diagnostic) => void;

interface Known {
  readonly value: number;
  /** Absent for those that every API server makes. */
  readonly object?: KubeObject;
}

/** What a pod's priority class makes of it (admission plugin Priority of Kubernetes 1.36). */
export class PriorityClasses {
  readonly #classes = new Map<string, Known>([
    ['system-cluster-critical', { value: 2_000_000_000 }],
    ['system-node-critical', { value: 2_000_001_000 }],
  ]);
  /** Of pods that name no class. Of several the lowest counts. */
  #default: (Known & { readonly name: string }) | undefined;

  constructor(inventory: Inventory, report: Report) {
    const reader = dataReader(priorityClass);
    for (const object of inventory.of('PriorityClass')) {
      const data = readData(reader, object, report);
      if (data === undefined) continue;
      const { value, globalDefault = false } = data;
      const { name } = object.meta;
      this.#classes.set(name, { value, object });
      if (globalDefault && value < (this.#default?.value ?? Infinity))
        this.#default = { name, value, object };
    }
  }

  /**
   * The pod with its priority; undefined if the API server would refuse it. Of a class that is not given only a priority
   * that is written tells anything, and such a pod keeps its own.
   */
  apply<Spec extends PodSpec>(
    spec: Spec,
    subject: Subject,
    note: NoteOrigin,
    report: Report,
  ): Spec | undefined {
    const named = spec.priorityClassName ?? '';
    const name = named === '' ? this.#default?.name : named;
    const known = named === '' ? this.#default : this.#classes.get(named);
    if (known === undefined || name === undefined) return spec;
    const { value, object } = known;
    if (spec.priority !== undefined && spec.priority !== value) {
      report(conflict(subject, { name, ...known }));
      return undefined;
    }
    if (object !== undefined) note(['spec', 'priority'], object, ['value']);
    return { ...spec, priorityClassName: name, priority: value };
  }
}

function conflict(
  { object, path }: Subject,
  { name, value, object: other }: Known & { readonly name: string },
): Diagnostic {
  const span = object.place.span([...path, 'spec', 'priority']);
  const message = `${titleOf(object)} has another priority than its PriorityClass \`${name}\`, which has ${value}`;
  return diagnostic('PW7026', span, message, {
    ...(other === undefined
      ? {}
      : { related: [{ span: other.place.span(['value']), message: 'the priority class' }] }),
    help: `Kubernetes refuses such pods. Remove \`priority\` from the pod. ${titleOf(object)} is left out.`,
  });
}
