import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Container, PodSpec } from '../kubernetes/api/pod.ts';
import { dataReader, readData } from './data-reader.ts';
import type { Inventory } from './inventory.ts';
import type { KubeObject } from './kube-object.ts';
import type { NoteOrigin } from './redirects.ts';
import { limitRange, type LimitRangeData } from './schemas/cluster.ts';

/** An amount that a LimitRange gives to containers, and where it does. */
interface Given {
  readonly amount: string;
  readonly object: KubeObject;
  readonly path: readonly (string | number)[];
}

interface ContainerDefaults {
  readonly requests: ReadonlyMap<string, Given>;
  readonly limits: ReadonlyMap<string, Given>;
}

/** Default requests and limits of containers, by namespace (admission plugin LimitRanger of Kubernetes 1.36). */
export class LimitRanges {
  /** By namespace; each range gives what the ones before did not, in the order of names. */
  readonly #ranges = new Map<string, ContainerDefaults[]>();

  constructor(inventory: Inventory, report: (found: Diagnostic) => void) {
    const reader = dataReader(limitRange);
    for (const object of inventory.of('LimitRange')) {
      const data = readData(reader, object, report);
      if (data === undefined) continue;
      const namespace = object.meta.namespace ?? '';
      const ranges = this.#ranges.get(namespace) ?? [];
      ranges.push(containerDefaults(object, data));
      this.#ranges.set(namespace, ranges);
    }
  }

  apply<Spec extends PodSpec>(spec: Spec, namespace: string, note: NoteOrigin): Spec {
    const ranges = this.#ranges.get(namespace);
    if (ranges === undefined) return spec;
    const filled = (list: 'containers' | 'initContainers') =>
      spec[list]?.map((container, i) => {
        const path = ['spec', list, i, 'resources'] as const;
        return ranges.reduce((one, defaults) => withDefaults(one, defaults, path, note), container);
      });
    const containers = filled('containers');
    const initContainers = filled('initContainers');
    return {
      ...spec,
      ...(containers === undefined ? {} : { containers }),
      ...(initContainers === undefined ? {} : { initContainers }),
    };
  }
}

function withDefaults(
  container: Container,
  defaults: ContainerDefaults,
  path: readonly (string | number)[],
  note: NoteOrigin,
): Container {
  const fill = (part: 'requests' | 'limits') => {
    const list: Record<string, string> = { ...container.resources?.[part] };
    for (const [name, { amount, object, path: from }] of defaults[part]) {
      if (Object.hasOwn(list, name)) continue;
      list[name] = amount;
      note([...path, part, name], object, from);
    }
    return list;
  };
  return {
    ...container,
    resources: { ...container.resources, requests: fill('requests'), limits: fill('limits') },
  };
}

/**
 * The API server completes a range (SetDefaults_LimitRangeItem): a default limit comes from the maximum, a default request
 * from the default limit, else from the minimum. Of several items the last one counts.
 */
function containerDefaults(object: KubeObject, { spec }: LimitRangeData): ContainerDefaults {
  const requests = new Map<string, Given>();
  const limits = new Map<string, Given>();
  for (const [i, item] of spec.limits.entries()) {
    if (item.type !== 'Container') continue;
    const given = (...fields: readonly ('default' | 'defaultRequest' | 'max' | 'min')[]) => {
      const found = new Map<string, Given>();
      for (const field of fields) {
        for (const [name, amount] of Object.entries(item[field] ?? {})) {
          if (!found.has(name)) found.set(name, { amount, object, path: ['spec', 'limits', i, field, name] });
        }
      }
      return found;
    };
    for (const [name, one] of given('default', 'max')) limits.set(name, one);
    for (const [name, one] of given('defaultRequest', 'default', 'max', 'min')) requests.set(name, one);
  }
  return { requests, limits };
}
