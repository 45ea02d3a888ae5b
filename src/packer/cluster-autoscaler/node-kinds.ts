import type { DaemonSet } from '../../kubernetes/api/daemon-set.ts';
import type { NodeTaint } from '../../kubernetes/api/node-pool.ts';
import type { Pod } from '../../kubernetes/api/pod.ts';
import { addAmounts, type NanoAmounts, ONE_POD_NANO, podRequests } from '../../kubernetes/pod-requests.ts';
import { isPassingTaint } from '../../kubernetes/scale-from-zero/template-taints.ts';
import { hostPortsOf } from '../karpenter/host-ports.ts';
import { type Columns, exactAmounts, labelMap } from './amounts.ts';
import type { ClassBook } from './class-book.ts';
import { daemonPod, ownedBy } from './daemons.ts';
import type { NodeKind } from './node-kind.ts';
import { podClass } from './pod-class.ts';
import type { AutoscalerOptions, LiveNode, NodeGroup, Problem, TemplateNode } from './problem.ts';
import { HOSTNAME } from './sim-node.ts';
import { staticRefusal } from './static-filters.ts';
import { addMounts, type Mounted, type VolumeShelf } from './volume-needs.ts';

const NOBODY: Pick<NodeKind, 'ports' | 'residents' | 'volumes' | 'residentRequests'> = {
  ports: [],
  residents: [],
  volumes: new Map(),
  residentRequests: new Map(),
};

/** Makes kinds of nodes out of templates and live nodes; each call a kind with the next id. */
export class KindMaker {
  readonly #columns: Columns;
  readonly #book: ClassBook;
  readonly #shelf: VolumeShelf;
  readonly #daemonSets: readonly DaemonSet[];
  readonly #options: AutoscalerOptions;
  readonly #limits: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly #requests = new Map<Pod, Requests>();
  readonly #daemons: ReadonlyMap<DaemonSet, Pod>;
  #kinds = 0;

  constructor(input: {
    readonly problem: Problem;
    readonly columns: Columns;
    readonly book: ClassBook;
    readonly shelf: VolumeShelf;
  }) {
    const { daemonSets = [], options = {}, csiNodes = [] } = input.problem;
    this.#columns = input.columns;
    this.#book = input.book;
    this.#shelf = input.shelf;
    this.#daemonSets = daemonSets;
    this.#options = options;
    this.#daemons = new Map(daemonSets.map((one) => [one, daemonPod(one)]));
    this.#limits = new Map(
      csiNodes.map(({ metadata, spec }) => [
        metadata.name,
        limitsOf((spec?.drivers ?? []).map(({ name, allocatable }) => ({ name, limit: allocatable?.count }))),
      ]),
    );
  }

  fromTemplate(group: number, template: TemplateNode): NodeKind {
    const startup = { keys: this.#options.startupTaints ?? [] };
    const taints = (template.taints ?? []).filter(({ key }) => !isPassingTaint(key, startup));
    const labels = new Map(labelMap(template.labels));
    labels.delete(HOSTNAME);
    const allocatable = exactAmounts(template.allocatable ?? template.capacity);
    const bare: NodeKind = {
      id: this.#kinds++,
      labels,
      taints: taints as readonly NodeTaint[],
      unschedulable: false,
      capacity: exactAmounts(template.capacity),
      allocatable,
      ...sameVector(this.#columns.vector(allocatable)),
      ...NOBODY,
      volumeLimits: limitsOf(template.csiDrivers ?? []),
      group,
      name: undefined,
    };
    const own = template.pods ?? [];
    return this.#withPods(bare, [...own, ...this.#daemonsFor(bare, own, template)]);
  }

  fromLive({ node, unschedulable }: LiveNode, group: number | undefined, pods: readonly Pod[]): NodeKind {
    const { name, labels } = node.metadata;
    const allocatable = exactAmounts(node.status?.allocatable ?? node.status?.capacity);
    const bare: NodeKind = {
      id: this.#kinds++,
      labels: labelMap(labels),
      taints: node.spec?.taints ?? [],
      unschedulable: unschedulable ?? false,
      capacity: exactAmounts(node.status?.capacity),
      allocatable,
      ...sameVector(this.#columns.vector(allocatable)),
      ...NOBODY,
      volumeLimits: this.#limits.get(name) ?? new Map(),
      group,
      name,
    };
    return this.#withPods(bare, pods);
  }

  /** DaemonSets whose pods would run there: a live node has its own already, unless they are forced. */
  #daemonsFor(kind: NodeKind, own: readonly Pod[], template: TemplateNode): readonly Pod[] {
    if (template.warm && this.#options.forceDaemonSets !== true) return [];
    return this.#daemonSets.flatMap((daemonSet) => {
      const pod = this.#daemons.get(daemonSet);
      if (pod === undefined || own.some((one) => ownedBy(daemonSet, one))) return [];
      const asked = podClass({
        id: -1,
        namespace: pod.metadata.namespace ?? 'default',
        labels: pod.metadata.labels ?? {},
        spec: pod.spec,
        namespaceLabels: () => undefined,
      });
      const label = (key: string) => (key === HOSTNAME ? 'template-node' : kind.labels.get(key));
      return staticRefusal(asked, kind, label) === undefined ? [pod] : [];
    });
  }

  #withPods(kind: NodeKind, pods: readonly Pod[]): NodeKind {
    if (pods.length === 0) return kind;
    const free = kind.free.slice();
    const volumes = new Map<string, Mounted>();
    const residentRequests = new Map<string, bigint>();
    for (const pod of pods) {
      const { exact, whole } = this.#requestsOf(pod);
      addAmounts(residentRequests, exact);
      for (let column = 0; column < free.length; column++) {
        free[column] = (free[column] ?? 0) - (whole[column] ?? 0);
      }
      const { name, namespace = 'default' } = pod.metadata;
      for (const [driver, mounted] of this.#shelf.needs({ name, namespace, spec: pod.spec }).usage) {
        volumes.set(driver, addMounts(volumes.get(driver), mounted));
      }
    }
    const ports = pods.flatMap((pod) => hostPortsOf(pod.spec));
    const residents = pods.map((pod) => this.#book.placed(pod));
    return { ...kind, free, ports, volumes, residentRequests, residents };
  }

  #requestsOf(pod: Pod): Requests {
    let found = this.#requests.get(pod);
    if (found === undefined) {
      const exact = podRequests(pod.spec, pod.status);
      found = { exact, whole: this.#columns.vector(new Map([...exact, ['pods', ONE_POD_NANO]])) };
      this.#requests.set(pod, found);
    }
    return found;
  }
}

interface Requests {
  readonly exact: NanoAmounts;
  /** In columns. */
  readonly whole: Float64Array;
}

function sameVector(whole: Float64Array) {
  return { whole, free: whole };
}

function limitsOf(
  drivers: readonly { readonly name: string; readonly limit?: number | undefined }[],
): ReadonlyMap<string, number> {
  return new Map(drivers.flatMap(({ name, limit }) => (limit === undefined ? [] : [[name, limit] as const])));
}

/** Template of each group in order; none where there is nothing to make one from. */
export function templateKinds(
  groups: readonly NodeGroup[],
  maker: KindMaker,
): readonly (NodeKind | undefined)[] {
  return groups.map(({ template }, i) =>
    template === undefined ? undefined : maker.fromTemplate(i, template),
  );
}
