import { objectKey } from './kube-object.ts';
import type { Controller } from './controllers.ts';
import type { GivenPod } from './given-pods.ts';
import { ownerKey, selfKey } from './owners.ts';

/** Names of pods that are made up, so that no two pods of a namespace have the same. */
export class PodNames {
  /** By namespace and name. */
  readonly #given: ReadonlyMap<string, GivenPod>;
  readonly #made = new Set<string>();
  /** Their pods have fixed names, by namespace and name of the controller. */
  readonly #statefulSets: ReadonlyMap<string, Controller>;

  constructor(given: readonly GivenPod[], controllers: readonly Controller[]) {
    this.#given = new Map(
      given.map((pod) => [objectKey(pod.object.meta.namespace, pod.object.meta.name), pod]),
    );
    this.#statefulSets = new Map(
      controllers
        .filter(({ object }) => object.kind === 'StatefulSet')
        .map((one) => [objectKey(one.object.meta.namespace, one.object.meta.name), one]),
    );
  }

  /** `<controller>-<number>`, or undefined if another pod has that name. What is returned is taken from then on. */
  take(controller: Controller, number: number): string | undefined {
    const { namespace, name: owner } = controller.object.meta;
    const name = `${owner}-${number}`;
    const key = objectKey(namespace, name);
    if (this.#made.has(key) || this.givenPod(controller, name) !== undefined) return undefined;
    if (this.#isFixed(controller, name)) return undefined;
    this.#made.add(key);
    return name;
  }

  /** The pod that is given by that name. One that a StatefulSet replaces by another of its name is none. */
  givenPod({ object }: Controller, name: string): GivenPod | undefined {
    const pod = this.#given.get(objectKey(object.meta.namespace, name));
    const isReplaced =
      object.kind === 'StatefulSet' && pod?.owner !== undefined && ownerKey(pod.owner) === selfKey(object);
    return isReplaced ? undefined : pod;
  }

  /** Whether a StatefulSet other than the one that asks makes a pod of that name. */
  #isFixed({ object }: Controller, name: string): boolean {
    const at = name.lastIndexOf('-');
    const other = this.#statefulSets.get(objectKey(object.meta.namespace, name.slice(0, at)));
    if (other === undefined || other.object === object) return false;
    const ordinal = Number(name.slice(at + 1));
    const start = other.data.spec?.ordinals?.start ?? 0;
    return ordinal >= start && ordinal < start + other.wanted.replicas;
  }
}
