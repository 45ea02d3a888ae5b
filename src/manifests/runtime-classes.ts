import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { PodSpec, ResourceList } from '../kubernetes/api/pod.ts';
import { parseQuantity } from '../kubernetes/quantity.ts';
import { dataReader, readData } from './data-reader.ts';
import { mergeTolerations } from './default-tolerations.ts';
import type { Inventory } from './inventory.ts';
import { type KubeObject, titleOf } from './kube-object.ts';
import type { NoteOrigin } from './redirects.ts';
import { runtimeClass, type RuntimeClassData } from './schemas/cluster.ts';

type Report = (found: Diagnostic) => void;

interface Known {
  readonly object: KubeObject;
  readonly data: RuntimeClassData;
}

/** Where the pod stands that an admission is about. */
export interface Subject {
  readonly object: KubeObject;
  /** Of its template inside the object. */
  readonly path: readonly (string | number)[];
}

/** What a RuntimeClass adds to its pods (admission plugin RuntimeClass of Kubernetes 1.36). */
export class RuntimeClasses {
  readonly #classes = new Map<string, Known>();
  /** Given, but not readable: that has been said. */
  readonly #broken = new Set<string>();
  readonly #missed = new Set<string>();

  constructor(inventory: Inventory, report: Report) {
    const reader = dataReader(runtimeClass);
    for (const object of inventory.of('RuntimeClass')) {
      const data = readData(reader, object, report);
      if (data === undefined) this.#broken.add(object.meta.name);
      else this.#classes.set(object.meta.name, { object, data });
    }
  }

  /** The pod with overhead, node selector and tolerations; undefined if the API server would refuse it. */
  apply<Spec extends PodSpec>(
    spec: Spec,
    subject: Subject,
    note: NoteOrigin,
    report: Report,
  ): Spec | undefined {
    const { runtimeClassName: name } = spec;
    if (name === undefined || name === '') return spec;
    const known = this.#classes.get(name);
    if (known === undefined) {
      this.#missing(name, subject, report);
      return spec;
    }
    const { object, data } = known;
    const podFixed = data.overhead?.podFixed;
    if (podFixed !== undefined && spec.overhead !== undefined && !areEqual(podFixed, spec.overhead)) {
      report(conflict(subject, ['overhead'], object, 'asks for another overhead'));
      return undefined;
    }
    const own = spec.nodeSelector ?? {};
    const selector = data.scheduling?.nodeSelector ?? {};
    const clash = Object.keys(selector).find((key) => Object.hasOwn(own, key) && own[key] !== selector[key]);
    if (clash !== undefined) {
      report(conflict(subject, ['nodeSelector', clash], object, `has another value for \`${clash}\``));
      return undefined;
    }
    return merged(spec, known, note);
  }

  #missing(name: string, { object, path }: Subject, report: Report): void {
    if (this.#broken.has(name) || this.#missed.has(name)) return;
    this.#missed.add(name);
    const message = `the RuntimeClass \`${name}\` is not given`;
    report(
      diagnostic('PW7023', object.place.span([...path, 'spec', 'runtimeClassName']), message, {
        help: 'Its overhead, node selector and tolerations are not counted. Give its manifest too.',
      }),
    );
  }
}

function conflict(subject: Subject, field: readonly string[], other: KubeObject, what: string): Diagnostic {
  const span = subject.object.place.span([...subject.path, 'spec', ...field]);
  const message = `${titleOf(subject.object)} ${what} than its ${titleOf(other)}`;
  return diagnostic('PW7022', span, message, {
    related: [{ span: other.place.span(['metadata', 'name']), message: 'the runtime class' }],
    help: `Kubernetes refuses such pods. Remove \`${field.join('.')}\` from the pod. ${titleOf(subject.object)} is left out.`,
  });
}

function merged<Spec extends PodSpec>(spec: Spec, { object, data }: Known, note: NoteOrigin): Spec {
  const { nodeSelector = {}, tolerations } = data.scheduling ?? {};
  const podFixed = data.overhead?.podFixed;
  for (const key of Object.keys(nodeSelector)) {
    if (!Object.hasOwn(spec.nodeSelector ?? {}, key))
      note(['spec', 'nodeSelector', key], object, ['scheduling', 'nodeSelector', key]);
  }
  if (podFixed !== undefined) note(['spec', 'overhead'], object, ['overhead', 'podFixed']);
  const all = tolerations === undefined ? undefined : mergeTolerations(spec.tolerations ?? [], tolerations);
  return {
    ...spec,
    ...(data.scheduling?.nodeSelector === undefined
      ? {}
      : { nodeSelector: { ...spec.nodeSelector, ...nodeSelector } }),
    ...(all === undefined ? {} : { tolerations: all }),
    ...(podFixed === undefined ? {} : { overhead: podFixed }),
  };
}

function areEqual(a: ResourceList, b: ResourceList): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => nanoOf(a[name]) === nanoOf(b[name]));
}

function nanoOf(text: string | undefined): bigint | undefined {
  const read = parseQuantity(text ?? '');
  return read.ok ? read.quantity.nano : undefined;
}
